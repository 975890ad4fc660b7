import { hash } from 'node:crypto';
import { done, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/schedule/contract.ts';
import { type FeedVisit, feedDays, feedVisits } from '@homecare/domain/schedule/feed.ts';
import ical from 'ical-generator';
import { isForeign } from '../availability/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, type Recorder } from '../platform/db/mutate.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import type { LinkKind } from '../platform/http/links.ts';
import * as queries from './queries.ts';
import { loadLongAway, placeVisits } from './service.ts';

/** A caregiver's visits in their own calendar, at a secret address (docs/rules/schedule.md, rules 17 and 18). */

export const getFeed: UseCase<typeof calls.getFeed> = async (scope, { id }) => {
  if (isForeign(scope, id)) return refuse('forbidden');
  const found = await queries.findFeed(scope.site.db, id);
  return found ? done(found) : refuse('notFound');
};

const recordFeed = (record: Recorder, id: number, before: string | null, after: string | null) =>
  record({ entity: 'person', id, action: 'update', changes: { 'Calendar address': [before, after] } });

/** The token is returned once and only its hash is stored, so a repeated request cannot get the same answer. */
export const renewFeed: UseCase<typeof calls.renewFeed> = async (scope, { id }) => {
  if (isForeign(scope, id)) return refuse('forbidden');
  const token = newToken();
  const tokenHash = hashToken(token);
  const kept = await mutate(scope, 'schedule.renewFeed', async (tx, record) => {
    if (!(await queries.lockCaregiver(tx, id, scope.today().toString()))) return refuse('notFound');
    const before = await queries.findFeed(tx, id);
    const stamp = scope.stamp();
    await queries.putFeed(tx, id, tokenHash, stamp);
    recordFeed(record, id, before?.created ?? null, stamp.at);
    return done({ tokenHash: tokenHash.toString('hex') });
  });
  if (!kept.ok) return kept;
  if (kept.data.tokenHash !== tokenHash.toString('hex'))
    return refuse('conflict', 'This key was used for another request.');
  return done({ url: `${scope.site.publicUrl}/l/${token}` });
};

export const removeFeed: UseCase<typeof calls.removeFeed> = async (scope, { id }) => {
  if (isForeign(scope, id)) return refuse('forbidden');
  return mutate(scope, 'schedule.removeFeed', async (tx, record) => {
    const before = await queries.findFeed(tx, id);
    if (!before || !(await queries.deleteFeed(tx, id))) return refuse('notFound');
    recordFeed(record, id, before.created, null);
    return done(null);
  });
};

const loadVisits = async (scope: Scope, id: number, isSpanish: boolean): Promise<FeedVisit[]> => {
  const today = scope.today().toString();
  const days = feedDays(today);
  const records = await queries.listRecords(scope, days, { providers: [id] });
  const moved = [...new Set(records.map(({ planId }) => planId))];
  const plans = await queries.listPlans(scope, days, moved, { providers: [id] });
  const visits = placeVisits({ plans, records }, { ...days, today }).filter(
    ({ ProviderID }) => ProviderID === id,
  );
  const towns = await queries.listTowns(scope, [...new Set(visits.map(({ ClientID }) => ClientID))]);
  return feedVisits(visits, {
    away: (await loadLongAway(scope, days)).filter(({ ProviderID }) => ProviderID === id),
    zone: scope.settings.timeZone,
    towns: new Map(towns.map(({ id: client, town }) => [client, town])),
    isSpanish,
  });
};

const HOUR = 3600;

/** Times are instants, so a calendar shows them in its own zone without a table of clock changes from us. */
const calendarOf = (scope: Scope, visits: readonly FeedVisit[], isSpanish: boolean): string => {
  const { site } = scope;
  const { host } = new URL(site.publicUrl);
  const calendar = ical({
    name: `${isSpanish ? 'Visitas' : 'Visits'} · ${site.title}`,
    prodId: { company: 'Home Care Dashboard', product: 'Visits' },
    ttl: HOUR,
  });
  for (const { name, from, until, title, town, modified, sequence } of visits)
    calendar.createEvent({
      id: `${name}@${host}`,
      start: from,
      end: until,
      stamp: modified,
      lastModified: modified,
      sequence,
      summary: title,
      location: town,
      url: site.publicUrl,
    });
  return calendar.toString();
};

/** The same visits have the same tag, whenever they are read. */
const tagOf = (visits: readonly FeedVisit[], isSpanish: boolean) =>
  `W/"${hash('sha256', JSON.stringify([visits, isSpanish]), 'base64url')}"`;

/** The answer in the calendar format. */
export const calendarAnswer = (scope: Scope, visits: readonly FeedVisit[], isSpanish: boolean) =>
  new FileAnswer(
    'text/calendar; charset=utf-8',
    Buffer.from(calendarOf(scope, visits, isSpanish)),
    undefined,
    { tag: tagOf(visits, isSpanish) },
  );

export const feedLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const feed = await queries.findFeedByToken(scope.site.db, tokenHash, scope.today().toString());
    if (!feed) return undefined;
    const visits = await loadVisits(scope, feed.providerId, feed.isSpanish);
    await queries.noteFetched(scope.site.db, tokenHash, scope.now().toString());
    return calendarAnswer(scope, visits, feed.isSpanish);
  },
  use: async () => undefined,
};
