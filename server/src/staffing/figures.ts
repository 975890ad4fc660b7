import { addDays, minuteOfDay, showDate } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import { overtimeOfVisit } from '@homecare/domain/staffing/candidates.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import {
  figuresOf,
  GROUP_TITLES,
  nameIn,
  sayFigure,
  titleOf,
} from '@homecare/domain/staffing/figure-words.ts';
import {
  AUTOMATIC,
  type Behind,
  type CountedCover,
  type CountedVisit,
  coversBehind,
  type FigureGroup,
  type FigureRow,
  isOfCovers,
  minutesToCover,
  nameInGroup,
  type Staffing,
  type StaffingFigures,
  staffingFigures,
  staffingOf,
  visitsBehind,
} from '@homecare/domain/staffing/figures.ts';
import {
  type PlacedVisit,
  placedVisits,
  type StaffedVisit,
} from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Block, Column } from '../platform/documents/blocks.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type Around, daysBetween, loadAround, loadWorld, nameOf, openOf } from './facts.ts';
import { type CoverRow, type Days, listCovers } from './queries.ts';
import { refuseDays } from './service.ts';

const keyOf = ({ planId, day }: Pick<StaffedVisit, 'planId' | 'day'>) => `${planId} ${day}`;

/** The visit is over without having been started. */
const isOver = ({ date, start, minutes }: StaffedVisit, now: Temporal.PlainDateTime) => {
  const end = Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour: 0 })
    .add({ minutes: minuteOfDay(start) + minutes });
  return Temporal.PlainDateTime.compare(end, now) <= 0;
};

/** A counted visit with its key and the planned caregiver. */
interface ListedVisit
  extends CountedVisit,
    Pick<StaffedVisit, 'planId' | 'day' | 'start' | 'end' | 'ClientID' | 'ProviderID'> {}

const countVisits = (scope: Scope, around: Around): ListedVisit[] => {
  const { placed, people } = around;
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainDateTime();
  const open = new Set(openOf(scope, around).map(({ visit }) => keyOf(visit)));
  const townOf = (clientId: number) => people.get(clientId)?.town ?? null;
  const stateOf = (visit: PlacedVisit): Staffing => {
    const [isOpen, isOverNow] = [open.has(keyOf(visit)), isOver(visit, now)];
    return staffingOf({ status: visit.status, closed: visit.closed, isOpen, isOver: isOverNow });
  };
  // An exempt pair lives together: its visits need no cover, and no record says that they took place.
  return placed
    .filter(({ isExempt }) => !isExempt)
    .map((visit) => ({
      ...visit,
      staffing: stateOf(visit),
      town: townOf(visit.ClientID),
      isUsual: visit.byPlanId === visit.planId,
    }));
};

/** Covers made by the care plan form store no overtime, so it is computed from the week as planned now. */
const withOvertime = async (scope: Scope, covers: readonly CoverRow[]): Promise<CoverRow[]> => {
  const uncounted = covers.filter(({ overtimeMinutes }) => overtimeMinutes === null).map(({ day }) => day);
  if (uncounted.length === 0) return [...covers];
  const { around, caregivers, rules } = await loadWorld(scope.site.db, scope, uncounted, false);
  const visits = new Map(around.visits.map((visit) => [keyOf(visit), visit]));
  const people = new Map(caregivers.map((person) => [person.id, person]));
  return covers.map((cover) => {
    const visit = visits.get(keyOf(cover));
    const person = visit && people.get(visit.ProviderID);
    return cover.overtimeMinutes === null && person
      ? { ...cover, overtimeMinutes: overtimeOfVisit(person, visit, rules) }
      : cover;
  });
};

/** A counted cover with the key of its visit. */
interface ListedCover extends CountedCover, Pick<CoverRow, 'planId' | 'day'> {
  readonly ClientID: number;
}

/** Everything that the figures of some days count. */
const loadCounted = async (scope: Scope, days: Days) => {
  const around = await loadAround(scope.site.db, scope, days);
  const covers = (await withOvertime(scope, await listCovers(scope.site.db, days))).map(
    ({ clientId: ClientID, ...cover }): ListedCover => ({
      ...cover,
      ClientID,
      date: cover.day,
      town: around.people.get(ClientID)?.town ?? null,
    }),
  );
  return { around, visits: countVisits(scope, around), covers };
};

export const getFigures: UseCase<typeof calls.getFigures> = async (scope, days) => {
  const wrong = refuseDays(days, calls.MOST_FIGURE_DAYS);
  if (wrong) return wrong;
  const { visits, covers } = await loadCounted(scope, days);
  return done(staffingFigures(visits, covers));
};

const namesIn = ({ people }: Around, ClientID: number, ProviderID: number | null) => ({
  ClientID,
  Client: nameOf(people, ClientID),
  ProviderID,
  Provider: ProviderID === null ? null : nameOf(people, ProviderID),
});

const rowOfVisit =
  (around: Around) =>
  ({ one, counts }: Behind<ListedVisit>): calls.FigureVisit => ({
    planId: one.planId,
    day: one.day,
    date: one.date,
    start: one.start,
    end: one.end,
    town: one.town,
    ...namesIn(around, one.ClientID, one.staffing === 'open' ? null : one.ProviderID),
    staffing: one.staffing,
    cover: null,
    counts,
  });

/** The visits of the covers of some days, including closed ones, ones moved to another day and ones that start after midnight of the last day. */
const placedOfCovers = async (scope: Scope, { from, through }: Days): Promise<PlacedVisit[]> => {
  const wide = { from: addDays(from, -1), through: addDays(through, 1) };
  const around = await loadAround(scope.site.db, scope, wide);
  const days = new Set([...daysBetween(wide), ...around.records.map(({ date }) => date)]);
  return placedVisits(around, [...days], scope.today().toString());
};

const rowOfCover = (around: Around, placed: readonly PlacedVisit[]) => {
  const visits = new Map(placed.map((visit) => [keyOf(visit), visit]));
  return ({ one, counts }: Behind<ListedCover>): calls.FigureVisit => {
    const visit = visits.get(keyOf(one));
    const { overtimeMinutes } = one;
    return {
      planId: one.planId,
      day: one.day,
      date: visit?.date ?? one.date,
      start: visit?.start ?? null,
      end: visit?.end ?? null,
      town: one.town,
      ...namesIn(around, one.ClientID, visit?.ProviderID ?? null),
      staffing: null,
      cover: { minutes: minutesToCover(one), overtimeMinutes, by: one.by ?? AUTOMATIC },
      counts,
    };
  };
};

const timeOf = ({ date, start }: calls.FigureVisit) => `${date} ${start ?? ''}`;
/** Visits that are not counted come first, because users look for those. */
const inOrder = (a: calls.FigureVisit, b: calls.FigureVisit) =>
  Number(a.counts) - Number(b.counts) || timeOf(a).localeCompare(timeOf(b)) || a.planId - b.planId;

export const listFigureVisits: UseCase<typeof calls.listFigureVisits> = async (scope, asked) => {
  const { from, through, figure, group, name } = asked;
  const wrong = refuseDays({ from, through }, calls.MOST_FIGURE_DAYS);
  if (wrong) return wrong;
  const { around, visits, covers } = await loadCounted(scope, { from, through });
  const isIn = (one: CountedVisit | CountedCover) =>
    group === undefined || name === undefined || nameInGroup(group, one) === name;
  const all = isOfCovers(figure)
    ? coversBehind(figure, covers.filter(isIn)).map(
        rowOfCover(around, await placedOfCovers(scope, { from, through })),
      )
    : visitsBehind(figure, visits.filter(isIn)).map(rowOfVisit(around));
  const counted = all.filter(({ counts }) => counts).length;
  return done({ total: all.length, counted, rows: all.toSorted(inOrder).slice(0, calls.MOST_BEHIND) });
};

const NAME = 26;
const tableOf = (group: FigureGroup, rows: readonly FigureRow[], total: StaffingFigures): Block[] => {
  const keys = figuresOf(group);
  const cells = (figures: StaffingFigures) => keys.map((key) => sayFigure(key, figures));
  return [
    { kind: 'section', text: GROUP_TITLES[group].by },
    {
      kind: 'table',
      columns: [
        { head: GROUP_TITLES[group].head, width: NAME },
        ...keys.map(
          (key): Column => ({ head: titleOf(key), width: (100 - NAME) / keys.length, align: 'right' }),
        ),
      ],
      rows: rows.map((row) => [nameIn(group, row), ...cells(row)]),
      ...(rows.length > 0 && { total: ['All', ...cells(total)] }),
      none: 'None',
      dense: true,
    },
  ];
};

export const printFigures: UseCase<typeof calls.printFigures> = async (scope, days) => {
  const found = await getFigures(scope, days);
  if (!found.ok) return found;
  const { total, weeks, towns, schedulers } = found.data;
  const title = 'Staffing figures';
  const span = `${showDate(days.from)} to ${showDate(days.through)}`;
  return answerPdf(scope, {
    kind: 'StaffingFigures',
    subjectIds: [],
    parameters: days,
    title,
    fileName: `staffing_${days.from}_${days.through}.pdf`,
    namesClient: false,
    parts: [
      {
        title,
        subject: span,
        foot: `${title} ${span}`,
        aside: [span],
        blocks: [
          ...tableOf('weeks', weeks, total),
          ...tableOf('towns', towns, total),
          ...tableOf('schedulers', schedulers, total),
        ],
      },
    ],
  });
};
