import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { unitRuleOf } from '@homecare/domain/billing/rates.ts';
import { showDate, showMinutesAsHours, weekdayOf } from '@homecare/domain/calendar.ts';
import { weeksIn } from '@homecare/domain/care-plans/weeks.ts';
import {
  changeSince,
  daysOfHalf,
  HALVES,
  type Half,
  orderMonth,
  sayMonth,
} from '@homecare/domain/plan-documents/rules.ts';
import { closedText } from '@homecare/domain/visits/closing.ts';
import type { Block, FlowPart } from '../../platform/documents/blocks.ts';
import type { PlanFacts } from '../queries.ts';
import { hoursOfWeeks } from './care-plan.ts';
import { addressLines, letterName, limitsOf, type Printing, subjectOf, tableName } from './plan-lines.ts';

/** The order of a month, which the provider accepts (docs/rules/plan-documents.md, rule 8). */

const COLUMNS = 16;

/** One row of days with their planned hours. */
const strip = (month: string, half: Half, planned: ReadonlyMap<string, number>): Block => {
  const { from, through } = daysOfHalf(month, half);
  const first = Number(from.slice(8));
  const dates = Array.from({ length: COLUMNS }, (_, n) => first + n).map((day) =>
    day <= Number(through.slice(8)) ? `${month}-${String(day).padStart(2, '0')}` : undefined,
  );
  const head = (date: string | undefined) =>
    date === undefined
      ? ''
      : `${weekdayOf(Temporal.PlainDate.from(date)).slice(0, 2)} ${Number(date.slice(8))}`;
  const minutes = (date: string | undefined) => (date === undefined ? undefined : planned.get(date));
  return {
    kind: 'table',
    dense: true,
    columns: dates.map((date) => ({ head: head(date), width: 1, align: 'center' as const })),
    rows: [
      dates.map((date) => {
        const found = minutes(date);
        return found === undefined ? '' : showMinutesAsHours(found);
      }),
    ],
  };
};

/** Of the type's code, or of the service that the aggregator knows it by. */
const authorised = ({ client, typeCode, aggregatorCode }: PlanFacts): number | undefined =>
  client.totalUnits?.[typeCode] ?? (aggregatorCode ? client.totalUnits?.[aggregatorCode] : undefined);

/** Days that left the order, each with its reason. */
const closedField = ({ closed }: PlanFacts, month: string): Block[] => {
  const days = closed.filter(({ plannedDay }) => plannedDay.startsWith(month));
  if (days.length === 0) return [];
  const value = days.map((day) => `${showDate(day.plannedDay).slice(0, 5)} ${closedText(day)}`).join('; ');
  return [{ kind: 'fields', fields: [{ label: 'Closed visits, not in this order', span: 12, value }] }];
};

export const orderSheetPart = (plan: PlanFacts, month: string, { zone, pack }: Printing): FlowPart => {
  const { client, provider } = plan;
  const order = orderMonth(plan, month, limitsOf(plan), unitRuleOf(plan.terms, month, pack));
  const byDate = new Map(order.days.map(({ date, minutes }) => [date, minutes]));
  const units = authorised(plan);
  return {
    title: `Service Order ${sayMonth(month)}`,
    subject: subjectOf(plan),
    foot: `Service Order ${plan.id} · ${month}`,
    aside: [`Plan ${plan.id}`],
    blocks: [
      {
        kind: 'fields',
        fields: [
          { label: 'Provider', span: 5, value: tableName(provider) },
          { label: 'Address', span: 5, value: addressLines(provider).join(', ') },
          { label: 'Phone', span: 2, value: provider.phone },
          { label: 'Client', span: 5, value: tableName(client) },
          { label: 'Address', span: 5, value: addressLines(client).join(', ') },
          { label: 'Phone', span: 2, value: client.phone },
          { label: 'Directions', span: 12 },
          { label: 'Service', span: 4, value: `${plan.type} (${plan.typeCode})` },
          { label: 'Hours a week', span: 2, value: hoursOfWeeks(weeksIn(plan, daysOfMonth(month))) },
          { label: 'Planned days', span: 1, value: String(order.days.length) },
          {
            label: 'Planned hours (travel)',
            span: 2,
            value: `${showMinutesAsHours(order.minutes)} (${showMinutesAsHours(order.travel)})`,
          },
          { label: 'Planned units', span: 1, value: String(order.units ?? 'Not known') },
          { label: 'Authorized units', span: 2, value: units?.toLocaleString('en-US') ?? '' },
        ],
      },
      { kind: 'section', text: 'Planned hours a day' },
      ...HALVES.map((half) => strip(month, half, byDate)),
      ...closedField(plan, month),
      {
        kind: 'fields',
        fields: [{ label: 'Change since last month', span: 12, value: changeSince(plan, month, zone) }],
      },
      { kind: 'paragraph', style: 'bold', above: 8, text: 'Provider: I accept this order.' },
      { kind: 'signatures', signatures: [{ role: 'Provider', name: letterName(provider) }] },
    ],
  };
};
