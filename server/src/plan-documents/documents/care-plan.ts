import type { DayRange } from '@homecare/domain/billing/counting.ts';
import {
  showDate,
  showDecimalHours,
  showMinutesAsHours,
  showStamp,
  WEEKDAYS,
  type Weekday,
} from '@homecare/domain/calendar.ts';
import { computeTotals, dayTotals, outsideServices, rowTotal } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { sayWeek, type WeekOfPlan, weeksIn } from '@homecare/domain/care-plans/weeks.ts';
import { plannedTasks } from '@homecare/domain/plan-documents/rules.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block, Cell, FieldBox, FlowPart, Row } from '../../platform/documents/blocks.ts';
import type { PlanFacts } from '../queries.ts';
import {
  addressLines,
  letterName,
  type Printing,
  subjectOf,
  tableName,
  temporaryBanner,
} from './plan-lines.ts';

/** The printed care plan (docs/rules/plan-documents.md, rule 2). */

const count = (minutes: number) => (minutes === 0 ? '' : String(minutes));

const bannerOf = (plan: PlanFacts) =>
  [
    temporaryBanner(plan, true),
    // A temporary plan has that status from its beginning on; only its end says anything.
    plan.Status === 'Archive' && plan.coversPlanId === null
      ? `ARCHIVED ${showDate(plan.EndDate)}`
      : undefined,
    plan.excluded ? `EVV-exempt since ${showDate(plan.excluded)}` : undefined,
  ]
    .filter(Boolean)
    .join(' · ') || null;

const boxes = (
  { client, provider, ...plan }: PlanFacts,
  weeks: readonly WeekOfPlan[],
  { paper }: Printing,
): FieldBox[] => [
  { label: 'Client', span: 4, value: tableName(client) },
  { label: 'DOB (Month-Day-Year)', span: 2, value: showDate(client.dob) },
  { label: 'Provider', span: 4, value: tableName(provider) },
  { label: 'Phone', span: 2, value: provider.phone },
  { label: 'Medicaid', span: 2, value: client.isPrivate ? 'Private' : client.medicaid },
  { label: 'Phone', span: 2, value: client.phone },
  { label: 'Language', span: 2, value: client.language },
  {
    label: 'Skill validation',
    span: 2,
    value: provider.skillNotNeed ? 'Not needed' : showDate(provider.skillValidation),
  },
  { label: 'Type', span: 3, value: plan.type },
  { label: 'Code', span: 1, value: plan.typeCode },
  { label: 'Address', span: 6, value: addressLines(client).join(', ') },
  { label: 'Start date', span: 2, value: showDate(plan.StartDate) },
  { label: 'End date', span: 2, value: showDate(plan.EndDate) },
  { label: 'Hours a week', span: 2, value: hoursOfWeeks(weeks) },
  { label: 'Emergency contact', span: paper.diagnosisOnPlan ? 3 : 6, value: client.emergencyContact },
  { label: 'Emergency phone', span: paper.diagnosisOnPlan ? 2 : 3, value: client.emergencyPhone },
  { label: 'Emergency relation', span: paper.diagnosisOnPlan ? 2 : 3, value: client.emergencyRelation },
  ...(paper.diagnosisOnPlan ? [{ label: 'Diagnosis', span: 5, value: client.diagnosis }] : []),
  { label: 'Remarks', span: 12, value: plan.Remarks },
];

/** Hours of each printed week: '12.00', or '12.00 / 14.00' where the plan changes. */
export const hoursOfWeeks = (weeks: readonly { readonly week: PlanWeek }[]) =>
  weeks.map(({ week }) => showDecimalHours(computeTotals(week).totalHours)).join(' / ');

const ALWAYS: DayRange = { from: '0001-01-01', through: '9999-12-31' };

// ---- the week, its tasks and totals: one table, so that all days are below each other

const days = <T>(of: (day: Weekday) => T): T[] => WEEKDAYS.map(of);
const bold = (text: string): Cell => ({ bold: text });

const taskRows = (band: string, rows: readonly TaskRow[], total: number): Row[] => {
  const planned = plannedTasks(rows);
  if (planned.length === 0) return [];
  const minutesOn = (day: Weekday) => sum(planned.map((row) => row[day]));
  return [
    { band: `${band} (minutes)` },
    ...planned.map((row) => [
      row.Name,
      ...days((day) => count(row[day])),
      String(rowTotal(row)),
      `${WEEKDAYS.filter((day) => row[day] > 0).length} ×`,
    ]),
    [bold('Minutes per day'), ...days((day) => bold(count(minutesOn(day)))), bold(String(total)), ''],
  ];
};

const checkOf = (week: PlanWeek, day: Weekday) => {
  const { tasks, planned } = dayTotals(week, day);
  if (planned === 0 && tasks === 0) return '';
  return tasks === planned ? 'OK' : `${tasks > planned ? '+' : ''}${tasks - planned}`;
};

const weekRows = (name: string, week: PlanWeek): Row[] => {
  const [timeIn, timeOut, travel] = week.time;
  const totals = computeTotals(week);
  const planned = (day: Weekday) => dayTotals(week, day).planned;
  const travelOf = (day: Weekday) => travel[day];
  const worked = days(planned).filter((minutes) => minutes > 0).length;
  const hour = (of: (day: Weekday) => number) =>
    days((day) => (planned(day) === 0 && of(day) === 0 ? '' : showMinutesAsHours(of(day))));
  return [
    { band: name },
    ['Time In', ...days((day) => timeIn[day] ?? ''), '', ''],
    ['Time Out', ...days((day) => timeOut[day] ?? ''), '', ''],
    ['Hours', ...hour(planned), showDecimalHours(totals.workingHours), `${worked} ×`],
    ['Travel Time (minutes)', ...days((day) => count(travel[day])), String(sum(days(travelOf))), ''],
    [
      bold('Total hours'),
      ...hour((day) => planned(day) + travel[day]).map(bold),
      bold(showDecimalHours(totals.totalHours)),
      '',
    ],
    ...taskRows('Personal care', week.personalCareItems, totals.pcTotal),
    ...taskRows('Homemaking', week.homeMakingItems, totals.hmTotal),
    ['Check: tasks = time in/out', ...days((day) => checkOf(week, day)), '', ''],
  ];
};

const weekTable = (name: string, week: PlanWeek): Block => ({
  kind: 'table',
  dense: true,
  columns: [
    { head: '', width: 30 },
    ...WEEKDAYS.map((head) => ({ head, width: 8, align: 'center' as const })),
    { head: 'Total', width: 9, align: 'right' },
    { head: 'A week', width: 8, align: 'right' },
  ],
  rows: weekRows(name, week),
});

const totalsLine = (week: PlanWeek) => {
  const { workingHours, travelHours, totalHours, pcTotal, hmTotal } = computeTotals(week);
  const minutes = (value: number) => Math.round(value * 60).toLocaleString('en-US');
  const tasks = pcTotal + hmTotal;
  return [
    `Planned ${showDecimalHours(workingHours)} hours a week (${minutes(workingHours)} minutes)`,
    `travel ${showDecimalHours(travelHours)} hours (${minutes(travelHours)} minutes)`,
    `together ${showDecimalHours(totalHours)} hours (${minutes(totalHours)} minutes)`,
    `tasks ${tasks.toLocaleString('en-US')} minutes`,
  ].join(' · ');
};

const otherTimes = ({ client }: PlanFacts): Block[] => {
  const services = outsideServices(client);
  if (services.length === 0) return [];
  return [
    { kind: 'section', text: "The client's other times: nobody comes then" },
    ...services.map(
      ({ company, days: on, from, to }): Block => ({
        kind: 'paragraph',
        text: `${company}: ${on.join(', ')} ${from}-${to}`,
        style: 'small',
      }),
    ),
  ];
};

const backUp = ({ paper }: Printing): Block[] => {
  const numbers = [
    paper.letterhead.phone && `office ${paper.letterhead.phone}`,
    paper.phone24h && `24 hours ${paper.phone24h}`,
  ].filter(Boolean);
  return [
    { kind: 'section', text: 'When the provider cannot come, and what is reported at once' },
    { kind: 'paragraph', style: 'bold', text: `Call the agency: ${numbers.join(' · ') || 'see above'}` },
    ...paper.texts.reportAtOnce.map(
      (text): Block => ({ kind: 'paragraph', style: 'small', text: `• ${text}` }),
    ),
  ];
};

/** A plan that changes within the days asked for is printed with each of its weeks. */
export const carePlanPart = (plan: PlanFacts, printing: Printing, days: DayRange = ALWAYS): FlowPart => {
  const weeks = weeksIn(plan, days);
  return {
    title: 'Care Plan',
    subject: subjectOf(plan),
    foot: `Care Plan ${plan.id} · modified ${showStamp(plan.modifiedAt, printing.zone)} ${plan.modifiedBy}`,
    aside: [`Plan ${plan.id}`],
    banner: bannerOf(plan),
    blocks: [
      { kind: 'fields', fields: boxes(plan, weeks, printing) },
      { kind: 'paragraph', style: 'small', text: `Reason: ${plan.createReason}`, above: 2 },
      { kind: 'gap', height: 3 },
      ...weeks.flatMap((week): Block[] => [
        weekTable(sayWeek(week, plan), week.week),
        { kind: 'paragraph', style: 'small', text: totalsLine(week.week) },
      ]),
      ...otherTimes(plan),
      ...backUp(printing),
      {
        kind: 'signatures',
        close: true,
        signatures: [
          { role: 'Client or representative (relation)', name: letterName(plan.client) },
          { role: 'Provider', name: letterName(plan.provider) },
          { role: 'Agency supervisor' },
        ],
      },
    ],
  };
};
