import { assignRow, getToday, listMarks, snoozeRow } from '@homecare/domain/today/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import {
  assign,
  loadMarks,
  loadToday,
  marksCircumstances,
  snooze,
  todayCircumstances,
  todayRevision,
} from './service.ts';

export const todayRoutes = [
  bindList(getToday, { revision: todayRevision, also: todayCircumstances, load: loadToday }),
  bindList(listMarks, { revision: todayRevision, also: marksCircumstances, load: loadMarks }),
  bind(snoozeRow, snooze),
  bind(assignRow, assign),
];
