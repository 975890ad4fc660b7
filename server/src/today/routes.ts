import { assignRow, getToday, snoozeRow } from '@homecare/domain/today/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { assign, loadToday, snooze, todayCircumstances, todayRevision } from './service.ts';

export const todayRoutes = [
  bindList(getToday, { revision: todayRevision, also: todayCircumstances, load: loadToday }),
  bind(snoozeRow, snooze),
  bind(assignRow, assign),
];
