import { listNotices, listOwnPapers as listOwnPapersCall } from '@homecare/domain/notices/contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { circumstances, listOwnPapers, loadChangedNotices, loadNotices } from './service.ts';

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
  bind(listOwnPapersCall, listOwnPapers),
];
