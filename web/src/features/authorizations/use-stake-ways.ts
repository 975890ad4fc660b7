import { savePar } from '@homecare/domain/authorizations/contract.ts';
import type { FindingKind } from '@homecare/domain/authorizations/findings.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { mayCall } from '@homecare/domain/call.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { useSession } from '../../platform/session.ts';
import { PLANS_VIEW, START } from '../care-plans/list-view.ts';

/** What is done about a finding, each a button; the first is the line's in the list. */
export type StakeWay = 'request' | 'visits' | 'plan' | 'addVisits' | 'renew' | 'justify';

export const WAY_WORDS: Record<StakeWay, string> = {
  request: 'Request units',
  visits: 'Show visits',
  plan: 'Change plan',
  addVisits: 'Add visits',
  renew: 'Renew',
  justify: 'Justify',
};

const WAYS: Record<FindingKind, readonly StakeWay[]> = {
  runningOut: ['request', 'visits', 'plan', 'justify'],
  overPlanned: ['plan', 'request', 'justify'],
  underUsed: ['addVisits'],
  ending: ['renew', 'request'],
  missing: ['renew', 'request'],
  uncoded: [],
};

/** Opens the pages on which visits and care plans of a line are changed. */
export const useStakePages = () => {
  const openPage = useOpenPage();
  return {
    visits: (day: string) => {
      keep('evv-admin.date', day);
      keep('evv-admin.shown', 'day');
      void openPage('/evvadmin');
    },
    plans: ({ client }: Pick<AuthorizationRow, 'client'>) => {
      keep(PLANS_VIEW, { ...START, search: client });
      void openPage('/careplanlist');
    },
  };
};

/** PARs are written by some roles alone; the others ask the case manager for a renewal. */
export const useStakeWays = () => {
  const mayWrite = mayCall(useSession()?.role, savePar);
  const waysOf = (kind: FindingKind) => WAYS[kind].filter((way) => mayWrite || way !== 'renew');
  return { mayWrite, waysOf };
};
