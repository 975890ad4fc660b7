import {
  cancelSend,
  listPeople,
  listSkipped,
  readProgress,
  startMails,
  startTexts,
} from '@homecare/domain/bulk-messages/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { revisionOfStops } from './queries.ts';
import * as bulk from './service.ts';

export const bulkMessageRoutes = [
  bindList(listPeople, {
    revision: () => [['people', 'all']],
    // Who answered STOP is no part of the people.
    also: ({ site }) => revisionOfStops(site.db),
    load: bulk.listPeople,
  }),
  bind(startTexts, bulk.startTexts),
  bind(startMails, bulk.startMails),
  bind(readProgress, bulk.readProgress),
  bind(listSkipped, bulk.listSkipped),
  bind(cancelSend, bulk.cancelSend),
];
