import { showDate, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { outsideServices } from '@homecare/domain/care-plans/rules.ts';
import {
  overlapsOf,
  type Stretch,
  showMinute,
  weekStretches,
} from '@homecare/domain/people-forms/week-lines.ts';
import type { Block, TimelineBlock } from '../../platform/documents/blocks.ts';
import type { FormPerson } from '../queries.ts';
import {
  box,
  type ClientFacts,
  clientBlock,
  letterName,
  presentPlans,
  servicesTable,
} from './client-blocks.ts';

const FILLS = { ours: 'solid', daycare: 'outline', other: 'hatched' } as const;

const dayOf = (label: Weekday, stretches: readonly Stretch[]): TimelineBlock['rows'][number] => {
  const marks = overlapsOf(stretches);
  return {
    label,
    bars: stretches.map(({ from, to, source, text }) => ({
      from,
      to,
      fill: FILLS[source],
      texts: [`${showMinute(from)}-${showMinute(to)} ${text}`, text, `${showMinute(from)}-${showMinute(to)}`],
    })),
    marks,
    remark: marks.map(({ from, to }) => `Overlap ${showMinute(from)}-${showMinute(to)}`).join('\n'),
  };
};

/** Our plans, the daycare and other services next to each other; overlaps are marked by a line and in words. */
const weekStrip = (facts: ClientFacts): TimelineBlock => {
  const { client } = facts;
  const daycare = client.Daycare ? (client.DaycareName ?? 'Daycare') : null;
  const stretches = weekStretches(presentPlans(facts), outsideServices(client), daycare);
  return {
    kind: 'timeline',
    rows: WEEKDAYS.map((day) =>
      dayOf(
        day,
        stretches.filter((one) => one.day === day),
      ),
    ),
    legend: [
      { fill: 'solid', text: 'Our care plans' },
      { fill: 'outline', text: 'Daycare' },
      { fill: 'hatched', text: 'Other services' },
    ],
  };
};

const daycareFields = (client: FormPerson): Block => {
  const { Daycare, DaycareDays, DaycareTimeFrom, DaycareTimeTo } = client;
  const span = Daycare && DaycareTimeFrom && DaycareTimeTo ? `${DaycareTimeFrom}-${DaycareTimeTo}` : '';
  return {
    kind: 'fields',
    fields: [
      { ...box(client, 'DaycareName', 5), ...(!Daycare && { value: null }) },
      { label: 'Daycare days', span: 4, value: Daycare ? (DaycareDays ?? []).join(', ') : '' },
      { label: 'Daycare time', span: 3, value: span },
    ],
  };
};

const otherServices = (client: FormPerson): Block => ({
  kind: 'table',
  columns: [
    { head: 'Other service: company', width: 38 },
    ...WEEKDAYS.map((day) => ({ head: day, width: 6, align: 'center' as const })),
    { head: 'From', width: 10 },
    { head: 'To', width: 10 },
  ],
  rows: (client.otherService ?? []).map((service) => [
    service.CompanyName,
    ...WEEKDAYS.map((day) => ({ check: { label: '', checked: service[day] } })),
    service.From ?? '',
    service.To ?? '',
  ]),
  none: 'No other services are on record.',
});

const blankTable = (
  columns: readonly (readonly [head: string, width: number])[],
  blankRows: number,
): Block => ({
  kind: 'table',
  columns: columns.map(([head, width]) => ({ head, width })),
  rows: [],
  blankRows,
  blankHeight: 17,
});

/** Who does what among all services of a client. */
export const careCoordinationBlocks = (facts: ClientFacts): Block[] => {
  const { client, staff } = facts;
  return [
    ...clientBlock(client),
    {
      kind: 'fields',
      fields: [
        box(client, 'Doctor', 4),
        box(client, 'Doctors Phone #', 2),
        box(client, 'Case Manager', 4),
        box(client, 'Managers Phone', 2),
      ],
    },
    ...servicesTable(facts),
    { kind: 'section', text: 'Daycare and other services' },
    daycareFields(client),
    { kind: 'gap', height: 3 },
    otherServices(client),
    {
      kind: 'section',
      text: `Week ${WEEKDAY_NAMES.Mon} to ${WEEKDAY_NAMES.Sun}, as of ${showDate(facts.today.toString())}`,
    },
    weekStrip(facts),
    { kind: 'page' },
    { kind: 'section', text: 'Other agencies' },
    blankTable(
      [
        ['Agency', 26],
        ['Contact', 20],
        ['Phone', 16],
        ['Service', 22],
        ['Frequency', 16],
      ],
      4,
    ),
    { kind: 'section', text: 'Agreed duties' },
    blankTable(
      [
        ['Task', 52],
        ['Who', 26],
        ['When', 22],
      ],
      8,
    ),
    { kind: 'section', text: 'Contact log' },
    blankTable(
      [
        ['Date', 11],
        ['Time', 8],
        ['Person', 19],
        ['How: phone, visit, mail, fax', 15],
        ['Subject', 20],
        ['Result', 19],
        ['Initials', 8],
      ],
      8,
    ),
    { kind: 'section', text: 'Agreement' },
    {
      kind: 'fields',
      fields: [
        { label: 'Risks and back-up plan', span: 9, lines: 3 },
        { label: 'Next review date', span: 3, lines: 3 },
      ],
    },
    {
      kind: 'signatures',
      signatures: [
        { role: 'Agency', name: staff },
        { role: 'Client or representative', name: letterName(client) },
        { role: 'Other agency' },
      ],
    },
  ];
};
