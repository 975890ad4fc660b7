import { addDays, hoursText, showDate } from '@homecare/domain/calendar.ts';
import { refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/schedule/contract.ts';
import { keyOf, leavesRow } from '@homecare/domain/schedule/layout.ts';
import { BOARD_DAYS } from '@homecare/domain/schedule/rules.ts';
import type { Grouping } from '@homecare/domain/schedule/schema.ts';
import { NOBODY_YET, type WeekSheet, weekSheets } from '@homecare/domain/schedule/week-sheet.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Column, DocumentPart, Row } from '../platform/documents/blocks.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listOpen, listTypeNames } from '../staffing/service.ts';
import { listAddresses } from './queries.ts';
import { loadBoard } from './service.ts';

/** A person's week on paper (docs/rules/schedule.md, rule 19). */

const COLUMNS: Record<Grouping, readonly Column[]> = {
  caregiver: [
    { head: 'Hours', width: 22 },
    { head: 'Type', width: 20 },
    { head: 'Client', width: 23 },
    { head: 'Address', width: 35 },
  ],
  client: [
    { head: 'Hours', width: 24 },
    { head: 'Type', width: 26 },
    { head: 'Town', width: 20 },
    { head: 'Caregiver', width: 30 },
  ],
};

type TypeNames = ReadonlyMap<string, string>;

const rowsOf = ({ days }: WeekSheet, grouping: Grouping, names: TypeNames): Row[] =>
  days.flatMap(({ title, visits }): Row[] => [
    { band: visits.length === 0 ? `${title}: no visits` : title },
    ...visits.map(({ hours, type, town, other, address }) => [
      { bold: hours },
      names.get(type) ?? type,
      ...(grouping === 'caregiver'
        ? [other, address || town]
        : [town, other === NOBODY_YET ? { bold: other } : other]),
    ]),
  ]);

const partOf = (sheet: WeekSheet, grouping: Grouping, week: string, names: TypeNames): DocumentPart => ({
  title: sheet.name,
  subject: `${sheet.name} · ${sheet.id}`,
  foot: `${grouping === 'caregiver' ? 'Caregiver' : 'Client'} ${sheet.id} · ${week}`,
  aside: [week],
  blocks: [
    { kind: 'table', columns: COLUMNS[grouping], rows: rowsOf(sheet, grouping, names) },
    { kind: 'paragraph', style: 'bold', above: 6, text: `Hours in all: ${hoursText(sheet.minutes)}` },
  ],
});

export const printWeek: UseCase<typeof calls.printWeek> = async (scope, { from, grouping, ids }) => {
  const days = { from, through: addDays(from, BOARD_DAYS - 1) };
  const board = await loadBoard(scope, days);
  if (!board.ok) return board;
  const today = scope.today().toString();
  const open =
    days.through < today ? [] : await listOpen(scope, { ...days, from: today > from ? today : from });
  const addresses = await listAddresses(
    scope,
    board.data.clients.map(({ id }) => id),
  );
  const sheets = weekSheets({
    board: board.data,
    grouping,
    ids,
    from,
    lifted: new Set(open.filter(leavesRow).map(keyOf)),
    addresses: new Map(addresses.map(({ id, address }) => [id, address])),
  });
  if (sheets.length === 0) return refuse('notFound');
  const names = await listTypeNames(scope.site.db);
  const week = `${showDate(days.from)} to ${showDate(days.through)}`;
  return answerPdf(scope, {
    kind: 'PrintWeek',
    subjectIds: sheets.map(({ id }) => id),
    parameters: { from, grouping },
    title: 'Week',
    fileName: `week_${from}_${sheets.length === 1 ? (sheets[0]?.id ?? '') : grouping}.pdf`,
    namesClient: true,
    parts: sheets.map((sheet) => partOf(sheet, grouping, week, names)),
  });
};
