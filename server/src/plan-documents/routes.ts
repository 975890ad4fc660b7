import * as calls from '@homecare/domain/plan-documents/contract.ts';
import { bind } from '../platform/http/bind.ts';
import * as saved from './saved.ts';
import * as documents from './service.ts';

export const planDocumentRoutes = [
  bind(calls.printCarePlan, documents.printCarePlan),
  bind(calls.printTimesheet, documents.printTimesheet),
  bind(calls.printServiceOrder, documents.printServiceOrder),
  bind(calls.printServiceOrderCP, documents.printServiceOrderCP),
  bind(calls.printServiceOrderTS, documents.printServiceOrderTS),
  bind(calls.readProgress, documents.readProgress),
  bind(calls.saveCarePlan, saved.saveCarePlan),
  bind(calls.saveTimesheet, saved.saveTimesheet),
  bind(calls.listSaved, saved.listSaved),
  bind(calls.downloadSaved, saved.downloadSaved),
  bind(calls.revokeLink, saved.revokeLink),
];
