import { showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import type { EligibilityAnswer, EligibilityEntry, EntryDraft } from './schema.ts';
import type { EligibilityStatus } from './statuses.ts';

/** Statuses that a person can enter. 'Refused' only comes from the payer. */
export const MANUAL_STATUSES = [
  'Eligible',
  'Not eligible',
  'Unclear',
] as const satisfies readonly EligibilityStatus[];

export const ENTRY_SAVED = 'Success: Eligibility saved';
export const ENTRY_DELETED = 'Success: Eligibility deleted';
export const OF_THE_PAYER = 'This came in a file from the payer and cannot be changed. Add your own entry.';
export const NO_271 = 'Choose an answer of the payer about eligibility (271).';
export const SAME_ANSWER = 'This file was loaded before. Nothing was changed.';
export const NOBODY = 'No clients to ask about.';

/** Checks an entry as typed. */
export const checkEntry = (
  { status, date, start, end }: Pick<EntryDraft, 'status' | 'date' | 'start' | 'end'>,
  today: string,
): FieldError[] => {
  const errors: FieldError[] = [];
  if (!MANUAL_STATUSES.some((one) => one === status))
    errors.push({ field: 'status', message: 'Choose a status.' });
  if (date > today)
    errors.push({ field: 'date', message: 'The day of the request cannot be in the future.' });
  if (status === 'Eligible' && start === null)
    errors.push({ field: 'start', message: 'Enter the first day of the coverage.' });
  if (start !== null && end !== null && end < start)
    errors.push({ field: 'end', message: 'The end cannot be before the start.' });
  return errors;
};

const NOTE = 'Note';
/** The note of a manual entry is stored with its other values. */
export const dataOfNote = (note: string): Record<string, string> => (note === '' ? {} : { [NOTE]: note });
export const noteOf = ({ data }: Pick<EligibilityEntry, 'data'>): string => data[NOTE] ?? '';

/** What a file from the payer did, in words. */
export const answerInfo = ({
  entered,
  refused,
  known,
  unmatched,
}: Pick<EligibilityAnswer, 'entered' | 'refused' | 'known' | 'unmatched'>): string => {
  const parts = [
    `${counted(entered, 'entry', 'entries')} made`,
    refused > 0 && `${refused} of them refused by the payer`,
    known > 0 && `${counted(known, 'answer was', 'answers were')} known before`,
    unmatched.length > 0 && `${counted(unmatched.length, 'item', 'items')} not matched`,
  ];
  return `Answer read: ${parts.filter(Boolean).join(', ')}.`;
};

/** What was created, in words. */
export const requestInfo = (files: number, members: number, refused: number): string =>
  `${counted(members, 'client', 'clients')} in ${counted(files, 'file', 'files')}.${refused > 0 ? ` ${counted(refused, 'client was', 'clients were')} skipped.` : ''}`;

export const TEST_ANSWER = 'This is a test file (ISA15 is T), and your agency sends for real.';
export const ANSWERED = 'The simulated payer has answered this file before.';
/** Home care is paid by a waiver, so coverage that mentions none is worth a look. */
export const noneNamed = (members: number): string =>
  `${counted(members, 'member has', 'members have')} coverage in which the payer names no HCBS.`;

/** Payers answer about the past year and the current month. */
export const checkAskedDay = (day: string, today: Temporal.PlainDate): FieldError | undefined => {
  const from = today.subtract({ years: 1 }).toString();
  const through = today.with({ day: today.daysInMonth }).toString();
  return day < from || day > through
    ? { field: 'day', message: 'Ask about a day of the past year or of this month.' }
    : undefined;
};

// --- The list of all entries

export const ENTRY_FILTERS = ['All', 'Ended', 'Ending', 'Refused'] as const;
export type EntryFilter = (typeof ENTRY_FILTERS)[number];

/** Values that need action come first, because the database keeps no order. */
const FIRST = ['Reason', NOTE, 'Plan', 'Message', 'HCBS'];
const placeOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

/** The further values of an entry in one line. */
export const valuesOf = ({ data }: Pick<EligibilityEntry, 'data'>): string =>
  Object.entries(data)
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/** expired: over or not covered. soon: over within a month, like the notice (decision 11). */
export const standingOf = (
  { status, end }: Pick<EligibilityEntry, 'status' | 'end'>,
  today: Temporal.PlainDate,
): 'refused' | 'expired' | 'soon' | null => {
  if (status === 'Refused') return 'refused';
  if (status === 'Not eligible' || (end !== null && end < today.toString())) return 'expired';
  return end !== null && end <= today.add({ months: 1 }).toString() ? 'soon' : null;
};

/** Each client's newest answered entry, as for notices; of several on the same day, the one that ends last. */
const newestOf = (entries: readonly EligibilityEntry[]) => {
  const newest = new Map<number, EligibilityEntry>();
  const rank = ({ date, status, end, id }: EligibilityEntry) =>
    `${date} ${status === 'Not eligible' ? 0 : 1} ${end ?? '9999-12-31'} ${String(id).padStart(10, '0')}`;
  for (const entry of entries) {
    if (entry.status === 'Refused' || entry.status === 'Unclear') continue;
    const before = newest.get(entry.clientId);
    if (!before || rank(before) < rank(entry)) newest.set(entry.clientId, entry);
  }
  return new Set(newest.values());
};

/** Every word must occur in the name, the status, the dates as shown, or the further values. */
const matches = (entry: EligibilityEntry, words: readonly string[]) => {
  const { name, status, date, start, end } = entry;
  const text = [name, status, showDate(date), showDate(start), showDate(end), valuesOf(entry)]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The rows that screen and export show. `Ended` and `Ending` only consider each client's newest entry. */
export const selectEntries = (
  entries: readonly EligibilityEntry[],
  { search, filter }: { readonly search: string; readonly filter: EntryFilter },
  today: Temporal.PlainDate,
): EligibilityEntry[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = { Ended: 'expired', Ending: 'soon', Refused: 'refused' } as const;
  const newest = filter === 'Ended' || filter === 'Ending' ? newestOf(entries) : undefined;
  return entries.filter(
    (entry) =>
      (filter === 'All' || standingOf(entry, today) === wanted[filter]) &&
      (!newest || newest.has(entry)) &&
      matches(entry, words),
  );
};
