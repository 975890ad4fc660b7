import type { Role } from '../call.ts';
import type { FieldError, NamedFault } from '../errors.ts';
import { isPersonField, PERSON_FIELDS, type PersonField, type PersonKind } from './dictionary.ts';
import { checkChangeDate, earlierOf } from './history.ts';
import { ACTIVE_STATUS, ARCHIVED_STATUS, isActive, isArchived, KIND, STATUS } from './kind-and-status.ts';
import { askAboutPerson, type Question } from './questions.ts';
import {
  ARCHIVE_INCOMPLETE,
  checkActivate,
  checkArchive,
  checkPerson,
  dobFromParts,
  moveOf,
  settle,
} from './rules.ts';
import type { PersonDraft, PersonWrite } from './schema.ts';

/** What a request does to a record. Pure, so that every rule of saving can be tested without a database. */

/** The sent fields, with DOB put together from its parts; `fault` is set if the parts are not a date. */
export const readPatch = (data: PersonWrite): { values: PersonDraft; fault?: FieldError } => {
  const {
    Month,
    Day,
    Year,
    changeDate,
    candidateId,
    openRequests,
    rev,
    Field1,
    created,
    updated,
    confirmed,
    ...fields
  } = data;
  const values: PersonDraft = fields;
  for (const name in values) if (isPersonField(name) && values[name] === undefined) delete values[name];
  if (Month === undefined && Day === undefined && Year === undefined) return { values };
  const dob = dobFromParts({ Month, Day, Year });
  if (dob === undefined) return { values, fault: { field: 'DOB', message: 'DOB does not exist' } };
  return { values: { ...values, DOB: dob } };
};

/** Lists and maps come back from storage with their keys in another order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
export const isChanged = (before: PersonDraft, after: PersonDraft, name: PersonField) => {
  const [old, now] = [before[name] ?? null, after[name] ?? null];
  const isPlain = old === null || now === null || typeof old !== 'object' || typeof now !== 'object';
  return isPlain ? old !== now : canonical(old) !== canonical(now);
};

/** The fields whose value differs. Absent and empty count as the same. */
export const changedOnly = (before: PersonDraft, after: PersonDraft): PersonDraft => {
  const changed = { ...after };
  for (const name of PERSON_FIELDS) if (!isChanged(before, after, name)) delete changed[name];
  return changed;
};

const withFault = (fault: FieldError | undefined, errors: FieldError[]) =>
  fault ? [fault, ...errors.filter(({ field }) => field !== fault.field)] : errors;

/** A new person is active and must be complete by the form's rules. */
export const validateInsert = (data: PersonWrite, kind: PersonKind, today: Temporal.PlainDate) => {
  const { values, fault } = readPatch(data);
  const person = settle({ ...values, [STATUS]: ACTIVE_STATUS }, kind);
  const errors = withFault(fault, checkPerson(person, { kind, mode: 'insert', today }));
  if (isArchived(data) || data.archiveDate) errors.push({ field: STATUS, message: 'A new person is active' });
  return { values, person, errors };
};

/** ZIP and Medicaid number are checked against the state, so changing either of the two repeats the question. */
const ASKED_TOGETHER: Partial<Record<string, readonly PersonField[]>> = {
  PostalCode: ['PostalCode', 'State'],
  Medicaid: ['Medicaid', 'State'],
};

/** The questions about a change. Whatever this change leaves alone is not asked about. */
export const askAboutChange = (
  before: PersonDraft,
  after: PersonDraft,
  kind: PersonKind,
  today: Temporal.PlainDate,
): Question[] =>
  askAboutPerson(after, kind, today).filter(({ field }) =>
    (ASKED_TOGETHER[field] ?? [field]).some((name) => isPersonField(name) && isChanged(before, after, name)),
  );

/** Who changes whom, and when. */
export interface ChangeContext {
  readonly kind: PersonKind;
  readonly role: Role | 'job';
  readonly today: Temporal.PlainDate;
}

/** A change: the record after it, the move it makes, and why it is forbidden or wrong. */
export const validateChange = (before: PersonDraft, data: PersonWrite, context: ChangeContext) => {
  const { kind, today } = context;
  const { values, fault } = readPatch(data);
  const move = moveOf(before[STATUS], values[STATUS] ?? before[STATUS]);
  const after = settle(
    { ...before, ...values, ...(move?.to === ACTIVE_STATUS && { archiveDate: null }) },
    kind,
  );
  const errors = [
    ...withFault(fault, introduced(before, after, values, { kind, mode: 'update', today })),
    ...checkStatus(move?.to, values, after, kind),
    ...checkKind(kind, values),
    ...checkHistory(before, after, data, today),
  ];
  return {
    values,
    after,
    move,
    errors,
    forbidden: forbiddenMove(move, values, context.role),
  };
};

/**
 * A change is checked for what it sends and what it breaks. An older client, a note or Set Active must not fail because an
 * imported record lacks a field that nobody touched.
 */
const introduced = (
  before: PersonDraft,
  after: PersonDraft,
  patch: PersonDraft,
  context: Parameters<typeof checkPerson>[1],
): FieldError[] => {
  const old = checkPerson(before, context);
  const isOld = (error: NamedFault) =>
    old.some(({ field, fault }) => field === error.field && fault === error.fault);
  return checkPerson(after, context).filter((error) => {
    const [name = ''] = error.field.split('.');
    return (isPersonField(name) && patch[name] !== undefined) || !isOld(error);
  });
};

const forbiddenMove = (move: ReturnType<typeof moveOf>, patch: PersonDraft, role: Role | 'job') => {
  if (role === 'job') return undefined;
  if (move && !move.roles.some((allowed) => allowed === role)) return `${move.name} is for an admin.`;
  return role === 'user' && patch.archiveDate ? 'Archive is for an admin.' : undefined;
};

const checkStatus = (
  to: string | undefined,
  patch: PersonDraft,
  after: PersonDraft,
  kind: PersonKind,
): FieldError[] => {
  if (patch[STATUS] === null) return [{ field: STATUS, message: 'Status is required' }];
  if (to === ACTIVE_STATUS) return checkActivate(patch, kind);
  if (to === ARCHIVED_STATUS || (isArchived(after) && patch.archiveDate !== undefined))
    return checkArchive(after);
  return isActive(after) && patch.archiveDate ? [{ field: 'archiveDate', message: ARCHIVE_INCOMPLETE }] : [];
};

const checkKind = (kind: PersonKind, patch: PersonDraft): FieldError[] => {
  const sent = patch[KIND];
  return sent === undefined || sent === kind ? [] : [{ field: KIND, message: `This person is a ${kind}` }];
};

/** Our form always sends changeDate with a new name or address. An older client's change takes effect today. */
const checkHistory = (
  before: PersonDraft,
  after: PersonDraft,
  data: PersonWrite,
  today: Temporal.PlainDate,
): FieldError[] =>
  data.changeDate === undefined || earlierOf(before, after).length === 0
    ? []
    : checkChangeDate(data.changeDate, today);
