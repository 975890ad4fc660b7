import * as calls from '@homecare/domain/bulk-messages/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { revisionOfStops } from './queries.ts';
import * as bulk from './service.ts';

export const bulkMessageRoutes = [
  bindList(calls.listPeople, {
    revision: () => [['people', 'all']],
    // Opt-outs are stored separately from people.
    also: ({ site }) => revisionOfStops(site.db),
    load: bulk.listPeople,
  }),
  bind(calls.startTexts, bulk.startTexts),
  bind(calls.startMails, bulk.startMails),
  bind(calls.readProgress, bulk.readProgress),
  bind(calls.listSkipped, bulk.listSkipped),
  bind(calls.cancelSend, bulk.cancelSend),
];
