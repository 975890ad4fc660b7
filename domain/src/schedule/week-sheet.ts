import { addDays, showClock, showDate, spanMinutes, WEEKDAY_NAMES, weekdayOf } from '../calendar.ts';
import { sum } from '../sum.ts';
import { keyOf } from './layout.ts';
import { BOARD_DAYS } from './rules.ts';
import type { Board, BoardVisit, Grouping } from './schema.ts';

/** One person's week as a printed sheet (docs/rules/schedule.md, rule 19). */

/** Shown instead of a name if nobody will come to a planned visit. */
export const NOBODY_YET = 'nobody yet';

export interface SheetVisit {
  /** '8:00 AM – 10:00 AM' */
  readonly hours: string;
  readonly type: string;
  readonly town: string;
  /** The client on a caregiver's sheet, the caregiver on a client's. */
  readonly other: string;
  /** The client's address, on a caregiver's sheet. */
  readonly address: string;
}

export interface WeekSheet {
  readonly id: number;
  readonly name: string;
  readonly days: readonly { readonly title: string; readonly visits: readonly SheetVisit[] }[];
  readonly minutes: number;
}

export interface SheetFacts {
  readonly board: Board;
  readonly grouping: Grouping;
  readonly ids: readonly number[];
  readonly from: string;
  /** Keys of open visits that left their caregiver's row. */
  readonly lifted: ReadonlySet<string>;
  /** By client id. */
  readonly addresses: ReadonlyMap<number, string>;
}

const hoursOf = ({ start, end }: BoardVisit) =>
  [start, end].map((time) => showClock(time).replace(/^0/, '')).join(' – ');

/**
 * One sheet per person, in the order of the board. Closed visits are left out, and visits that nobody takes are only on the
 * client's sheet.
 */
export const weekSheets = ({ board, grouping, ids, from, lifted, addresses }: SheetFacts): WeekSheet[] => {
  const isByCaregiver = grouping === 'caregiver';
  const wanted = new Set(ids);
  const clients = new Map(board.clients.map((client) => [client.id, client]));
  const names = new Map([...board.caregivers, ...board.clients].map(({ id, name }) => [id, name]));
  const isOpen = (visit: BoardVisit) => lifted.has(keyOf(visit));
  const visits = board.visits.filter((visit) => visit.closed === null && !(isByCaregiver && isOpen(visit)));
  const ofPerson = Map.groupBy(visits, ({ ProviderID, ClientID }) => (isByCaregiver ? ProviderID : ClientID));
  const whoOf = (visit: BoardVisit) => {
    if (isByCaregiver) return names.get(visit.ClientID) ?? '';
    return isOpen(visit) ? NOBODY_YET : (names.get(visit.ProviderID) ?? '');
  };
  const sheetVisit = (visit: BoardVisit): SheetVisit => ({
    hours: hoursOf(visit),
    type: visit.Type,
    town: clients.get(visit.ClientID)?.town ?? '',
    other: whoOf(visit),
    address: addresses.get(visit.ClientID) ?? '',
  });
  return (isByCaregiver ? board.caregivers : board.clients)
    .filter(({ id }) => wanted.has(id))
    .map(({ id, name }) => {
      const own = ofPerson.get(id) ?? [];
      const byDay = Map.groupBy(own, ({ date }) => date);
      const days = Array.from({ length: BOARD_DAYS }, (_, n) => addDays(from, n)).map((day) => ({
        title: `${WEEKDAY_NAMES[weekdayOf(Temporal.PlainDate.from(day))]} ${showDate(day)}`,
        visits: (byDay.get(day) ?? []).map(sheetVisit),
      }));
      return { id, name, days, minutes: sum(own.map(({ start, end }) => spanMinutes(start, end))) };
    });
};
