import * as calls from '@homecare/domain/authorizations/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { getAuthorization, listAuthorizations } from './ledgers.ts';
import { deletePar, listPars, savePar } from './service.ts';

export const authorizationRoutes = [
  bind(calls.listPars, listPars),
  bind(calls.savePar, savePar),
  bind(calls.deletePar, deletePar),
  bind(calls.listAuthorizations, listAuthorizations),
  bind(calls.getAuthorization, getAuthorization),
];
