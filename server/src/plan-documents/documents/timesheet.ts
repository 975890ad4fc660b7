import { plannedDays } from '@homecare/domain/billing/counting.ts';
import { showMinutesAsHours } from '@homecare/domain/calendar.ts';
import type { PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import {
  BLANK_ROWS,
  daysOfHalf,
  HALVES,
  type Half,
  healthCheckDays,
  isHealthDay,
  isPrinted,
  plannedTasks,
  type SheetDay,
  sayHalf,
  sayMonth,
  sheetDays,
  sumDays,
} from '@homecare/domain/plan-documents/rules.ts';
import type { DocumentPart, SheetPart, SheetRow } from '../../platform/documents/blocks.ts';
import type { PlanFacts } from '../queries.ts';
import { monthlyReportPart } from './monthly-report.ts';
import {
  addressLines,
  letterName,
  limitsOf,
  type Printing,
  type SheetFlags,
  subjectOf,
  tableName,
  temporaryBanner,
} from './plan-lines.ts';

/** The timesheet of a half month (docs/rules/plan-documents.md, rules 3 to 5). */

const OFFICE_CHECKS = ['1 Signature', '2 Date', '3 Initials', '4 Time', '5 Incorrect', '6 Original missing'];

const FILLS = { closed: 'hatched', free: 'grey', planned: 'none' } as const;

/** One text for each column that has one, by the week of its day. */
const hintsOf = (
  plan: PlanFacts,
  days: readonly SheetDay[],
  of: (week: PlanWeek, day: SheetDay['weekday']) => string | null,
) => days.map(({ date, state, weekday }) => (state === 'planned' ? of(weekOn(plan, date), weekday) : null));

const minuteHint = (minutes: number | undefined) => (minutes ? String(minutes) : null);

const groupsOf = (plan: PlanFacts, days: readonly SheetDay[]): SheetPart['groups'] => {
  const weeks = [...new Set(days.map(({ date }) => weekOn(plan, date)))];
  const group = (title: string, rowsOf: (week: PlanWeek) => readonly TaskRow[]) => {
    const names = new Set(weeks.flatMap((week) => plannedTasks(rowsOf(week)).map(({ Name }) => Name)));
    const rows = [...names].map(
      (label): SheetRow => ({
        label,
        hints: hintsOf(plan, days, (week, day) =>
          minuteHint(rowsOf(week).find(({ Name }) => Name === label)?.[day]),
        ),
      }),
    );
    return rows.length === 0 ? [] : [{ title, rows }];
  };
  return [
    ...group('Personal care', (week) => week.personalCareItems),
    ...group('Homemaking', (week) => week.homeMakingItems),
    { title: null, rows: Array.from({ length: BLANK_ROWS }, () => ({ label: 'Other:' })) },
  ];
};

const factsOf = (plan: PlanFacts, month: string, half: Half): SheetPart['facts'] => {
  const { client, provider } = plan;
  const planned = sumDays(plannedDays(plan, daysOfHalf(month, half), limitsOf(plan)));
  const travel = planned.travel > 0 ? `, travel ${showMinutesAsHours(planned.travel)}` : '';
  return [
    {
      label: 'Client',
      lines: [tableName(client), ...addressLines(client), ...(client.phone ? [client.phone] : [])],
    },
    { label: 'Provider', lines: [tableName(provider), ...(provider.phone ? [provider.phone] : [])] },
    {
      label: 'Service',
      lines: [
        `${plan.type} (${plan.typeCode})`,
        `Plan ${plan.id}`,
        `Planned hours of this half: ${showMinutesAsHours(planned.minutes)}${travel}`,
      ],
    },
  ];
};

const healthRow = ({ client }: PlanFacts, days: readonly SheetDay[]): SheetRow[] => {
  const range = healthCheckDays(client.covidStatus);
  const isIn = ({ date, state }: SheetDay) => state !== 'closed' && isHealthDay(range, date);
  if (!days.some(isIn)) return [];
  return [{ label: 'Health check done', closed: days.map((day) => day.state !== 'closed' && !isIn(day)) }];
};

const halfPart = (
  plan: PlanFacts,
  { month, half, days }: { month: string; half: Half; days: readonly SheetDay[] },
  { tag, paper }: Printing,
  { covidts, timeNeeded }: SheetFlags,
): SheetPart => {
  const health = healthRow(plan, days);
  const title = `Timesheet ${sayMonth(month)}, ${sayHalf(month, half)}`;
  const withTravel = plan.client.hoursWithTravel || plan.provider.hoursWithTravel;
  return {
    kind: 'sheet',
    title,
    subject: subjectOf(plan),
    foot: `Timesheet ${plan.id} · ${month} · ${half === 0 ? '1st' : '2nd'} half`,
    banner: temporaryBanner(plan, false) ?? null,
    facts: factsOf(plan, month, half),
    code: { tag, kind: covidts ? 'C' : 'T', plan: plan.id, month, period: half, version: plan.rev },
    columns: days.map(({ date, weekday, state }) => ({
      weekday,
      day: String(Number(date.slice(8))),
      fill: FILLS[state],
    })),
    clocks: [
      { label: 'Time In', hints: hintsOf(plan, days, ({ time }, day) => (timeNeeded ? time[0][day] : null)) },
      {
        label: 'Time Out',
        hints: hintsOf(plan, days, ({ time }, day) => (timeNeeded ? time[1][day] : null)),
      },
    ],
    sums: [
      {
        label: 'Travel (minutes)',
        hints: hintsOf(plan, days, ({ time }, day) => minuteHint(time[2][day])),
      },
      { label: withTravel ? 'Hours + travel' : 'Hours' },
    ],
    groups: groupsOf(plan, days),
    daily: [...health, { label: 'Provider initials' }, { label: 'Client initials' }],
    statement: paper.texts.timesheetStatement,
    signatures: [
      { role: 'Provider', name: letterName(plan.provider) },
      { role: 'Client or representative', name: letterName(plan.client), relation: true },
    ],
    office: { title: 'Office use', checks: OFFICE_CHECKS },
  };
};

/** Both halves, each as far as the plan runs in it, and the page for the month. Empty: the plan has no day in it. */
export const timesheetParts = (
  plan: PlanFacts,
  month: string,
  printing: Printing,
  flags: SheetFlags,
): DocumentPart[] => {
  const halves = HALVES.map((half) => ({
    month,
    half,
    days: sheetDays(plan, daysOfHalf(month, half), limitsOf(plan)),
  })).filter(({ days }) => isPrinted(days));
  if (halves.length === 0) return [];
  return [
    ...halves.map((half) => halfPart(plan, half, printing, flags)),
    ...(flags.mreport ? [monthlyReportPart(plan, month, printing)] : []),
  ];
};
