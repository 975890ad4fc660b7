import { MOST_ASKED_DAYS } from '@homecare/domain/offers/contract.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { RevisionKey } from '../platform/db/changes.ts';
import type { Circumstances } from '../platform/http/bind.ts';
import { openCircumstances, readVisitsRevision } from '../staffing/service.ts';
import { isOffered } from './queries.ts';

/** What the polled lists of offers depend on: while nothing of it changes, they answer 304. */

/** For one visit: its offers, its round, covers that were taken back, and names. */
export const offersRevision = (): RevisionKey[] => [
  ['offers', 'all'],
  ['visitEvents', 'all'],
  ['people', 'named'],
];

/** For offers shown with their visits. The visits' days are only known once the offers are read, so days are not among the keys. */
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

/** A sender's next visits are those that have not begun, so the time of day matters. */
export const proposalCircumstances: Circumstances = async (scope) =>
  [await openCircumstances(scope), await visitsSince(scope)].join('.');

/** For a caregiver without offers, only a new offer changes the answer. */
export const ownCircumstances: Circumstances = async (scope) => {
  const { providerId } = scope.user;
  const yesterday = scope.today().subtract({ days: 1 }).toString();
  const isAsked = providerId !== null && (await isOffered(scope.site.db, providerId, yesterday));
  return [providerId, ...(isAsked ? [await proposalCircumstances(scope)] : [])].join('.');
};
