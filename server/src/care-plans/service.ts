import { showStamp, type Weekday } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type {
  changePlanVisits,
  getCarePlans,
  insertCarePlan,
  readCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import {
  type ComparedPlan,
  checkCarePlan,
  checkNotEmpty,
  checkWeek,
  computeTotals,
  type DayFinding,
  findConflicts,
  gapQuestion,
  gapWarnings,
  outsideServices,
  type PlanDraft,
} from '@homecare/domain/care-plans/rules.ts';
import type {
  CarePlan,
  CarePlanJson,
  CarePlanType,
  PlanWeek,
  VisitsMade,
} from '@homecare/domain/care-plans/schema.ts';
import {
  done,
  type FieldError,
  type Refusal,
  type Result,
  refuse,
  refuseFields,
} from '@homecare/domain/errors.ts';
import type { Capabilities } from '@homecare/domain/sites/contract.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import { handOverVisits, makeVisits } from '../visits/service.ts';
import { removePlanVisits } from './archive.ts';
import {
  findPlanHead,
  findType,
  insertPlan,
  insertPlans,
  listExcluded,
  listNeighbourPlans,
  listPlans,
  listTypes,
  lockPlanPeople,
  type NewPlan,
  type PlanPerson,
} from './queries.ts';

export const loadPlans = async (
  scope: Scope,
  input: InputOf<typeof getCarePlans>,
): Promise<Result<CarePlan[]>> => {
  const byId = input.id ? [{ field: 'ID', op: '=', value: String(input.id) } as const] : [];
  return done(await listPlans(scope, [...byId, ...input.filters]));
};

export const loadExcluded = async (scope: Scope) => done(await listExcluded(scope));

export const readPlan = async (
  scope: Scope,
  input: InputOf<typeof readCarePlan>,
): Promise<Result<CarePlan>> => {
  const plans = await loadPlans(scope, input);
  if (!plans.ok) return plans;
  const [plan, ...others] = plans.data;
  return plan && others.length === 0 ? done(plan) : refuse('notFound');
};

/** Rates are an admin's to see. */
export const loadTypes = async (scope: Scope): Promise<Result<CarePlanType[]>> => {
  const types = await listTypes(scope, scope.today().toString());
  const dollars = (cents: number | null) =>
    scope.user.role === 'admin' && cents !== null ? cents / 100 : null;
  return done(
    types.map(({ rateCents, addrateCents, ...type }) => ({
      ...type,
      rate: dollars(rateCents),
      addrate: dollars(addrateCents),
    })),
  );
};

type Fields = InputOf<typeof insertCarePlan>['data'];

/** An end date makes a plan Archive (specification part 2, 4.1). */
const draftOf = (data: Fields): PlanDraft => ({
  ProviderID: data.ProviderID ?? null,
  ClientID: data.ClientID ?? null,
  Type: data.Type ?? null,
  StartDate: data.StartDate ?? null,
  EndDate: data.EndDate ?? null,
  Remarks: data.Remarks ?? null,
  createReason: data.createReason?.trim() ?? null,
  Status: data.Status === 'Archive' || (data.EndDate ?? null) !== null ? 'Archive' : 'Active',
  excluded: data.excluded ?? null,
  covidBy: data.covidBy ?? null,
});

const refuseAll = (
  errors: readonly FieldError[],
  code?: Parameters<typeof refuseFields>[1],
): Refusal | undefined => {
  const [first, ...others] = errors;
  return first && refuseFields([first, ...others], code);
};

/** Day errors are answered under the day: Mon to Sun. */
const asFields = (findings: readonly DayFinding[]): FieldError[] =>
  findings.map(({ day, message }) => ({ field: day, message }));

const checkSwitches = (
  draft: PlanDraft,
  { temporaryEnabled, archiveOnSaveEnabled }: Capabilities,
): FieldError[] => {
  if (draft.covidBy !== null)
    return temporaryEnabled
      ? []
      : [{ field: 'covidBy', message: 'Temporary plans are not switched on for your agency.' }];
  return draft.Status === 'Archive' && !archiveOnSaveEnabled
    ? [{ field: 'EndDate', message: 'Saving a plan as archived is not switched on for your agency.' }]
    : [];
};

interface Checked {
  readonly provider: PlanPerson;
  readonly client: PlanPerson;
  readonly typeId: number;
  readonly startDate: string;
  readonly createReason: string;
}

/** The rules of the form on locked records. */
const checkDraft = async (
  tx: Tx,
  scope: Scope,
  draft: PlanDraft,
  switches: Capabilities,
): Promise<Result<Checked>> => {
  const ids = [draft.ProviderID, draft.ClientID].filter((id) => id !== null);
  const people = await lockPlanPeople(tx, ids);
  const provider = people.find((person) => person.ID === draft.ProviderID);
  const client = people.find((person) => person.ID === draft.ClientID);
  const type = draft.Type === null ? undefined : await findType(tx, draft.Type);
  const covered = draft.covidBy === null ? undefined : await findPlanHead(tx, draft.covidBy);
  const errors = checkCarePlan(draft, {
    today: scope.today(),
    provider: provider ?? null,
    client: client ?? null,
    type: type ?? null,
    covered: covered ?? null,
  });
  const refusal = refuseAll([...errors, ...checkSwitches(draft, switches)]);
  if (refusal) return refusal;
  const { StartDate: startDate, createReason } = draft;
  if (!provider || !client || !type || startDate === null || createReason === null)
    throw new Error('the rules of a care plan let an incomplete one pass');
  return done({ provider, client, typeId: type.id, startDate, createReason });
};

const checkWeekOf = (week: PlanWeek): FieldError[] => [
  ...asFields(checkWeek(week)),
  ...checkNotEmpty(week.time),
];

/** Times: the week in itself, then against everything else of both people (specification part 2, 5.1). */
const checkTimes = async (
  tx: Tx,
  draft: PlanDraft,
  week: PlanWeek,
  { provider, client, startDate }: Checked,
  approved: readonly Weekday[] | undefined,
): Promise<Refusal | undefined> => {
  const plan: ComparedPlan = {
    id: null,
    ProviderID: provider.ID,
    Provider: provider.name,
    ClientID: client.ID,
    Client: client.name,
    StartDate: startDate,
    EndDate: draft.EndDate,
    Status: draft.Status,
    covidBy: draft.covidBy,
    json: week,
  };
  const mismatch = refuseAll(checkWeekOf(week));
  if (mismatch) return mismatch;
  const others = await listNeighbourPlans(tx, {
    providerId: provider.ID,
    clientId: client.ID,
    from: startDate,
  });
  const conflicts = refuseAll(asFields(findConflicts(plan, others, outsideServices(client))), 'conflict');
  if (conflicts || approved === undefined) return conflicts;
  const gaps = gapWarnings(plan, others).filter((warning) => !approved.includes(warning.day));
  if (gaps.length === 0) return undefined;
  return refuse('conflict', gapQuestion([...new Set(gaps.map((gap) => gap.day))]), asFields(gaps));
};

const recordInsert = (record: (change: Change) => void, id: number, draft: PlanDraft, json: CarePlanJson) => {
  const filled = Object.entries({ ...draft, json }).filter(([, value]) => value !== null);
  record({
    entity: 'carePlan',
    id,
    action: 'insert',
    changes: Object.fromEntries(filled.map(([field, value]) => [field, [null, value] as const])),
  });
};

/** Creates a plan, its visits for today through 13 days ahead and its log rows: all or nothing. */
export const createPlan = async (
  scope: Scope,
  { data }: InputOf<typeof insertCarePlan>,
): Promise<Result<OutputOf<typeof insertCarePlan>>> => {
  // Asked before: a transaction that waits for a second connection can wait for those that wait for it.
  const switches = await scope.site.capabilities();
  return mutate(scope, 'carePlans.insert', async (tx, record) => {
    const draft = draftOf(data);
    if (data.covid && draft.covidBy === null)
      return refuseFields([{ field: 'covidBy', message: 'A temporary plan names the plan that it covers.' }]);
    const checked = await checkDraft(tx, scope, draft, switches);
    if (!checked.ok) return checked;
    if (data.json === null)
      return refuseFields([{ field: 'json', message: 'The week of the plan is missing.' }]);
    const refusal = await checkTimes(tx, draft, data.json, checked.data, data.approvedDays ?? undefined);
    if (refusal) return refusal;
    const json = { ...data.json, ...computeTotals(data.json) };
    const now = scope.now().toString();
    const id = await insertPlan(tx, {
      providerId: checked.data.provider.ID,
      clientId: checked.data.client.ID,
      typeId: checked.data.typeId,
      startDate: checked.data.startDate,
      endDate: draft.EndDate,
      remarks: draft.Remarks,
      createReason: checked.data.createReason,
      status: draft.Status,
      archiveInfo:
        draft.Status === 'Archive' ? `${showStamp(now, scope.site.timeZone)} ${scope.user.initials}` : null,
      excluded: draft.excluded,
      coversId: draft.covidBy,
      json,
      at: now,
      by: scope.user.initials,
    });
    recordInsert(record, id, draft, json);
    if (draft.covidBy !== null && draft.EndDate !== null)
      await handOverVisits(
        tx,
        scope,
        draft.covidBy,
        { from: checked.data.startDate, through: draft.EndDate },
        record,
      );
    const visits = await makeVisits(tx, scope, [id], record);
    return done({ id, visits }, { insertId: id, info: 'Success: Careplan created' });
  });
};

export interface PlanToInsert {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
}

/**
 * Many plans at once; their visits are the caller's to make. The caller answers for the people and for conflicts between the
 * plans: nothing is compared with plans that are there already. Answers the ids in order.
 */
export const insertPlansInBulk = async (
  tx: Tx,
  scope: Scope,
  plans: readonly PlanToInsert[],
  types: readonly Pick<CarePlanType, 'id' | 'Code'>[],
  record: (change: Change) => void,
): Promise<Result<number[]>> => {
  const now = scope.now().toString();
  const typeIds = new Map(types.map(({ Code, id }) => [Code, id]));
  const rows: NewPlan[] = [];
  for (const { draft, week } of plans) {
    const mismatch = refuseAll(checkWeekOf(week));
    if (mismatch) return mismatch;
    const typeId = typeIds.get(draft.Type ?? '');
    const { ProviderID: providerId, ClientID: clientId, StartDate: startDate, createReason } = draft;
    if (!typeId || !providerId || !clientId || !startDate || !createReason)
      return refuse('badInput', 'A care plan is incomplete.');
    rows.push({
      providerId,
      clientId,
      typeId,
      startDate,
      endDate: draft.EndDate,
      remarks: draft.Remarks,
      createReason,
      status: draft.Status,
      archiveInfo:
        draft.Status === 'Archive' ? `${showStamp(now, scope.site.timeZone)} ${scope.user.initials}` : null,
      excluded: draft.excluded,
      coversId: draft.covidBy,
      json: { ...week, ...computeTotals(week) },
      at: now,
      by: scope.user.initials,
    });
  }
  const ids = await insertPlans(tx, rows);
  for (const id of ids) record({ entity: 'carePlan', id, action: 'insert' });
  return done(ids);
};

/** For older clients, which ask for the visits in a second call: by then there is nothing left to make. */
const createVisitsOfPlan = (
  scope: Scope,
  { id }: InputOf<typeof changePlanVisits>,
): Promise<Result<VisitsMade>> =>
  mutate(scope, 'carePlans.changeVisits', async (tx, record) => {
    const plan = await findPlanHead(tx, id);
    if (!plan || plan.Status === 'Deleted') return refuse('notFound');
    const visits = await makeVisits(tx, scope, [id], record);
    if (visits.created === 0)
      record({ entity: 'carePlan', id, action: 'run', changes: { visits: [null, visits] } });
    return done(visits, { info: 'Success: EVV records created' });
  });

export const changeVisits = (
  scope: Scope,
  input: InputOf<typeof changePlanVisits>,
): Promise<Result<OutputOf<typeof changePlanVisits>>> =>
  input.action === 'delete' ? removePlanVisits(scope, input) : createVisitsOfPlan(scope, input);
