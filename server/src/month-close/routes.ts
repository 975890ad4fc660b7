import * as calls from '@homecare/domain/month-close/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { remindTimesheets } from './reminding.ts';
import {
  loadEarlierMonths,
  loadMonthClose,
  loadMonthDays,
  loadMonthRun,
  startRun,
  undoRun,
} from './service.ts';

export const monthCloseRoutes = [
  bind(calls.getMonthClose, loadMonthClose),
  bind(calls.listMonthDays, loadMonthDays),
  bind(calls.listEarlierMonths, loadEarlierMonths),
  bind(calls.getMonthRun, loadMonthRun),
  bind(calls.startMonthRun, startRun),
  bind(calls.remindTimesheets, remindTimesheets),
  bind(calls.undoMonthRun, undoRun),
];
