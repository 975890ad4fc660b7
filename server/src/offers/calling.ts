import { done, refuse } from '@homecare/domain/errors.ts';
import { smsNumber } from '@homecare/domain/messaging/rules.ts';
import { nobodyYetText } from '@homecare/domain/offers/rules.ts';
import type { OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { OFFICE, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { lockOpenVisit } from '../staffing/covering.ts';
import { describeOpen } from '../staffing/facts.ts';
import { AUTOMATIC } from '../staffing/notifying.ts';
import { listEvents, noteEvents, whenOfficeNotified } from '../staffing/service.ts';
import { isNotBefore, noteUnsent, settingsOf, startOf } from './asking.ts';
import { listVisitOffers } from './queries.ts';

/** When the autopilot stops, it texts a contact at the office that nobody is coming yet. */

/** Anything said or asked before this call-out was about an earlier one. */
export const isSince = (stamp: string | undefined, { since }: Pick<OpenVisit, 'since'>) =>
  stamp !== undefined && (since === null || isNotBefore(stamp, since));

const countAsked = async (tx: Tx, key: VisitKey, visit: OpenVisit): Promise<number> => {
  const offers = await listVisitOffers(tx, key);
  return new Set(offers.filter(({ sent }) => isSince(sent, visit)).map(({ providerId }) => providerId)).size;
};

const textOf = (scope: Scope, visit: OpenVisit, asked: number) => {
  const start = startOf(scope, visit);
  return nobodyYetText({
    agency: scope.site.title,
    day: visit.date,
    today: scope.today().toString(),
    start: visit.start,
    town: visit.town,
    asked,
    minutesToStart: Math.ceil((start.epochMilliseconds - scope.now().epochMilliseconds) / 60_000),
  });
};

/** The history already says, for this call-out, that no texts are going out. */
const isNoted = async (tx: Tx, key: VisitKey, visit: OpenVisit) =>
  (await listEvents(tx, key)).some(({ kind, at }) => kind === 'notSent' && isSince(at, visit));

/** Notifies the office once per call-out. It locks the visit so that no other process does the same. */
export const notifyOffice = (scope: Scope, { planId, day }: VisitKey) =>
  mutate(scope, 'offers.tellOffice', async (tx, record) => {
    const key = { planId, day };
    const { callName, callPhone } = await settingsOf(tx);
    const found = await lockOpenVisit(tx, scope, key);
    if (!found?.opened || callPhone === '' || !scope.settings.capabilities.smsEnabled)
      return refuse('notFound');
    const visit = describeOpen(found.opened, found.around.people);
    const notified = await whenOfficeNotified(tx, day);
    if (isSince(notified.get(`${planId} ${day}`), visit)) return refuse('notFound');
    const message = {
      channel: 'SMS' as const,
      recipient: smsNumber(callPhone),
      owner: OFFICE,
      subject: null,
      text: textOf(scope, visit, await countAsked(tx, key, visit)),
    };
    const request = `offers nobody yet ${planId} ${day} ${visit.since}`;
    const queued = await queueMessages(tx, scope, [message], record, request);
    if (!queued.ok) {
      if (queued.reason !== 'tooMany' || (await isNoted(tx, key, visit))) return queued;
      await noteUnsent(tx, scope, key, record);
      return done(null);
    }
    const [messageId] = queued.data;
    await noteEvents(tx, scope, [{ ...key, kind: 'officeTold', who: AUTOMATIC, words: callName, messageId }]);
    return done(null);
  });
