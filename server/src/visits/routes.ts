import * as calls from '@homecare/domain/visits/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { accept } from './accepting.ts';
import { applyToMany, undoMany } from './bulk.ts';
import { review } from './correcting.ts';
import { loadExceptions, printCallReport } from './reading.ts';
import { reschedule } from './rescheduling.ts';
import { changeVisit, listRevision, loadList, loadSchedule, scheduleRevision } from './service.ts';

export const visitRoutes = [
  bindList(calls.getEvvList, { revision: listRevision, load: loadList, rowsOf: 'visits' }),
  bindList(calls.getEvvProvider, { revision: scheduleRevision, load: loadSchedule, rowsOf: 'visits' }),
  bind(calls.updateVisit, changeVisit),
  bind(calls.rescheduleVisit, reschedule),
  bind(calls.markReviewed, review),
  bind(calls.acceptAttempts, accept),
  bind(calls.applyBulk, applyToMany),
  bind(calls.undoBulk, undoMany),
  bind(calls.listExceptions, loadExceptions),
  bind(calls.getCallReport, printCallReport),
];
