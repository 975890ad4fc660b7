import * as calls from '@homecare/domain/authorizations/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { justify } from './justifications.ts';
import { getAuthorization, listAuthorizations } from './ledgers.ts';
import { previewPlan } from './plan-limits.ts';
import { deleteProgram, listPrograms, saveProgram } from './programs.ts';
import { printRequests, sendRequests } from './requests.ts';
import { deletePar, listPars, savePar } from './service.ts';

export const authorizationRoutes = [
  bind(calls.listPars, listPars),
  bind(calls.savePar, savePar),
  bind(calls.deletePar, deletePar),
  bind(calls.listPrograms, listPrograms),
  bind(calls.saveProgram, saveProgram),
  bind(calls.deleteProgram, deleteProgram),
  bind(calls.listAuthorizations, listAuthorizations),
  bind(calls.getAuthorization, getAuthorization),
  bind(calls.previewPlan, previewPlan),
  bind(calls.justify, justify),
  bind(calls.printRequests, printRequests),
  bind(calls.sendRequests, sendRequests),
];
