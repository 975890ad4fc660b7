import type { Weekday } from '@homecare/domain/calendar.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import {
  type BoardFilter,
  countProblems,
  filledWords,
  filterOpen,
  filterRows,
  keyOf,
  leavesRow,
  NO_FILTER,
  rowsOf,
} from '@homecare/domain/schedule/layout.ts';
import { boardDays } from '@homecare/domain/schedule/rules.ts';
import type { Board, Grouping } from '@homecare/domain/schedule/schema.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { useMemo, useState } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { useNow } from '../../platform/use-now.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { isIsoDate } from '../../ui/inputs.tsx';
import { openWeeks, useBoard, useOpenVisits } from './api.ts';
import type { Span } from './BoardBar.tsx';
import { readOpenedBoard } from './opened-board.ts';

const NO_VISITS: readonly OpenVisit[] = [];
/** Seconds between updates of the current time. */
const CLOCK = 30;

const sorted = (values: Iterable<string | null>) =>
  [...new Set([...values].filter((value) => value !== null))].toSorted((a, b) => a.localeCompare(b));

const choicesOf = (board: Board | undefined, open: readonly OpenVisit[], grouping: Grouping) => {
  const people = (grouping === 'caregiver' ? board?.caregivers : board?.clients) ?? [];
  return {
    towns: sorted([...people, ...open].map(({ town }) => town)),
    languages: sorted(people.map(({ language }) => language)),
    types: sorted(board?.visits.map(({ Type }) => Type) ?? []),
  };
};

const START = { span: 'week', grouping: 'caregiver' } as const;
const FIRST = { ...START, day: '' };

/**
 * What the schedule shows. Days and grouping are kept until sign-out and are in the URL, filters are in neither. If a link
 * limits the rows to some people, they are in the URL as an opaque key.
 */
const useView = (today: string) => {
  const [kept, setKept] = useKept<{ span: Span; grouping: Grouping }>('schedule.view', START);
  const [day, setDay] = useKept('schedule.day', '');
  const [own, setOwn] = useState<BoardFilter>(NO_FILTER);
  const page = usePageState();
  const openPage = useOpenPage();
  const opened = useMemo(() => readOpenedBoard(page), [page]);
  // A link to some rows includes its day, so later choices are not put into the URL.
  useFiltersInAddress({
    list: 'schedule',
    filters: opened ? FIRST : { ...kept, day },
    first: FIRST,
    onFilters: (asked) => {
      setKept({
        span: asked.span === 'day' ? asked.span : START.span,
        grouping: asked.grouping === 'client' ? asked.grouping : START.grouping,
      });
      setDay(typeof asked.day === 'string' && isIsoDate(asked.day) ? asked.day : '');
    },
  });
  const [shown, setShown] = useState<typeof opened>();
  if (opened && shown !== opened) {
    setShown(opened);
    setDay(opened.day === today ? '' : opened.day);
    setKept({ ...kept, grouping: 'caregiver' });
  }
  const filter = useMemo(() => ({ ...own, people: opened?.people ?? [] }), [own, opened]);
  const setFilter = (next: BoardFilter) => {
    setOwn(next);
    if (opened && next.people.length === 0) void openPage('/schedule');
  };
  return {
    span: kept.span,
    grouping: kept.grouping,
    day,
    filter,
    setSpan: (span: Span) => setKept({ ...kept, span }),
    setGrouping: (grouping: Grouping) => setKept({ ...kept, grouping }),
    setDay,
    setFilter,
  };
};

/** Board, open visits and rows of the chosen days. */
export const useSchedule = (isPhone: boolean) => {
  const [weekStart, setWeekStart] = useState<Weekday>('Sun');
  const [zone, now, today] = [useZone(), useNow(CLOCK), useToday().toString()];
  const view = useView(today);
  const day = view.day || today;
  const span = isPhone ? 'day' : view.span;
  const days = useMemo(() => boardDays(day, span, weekStart), [day, span, weekStart]);
  const asked = { from: days[0] ?? day, through: days.at(-1) ?? day };
  const query = useBoard(asked);
  const openQuery = useOpenVisits(asked);
  // Without the open visits, the board would claim that every visit has a caregiver.
  const board = openQuery.data && query.data;
  // Weeks begin as in payroll, which the first answer tells.
  const first = board && weekdayOf(Temporal.PlainDate.from(board.week.from));
  if (first && first !== weekStart) setWeekStart(first);
  const open = openQuery.data ?? NO_VISITS;
  const lifted = useMemo(() => new Set(open.filter(leavesRow).map(keyOf)), [open]);
  const all = useMemo(
    () => (board ? rowsOf(view.grouping, { board, days, lifted, now, zone }) : []),
    [board, view.grouping, days, lifted, now, zone],
  );
  const total = useMemo(
    () => (board ? filledWords(board, new Set(open.map(keyOf)), now, zone) : ''),
    [board, open, now, zone],
  );
  const rows = useMemo(() => filterRows(all, view.filter), [all, view.filter]);
  const openShown = useMemo(
    () => (board ? filterOpen(open, view.filter, board) : NO_VISITS),
    [open, view.filter, board],
  );
  return {
    view: { ...view, span },
    /** The query that failed, if one did. */
    query: openQuery.isError ? openQuery : query,
    tryAgain: () => void Promise.all([query.refetch(), openQuery.refetch()]),
    board,
    days,
    day,
    today,
    now,
    zone,
    rows,
    all,
    open: openShown,
    /** Includes those hidden by the filter. */
    allOpen: open,
    /** Prints the week of all shown rows. */
    printAll:
      board && rows.length > 0
        ? () =>
            openWeeks(
              view.grouping,
              board.week.from,
              rows.map(({ id }) => id),
            )
        : undefined,
    problems: countProblems(all),
    choices: useMemo(() => choicesOf(board, open, view.grouping), [board, open, view.grouping]),
    total,
  };
};

export type Schedule = ReturnType<typeof useSchedule>;
