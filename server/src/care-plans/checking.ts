import type { Weekday } from '@homecare/domain/calendar.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import { onDays } from '@homecare/domain/care-plans/change.ts';
import type { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { checkOverrideRemark, withOverrideRemark } from '@homecare/domain/care-plans/override.ts';
import {
  type ComparedPlan,
  checkCarePlan,
  checkNotEmpty,
  checkTemporarySwitch,
  checkWeek,
  checkWeekBorders,
  type DayFinding,
  findConflicts,
  gapQuestion,
  gapWarnings,
  outsideServices,
  type PlanDraft,
} from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { type ChangedDays, type PlanWeeks, weeksIn } from '@homecare/domain/care-plans/weeks.ts';
import {
  done,
  type FieldError,
  type Refusal,
  type Result,
  refuse,
  refuseAll,
} from '@homecare/domain/errors.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Override } from './override.ts';
import { findPlanHead, listNeighbourPlans, lockPlanPeople, type PlanPerson } from './queries.ts';

/** Applies the rules of care plans to present records, for new plans and changed ones alike. */

/** What a new plan may be refused for. */
type PlanReason = ReasonOf<typeof insertCarePlan>;

/** Errors of a day are returned under its name, Mon to Sun. */
const asFields = (findings: readonly DayFinding[]): FieldError[] =>
  findings.map(({ day, message }) => ({ field: day, message }));

export const ARCHIVE_SWITCHED_OFF = 'Saving a plan as archived is not switched on for your agency.';

const checkSwitches = (
  draft: PlanDraft,
  { temporaryEnabled, archiveOnSaveEnabled }: Capabilities,
): FieldError[] => {
  if (draft.coversPlanId !== null) return checkTemporarySwitch({ temporaryEnabled });
  return draft.Status === 'Archive' && !archiveOnSaveEnabled
    ? [{ field: 'EndDate', message: ARCHIVE_SWITCHED_OFF }]
    : [];
};

interface Checked {
  readonly provider: PlanPerson;
  readonly client: PlanPerson;
  readonly typeId: number;
  readonly startDate: string;
  readonly createReason: string;
}

/**
 * Applies the form's rules to locked records. A plan that continues another one of the same caregiver was checked when that began,
 * so its people and days are not checked again.
 */
export const checkDraft = async (
  tx: Tx,
  scope: Scope,
  draft: PlanDraft,
  goesOn = false,
): Promise<Result<Checked>> => {
  const { capabilities } = scope.settings;
  const ids = [draft.ProviderID, draft.ClientID].filter((id) => id !== null);
  const { people, type } = await lockPlanPeople(tx, ids, draft.Type, draft.coversPlanId);
  const provider = people.find((person) => person.ID === draft.ProviderID);
  const client = people.find((person) => person.ID === draft.ClientID);
  const covered = draft.coversPlanId === null ? undefined : await findPlanHead(tx, draft.coversPlanId);
  const errors = goesOn
    ? []
    : checkCarePlan(draft, {
        today: scope.today(),
        provider: provider ?? null,
        client: client ?? null,
        // Without people, the type was not read, and the draft is refused anyway.
        type: people.length === 0 && draft.Type !== null ? { ihss: false } : (type ?? null),
        covered: covered ?? null,
        window: temporaryWindow(capabilities),
      });
  const refusal = goesOn ? undefined : refuseAll([...errors, ...checkSwitches(draft, capabilities)]);
  if (refusal) return refusal;
  const { StartDate: startDate, createReason } = draft;
  if (!provider || !client || !type || startDate === null || createReason === null)
    throw new Error('the rules of a care plan let an incomplete one pass');
  return done({ provider, client, typeId: type.id, startDate, createReason });
};

export const checkWeekOf = (week: PlanWeek): FieldError[] => [
  ...asFields(checkWeek(week)),
  ...checkNotEmpty(week.time),
];

interface Asked {
  readonly plan: Omit<ComparedPlan, 'week' | 'weeks'> & PlanWeeks;
  /** The days to check; undefined means all on which the plan runs. */
  readonly days?: ChangedDays;
  readonly client: PlanPerson;
  /** Days whose short gaps were approved; undefined skips the check of gaps. */
  readonly approved: readonly Weekday[] | undefined;
  readonly override: Override | undefined;
}

/**
 * Checks times: the week in itself, then against everything else of both people (docs/rules/care-plans.md, rule 17). Returns the
 * time errors that an override allowed.
 */
export const checkTimes = async (
  tx: Tx,
  { plan: whole, days, client, approved, override }: Asked,
): Promise<Result<readonly DayFinding[], PlanReason>> => {
  const plan = days ? onDays(whole, days) : whole;
  const weeks = weeksIn(plan, { from: plan.StartDate, through: days?.through ?? FOR_EVER });
  const mismatch = distinct([...weeks.flatMap(({ week }) => checkWeek(week)), ...checkWeekBorders(whole)]);
  const [empty] = weeks.flatMap(({ week }) => checkNotEmpty(week.time));
  const faults = override ? [] : asFields(mismatch);
  const refusal = empty ? refuseAll([...faults, empty]) : refuseAll(faults, 'weekRejected');
  if (refusal) return refusal;
  const others = await listNeighbourPlans(tx, {
    providerId: plan.ProviderID,
    clientId: plan.ClientID,
    from: plan.StartDate,
    through: plan.EndDate,
  });
  const conflicts = findConflicts(plan, others, outsideServices(client));
  const conflict = override ? undefined : refuseAll(asFields(conflicts), 'timesTaken');
  if (conflict) return conflict;
  const gaps = approved === undefined ? undefined : refuseGaps(plan, others, approved);
  return gaps ?? done([...mismatch, ...conflicts]);
};

/** What several weeks of a plan have in common is reported once. */
const distinct = (findings: readonly DayFinding[]): DayFinding[] =>
  [...Map.groupBy(findings, ({ message }) => message).values()].flatMap((same) => same.slice(0, 1));

const FOR_EVER = '9999-12-31';

const refuseGaps = (
  plan: ComparedPlan,
  others: readonly ComparedPlan[],
  approved: readonly Weekday[],
): Refusal<'shortGaps'> | undefined => {
  const gaps = gapWarnings(plan, others).filter((warning) => !approved.includes(warning.day));
  if (gaps.length === 0) return undefined;
  return refuse('shortGaps', gapQuestion([...new Set(gaps.map((gap) => gap.day))]), asFields(gaps));
};

/** Remarks with the override's remark if it allowed time errors, and what the record log stores about it. */
export const remarksWith = (
  remarks: string | null,
  override: Override | undefined,
  passed: readonly DayFinding[],
): Result<
  { readonly remarks: string | null; readonly overridden: readonly string[] | null },
  'badInput' | 'overrideRejected'
> => {
  if (!override || passed.length === 0) return done({ remarks, overridden: null });
  const refusal = refuseAll(checkOverrideRemark(remarks, override.remark), 'overrideRejected');
  return (
    refusal ??
    done({
      remarks: withOverrideRemark(remarks, override.remark ?? ''),
      overridden: passed.map(({ message }) => message),
    })
  );
};
