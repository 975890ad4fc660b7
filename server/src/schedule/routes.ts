import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { bindList } from '../platform/http/bind.ts';
import { boardRevision, loadBoard } from './service.ts';

export const scheduleRoutes = [
  bindList(getBoard, {
    revision: boardRevision,
    // Days that are over have no visits to come.
    also: async (scope) => scope.today().toString(),
    load: loadBoard,
  }),
];
