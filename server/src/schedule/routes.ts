import { getBoard, getFeed, printWeek, removeFeed, renewFeed } from '@homecare/domain/schedule/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import * as feeds from './feeds.ts';
import * as printing from './printing.ts';
import { boardRevision, loadBoard, loadChangedBoard } from './service.ts';

export const scheduleRoutes = [
  bindList(getBoard, {
    revision: boardRevision,
    // Planned visits depend on today, because past days have none ahead.
    also: async (scope) => scope.today().toString(),
    load: loadBoard,
    loadChanged: loadChangedBoard,
  }),
  bind(getFeed, feeds.getFeed),
  bind(renewFeed, feeds.renewFeed),
  bind(removeFeed, feeds.removeFeed),
  bind(printWeek, printing.printWeek),
];
