import { showHours } from '@homecare/domain/billing/counting.ts';
import { dayOfStamp, showDate } from '@homecare/domain/calendar.ts';
import {
  type CallGroup,
  type CallLine,
  type CallTotals,
  occurringReasons,
  type ReportedEnd,
  totalsOf,
} from '@homecare/domain/visits/call-report.ts';
import type { Block, Cell, Row, TableBlock } from '../../platform/documents/blocks.ts';

/** The EVV call report: every visit with what was recorded and what counts now (docs/rules/visits.md, rule 43). */

const COLUMNS: TableBlock['columns'] = [
  { head: 'Date', width: 50 },
  { head: 'Client', width: 66 },
  { head: 'Provider', width: 62 },
  { head: 'Type', width: 28 },
  { head: 'Planned', width: 33 },
  { head: 'Call in', width: 36 },
  { head: 'Call out', width: 37 },
  { head: 'Adj. in', width: 32 },
  { head: 'Adj. out', width: 33 },
  { head: 'Hours', width: 32, align: 'right' },
  { head: 'Billed', width: 30 },
  { head: 'm in', width: 34, align: 'right' },
  { head: 'm out', width: 34, align: 'right' },
  { head: 'Edited', width: 70 },
  { head: 'Reason', width: 60 },
  { head: 'IOBSE', width: 34 },
  { head: 'Sandata', width: 44 },
];

const NONE = '—';

const clock = (stamp: string | null, zone: string) => {
  if (stamp === null) return NONE;
  const { hour, minute } = Temporal.Instant.from(stamp).toZonedDateTimeISO(zone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

const stampOf = (stamp: string, zone: string) => `${showDate(dayOfStamp(stamp, zone))} ${clock(stamp, zone)}`;

const callCell = ({ call, kind, late }: ReportedEnd, zone: string): Cell =>
  call === null ? NONE : `${clock(call, zone)}${late ? ' L' : ''} ${kind}`;

const adjusted = ({ adjusted: at }: ReportedEnd, zone: string): Cell => (at === null ? '' : clock(at, zone));

/** Nothing is shown by color alone, so a distant place has a bold sign and a word. */
const distanceCell = ({ metres, isAway }: ReportedEnd): Cell => {
  if (metres === null) return NONE;
  const written = metres.toLocaleString('en-US');
  return isAway ? { bold: `! ${written} away` } : written;
};

const reasonOf = ({ visit }: CallLine) =>
  [visit.changeCode, visit.changeReason].filter((part) => part !== null && part !== '').join(' ') || NONE;

const editedOf = ({ visit }: CallLine, zone: string) =>
  visit.EditedTS === null ? NONE : `${visit.EditedBy ?? ''} ${stampOf(visit.EditedTS, zone)}`.trim();

const rowsOf = (line: CallLine, zone: string): Row[] => {
  const { visit, start, end, actual, billed } = line;
  return [
    [
      showDate(visit.Date),
      visit.ClientName,
      visit.ProviderName,
      visit.Type,
      `${visit.PlanStartTime}-\n${visit.PlanEndTime}`,
      callCell(start, zone),
      callCell(end, zone),
      adjusted(start, zone),
      adjusted(end, zone),
      actual === null ? NONE : showHours(actual),
      billed ? 'yes' : 'no',
      distanceCell(start),
      distanceCell(end),
      editedOf(line, zone),
      reasonOf(line),
      visit.IOBSE ?? NONE,
      visit.Status === 'Complete' ? (visit.aggregatorStatus ?? 'none') : visit.Status,
    ],
    ...(line.closed ? [{ note: line.closed }] : []),
    ...(visit.Notes ? [{ note: `Notes: ${visit.Notes}` }] : []),
  ];
};

const TOTAL_COLUMNS: TableBlock['columns'] = [
  { head: 'Totals', width: 30 },
  { head: 'Visits', width: 9, align: 'right' },
  { head: 'Complete', width: 9, align: 'right' },
  { head: 'Missed', width: 9, align: 'right' },
  { head: 'Edited', width: 9, align: 'right' },
  { head: 'Location errors', width: 11, align: 'right' },
  { head: 'Planned hours', width: 11, align: 'right' },
  { head: 'Actual hours', width: 11, align: 'right' },
  { head: 'Unedited', width: 9, align: 'right' },
];

const totalRow = (name: string, totals: CallTotals): Cell[] => [
  name,
  ...[totals.visits, totals.complete, totals.missed, totals.edited, totals.locationErrors].map(String),
  showHours(totals.planned),
  showHours(totals.actual),
  totals.unedited === null ? NONE : `${totals.unedited} %`,
];

const LATE = 'L: pressed without network and sent after the fact by the phone. Times are local.';

export const callReportBlocks = (groups: readonly CallGroup[], zone: string): Block[] => {
  const lines = groups.flatMap((group) => group.lines);
  const reasons = occurringReasons(lines).map(({ code, label }) => `${code} ${label}`);
  const named = groups.filter(({ name }) => name !== null);
  return [
    {
      kind: 'table',
      dense: true,
      columns: COLUMNS,
      rows: groups.flatMap(({ name, lines: ofGroup }): Row[] => [
        ...(name === null ? [] : [{ band: name }]),
        ...ofGroup.flatMap((line) => rowsOf(line, zone)),
      ]),
      none: 'No records for the chosen parameters.',
    },
    { kind: 'gap', height: 6 },
    {
      kind: 'table',
      dense: true,
      columns: TOTAL_COLUMNS,
      rows: named.map((group) => totalRow(group.name ?? '', totalsOf(group.lines))),
      total: totalRow('All', totalsOf(lines)),
    },
    { kind: 'paragraph', style: 'small', above: 4, text: LATE },
    ...(reasons.length > 0
      ? [{ kind: 'paragraph', style: 'small', text: `Reasons: ${reasons.join('; ')}.` } as const]
      : []),
  ];
};
