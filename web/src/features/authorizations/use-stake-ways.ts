import { savePar } from '@homecare/domain/authorizations/contract.ts';
import type { FindingKind } from '@homecare/domain/authorizations/findings.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useTypes } from '../care-plans/api.ts';
import { PLANS_VIEW, START } from '../care-plans/list-view.ts';

/** What can be done about a finding, each as a button. The list shows the first one. */
export type StakeWay = 'request' | 'visits' | 'plan' | 'addVisits' | 'renew' | 'justify' | 'program' | 'code';

export const WAY_WORDS: Record<StakeWay, string> = {
  request: 'Request units',
  visits: 'Show visits',
  plan: 'Change plan',
  addVisits: 'Add visits',
  renew: 'Renew',
  justify: 'Justify',
  program: 'Change program',
  code: 'Add code',
};

const WAYS: Record<FindingKind, readonly StakeWay[]> = {
  runningOut: ['request', 'visits', 'plan', 'justify'],
  overPlanned: ['plan', 'request', 'justify'],
  underUsed: ['addVisits'],
  ending: ['renew', 'request'],
  missing: ['renew', 'request'],
  uncoded: ['code', 'program'],
};

/** Only admins can save these; others leave them to an admin. */
const WRITTEN: ReadonlySet<StakeWay> = new Set(['renew', 'program', 'code']);

/** Opens the pages on which the visits and care plans of a line can be changed. */
export const useStakePages = () => {
  const openPage = useOpenPage();
  const types = useTypes().data;
  return {
    /** Opens the care plan type with its codes, or the page for choosing a type while types are unknown. */
    codes: ({ type }: Pick<AuthorizationRow, 'type'>) => {
      keep('config.tab', 'types');
      keep('config.type', types?.find(({ Code }) => Code === type)?.id ?? 0);
      void openPage('/config');
    },
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

/** Only some roles write PARs, programs and codes; the others can ask the case manager for a renewal. */
export const useStakeWays = () => {
  const mayWrite = may(useSession()?.role, savePar);
  /** A client without a program needs one first. */
  const waysOf = (kind: FindingKind, hasProgram = true) => {
    const ways = kind === 'uncoded' && !hasProgram ? WAYS[kind].toReversed() : WAYS[kind];
    return ways.filter((way) => mayWrite || !WRITTEN.has(way));
  };
  return { mayWrite, waysOf };
};
