import { instantOf } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/incidents/contract.ts';
import { dutiesOf, type OpenIncident, stepsOf, type Where } from '@homecare/domain/incidents/deadlines.ts';
import { loggedIncident } from '@homecare/domain/incidents/logged.ts';
import {
  checkFacts,
  checkFollowUp,
  checkKnownAt,
  checkNotice,
  checkPhoneReport,
  checkResolution,
  dayAtVisit,
  isFuture,
  whyNotClosed,
} from '@homecare/domain/incidents/rules.ts';
import type { Incident, IncidentFacts, IncidentRow, PhoneReport } from '@homecare/domain/incidents/schema.ts';
import { attemptTime } from '@homecare/domain/visits/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findOwnVisit,
  findStored,
  type IncidentChange,
  insertIncident,
  listKinds,
  listOpen,
  listStored,
  lockStored,
  type StoredIncident,
  storeIncident,
} from './queries.ts';

/** What happened to clients, and who was told by when (docs/rules/incidents.md). */

const ENTITY = 'incident';

const whereOf = (scope: Scope, { state }: StoredIncident): Where => ({
  state,
  zone: scope.settings.timeZone,
});
const openOf = ({
  facts,
  notices,
  followUps,
  resolution,
}: Omit<IncidentChange, 'clientId' | 'providerId'>): OpenIncident => ({
  facts,
  notices,
  followUps,
  isClosed: resolution !== null,
});

const incidentOf = (scope: Scope, stored: StoredIncident): Incident => {
  const { state: _, at: _at, by: _by, ...incident } = stored;
  return {
    ...incident,
    isClosed: incident.resolution !== null,
    duties: dutiesOf(incident, whereOf(scope, stored)),
  };
};

const rowOf = (scope: Scope, stored: StoredIncident): IncidentRow => {
  const { id, clientId, client, providerId, provider, via, facts, resolution } = stored;
  const { kind, critical, harm, date, time } = facts;
  return {
    ...{ id, clientId, client, providerId, provider, via, isClosed: resolution !== null },
    ...{ kind, critical, harm, date, time },
    steps: stepsOf(openOf(stored), whereOf(scope, stored), scope.today().toString()),
  };
};

export const loadIncidents = async (scope: Scope): Promise<IncidentRow[]> =>
  (await listStored(scope.site.db)).map((stored) => rowOf(scope, stored));
export const listIncidents: UseCase<typeof calls.listIncidents> = async (scope) =>
  done(await loadIncidents(scope));

/** What Today is made of. */
export const listOpenIncidents = async (scope: Scope): Promise<IncidentRow[]> =>
  (await listOpen(scope.site.db)).map((stored) => rowOf(scope, stored));

/** When these clients, or all, fell; at the beginning of the day where nobody knows the time. */
export const listFalls = async (scope: Scope, clientIds: readonly number[] | null) =>
  (await listStored(scope.site.db, clientIds)).flatMap(({ clientId, facts: { kind, date: day, time } }) =>
    kind === 'fall' ? [{ clientId, day, at: instantOf(day, time ?? '00:00', scope.settings.timeZone) }] : [],
  );

export const loadIncident = async (scope: Scope, id: number, db: Db = scope.site.db) => {
  const stored = await findStored(db, id);
  return stored && incidentOf(scope, stored);
};

export const getIncident: UseCase<typeof calls.getIncident> = async (scope, { id }) => {
  const incident = await loadIncident(scope, id);
  return incident ? done(incident) : refuse('notFound');
};

interface About {
  readonly clientId: number;
  readonly providerId: number | null;
}

const checkPeople = async (tx: Tx, { clientId, providerId }: About) => {
  const kinds = new Map((await listKinds(tx, [clientId, providerId ?? 0])).map(({ id, kind }) => [id, kind]));
  if (kinds.get(clientId) !== 'Client')
    return refuseFields([{ field: 'clientId', message: 'Choose the client.' }]);
  if (providerId !== null && kinds.get(providerId) !== 'Provider')
    return refuseFields([{ field: 'providerId', message: 'Choose a caregiver, or nobody.' }]);
  return undefined;
};

const insert = async (
  tx: Tx,
  scope: Scope,
  incident: About & { readonly visitId: number | null; readonly facts: IncidentFacts },
  record: Recorder,
): Promise<number> => {
  const id = await insertIncident(tx, incident, scope.stamp());
  const change = { ...incident, notices: [], followUps: [], resolution: null };
  record({
    entity: ENTITY,
    id,
    action: 'insert',
    changes: loggedIncident(null, change, scope.settings.timeZone),
  });
  return id;
};

const answer = async (tx: Tx, scope: Scope, id: number): Promise<Result<Incident>> => {
  const incident = await loadIncident(scope, id, tx);
  return incident ? done(incident, { insertId: id }) : refuse('notFound');
};

/** Amends what is stored; what was said before stays in the change log. */
const amend = (
  scope: Scope,
  call: string,
  { id, rev }: { readonly id: number; readonly rev: number },
  change: (stored: StoredIncident, tx: Tx) => Promise<Result<IncidentChange>>,
) =>
  mutate(scope, call, async (tx, record): Promise<Result<Incident>> => {
    const stored = await lockStored(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.rev !== rev) return refuseStale(scope, stored);
    const next = await change(stored, tx);
    if (!next.ok) return next;
    await storeIncident(tx, id, next.data, scope.stamp());
    const changes = loggedIncident(stored, next.data, scope.settings.timeZone);
    record({ entity: ENTITY, id, action: 'update', changes });
    return answer(tx, scope, id);
  });

const nowOf = (scope: Scope) => ({ now: scope.now(), zone: scope.settings.timeZone });

const CLOSED = 'This incident is closed. Open it again to change it.';

export const saveIncident: UseCase<typeof calls.saveIncident> = async (
  scope,
  { id, rev, facts, ...about },
) => {
  const wrong = refuseAll(checkFacts(facts, nowOf(scope)));
  if (wrong) return wrong;
  if (id === null)
    return mutate(
      scope,
      'incidents.save',
      async (tx, record): Promise<ResultOf<typeof calls.saveIncident>> => {
        const refused = await checkPeople(tx, about);
        if (refused) return refused;
        return answer(tx, scope, await insert(tx, scope, { ...about, visitId: null, facts }, record));
      },
    );
  return amend(scope, 'incidents.save', { id, rev: rev ?? -1 }, async (stored, tx) => {
    if (stored.resolution !== null) return refuse('conflict', CLOSED);
    const refused =
      refuseAll(checkKnownAt(facts, stored.notices, scope.settings.timeZone)) ??
      (await checkPeople(tx, about));
    return refused ?? done({ ...stored, ...about, facts });
  });
};

/** What a caregiver saw themselves, as the office has it. */
const factsOf = (
  scope: Scope,
  { kind, time, what, harm, measures, ...report }: PhoneReport,
  visit: NonNullable<Awaited<ReturnType<typeof findOwnVisit>>>,
): IncidentFacts => {
  const { now, zone } = nowOf(scope);
  const date = dayAtVisit(visit, time);
  const { at } = attemptTime(now, Temporal.Instant.from(report.at));
  return {
    ...{ kind, time, what, harm, measures, date },
    ...{ critical: 'undecided', minutes: null, place: '', others: '', witnessed: 'observed' },
    reporter: visit.caregiver,
    // By a phone whose clock is behind, nothing was known before it happened.
    knownAt: (isFuture({ date, time }, { now: at, zone }) ? now : at).toString(),
  };
};

export const reportIncident: UseCase<typeof calls.reportIncident> = (scope, report) =>
  mutate(scope, 'incidents.report', async (tx, record): Promise<ResultOf<typeof calls.reportIncident>> => {
    const visit = await findOwnVisit(tx, report.visitId, scope.user.providerId);
    if (!visit) return refuse('notFound');
    if (visit.date > scope.today().toString()) return refuse('conflict', 'This visit is still to come.');
    const facts = factsOf(scope, report, visit);
    const wrong = refuseAll(checkPhoneReport(facts, nowOf(scope)));
    if (wrong) return wrong;
    const { clientId, providerId } = visit;
    const id = await insert(tx, scope, { clientId, providerId, visitId: report.visitId, facts }, record);
    return done({ id }, { insertId: id });
  });

/** With a new number at its end, or in place of the entry with this number; undefined: there is none. */
const withEntry = <T extends { readonly no: number }, D>(
  list: readonly T[],
  no: number | null,
  made: (no: number) => T & D,
): readonly T[] | undefined => {
  if (no === null) return [...list, made(list.length + 1)];
  return list.some((one) => one.no === no) ? list.map((one) => (one.no === no ? made(no) : one)) : undefined;
};

export const saveNotice: UseCase<typeof calls.saveNotice> = (scope, { id, rev, no, notice }) =>
  amend(scope, 'incidents.saveNotice', { id, rev }, async (stored) => {
    if (stored.resolution !== null) return refuse('conflict', CLOSED);
    const wrong = refuseAll(checkNotice(notice, stored.facts, nowOf(scope)));
    if (wrong) return wrong;
    const notices = withEntry(stored.notices, no, (own) => ({ ...notice, no: own, by: scope.stamp().by }));
    return notices ? done({ ...stored, notices }) : refuse('notFound');
  });

export const saveFollowUp: UseCase<typeof calls.saveFollowUp> = async (scope, { id, rev, no, followUp }) => {
  const wrong = refuseAll(checkFollowUp(followUp));
  if (wrong) return wrong;
  return amend(scope, 'incidents.saveFollowUp', { id, rev }, async (stored) => {
    if (stored.resolution !== null) return refuse('conflict', CLOSED);
    const followUps = withEntry(stored.followUps, no, (own) => ({ ...followUp, no: own }));
    return followUps ? done({ ...stored, followUps }) : refuse('notFound');
  });
};

export const closeIncident: UseCase<typeof calls.closeIncident> = async (scope, { id, rev, resolution }) => {
  const wrong = resolution === null ? undefined : refuseAll(checkResolution(resolution));
  if (wrong) return wrong;
  return amend(scope, 'incidents.close', { id, rev }, async (stored) => {
    const open = resolution === null ? undefined : refuseAll(whyNotClosed(incidentOf(scope, stored)));
    return open ?? done({ ...stored, resolution });
  });
};
