import { listNotices } from '@homecare/domain/notices/contract.ts';
import { bindList } from '../platform/http/bind.ts';
import { circumstances, loadChangedNotices, loadNotices } from './service.ts';

export const noticeRoutes = [
  bindList(listNotices, {
    revision: () => [
      ['people', 'all'],
      // Names alone change what is said at care plans.
      ['people', 'named'],
      ['carePlans', 'all'],
      ['eligibility', 'all'],
      ['pars', 'all'],
      ['scanErrors', 'all'],
    ],
    also: circumstances,
    load: loadNotices,
    loadChanged: loadChangedNotices,
  }),
];
