import { enteredStart, showEnd, windowOf } from '@homecare/domain/calculator/rules.ts';
import { KINDS } from '@homecare/domain/calculator/tasks.ts';
import { showDate, showMinutesAsHours, showStamp, spanMinutes, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block, FlowPart, TableBlock } from '../platform/documents/blocks.ts';
import type { StoredResult } from './queries.ts';

/** A calculator result as a page (docs/rules/calculator.md, rule 11). */

const NONE = '—';

const weekTable = ({ content }: StoredResult): TableBlock => {
  const on = (day: (typeof WEEKDAYS)[number]) => content.days.find((one) => one.day === day);
  const cells = (pick: (day: NonNullable<ReturnType<typeof on>>) => string) =>
    WEEKDAYS.map((day) => {
      const found = on(day);
      return found ? pick(found) : NONE;
    });
  return {
    kind: 'table',
    columns: [
      { head: 'Week', width: 16 },
      ...WEEKDAYS.map((head) => ({ head, width: 12, align: 'right' as const })),
    ],
    rows: [
      ['In', ...cells((day) => day.in)],
      ['Out', ...cells((day) => day.out)],
      ['Hours', ...cells((day) => showMinutesAsHours(spanMinutes(day.in, day.out)))],
    ],
  };
};

const taskTable = ({ content }: StoredResult): TableBlock => {
  const asked = content.request.tasks[KINDS[content.type].list];
  const minutesOn = (code: number, day: string) =>
    content.days
      .filter((one) => one.day === day)
      .flatMap(({ tasks }) => tasks)
      .find((task) => task.code === code)?.minutes ?? 0;
  const lines = asked.filter(({ code }) => WEEKDAYS.some((day) => minutesOn(code, day) > 0));
  const show = (minutes: number) => (minutes === 0 ? '' : String(minutes));
  return {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'Code', width: 8 },
      { head: 'Task', width: 30 },
      { head: 'Norm', width: 12, align: 'right' },
      { head: 'Min × times', width: 15, align: 'right' },
      ...WEEKDAYS.map((head) => ({ head, width: 8, align: 'right' as const })),
      { head: 'Total', width: 10, align: 'right' },
    ],
    rows: lines.map(({ code, name, norm, duration, times }) => {
      const days = WEEKDAYS.map((day) => minutesOn(code, day));
      return [String(code), name, norm, `${duration} × ${times}`, ...days.map(show), String(sum(days))];
    }),
    none: 'Nothing was placed.',
    total: [
      '',
      'Total minutes',
      '',
      '',
      ...WEEKDAYS.map((day) => show(content.totals.byDay[day] ?? 0)),
      String(content.totals.minutes),
    ],
  };
};

const notPlaced = ({ content, change }: StoredResult): Block[] =>
  content.notPlaced.length === 0
    ? []
    : [
        { kind: 'section', text: 'Not placed' },
        {
          kind: 'table',
          columns: [
            { head: 'Code', width: 10 },
            { head: 'Minutes', width: 12, align: 'right' },
            { head: 'Reason', width: 60 },
            { head: 'Cheapest change', width: 45 },
          ],
          rows: content.notPlaced.map(({ code, minutes, reason }) => [
            String(code),
            String(minutes),
            reason,
            change ?? NONE,
          ]),
        },
      ];

const listed = (title: string, lines: readonly string[]): Block[] =>
  lines.length === 0
    ? []
    : [
        { kind: 'section', text: title },
        ...lines.map((text): Block => ({ kind: 'paragraph', text, style: 'small' })),
      ];

export const resultPart = (file: StoredResult, zone: string): FlowPart => {
  const { content, provider, client, typeName } = file;
  const { request } = content;
  const added = Temporal.Instant.fromEpochMilliseconds(content.added * 1000).toString();
  return {
    title: 'IHSS care plan calculation',
    subject: `${client} (${request.client})`,
    foot: `IHSS care plan calculation ${request.client} · run ${content.run} · ${content.type}`,
    aside: [`Run ${content.run}`, showStamp(added, zone)],
    banner: content.optimal ? null : (content.unproven ?? 'A better week may exist: the search was ended.'),
    blocks: [
      {
        kind: 'fields',
        fields: [
          { label: 'Client', span: 4, value: client },
          { label: 'Provider', span: 4, value: provider },
          { label: 'Start date', span: 2, value: showDate(request.startDate) },
          { label: 'Hours a week', span: 2, value: showMinutesAsHours(content.totals.minutes) },
          { label: 'Type', span: 4, value: typeName ?? KINDS[content.type].title },
          { label: 'Code', span: 2, value: content.code },
          { label: 'Start time (entered)', span: 2, value: enteredStart(request.timeStart) },
          { label: 'Start time (sent)', span: 2, value: request.timeStart },
          { label: 'End time', span: 2, value: showEnd(windowOf(request.timeStart, request.timeEnd).end) },
        ],
      },
      { kind: 'section', text: 'Week' },
      weekTable(file),
      { kind: 'section', text: 'Tasks (minutes)' },
      taskTable(file),
      {
        kind: 'paragraph',
        style: 'bold',
        text: `Total ${content.totals.minutes} minutes, ${showMinutesAsHours(content.totals.minutes)} hours a week`,
        above: 4,
      },
      ...notPlaced(file),
      ...listed('Not on the right days', content.spread),
      ...listed('Warnings', content.warnings),
      ...listed(
        'Checked against',
        file.compared.length > 0 ? file.compared : ['No other plans or services.'],
      ),
      { kind: 'gap', height: 10 },
      { kind: 'signatures', signatures: [{ role: 'Case manager' }, { role: 'Agency' }] },
    ],
  };
};
