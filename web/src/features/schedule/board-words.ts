import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import { type BoardState, STATE_WORDS, spokenSpan } from '@homecare/domain/schedule/rules.ts';
import type { BoardVisit } from '@homecare/domain/schedule/schema.ts';
import {
  IconAlertCircle,
  IconCalendarPlus,
  IconCheck,
  IconCircleX,
  IconHome,
  IconPlayerPlay,
  type IconProps,
  IconRepeat,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Icons of states; none for a visit that goes as planned. */
export const STATE_ICONS: Partial<Record<BoardState, ComponentType<IconProps>>> = {
  complete: IconCheck,
  inProgress: IconPlayerPlay,
  cover: IconRepeat,
  late: IconAlertCircle,
  missed: IconAlertCircle,
  notCreated: IconCalendarPlus,
  exempt: IconHome,
  closed: IconCircleX,
};

/** Caches formatted days, because each chip shows one of a few days and formatting takes longer than rendering the chip. */
const dayIn = (options: Intl.DateTimeFormatOptions) => {
  const said = new Map<string, string>();
  return (date: string) => {
    const words = said.get(date) ?? Temporal.PlainDate.from(date).toLocaleString('en-US', options);
    said.set(date, words);
    return words;
  };
};

/** 'Tue 17'. */
export const headOf = (date: string) =>
  `${weekdayOf(Temporal.PlainDate.from(date))} ${Temporal.PlainDate.from(date).day}`;

/** 'Tuesday, Nov 17'. */
export const dayWords = dayIn({ weekday: 'long', month: 'short', day: 'numeric' });
/** 'Tue, Nov 17'. */
export const shortDay = dayIn({ weekday: 'short', month: 'short', day: 'numeric' });
const monthDay = dayIn({ month: 'short', day: 'numeric' });
const dayOfMonth = dayIn({ day: 'numeric' });

/** 'Nov 15 – 21', 'Nov 29 – Dec 5' or 'Tue, Nov 17'. The year is in the date box beside it. */
export const rangeWords = (days: readonly string[]) => {
  const [from = '', through = from] = [days[0], days.at(-1)];
  const first = monthDay(from);
  if (from === through) return shortDay(from);
  const isOneMonth = from.slice(0, 7) === through.slice(0, 7);
  const last = isOneMonth ? dayOfMonth(through) : monthDay(through);
  return `${first} – ${last}`;
};

export const stateWords = ({ state, late }: Pick<PlacedVisit, 'state' | 'late'>) =>
  state === 'late' ? `${late} min late` : STATE_WORDS[state];

/** The whole visit in words, for screen readers. */
export const visitName = (visit: Pick<BoardVisit, 'start' | 'end' | 'date'>, other: string, state: string) =>
  `${spokenSpan(visit)}, ${shortDay(visit.date)}, ${other}, ${state}`;

/** Weekend columns are narrower, because they have fewer visits. */
export const isWeekend = (date: string) => Temporal.PlainDate.from(date).dayOfWeek > 5;

/** Width in pixels of a chip in the week view, and of digits, letters and an icon in it. */
const ROOM = 118;
const WEEKEND_ROOM = 78;
const DIGIT = 7;
const LETTER = 6.8;
const SIGN = 19;
const GAP = 5;
/** Number of letters by which a name is recognized. */
const KNOWN_BY = 6;

/** Whether the time span leaves too little room to recognize the name, so that only the start is shown. */
export const isTight = (
  span: string,
  name: string,
  { date, hasSign = false }: { readonly date: string; readonly hasSign?: boolean },
) =>
  span.length * DIGIT + GAP + Math.min(name.length, KNOWN_BY) * LETTER + (hasSign ? SIGN : 0) >
  (isWeekend(date) ? WEEKEND_ROOM : ROOM);

/** 'Stavropoulos' for 'Stavropoulos, Helen'. */
export const lastName = (name: string) => name.split(',')[0] ?? name;
