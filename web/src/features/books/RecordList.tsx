import {
  type BookPart,
  type BookRecord,
  type BooksPage,
  type CheckResult,
  personOfRecord,
} from '@homecare/domain/books/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { Button } from '@mantine/core';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { CHECK_WORDS, PART_WORDS, recordName, showValue } from './book-words.ts';
import { useOpenRecord } from './open-record.ts';

interface Row {
  readonly key: string;
  readonly record: BookRecord;
  /** The client, of pay the caregiver. */
  readonly person: string;
  /** What is wrong, or how much it is. */
  readonly text: string;
}

interface RecordListProps {
  readonly result: CheckResult;
  readonly part: BookPart | 'broken';
  readonly clients: BooksPage['clients'];
}

/** A visit is named by its care plan and day; the others are of several visits. */
const storyOf = ({ record, person }: Row): RowStory => {
  const { kind, id, clientId, day, month } = record;
  if (kind === 'pay')
    return { counts: { of: 'caregiver', id, ...(month !== null && { month }) }, title: person };
  if (kind === 'visit') return day === null ? undefined : { visit: { planId: Number(id), day } };
  const title = `${recordName(record)}, ${person}`;
  if (kind !== 'client' && kind !== 'account') return { counts: { of: kind, id }, title };
  if (clientId === null) return undefined;
  const counts = { of: 'client', id: String(clientId), ...(month !== null && { month }) } as const;
  return { counts, title: person };
};

const whenOf = ({ day, month }: BookRecord) => (day ? showDate(day) : month ? sayMonth(month) : '–');

/** The records of a part, each with the way to it. */
export const RecordList = ({ result, part, clients }: RecordListProps) => {
  const { check, parts, broken, brokenCount } = result;
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  const open = useOpenRecord((clientId) => names.get(clientId));
  const found = parts.find((one) => one.part === part);
  const listed =
    part === 'broken'
      ? broken
      : (found?.records.map((record) => ({ record, text: showValue(check, record.value) })) ?? []);
  const rows = listed.map(
    ({ record, text }, at): Row => ({
      key: `${at} ${record.kind} ${record.id}`,
      record,
      person: names.get(personOfRecord(record) ?? 0) ?? '–',
      text,
    }),
  );
  const stories = useRowStory(storyOf, rows);
  const all = part === 'broken' ? brokenCount : (found?.count ?? 0);
  const columns: readonly Column<Row>[] = [
    { key: 'record', title: 'Record', width: 150, cell: ({ record }) => recordName(record) },
    { key: 'person', title: 'Client or caregiver', width: 190, cell: ({ person }) => person },
    { key: 'when', title: 'When', width: 130, cell: ({ record }) => whenOf(record) },
    {
      key: 'text',
      title: part === 'broken' ? 'What is wrong' : CHECK_WORDS[check].unit === 'cents' ? 'Amount' : 'Hours',
      min: part === 'broken' ? 320 : 110,
      cell: ({ text }) => <CellLines main={text} wraps />,
    },
  ];
  return (
    <>
      <DataTable
        label={part === 'broken' ? `${CHECK_WORDS[check].title}: does not add up` : PART_WORDS[part]}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        rowName={({ record, person }) => `${recordName(record)}, ${person}, ${whenOf(record)}`}
        pageSize={12}
        noun={rows.length === 1 ? 'record' : 'records'}
        onOpen={({ record }) => open(record)?.()}
        keys={stories.keys}
        menu={stories.entries}
        actions={({ record }) => {
          const go = open(record);
          return go && <Button onClick={go}>Open</Button>;
        }}
        actionsTitle="Actions"
        actionsWidth={140}
        listItem={({ record, person, text }) => ({
          title: recordName(record),
          line: `${person}, ${whenOf(record)}`,
          more: text,
        })}
        footer={all > rows.length ? `The first ${rows.length} of ${counted(all, 'record')}` : undefined}
        loadingText="Loading records…"
      />
      {stories.window}
    </>
  );
};
