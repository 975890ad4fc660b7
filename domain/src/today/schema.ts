import { z } from 'zod';
import { FINDING_KINDS } from '../authorizations/findings.ts';
import { HoursWindow, TimeOffRow } from '../availability/schema.ts';
import { SetUpStep } from '../set-up/schema.ts';
import { VisitKey } from '../staffing/schema.ts';
import { DAY_STATES } from '../visits/day-state.ts';
import { EXCEPTION_KINDS } from '../visits/exceptions.ts';
import { dateText, MAX_ID, monthText, stampText } from '../wire.ts';

/** Today: what must be decided now, of all kinds, in one list (docs/rules/today.md). */

export const PARTS = ['now', 'today', 'money'] as const;
export type Part = (typeof PARTS)[number];

export const KINDS = [
  'late',
  'open',
  'request',
  'arrival',
  'callOutText',
  'notOut',
  'incident',
  'openSoon',
  'missed',
  'recorded',
  'texts',
  'unaccepted',
  'authorizations',
  'expired',
  'expiring',
  'forms',
  'eligibility',
  'timeOff',
  'scans',
  'ready',
  'denied',
  'overdue',
  'neverClaimed',
  'books',
  'setUp',
] as const;
export type Kind = (typeof KINDS)[number];

const id = z.int().min(1).max(MAX_ID);
const ids = z.array(id);

/** A list with the filter by which its total is the number that led to it. */
export const Place = z.discriminatedUnion('list', [
  /** EVV Admin: visits of a day, of one hour and state or of all. */
  z.strictObject({
    list: z.literal('visits'),
    date: dateText,
    hour: z.int().min(0).max(23).nullable(),
    state: z.enum(DAY_STATES).nullable(),
  }),
  z.strictObject({
    list: z.literal('exceptions'),
    kind: z.enum(EXCEPTION_KINDS),
    from: dateText,
    to: dateText,
  }),
  /** The board of a day or its week, with the rows of some people alone. */
  z.strictObject({ list: z.literal('schedule'), day: dateText, people: ids }),
  /** The proposal for open visits of some days. */
  z.strictObject({ list: z.literal('plan'), from: dateText, through: dateText }),
  z.strictObject({ list: z.literal('figures'), from: dateText, through: dateText }),
  z.strictObject({ list: z.literal('people'), ids }),
  z.strictObject({ list: z.literal('plans'), ids }),
  /** Clients who need a caregiver. */
  z.strictObject({ list: z.literal('requests') }),
  z.strictObject({ list: z.literal('timeOff') }),
  z.strictObject({ list: z.literal('incidents') }),
  /** Forms of the agency that are overdue. */
  z.strictObject({ list: z.literal('forms') }),
  z.strictObject({ list: z.literal('authorizations'), kind: z.enum(FINDING_KINDS) }),
  z.strictObject({ list: z.literal('monthClose'), month: monthText }),
  z.strictObject({ list: z.literal('denials') }),
  /** Unread texts, beside Today. */
  z.strictObject({ list: z.literal('texts') }),
  /** Clients whose invoices are overdue. */
  z.strictObject({ list: z.literal('overdue') }),
  /** What does not add up. */
  z.strictObject({ list: z.literal('books') }),
  /** The set-up of the agency, at a step or at the next one. */
  z.strictObject({ list: z.literal('setUp'), step: SetUpStep.nullable() }),
]);
export type Place = z.output<typeof Place>;

/** The one button of a row: what fixes it, there where it is, or the place where it is fixed. */
export const Fix = z.discriminatedUnion('by', [
  /** `visit`: who else comes where the call does not help; null: it has begun. */
  z.strictObject({ by: z.literal('call'), phone: z.string(), name: z.string(), visit: VisitKey.nullable() }),
  z.strictObject({ by: z.literal('cover'), visit: VisitKey }),
  z.strictObject({
    by: z.literal('approve'),
    /** The same as in `asked`: pages of the release before read it here. Goes with the next one. */
    id: id.optional(),
    rev: z.int().optional(),
    asked: TimeOffRow.pick({
      ...{ id: true, rev: true, providerId: true, Provider: true },
      ...{ from: true, through: true, fromTime: true, throughTime: true },
    }),
  }),
  /** The record, at the field. */
  z.strictObject({ by: z.literal('record'), id, field: z.string() }),
  z.strictObject({ by: z.literal('authorization'), id }),
  z.strictObject({ by: z.literal('incident'), id }),
  z.strictObject({ by: z.literal('list') }),
]);
export type Fix = z.output<typeof Fix>;

/** What is kept of a row: who looks after it, and until when it is not shown. */
export const Mark = z.strictObject({
  snoozed: z.strictObject({ until: stampText, by: z.string() }).nullable(),
  assigned: z.strictObject({ id, name: z.string(), by: z.string() }).nullable(),
});
export type Mark = z.output<typeof Mark>;

export const ROW_KEY = /^[a-zA-Z]+(:[0-9a-zA-Z-]+){0,2}$/;
export const RowKey = z.string().max(80).regex(ROW_KEY);

/** Somebody of the office. */
const Colleague = z.strictObject({ id, name: z.string() });

export const MarkList = z.strictObject({
  marks: z.array(z.strictObject({ ...Mark.shape, key: RowKey })),
  people: z.array(Colleague),
});
export type MarkList = z.output<typeof MarkList>;

/** A person as a row says their name. */
export const Named = z.strictObject({ id, name: z.string() });
export type Named = z.output<typeof Named>;

export const TodayRow = z.strictObject({
  ...Mark.shape,
  key: RowKey,
  kind: z.enum(KINDS),
  part: z.enum(PARTS),
  /** Act now, or act soon; null: good news. */
  tone: z.enum(['danger', 'warn']).nullable(),
  title: z.string(),
  text: z.string(),
  /** Whom title and text name, in this order. */
  named: z.array(Named),
  /** The one visit that it is about; null: it is about something else, or several. */
  visit: VisitKey.nullable(),
  /** By when, or how much, and what of. */
  figure: z.strictObject({ main: z.string(), note: z.string() }),
  /** How many the row stands for. */
  count: z.int().min(1),
  cents: z.int().nullable(),
  /** Since or until when. */
  at: stampText.nullable(),
  place: Place,
  /** How many the list at its place has. */
  placeCount: z.int().min(1),
  button: z.string(),
  mend: Fix,
});
export type TodayRow = z.output<typeof TodayRow>;

/** Parts of the answer that a large agency waits for: they come with one of the next looks. */
export const Today = z.strictObject({
  rows: z.array(TodayRow),
  snoozed: z.array(TodayRow),
  /** Of each part all rows that nobody has put off, those too for which the last one of its kind stands. */
  parts: z.array(z.strictObject({ part: z.enum(PARTS), count: z.int().min(1), cents: z.int() })),
  /** Keys of rows that are not among these although nobody solved what they say. */
  unsolved: z.array(RowKey),
  /** Visits of today by hour and state; null: not counted yet. */
  hours: z
    .array(z.strictObject({ hour: z.int().min(0).max(23), state: z.enum(DAY_STATES), count: z.int().min(1) }))
    .nullable(),
  /** Who called out or is on approved time off today, through which day, and how many of their visits of today have nobody. */
  out: z.array(
    z.strictObject({
      id,
      name: z.string(),
      why: z.enum(['calledOut', 'timeOff']),
      through: dateText,
      /** Time off of some hours of today; null: of the whole day. */
      hours: HoursWindow.nullable(),
      open: z.int().min(0),
    }),
  ),
  /** The next visit without a caregiver, of two weeks. */
  nextOpen: VisitKey.shape.day.nullable(),
  /** Through this day visits were looked at. */
  through: dateText,
  /** Who may be given a row. */
  people: z.array(Colleague),
  /** Something is still being counted: what is shown of it may be older, or is not there yet. */
  isCounting: z.boolean(),
  /** When the oldest part was counted that is not from now; without it all are. */
  since: stampText.optional(),
});
export type Today = z.output<typeof Today>;
