import { done, refuse } from '@homecare/domain/errors.ts';
import { missedVisitSubject, missedVisitText } from '@homecare/domain/messaging/delivery.ts';
import { arrivalWaits, isMissed, MISSED_NOTICE_HOURS } from '@homecare/domain/visits/rules.ts';
import { queueNotice } from '../messaging/notify.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { listUnnotified, lockUnnotified, type UnnotifiedVisit } from './office-queries.ts';

/**
 * Notifies those who asked for it (notifyVisit of client and caregiver) once when nobody came to a visit. The queued message is the
 * record of that: an interrupted or repeated run notifies nobody twice, and a visit that was moved and missed again counts
 * separately.
 */
export const notifyMissed = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  const today = scope.today();
  const from = today.subtract({ days: 3 }).toString();
  const unnotified = await listUnnotified(scope.site.db, from, today.toString());
  for (const visit of unnotified.filter((one) => isDue(scope, one))) {
    if (ending?.aborted) return;
    await notifyOf(scope, visit.id);
  }
};

const isDue = (scope: Scope, visit: UnnotifiedVisit) =>
  !arrivalWaits(visit) && isMissed(visit, scope.now(), scope.settings.timeZone, MISSED_NOTICE_HOURS);

/** Checks the visit again once it is locked, because someone may just have checked in. */
const notifyOf = (scope: Scope, id: number) =>
  mutate(scope, 'visits.tellMissed', async (tx, record) => {
    const visit = await lockUnnotified(tx, id);
    if (!visit || !isDue(scope, visit)) return refuse('notFound');
    const { site, settings } = scope;
    const notice = {
      contacts: [
        { personId: visit.clientId, contact: visit.clientContact },
        { personId: visit.providerId, contact: visit.providerContact },
      ],
      subject: missedVisitSubject(site.title),
      text: missedVisitText(site.title, settings.paper.letterhead.phone, id),
      request: visit.request,
    };
    const queued = await queueNotice(tx, scope, notice, record);
    if (!queued.ok) return queued;
    if (queued.data === 0) return refuse('notFound');
    record({ entity: 'visit', id, action: 'run', changes: { 'told of missed visit': [null, queued.data] } });
    return done(null);
  });
