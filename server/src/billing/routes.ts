import {
  checkTime,
  deleteWork,
  getClientMonth,
  getEvvVisits,
  getWork,
  insertWork,
  listNotAssigned,
  payRecordedTime,
  sendNotAssigned,
  setStatus,
  undoSetStatus,
  updateWork,
} from '@homecare/domain/billing/contract.ts';
import { bind } from '../platform/http/bind.ts';
import { loadNotAssigned, writeToNotAssigned } from './not-assigned.ts';
import { loadClientMonth, loadEvvVisits, loadRecords } from './page.ts';
import { payRecorded } from './recorded-time.ts';
import { removeRecord, saveChanges, saveNew, validateTime } from './saving.ts';
import { setStatuses, undoStatuses } from './status-set.ts';

export const billingRoutes = [
  bind(getWork, loadRecords),
  bind(insertWork, saveNew),
  bind(updateWork, saveChanges),
  bind(deleteWork, removeRecord),
  bind(payRecordedTime, payRecorded),
  bind(getClientMonth, loadClientMonth),
  bind(checkTime, validateTime),
  bind(getEvvVisits, loadEvvVisits),
  bind(setStatus, setStatuses),
  bind(undoSetStatus, undoStatuses),
  bind(listNotAssigned, loadNotAssigned),
  bind(sendNotAssigned, writeToNotAssigned),
];
