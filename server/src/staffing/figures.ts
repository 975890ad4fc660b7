import { minuteOfDay, showDate, spanMinutes } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import { overtimeOfVisit } from '@homecare/domain/staffing/candidates.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import {
  type FigureGroup,
  figuresOf,
  GROUP_TITLES,
  nameIn,
  sayFigure,
  titleOf,
} from '@homecare/domain/staffing/figure-words.ts';
import {
  type CountedCover,
  type CountedVisit,
  type FigureRow,
  type Staffing,
  type StaffingFigures,
  staffingFigures,
  staffingOf,
  stateOfClosed,
} from '@homecare/domain/staffing/figures.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Block, Column } from '../platform/documents/blocks.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type Around, loadAround, loadWorld, openOf } from './facts.ts';
import { type CoverRow, listCovers } from './queries.ts';
import { refuseDays } from './service.ts';

/** The figures of staffing. */

const keyOf = ({ planId, day }: Pick<StaffedVisit, 'planId' | 'day'>) => `${planId} ${day}`;

/** Whether a visit is over: nobody began it, and nobody will. */
const isOver = ({ date, start, minutes }: StaffedVisit, now: Temporal.PlainDateTime) => {
  const end = Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour: 0 })
    .add({ minutes: minuteOfDay(start) + minutes });
  return Temporal.PlainDateTime.compare(end, now) <= 0;
};

const countVisits = (scope: Scope, around: Around): CountedVisit[] => {
  const { visits, records, people, plans } = around;
  const now = scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainDateTime();
  const open = new Set(openOf(scope, around).map(({ visit }) => keyOf(visit)));
  const townOf = (clientId: number) => people.get(clientId)?.town ?? null;
  const stateOf = (visit: StaffedVisit): Staffing => {
    const [isOpen, isOverNow] = [open.has(keyOf(visit)), isOver(visit, now)];
    return staffingOf({ status: visit.status, closed: null, isOpen, isOver: isOverNow });
  };
  const known = new Map(plans.map((plan) => [plan.id, plan]));
  const closed = records.flatMap(({ planId, date, start, end, closed: code }): CountedVisit[] => {
    const plan = known.get(planId);
    if (code === null || !plan) return [];
    const common = { date, minutes: spanMinutes(start, end), town: townOf(plan.ClientID) };
    return [{ ...common, staffing: stateOfClosed(code), isUsual: plan.coversPlanId === null }];
  });
  // An exempt pair lives together: its visits need nobody, and no record says that they took place.
  const counted = visits
    .filter(({ isExempt }) => !isExempt)
    .map((visit) => ({
      date: visit.date,
      minutes: visit.minutes,
      staffing: stateOf(visit),
      town: townOf(visit.ClientID),
      isUsual: visit.byPlanId === visit.planId,
    }));
  return [...counted, ...closed];
};

/** Covers by the care plan form keep no overtime: it is counted by the week as it is planned now. */
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

export const getFigures: UseCase<typeof calls.getFigures> = async (scope, days) => {
  const wrong = refuseDays(days, calls.MOST_FIGURE_DAYS);
  if (wrong) return wrong;
  const around = await loadAround(scope.site.db, scope, days);
  const covers = (await withOvertime(scope, await listCovers(scope.site.db, days))).map(
    ({ day, clientId, ...cover }): CountedCover => ({
      ...cover,
      date: day,
      town: around.people.get(clientId)?.town ?? null,
    }),
  );
  return done(staffingFigures(countVisits(scope, around), covers));
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
