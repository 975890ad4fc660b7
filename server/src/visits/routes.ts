import { getEvvList, getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { listRevision, loadList, loadSchedule, scheduleRevision, updateVisitStatus } from './service.ts';

export const visitRoutes = [
  bindList(getEvvList, { revision: listRevision, load: loadList }),
  bindList(getEvvProvider, { revision: scheduleRevision, load: loadSchedule }),
  bind(updateVisit, updateVisitStatus),
];
