import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { isChanged } from './change.ts';
import { clientMaximum } from './client-maximum.ts';
import {
  ADDRESS_FIELDS,
  fieldOf,
  isFor,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
} from './dictionary.ts';
import { KIND, SSN } from './kind-and-status.ts';
import type { PersonDraft } from './schema.ts';

/** Merges two records of one person: which values stay, what prevents it, and until when it can be undone. */

export const UNDO_DAYS = 30;

export const MERGED_AWAY = 'This record was merged into another one. Change that one.';

/** Fields that belong together, so the values of the two records are never mixed. */
const TOGETHER: readonly (readonly [label: string, ...fields: PersonField[]])[] = [
  ['Name', 'LastName', 'FirstName', 'MiddleName'],
  ['Address', ...ADDRESS_FIELDS, 'AddressLatitude', 'AddressLongitude', 'AddressApproximate'],
  ['Email', 'Email', 'confirmedEmail'],
  ['Daycare', 'Daycare', 'DaycareName', 'DaycareDays', 'DaycareTimeFrom', 'DaycareTimeTo'],
];
/** Fields that follow the others of their group. On their own they make no difference. */
const FOLLOWS = new Set<PersonField>([
  'County',
  'AddressLatitude',
  'AddressLongitude',
  'AddressApproximate',
  'confirmedEmail',
]);
/** Fields with rules of their own: notes are joined; rates and authorizations are moved as rows. */
const APART = new Set<PersonField>([KIND, 'mobileUserId', 'providerPayRate', 'PAR Expiration', 'notes']);

/** Fields that are chosen as one, named after the first. */
export interface MergeGroup {
  readonly name: PersonField;
  readonly label: string;
  readonly fields: readonly PersonField[];
}

const GROUPED = new Set<PersonField>(TOGETHER.flatMap(([, ...fields]) => fields));
const isChosen = (name: PersonField) =>
  fieldOf(name).access !== 'server' && fieldOf(name).section !== 'Status' && !APART.has(name);

/** Everything in which two records of a kind can differ, in the order of the form. */
export const mergeGroups = (kind: PersonKind): MergeGroup[] =>
  PERSON_FIELDS.flatMap((name): MergeGroup[] => {
    if (!isChosen(name) || !isFor(fieldOf(name), kind)) return [];
    if (!GROUPED.has(name)) return [{ name, label: fieldOf(name).label, fields: [name] }];
    const together = TOGETHER.find(([, first]) => first === name);
    if (!together) return [];
    const [label, ...fields] = together;
    return [{ name, label, fields }];
  });

const isEmptyValue = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** On its own, an unticked box is an answer; together with other fields it counts as empty. */
const isEmpty = ({ fields }: MergeGroup, person: PersonDraft) =>
  fields
    .filter((name) => !FOLLOWS.has(name))
    .every((name) => isEmptyValue(person[name]) || (fields.length > 1 && person[name] === false));

/** same: nothing to do. fills: the kept record has no value. differs: the user chooses. */
export type GroupOutcome = 'same' | 'fills' | 'differs';

export interface CheckedGroup extends MergeGroup {
  readonly outcome: GroupOutcome;
}

export const compareRecords = (keep: PersonDraft, away: PersonDraft, kind: PersonKind): CheckedGroup[] =>
  mergeGroups(kind).map((group) => {
    const differs = group.fields.some((name) => !FOLLOWS.has(name) && isChanged(keep, away, name));
    if (!differs || isEmpty(group, away)) return { ...group, outcome: 'same' };
    return { ...group, outcome: isEmpty(group, keep) ? 'fills' : 'differs' };
  });

/** Both notes, one below the other. */
const joinNotes = (keep: string | null | undefined, away: string | null | undefined) => {
  if (!away || keep === away) return keep ?? null;
  return keep ? `${keep}\n\n${away}` : away;
};

/** The fields that change in the kept record; `take` names the groups whose value comes from the other one. */
export const mergedValues = (
  keep: PersonDraft,
  away: PersonDraft,
  kind: PersonKind,
  take: readonly string[],
): PersonDraft => {
  const taken = compareRecords(keep, away, kind).filter(
    ({ name, outcome }) => outcome === 'fills' || (outcome === 'differs' && take.includes(name)),
  );
  const values: PersonDraft = Object.fromEntries(
    taken.flatMap(({ fields }) => fields.map((name) => [name, away[name] ?? null])),
  );
  const notes = joinNotes(keep.notes, away.notes);
  if (notes !== (keep.notes ?? null)) values.notes = notes;
  if (kind === 'Provider' && !keep.mobileUserId && away.mobileUserId) values.mobileUserId = away.mobileUserId;
  return values;
};

/** What a merge needs to know about one of the two records. */
export interface MergeSide {
  readonly ID: number;
  /** 'Baca, Guadalupe (ID 12)' */
  readonly name: string;
  readonly kind: PersonKind;
  readonly isActive: boolean;
  /** The record that it was already merged into; null if none. */
  readonly mergedInto: string | null;
  /** The day of a visit that was begun but not ended. */
  readonly visitInProgress: string | null;
  /** A record of this person is currently being sent to the aggregator. */
  readonly isBeingSent: boolean;
  readonly phoneLogin: string | null;
  /** It has pay that was exported or confirmed, which keeps the ID that it was exported with. */
  readonly hasExportedPay: boolean;
  /** The number of rows that refer to it, without pay. */
  readonly rows: number;
}

/** The record to keep: the one with exported pay, else the active one, else the one with more rows, else the older one. */
export const suggestKept = (a: MergeSide, b: MergeSide): MergeSide => {
  const order = [
    Number(b.hasExportedPay) - Number(a.hasExportedPay),
    Number(b.isActive) - Number(a.isActive),
    b.rows - a.rows,
    a.ID - b.ID,
  ];
  return (order.find((difference) => difference !== 0) ?? 0) <= 0 ? a : b;
};

/** What both records have at the same time, in words. */
export interface TakenTwice {
  readonly plans: readonly string[];
  readonly visits: readonly string[];
  readonly cards: readonly string[];
}

const PROGRESS = (side: MergeSide) =>
  side.visitInProgress === null
    ? []
    : [
        `${side.name} has a visit in progress on ${showDate(side.visitInProgress)}. Merge the records after it ends.`,
      ];

const firstOf = (what: readonly string[]) =>
  what.length > 1 ? `${what[0]} and ${what.length - 1} more` : (what[0] ?? '');

/** Why the two cannot be merged now; empty if they can. */
export const mergeBlocks = (keep: MergeSide, away: MergeSide, twice: TakenTwice): string[] => {
  if (keep.ID === away.ID) return ['Choose two different records.'];
  const gone = [keep, away].filter(({ mergedInto }) => mergedInto !== null);
  if (gone.length > 0) return gone.map(({ name, mergedInto }) => `${name} was merged into ${mergedInto}.`);
  if (keep.kind !== away.kind) return ['A provider and a client cannot be merged.'];
  return [
    ...(away.hasExportedPay && keep.hasExportedPay
      ? [
          'Pay was exported for both records, and exported pay keeps its ID: they cannot be merged. Keep one for new care plans and archive the other. Archiving it ends its care plans.',
        ]
      : []),
    ...(away.hasExportedPay && !keep.hasExportedPay
      ? [`Pay was exported for ${away.name}. Keep that record.`]
      : []),
    ...(away.isActive && !keep.isActive
      ? [`${keep.name} is archived and ${away.name} is active. Keep the active record.`]
      : []),
    ...PROGRESS(keep),
    ...PROGRESS(away),
    ...(away.isBeingSent
      ? [`${away.name} is being sent to Sandata. Try again after the response is in.`]
      : []),
    ...(keep.phoneLogin !== null && away.phoneLogin !== null
      ? [`Both have a phone login: ${keep.phoneLogin} and ${away.phoneLogin}. Deactivate one of them first.`]
      : []),
    ...(twice.plans.length > 0
      ? [
          `Care plans of both records take place at the same time: ${firstOf(twice.plans)}. End one of them first.`,
        ]
      : []),
    ...(twice.visits.length > 0
      ? [`Visits of both records took place at the same time: ${firstOf(twice.visits)}. Correct them first.`]
      : []),
    ...(twice.cards.length > 0
      ? [
          `Billing records of both would count the same hours twice: ${firstOf(twice.cards)}. Correct one of them first.`,
        ]
      : []),
  ];
};

/** What suggests two different people. The user must answer each with yes to merge them. */
export const mergeQuestions = (
  keep: PersonDraft,
  away: PersonDraft,
  names: { keep: string; away: string },
) => {
  const question = (field: PersonField, keepText: string, awayText: string): FieldError => ({
    field,
    message: `${names.keep} has ${keepText}, ${names.away} has ${awayText}`,
  });
  const four = (ssn: string | null | undefined) => `SSN …${(ssn ?? '').slice(-4)}`;
  const { DOB: born, Medicaid: number, [SSN]: ssn } = keep;
  return [
    ...(ssn && away[SSN] && ssn !== away[SSN] ? [question(SSN, four(ssn), four(away[SSN]))] : []),
    ...(born && away.DOB && born !== away.DOB
      ? [question('DOB', `birth date ${showDate(born)}`, `birth date ${showDate(away.DOB)}`)]
      : []),
    ...(number && away.Medicaid && number.toUpperCase() !== away.Medicaid.toUpperCase()
      ? [question('Medicaid', `Medicaid number ${number}`, `Medicaid number ${away.Medicaid}`)]
      : []),
  ];
};

// ---- undo

export const undoEnd = (merged: Temporal.Instant, zone: string): Temporal.Instant =>
  merged.toZonedDateTimeISO(zone).add({ days: UNDO_DAYS }).toInstant();

/** What has happened since a merge, as far as it affects undoing it. */
export interface SinceMerge {
  readonly isUndone: boolean;
  readonly end: Temporal.Instant;
  /** The kept record was itself merged into this one. */
  readonly mergedFurther: string | null;
  readonly visitInProgress: string | null;
  readonly exportedRun: number | null;
  readonly claim: string | null;
  /** What was moved and how much of it now belongs to somebody else, as in ['visits', 2]. */
  readonly gone: readonly (readonly [what: string, count: number])[];
  /** People who now have the SSN or the Medicaid number of the merged record. */
  readonly holders: readonly string[];
  /** The maximum of active clients if it is reached and undoing would add one; otherwise null. */
  readonly clientMaximum: number | null;
}

/** Why it cannot be undone; undefined if it can. */
export const undoBlocked = (since: SinceMerge, now: Temporal.Instant): string | undefined => {
  if (since.isUndone) return 'This merge was already undone.';
  if (Temporal.Instant.compare(now, since.end) >= 0)
    return `A merge can be undone for ${UNDO_DAYS} days. They are over.`;
  if (since.mergedFurther)
    return `The record was merged into ${since.mergedFurther} since. Undo that merge first.`;
  if (since.visitInProgress)
    return `A visit is in progress on ${showDate(since.visitInProgress)}. Undo the merge after it ends.`;
  if (since.exportedRun !== null)
    return `Payroll run ${since.exportedRun} paid the merged record. The merge can no longer be undone.`;
  if (since.claim)
    return `Claim ${since.claim} was made from the merged record. The merge can no longer be undone.`;
  const [gone] = since.gone;
  if (gone)
    return `${gone[1]} of the ${gone[0]} that were moved belong to someone else now. The merge can no longer be undone.`;
  const [holder] = since.holders;
  if (holder) return holder;
  return since.clientMaximum === null
    ? undefined
    : `${clientMaximum(since.clientMaximum)} Archive one before you undo the merge.`;
};

/** The values that undoing restores. Fields changed again since the merge stay as they are. */
export const restoredValues = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(before)
      .filter((name) => JSON.stringify(after[name]) === JSON.stringify(now[name]))
      .map((name) => [name, before[name]]),
  );
