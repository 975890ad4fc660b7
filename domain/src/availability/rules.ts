import {
  addDays,
  DAY_MINUTES,
  hoursOf,
  minuteOfDay,
  sayDay,
  sayTime,
  spanMinutes,
  WEEKDAY_NAMES,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../calendar.ts';
import { checkAway } from '../care-plans/absence.ts';
import type { FieldError } from '../errors.ts';
import { fold } from '../fold.ts';
import { hasControl } from '../formats.ts';
import { sum } from '../sum.ts';
import {
  type ClientNeeds,
  type HoursDraft,
  type HoursWindow,
  MAX_REASON,
  MAX_SKILL_NAME,
  MINUTES_OF_WEEK,
  type PairPreference,
  type TimeOffSpan,
  type TimeOffStatus,
  type WeekWindows,
} from './schema.ts';

/** The planned hours of a day. An end before the start is on the next day. */
export interface DaySpan {
  readonly day: string;
  readonly start: string;
  readonly end: string;
}

// ---- the week

interface Minutes {
  readonly from: number;
  readonly to: number;
}

const lengthOf = ({ from, to }: HoursWindow) => spanMinutes(from, to) || DAY_MINUTES;

const minutesOf = (weekday: Weekday, window: HoursWindow): Minutes => {
  const from = WEEKDAYS.indexOf(weekday) * DAY_MINUTES + minuteOfDay(window.from);
  return { from, to: from + lengthOf(window) };
};

/** Merges windows that touch or overlap. Sunday night continues into Monday. */
const mergedMinutes = (windows: WeekWindows): Minutes[] => {
  const once = WEEKDAYS.flatMap((day) => windows[day].map((window) => minutesOf(day, window)));
  const around = [-MINUTES_OF_WEEK, 0, MINUTES_OF_WEEK].flatMap((shift) =>
    once.map(({ from, to }) => ({ from: from + shift, to: to + shift })),
  );
  const merged: Minutes[] = [];
  for (const next of around.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) merged[merged.length - 1] = { ...last, to: Math.max(last.to, next.to) };
    else merged.push(next);
  }
  return merged;
};

/** Whether somebody with these hours can work an entire visit. Null hours mean any time (docs/rules/availability.md, rule 2). */
export const isWithinHours = (windows: WeekWindows | null, { day, start, end }: DaySpan): boolean => {
  if (windows === null) return true;
  const weekday = weekdayOf(Temporal.PlainDate.from(day));
  const visit = minutesOf(weekday, { from: start, to: end });
  return mergedMinutes(windows).some(({ from, to }) => from <= visit.from && visit.to <= to);
};

/** The minutes per week in which somebody can work. */
export const minutesOfWindows = (windows: WeekWindows): number =>
  sum(
    mergedMinutes(windows).map(({ from, to }) =>
      Math.max(0, Math.min(to, MINUTES_OF_WEEK) - Math.max(from, 0)),
    ),
  );

/** '8:00 AM to 4:00 PM', 'all day' or '10:00 PM to 6:00 AM'. */
export const sayWindow = (window: HoursWindow) =>
  window.from === '00:00' && lengthOf(window) === DAY_MINUTES
    ? 'all day'
    : `${sayTime(window.from)} to ${sayTime(window.to)}`;

/** Sorted by time of day. */
export const tidyWindows = (windows: WeekWindows): WeekWindows => {
  const inOrder = (day: Weekday) => windows[day].toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return {
    Mon: inOrder('Mon'),
    Tue: inOrder('Tue'),
    Wed: inOrder('Wed'),
    Thu: inOrder('Thu'),
    Fri: inOrder('Fri'),
    Sat: inOrder('Sat'),
    Sun: inOrder('Sun'),
  };
};

export const NO_WINDOWS = 'Add hours to at least one day, or choose Any time.';

const overlapFaults = (windows: WeekWindows): FieldError[] => {
  const all = WEEKDAYS.flatMap((day) =>
    windows[day].map((window) => ({ day, window, ...minutesOf(day, window) })),
  );
  const meet = (a: Minutes, b: Minutes) =>
    [-MINUTES_OF_WEEK, 0, MINUTES_OF_WEEK].some((shift) => a.from + shift < b.to && b.from < a.to + shift);
  const say = ({ day, window }: (typeof all)[number]) => `${WEEKDAY_NAMES[day]} ${sayWindow(window)}`;
  return all.flatMap((one, at) => {
    const other = all.slice(at + 1).find((next) => meet(one, next));
    return other
      ? [
          {
            field: `windows.${other.day}`,
            message: `${say(one)} and ${say(other)} overlap. Change one of them.`,
          },
        ]
      : [];
  });
};

/** Why hours cannot be saved (docs/rules/availability.md, rule 4). */
export const checkHours = ({ windows, wishedMinutes, mostMinutes }: HoursDraft): FieldError[] => {
  const isEmpty = windows !== null && WEEKDAYS.every((day) => windows[day].length === 0);
  const isTooMuch = wishedMinutes !== null && mostMinutes !== null && wishedMinutes > mostMinutes;
  return [
    ...(isEmpty ? [{ field: 'windows', message: NO_WINDOWS }] : []),
    ...(windows ? overlapFaults(windows) : []),
    ...(mostMinutes === 0
      ? [{ field: 'mostMinutes', message: 'Enter more than 0, or leave it empty for no limit.' }]
      : []),
    ...(isTooMuch
      ? [
          {
            field: 'wishedMinutes',
            message: `Enter at most ${hoursOf(mostMinutes)}, the most hours a week.`,
          },
        ]
      : []),
  ];
};

// ---- time off

/** A local time in a form that compares as text. A day ends at 24:00. */
const moment = (day: string, time: string) => `${day}T${time}`;
const beginOf = ({ from, fromTime }: TimeOffSpan) => moment(from, fromTime ?? '00:00');
const endOf = ({ through, throughTime }: TimeOffSpan) => moment(through, throughTime ?? '24:00');

/** Whether somebody is away during any part of a visit (docs/rules/availability.md, rule 6). */
export const isAwayDuring = (away: TimeOffSpan, { day, start, end }: DaySpan): boolean => {
  const ends = moment(end <= start ? addDays(day, 1) : day, end);
  return beginOf(away) < ends && moment(day, start) < endOf(away);
};

export const timeOffMeets = (a: TimeOffSpan, b: TimeOffSpan): boolean =>
  beginOf(a) < endOf(b) && beginOf(b) < endOf(a);

/** 'Nov 23', 'Nov 23 to Nov 27' or 'Nov 23, 1:00 PM to 5:00 PM'. */
export const sayTimeOff = ({ from, through, fromTime, throughTime }: TimeOffSpan): string => {
  if (fromTime !== null && throughTime !== null)
    return `${sayDay(from)}, ${sayTime(fromTime)} to ${sayTime(throughTime)}`;
  return from === through ? sayDay(from) : `${sayDay(from)} to ${sayDay(through)}`;
};

/** The number of days that time off covers. */
export const daysOff = ({ from, through }: Pick<TimeOffSpan, 'from' | 'through'>): number =>
  Temporal.PlainDate.from(from).until(through, { largestUnit: 'day' }).days + 1;

/** How many years ahead or back time off may begin. */
const YEARS_AROUND = 2;

const checkTimes = ({ from, through, fromTime, throughTime }: TimeOffSpan): FieldError[] => {
  if (fromTime === null && throughTime === null) return [];
  if (from !== through)
    return [{ field: 'fromTime', message: 'Times are for a single day. Leave them empty for several days.' }];
  if (fromTime === null) return [{ field: 'fromTime', message: 'Enter the start too, or no times at all.' }];
  if (throughTime === null)
    return [{ field: 'throughTime', message: 'Enter the end too, or no times at all.' }];
  return throughTime <= fromTime
    ? [{ field: 'throughTime', message: 'The end must be after the start.' }]
    : [];
};

const checkReason = (reason: string | null): FieldError[] => {
  if (reason === null) return [];
  if ([...reason].length > MAX_REASON)
    return [{ field: 'reason', message: `Use at most ${MAX_REASON} characters.` }];
  return hasControl(reason.replaceAll('\n', ' '))
    ? [{ field: 'reason', message: 'Remove the characters that cannot be shown.' }]
    : [];
};

export interface TimeOffDraft extends TimeOffSpan {
  readonly reason: string | null;
}
export interface OtherTimeOff extends TimeOffSpan {
  readonly status: TimeOffStatus;
}

const takenBy = (span: TimeOffSpan, others: readonly OtherTimeOff[]) =>
  others.find((other) => other.status !== 'Declined' && timeOffMeets(span, other));

/**
 * Why time off cannot be saved (docs/rules/availability.md, rule 8). `others` is the caregiver's other time off. With
 * `isOwn`, the caregiver requests it, which is not possible for past days.
 */
export const checkTimeOff = (
  draft: TimeOffDraft,
  { others, today, isOwn }: { others: readonly OtherTimeOff[]; today: Temporal.PlainDate; isOwn: boolean },
): FieldError[] => {
  const wrongDays = checkAway(draft);
  if (wrongDays) return [{ field: 'through', message: wrongDays }, ...checkReason(draft.reason)];
  const first = today.subtract({ years: YEARS_AROUND }).toString();
  const last = today.add({ years: YEARS_AROUND }).toString();
  const taken = takenBy(draft, others);
  return [
    ...(isOwn && draft.from < today.toString()
      ? [{ field: 'from', message: 'This day is over. Enter today or a later day.' }]
      : []),
    ...(draft.from < first || draft.from > last
      ? [{ field: 'from', message: `Enter a day within ${YEARS_AROUND} years.` }]
      : []),
    ...checkTimes(draft),
    ...(taken
      ? [
          {
            field: 'from',
            message: `There is time off already: ${sayTimeOff(taken)} (${taken.status.toLowerCase()}).`,
          },
        ]
      : []),
    ...checkReason(draft.reason),
  ];
};

/** An approval or refusal can be undone, which makes it a request again (docs/rules/availability.md, rule 9). */
const MOVES: Readonly<Record<TimeOffStatus, readonly TimeOffStatus[]>> = {
  Requested: ['Approved', 'Declined'],
  Approved: ['Requested'],
  Declined: ['Requested'],
};
export const mayDecide = (from: TimeOffStatus, to: TimeOffStatus): boolean => MOVES[from].includes(to);

interface Decided extends OtherTimeOff {
  readonly decidedBy: string | null;
}

/** Why a decision cannot be made; undefined if it can. `others` are the caregiver's other entries. */
export const decisionFault = (
  entry: Decided,
  to: TimeOffStatus,
  others: readonly OtherTimeOff[],
): string | undefined => {
  if (!mayDecide(entry.status, to)) {
    const by = entry.decidedBy === null ? '' : ` (${entry.decidedBy})`;
    return `${sayTimeOff(entry)} is already ${entry.status.toLowerCase()}${by}.`;
  }
  if (to === 'Declined') return undefined;
  const taken =
    to === 'Approved'
      ? takenBy(
          entry,
          others.filter(({ status }) => status === 'Approved'),
        )
      : takenBy(entry, entry.status === 'Declined' ? others : []);
  return (
    taken && `${sayTimeOff(entry)} overlaps ${sayTimeOff(taken)}, which is ${taken.status.toLowerCase()}.`
  );
};

/** Caregivers can withdraw what nobody has decided yet; the office can remove anything. */
export const mayWithdraw = (status: TimeOffStatus): boolean => status === 'Requested';
export const ALREADY_DECIDED = 'The office has decided this already. Call them to change it.';

// ---- skills, needs, pairs

const spaced = (name: string) => name.trim().replaceAll(/\s+/g, ' ');

/** Each name once, as first typed, without empty ones. */
export const tidyNames = (names: readonly string[]): string[] => {
  const found = new Map<string, string>();
  for (const name of names.map(spaced))
    if (name !== '' && !found.has(fold(name))) found.set(fold(name), name);
  return [...found.values()];
};

export const tidySkillName = spaced;

export const SKILL_IN_USE =
  'Someone has this skill or a client requires it. Take it off their records first.';
export const noSuchSkill = (name: string) =>
  `${name} is not on the list of skills. Add it under Configuration.`;

/** Checks a tidied name; `others` are all skills except the one being renamed. */
export const checkSkillName = (name: string, others: readonly string[]): FieldError[] => {
  const fault = (message: string) => [{ field: 'name', message }];
  if (name === '') return fault('Enter a name.');
  if ([...name].length > MAX_SKILL_NAME) return fault(`Use at most ${MAX_SKILL_NAME} characters.`);
  if (hasControl(name)) return fault('Use letters, digits and signs only.');
  const other = others.find((one) => fold(one) === fold(name));
  return other === undefined ? [] : fault(`${other} is on the list already.`);
};

export type NeedsDraft = Omit<ClientNeeds, 'clientId'>;

export const tidyNeeds = ({ skills, languages, wishedLanguages, notifyBy }: NeedsDraft): NeedsDraft => ({
  skills: tidyNames(skills),
  languages: tidyNames(languages),
  wishedLanguages: tidyNames(wishedLanguages),
  ...(notifyBy !== undefined && { notifyBy }),
});

/** Why tidied needs cannot be saved. */
export const checkNeeds = ({ languages, wishedLanguages }: NeedsDraft): FieldError[] => {
  const required = new Set(languages.map(fold));
  const twice = wishedLanguages.find((name) => required.has(fold(name)));
  const hidden = [...languages, ...wishedLanguages].some(hasControl);
  return [
    ...(twice === undefined
      ? []
      : [{ field: 'wishedLanguages', message: `${twice} is required already. Take it off here.` }]),
    ...(hidden ? [{ field: 'languages', message: 'Use letters, digits and signs only.' }] : []),
  ];
};

export type PreferenceDraft = Omit<PairPreference, 'id' | 'providerId' | 'clientId'> & {
  readonly providerId: number | null;
  readonly clientId: number | null;
};

export const PAIR_TAKEN = 'This pair already has a preference from this side. Change that one instead.';

/** Why a preference cannot be saved; `others` are those of the same client or caregiver. */
export const checkPreference = (
  { providerId, clientId, side, reason }: PreferenceDraft,
  others: readonly Pick<PairPreference, 'providerId' | 'clientId' | 'side'>[],
): FieldError[] => {
  const isTaken = others.some(
    (other) => other.providerId === providerId && other.clientId === clientId && other.side === side,
  );
  return [
    ...(providerId === null ? [{ field: 'providerId', message: 'Choose a caregiver.' }] : []),
    ...(clientId === null ? [{ field: 'clientId', message: 'Choose a client.' }] : []),
    ...(isTaken ? [{ field: 'side', message: PAIR_TAKEN }] : []),
    ...checkReason(reason),
  ];
};
