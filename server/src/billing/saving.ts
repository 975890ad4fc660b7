import type { checkTime, deleteWork, insertWork, updateWork } from '@homecare/domain/billing/contract.ts';
import {
  billedMinutes,
  cardAmount,
  daysOfMonth,
  serviceDays,
  storedTotals,
} from '@homecare/domain/billing/counting.ts';
import {
  type CardMove,
  ITEM_DELETED,
  ITEM_SAVED,
  isGuarded,
  REMARKS_UPDATED,
  STATUS_UPDATED,
} from '@homecare/domain/billing/moves.ts';
import { possiblePeriod } from '@homecare/domain/billing/opening.ts';
import { findOverlaps, overlapText } from '@homecare/domain/billing/overlaps.ts';
import { datedRates, firstRate, kindOfRate, unitRuleOf } from '@homecare/domain/billing/rates.ts';
import {
  CARD_EXISTS,
  type CardDraft,
  checkCard,
  PLAN_DELETED,
  rowsToStore,
  scanBlock,
} from '@homecare/domain/billing/rules.ts';
import type { DatedRate, RateFrom } from '@homecare/domain/billing/schema.ts';
import {
  aboveVerified,
  payAboveVerified,
  sayUnverifiedPay,
  verifiedDays,
} from '@homecare/domain/billing/verified.ts';
import type { InputOf, ReasonOf, ResultOf } from '@homecare/domain/call.ts';
import { done, type Refusal, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { CARD_LOG_NAMES, cardLogName } from '@homecare/domain/record-log/rules.ts';
import { blockedBy } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale, refuseStale } from '../platform/auth/stale.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  type BilledPlan,
  findPlanPeople,
  findRecordHead,
  insertRecords,
  isDeleted,
  listCardScans,
  listChangedByHand,
  listOtherCards,
  listPairVisits,
  listRecordsOfPlans,
  lockBilledPlan,
  lockRecord,
  lockRecords,
  markDeleted,
  type RecordRow,
  type RecordWrite,
  updateRecord,
} from './record-queries.ts';
import { cardWithinLimits } from './within-limits.ts';

/** Saves, changes and deletes a single billing record. It is validated by the rules for cards, and totals are computed here. */

/** The record log's name for a billing record. */
export const CARD_ENTITY = 'work';

interface Move {
  readonly plan: BilledPlan;
  readonly month: string;
  readonly draft: CardDraft;
  /** The record being changed. */
  readonly exceptId?: number;
  /** The user has agreed to hours in two places. */
  readonly allowOverlap: boolean;
}

/** Why a card is not saved, or the overlap that was allowed for it. */
type CheckedMove =
  | { readonly refused: Refusal<ReasonOf<typeof insertWork>> }
  | { readonly refused?: undefined; readonly overlap: string | null };
const FINE: CheckedMove = { overlap: null };

const validateMove = async (tx: Tx, scope: Scope, move: CardMove, asked: Move): Promise<CheckedMove> => {
  const { plan, month, draft } = asked;
  if (isGuarded(move, 'plan') && plan.Status === 'Deleted')
    return { refused: refuse('conflict', PLAN_DELETED) };
  if (isGuarded(move, 'once') && (await listRecordsOfPlans(tx, [plan.id], [month])).length > 0)
    return { refused: refuse('conflict', CARD_EXISTS) };
  if (isGuarded(move, 'card')) {
    const refused = refuseAll(
      checkCard(draft, {
        month,
        possible: possiblePeriod(plan, plan.archived, month),
        today: scope.today().toString(),
      }),
    );
    if (refused) return { refused };
  }
  if (isGuarded(move, 'scans') && scope.settings.capabilities.version >= 2) {
    const blocked = scanBlock(draft, await listCardScans(tx, [plan.id], [month]));
    if (blocked)
      return {
        refused: refuseFields([{ field: 'scans', message: `Can’t save yet: ${blocked}` }], 'conflict'),
      };
  }
  return isGuarded(move, 'times') ? validateTimes(tx, scope, asked) : FINE;
};

/** Refuses hours billed or paid twice; asks once per save about one caregiver in two places. */
const validateTimes = async (
  tx: Tx,
  scope: Scope,
  { plan, month, draft, exceptId, allowOverlap }: Move,
): Promise<CheckedMove> => {
  const { startPeriod, endPeriod, days } = draft;
  if (startPeriod === null || endPeriod === null) return FINE;
  const of = { clientId: plan.ClientID, providerId: plan.ProviderID };
  const others = await listOtherCards(tx, { ...of, month, ...(exceptId !== undefined && { exceptId }) });
  const found = findOverlaps({ ...of, startPeriod, endPeriod, days }, others, scope.settings.timeZone);
  if (found.refused.length > 0)
    return { refused: refuseFields([{ field: 'time', message: overlapText(found.refused) }], 'hoursTaken') };
  if (found.asked.length === 0) return FINE;
  const overlap = overlapText(found.asked);
  if (allowOverlap) return { overlap };
  return { refused: refuseFields([{ field: 'overlap', message: overlap }], 'hoursElsewhere') };
};

/** What is stored of a validated draft; no field can be `undefined` by then. */
const writeOf = (
  scope: Scope,
  draft: CardDraft,
  { unitRule, rates }: Pick<RecordRow, 'unitRule' | 'rates'>,
  stays: Pick<RecordWrite, 'status' | 'deniedReason'>,
): RecordWrite | undefined => {
  const { startPeriod, endPeriod, payRate, isCalculatedLater, customDate, remarks } = draft;
  if (startPeriod === null || endPeriod === null || payRate === null) return undefined;
  const rows = rowsToStore(draft.days);
  const served = serviceDays({ startPeriod, endPeriod, days: rows }, scope.settings.timeZone);
  return {
    startPeriod,
    endPeriod,
    payRate,
    rateKind: draft.rateKind,
    rates,
    amount: cardAmount(served, { payRate, rates, unitRule }),
    days: rows,
    totals: storedTotals(served, unitRule),
    customDate: isCalculatedLater ? customDate : null,
    remarks: remarks?.trim() || null,
    ...stays,
  };
};

/**
 * The rate as stored. A dated one takes the month's rates from the type's terms, whatever number was sent; the stored number is that
 * of the first billed day.
 */
const rated = (
  draft: CardDraft,
  { terms, isOutside }: Pick<BilledPlan, 'terms' | 'isOutside'>,
  month: string,
  kind: DatedRate | null | undefined,
): { readonly draft: CardDraft; readonly rates: readonly RateFrom[] } => {
  const { startPeriod, endPeriod, payRate } = draft;
  const card = { startPeriod: startPeriod ?? month, endPeriod: endPeriod ?? '', days: draft.days };
  const dated = { inside: datedRates(terms, 'inside', month), outside: datedRates(terms, 'outside', month) };
  const rateKind =
    kind === undefined ? (payRate === null ? null : kindOfRate(payRate, dated, isOutside, card)) : kind;
  const rates = rateKind === null ? [] : dated[rateKind];
  return {
    draft: { ...draft, rateKind, payRate: rateKind === null ? payRate : (firstRate(rates, card) ?? null) },
    rates,
  };
};

const INCOMPLETE = () => refuse('badInput', 'A billing record is incomplete.');

type NewCard = InputOf<typeof insertWork>['data'];

/** Saves a card within the transaction of a caller who writes the record log: the billing page's Save, or the month close. */
export const saveCardIn = async (
  tx: Tx,
  scope: Scope,
  data: NewCard,
  people: readonly number[],
  record: Recorder,
): Promise<ResultOf<typeof insertWork>> => {
  const plan = await lockBilledPlan(tx, data.planId, people);
  if (!plan) return refuse('notFound');
  const wanted = {
    startPeriod: data.startPeriod,
    endPeriod: data.endPeriod,
    days: data.days ?? [],
    payRate: data.payRate,
    rateKind: null,
    isCalculatedLater: typeof data.customDate === 'string',
    customDate: data.customDate ?? '',
    remarks: data.remarks ?? null,
  };
  const month = data.date;
  const { pack } = scope.settings;
  const unitRule = unitRuleOf(plan.terms, month, pack);
  if (!unitRule) return refuse('conflict', blockedBy(pack, 'cards', daysOfMonth(month).from));
  const { draft, rates } = rated(wanted, plan, month, data.rateKind);
  const allowOverlap = data.allowOverlap === true;
  const checked = await validateMove(tx, scope, 'Save', { plan, month, draft, allowOverlap });
  if (checked.refused) return checked.refused;
  const write = writeOf(
    scope,
    draft,
    { unitRule, rates: [...rates] },
    { status: 'Billed', deniedReason: null },
  );
  if (!write) return INCOMPLETE();
  const [id = 0] = await insertRecords(tx, [{ ...write, plan, month, unitRule }], scope.stamp());
  const { totals, days, status, ...stored } = write;
  record({
    entity: CARD_ENTITY,
    id,
    action: 'insert',
    changes: asInserted({
      [CARD_LOG_NAMES.planId]: plan.id,
      date: month,
      ...stored,
      [CARD_LOG_NAMES.status]: status,
      [CARD_LOG_NAMES.days]: days,
      unit: totals.unit,
      overlap: checked.overlap,
    }),
  });
  return done({ id, rev: 0 }, { insertId: id, info: ITEM_SAVED });
};

export const saveNew: UseCase<typeof insertWork> = async (scope, { data }) => {
  const people = await findPlanPeople(scope.site.db, data.planId);
  if (!people) return refuse('notFound');
  try {
    return await mutate(scope, 'billing.insert', async (tx, record) => {
      const card = { planId: data.planId, month: data.date, justification: data.limitJustification };
      return cardWithinLimits(tx, scope, card, record, () => saveCardIn(tx, scope, data, people, record));
    });
  } catch (error) {
    if (violatedUnique(error) !== 'work_plan_month') throw error;
    return refuse('conflict', CARD_EXISTS);
  }
};

const asInserted = (values: Readonly<Record<string, unknown>>): NonNullable<Change['changes']> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, [null, value] as const]),
  );

type Sent = InputOf<typeof updateWork>['data'];

/** The request changes fields that only Modify may change; status and remarks can always change. */
const isModify = (sent: Sent) =>
  sent.days !== undefined ||
  sent.startPeriod !== undefined ||
  sent.endPeriod !== undefined ||
  sent.payRate !== undefined ||
  sent.rateKind !== undefined ||
  sent.customDate !== undefined;

const stale = (scope: Scope, { modifiedAt, modifiedBy }: RecordRow) =>
  refuseStale(scope, { by: modifiedBy, at: modifiedAt });

/** The record with the sent fields applied. */
const draftOver = (stored: RecordRow, sent: Sent): CardDraft => {
  const customDate = sent.customDate === undefined ? stored.customDate : sent.customDate;
  return {
    startPeriod: sent.startPeriod === undefined ? stored.startPeriod : sent.startPeriod,
    endPeriod: sent.endPeriod === undefined ? stored.endPeriod : sent.endPeriod,
    days: sent.days ?? stored.days,
    payRate: sent.payRate === undefined ? stored.payRate : sent.payRate,
    rateKind: stored.rateKind,
    isCalculatedLater: customDate !== null,
    customDate: customDate ?? '',
    remarks: sent.remarks === undefined ? stored.remarks : sent.remarks,
  };
};

const moveOf = (stored: RecordRow, sent: Sent): CardMove => {
  if (isModify(sent)) return 'Save changes';
  return sent.status !== undefined && sent.status !== stored.status ? 'Set Status' : 'Set Remarks';
};
const SAVED_MESSAGES: Partial<Record<CardMove, string>> = {
  'Save changes': ITEM_SAVED,
  'Set Status': STATUS_UPDATED,
  'Set Remarks': REMARKS_UPDATED,
};

/** Applies a request to a record that the caller has locked and compared with its newest state. */
export const saveChangesIn = async (
  tx: Tx,
  scope: Scope,
  { plan, stored }: { readonly plan: BilledPlan; readonly stored: RecordRow },
  sent: Sent,
  record: Recorder,
): Promise<ResultOf<typeof updateWork>> => {
  const move = moveOf(stored, sent);
  const over = draftOver(stored, sent);
  // A rate that is sent back unchanged keeps its kind.
  const isSameRate = over.payRate === stored.payRate;
  const kind = sent.rateKind === undefined && isSameRate ? stored.rateKind : sent.rateKind;
  const { draft, rates } =
    move === 'Save changes' ? rated(over, plan, stored.date, kind) : { draft: over, rates: stored.rates };
  const allowOverlap = sent.allowOverlap === true;
  const asked = { plan, month: stored.date, draft, exceptId: stored.id, allowOverlap };
  const checked = await validateMove(tx, scope, move, asked);
  if (checked.refused) return checked.refused;
  const refused = remarksRefusal(draft, stored.date, scope.today().toString());
  if (refused) return refused;
  const write = writeOf(
    scope,
    draft,
    { unitRule: stored.unitRule, rates: [...rates] },
    {
      status: sent.status ?? stored.status,
      deniedReason: sent.deniedReason === undefined ? stored.deniedReason : sent.deniedReason,
    },
  );
  if (!write) return INCOMPLETE();
  const card = { planId: stored.planId, month: stored.date, justification: sent.limitJustification };
  const store = async () => {
    await storeChanges(tx, scope, stored, write, record, checked.overlap);
    const info = SAVED_MESSAGES[move];
    return done({ id: stored.id, rev: stored.rev + 1 }, info === undefined ? {} : { info });
  };
  // A new status or remark bills nothing more.
  return move === 'Save changes' ? cardWithinLimits(tx, scope, card, record, store) : store();
};

export const saveChanges: UseCase<typeof updateWork> = async (scope, { id, data: sent }) => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the billing record to change.' }]);
  const head = await findRecordHead(scope.site.db, id);
  if (!head) return refuse('notFound');
  return mutate(scope, 'billing.update', async (tx, record) => {
    const plan = await lockBilledPlan(tx, head.planId, [head.clientId, head.providerId]);
    const stored = await lockRecord(tx, id);
    if (!plan || !stored) return refuse('notFound');
    if (isStale(sent.rev, stored)) return stale(scope, stored);
    return saveChangesIn(tx, scope, { plan, stored }, sent, record);
  });
};

/** If the grid stays, only remarks are validated, because the plan may have ended since. */
const remarksRefusal = (draft: CardDraft, month: string, today: string): Refusal | undefined => {
  const faults = checkCard(draft, { month, possible: undefined, today });
  const fault = faults.find(({ field }) => field === 'remarks');
  return fault && refuseFields([fault]);
};

const storeChanges = async (
  tx: Tx,
  scope: Scope,
  stored: RecordRow,
  write: RecordWrite,
  record: Recorder,
  overlap: string | null,
) => {
  await updateRecord(tx, stored, write, scope.stamp());
  const before = { ...stored };
  const after = { ...write, unit: write.totals.unit };
  const fields = [
    'startPeriod',
    'endPeriod',
    'customDate',
    'days',
    'payRate',
    'rateKind',
    'rates',
    'remarks',
    'status',
    'deniedReason',
    'unit',
  ] as const;
  const changes = fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => [cardLogName(field), [before[field], after[field]] as const]);
  record({
    entity: CARD_ENTITY,
    id: stored.id,
    action: 'update',
    changes: { ...Object.fromEntries(changes), ...(overlap !== null && { overlap: [null, overlap] }) },
  });
};

export const removeRecord: UseCase<typeof deleteWork> = async (scope, { id, data }) => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the billing record to delete.' }]);
  return mutate(scope, 'billing.delete', async (tx, record) => {
    const stored = await lockRecord(tx, id);
    if (!stored) {
      if (!(await isDeleted(tx, id))) return refuse('notFound');
      record({ entity: CARD_ENTITY, id, action: 'run', changes: { again: [null, 'Delete'] } });
      return done(null, { info: ITEM_DELETED });
    }
    if (isStale(data.rev, stored)) return stale(scope, stored);
    await markDeleted(tx, [stored], scope.stamp());
    record(asDeleted(stored));
    return done(null, { info: ITEM_DELETED });
  });
};

const asDeleted = ({
  id,
  planId,
  date,
  startPeriod,
  endPeriod,
  days,
  payRate,
  status,
}: RecordRow): Change => ({
  entity: CARD_ENTITY,
  id,
  action: 'delete',
  changes: Object.fromEntries(
    Object.entries({
      [CARD_LOG_NAMES.planId]: planId,
      [CARD_LOG_NAMES.days]: days,
      date,
      startPeriod,
      endPeriod,
      payRate,
      [CARD_LOG_NAMES.status]: status,
    }).map(([field, value]) => [field, [value, null] as const]),
  ),
});

/** Deletes cards that nobody changed since they were created, within the caller's transaction; returns the others. */
export const removeRecordsIn = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
  record: Recorder,
): Promise<number[]> => {
  const stored = await lockRecords(tx, ids);
  const changed = new Set(await listChangedByHand(tx, ids));
  const own = stored.filter(({ id }) => !changed.has(id));
  await markDeleted(tx, own, scope.stamp());
  for (const row of own) record(asDeleted(row));
  const removed = new Set(own.map(({ id }) => id));
  return ids.filter((id) => !removed.has(id));
};

/** The time check before a save. The save checks again, under locks. */
export const validateTime: UseCase<typeof checkTime> = async (
  scope,
  { date, clientId, providerId, time, start, end, id },
) => {
  const { db } = scope.site;
  const zone = scope.settings.timeZone;
  const of = { clientId, providerId };
  const card = { ...of, startPeriod: start, endPeriod: end, days: time };
  const others = await listOtherCards(db, { ...of, month: date, ...(id && { exceptId: id }) });
  const found = findOverlaps(card, others, zone);
  if (found.refused.length > 0) return refuse('hoursTaken', overlapText(found.refused));
  const visits = await listPairVisits(db, { ...of, from: start, through: end });
  const verified = visits ? verifiedDays(visits) : null;
  const served = serviceDays(card, zone);
  const billed = verified && aboveVerified(billedMinutes(served).work, verified, card);
  const paid = payAboveVerified(served, verified, scope.today().toString());
  const warnings = [
    ...(found.asked.length > 0 ? [overlapText(found.asked)] : []),
    ...(billed ? [billed] : []),
    ...(paid ? [sayUnverifiedPay(paid)] : []),
  ];
  return done({ warnings }, warnings.length > 0 ? { info: warnings.join(' ') } : {});
};
