import { FAMILY_CALENDAR } from '@homecare/domain/access-log/looks.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/family/own-contract.ts';
import { familyFeed, feedDays } from '@homecare/domain/schedule/feed.ts';
import type { FamilyScope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { UseCaseOfFamily } from '../platform/http/bind.ts';
import type { LinkKind } from '../platform/http/links.ts';
import { listClientVisits } from '../schedule/client-visits.ts';
import { calendarAnswer } from '../schedule/feeds.ts';
import { findByCalendar, findCalendar, noteCalendarRead, putCalendar } from './queries.ts';

/** The visits in the family's own calendar, at a secret address (docs/rules/family.md, rule 13). */

export const getCalendar: UseCaseOfFamily<typeof calls.getCalendar> = async ({ site, family }) =>
  done((await findCalendar(site.db, family.id)) ?? { made: null, read: null });

const madeBefore = async (tx: Tx, { family }: FamilyScope) =>
  (await findCalendar(tx, family.id))?.made ?? null;

/** Only the token's hash is stored, so a repeated request cannot get the same answer. */
export const renewCalendar: UseCaseOfFamily<typeof calls.renewCalendar> = (scope) => {
  const token = newToken();
  return mutate(scope.ofPart(), 'familyPage.renewCalendar', async (tx, record) => {
    const { id } = scope.family;
    const [before, made] = [await madeBefore(tx, scope), scope.now().toString()];
    await putCalendar(tx, id, hashToken(token), made);
    record({ entity: 'familyMember', id, action: 'update', changes: { calendar: [before, made] } });
    return done({ url: `${scope.site.publicUrl}/l/${token}` });
  });
};

export const removeCalendar: UseCaseOfFamily<typeof calls.removeCalendar> = (scope) =>
  mutate(scope, 'familyPage.removeCalendar', async (tx, record) => {
    const { id } = scope.family;
    const before = await madeBefore(tx, scope);
    if (before === null) return refuse('notFound');
    await putCalendar(tx, id, null, null);
    record({ entity: 'familyMember', id, action: 'update', changes: { calendar: [before, null] } });
    return done(null);
  });

export const familyCalendarLink: LinkKind = {
  offer: async (scope, tokenHash, { address, request }) => {
    const { accessLog, db } = scope.site;
    const at = scope.now().toString();
    const found = await findByCalendar(db, tokenHash, at);
    if (!found) return undefined;
    const { accountId, clientId } = found;
    const visits = await listClientVisits(scope, clientId, feedDays(scope.today().toString()));
    const isSpanish = found.language === 'es';
    const shown = familyFeed(visits, { zone: scope.settings.timeZone, isSpanish });
    if (found.isUnread) {
      const look = {
        way: 'opened',
        subjects: [['person', clientId]],
        rows: shown.length,
        filter: null,
      } as const;
      accessLog.record({ ...look, at, accountId, address, call: FAMILY_CALENDAR, request });
      await noteCalendarRead(db, tokenHash, at);
    }
    return calendarAnswer(scope, shown, isSpanish);
  },
  use: async () => undefined,
};
