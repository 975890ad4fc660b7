import { MOST_ASKED_DAYS } from '@homecare/domain/offers/contract.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { RevisionKey } from '../platform/db/changes.ts';
import type { Circumstances } from '../platform/http/bind.ts';
import { openCircumstances, readVisitsRevision } from '../staffing/service.ts';
import { isOffered } from './queries.ts';

/** What the polled lists of offers are made of: while none of it changes they answer 304. */

/** Of one visit: its offers, its asking, a cover that was taken back, and names. */
export const offersRevision = (): RevisionKey[] => [
  ['offers', 'all'],
  ['visitEvents', 'all'],
  ['people', 'named'],
];

/** Of offers beside their visits; which days these have is known once the offers are read, so the days are no keys. */
export const besideVisitsRevision = (): RevisionKey[] => [
  ['offers', 'all'],
  ['visitEvents', 'all'],
  ['people', 'staffed'],
  ['carePlans', 'all'],
  ['callOuts', 'all'],
  ['timeOff', 'all'],
  ['settings', 'all'],
];

const visitsSince = (scope: Scope) =>
  readVisitsRevision(scope.site.db, scope.today().subtract({ days: MOST_ASKED_DAYS }).toString());

export const askedCircumstances: Circumstances = async (scope) =>
  [scope.today(), await visitsSince(scope)].join('.');

/** The next visits of who wrote are those that have not begun. */
export const proposalCircumstances: Circumstances = async (scope) =>
  [await openCircumstances(scope), await visitsSince(scope)].join('.');

/** Nothing but an offer changes the answer of a caregiver who has none. */
export const ownCircumstances: Circumstances = async (scope) => {
  const { providerId } = scope.user;
  const yesterday = scope.today().subtract({ days: 1 }).toString();
  const isAsked = providerId !== null && (await isOffered(scope.site.db, providerId, yesterday));
  return [providerId, ...(isAsked ? [await proposalCircumstances(scope)] : [])].join('.');
};
