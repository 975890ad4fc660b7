import type { FilledRow } from '@homecare/domain/agency-forms/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { IconForms, IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { FILLED, openFilledPaper } from './api.ts';
import { sayFiller, sayVersion } from './filled-words.ts';

const PERSON: Column<FilledRow> = {
  key: 'person',
  title: 'About',
  min: 170,
  cell: ({ personId, person }) => <CellLines strong main={<PersonLink id={personId} name={person} />} />,
};
const COLUMNS: readonly Column<FilledRow>[] = [
  {
    key: 'form',
    title: 'Form',
    width: 260,
    cell: (row) => <CellLines main={row.title} sub={sayVersion(row)} />,
  },
  { key: 'day', title: 'Date', width: 120, cell: ({ day }) => showDate(day) },
  { key: 'by', title: 'Filled by', width: 240, cell: sayFiller },
];

interface FilledTableProps<Row extends FilledRow> {
  readonly query: Pick<UseQueryResult<unknown, Error>, 'isError' | 'error' | 'dataUpdatedAt' | 'refetch'> &
    Parameters<typeof failureOf>[0] &
    Parameters<typeof freshnessOf>[0];
  readonly rows: readonly Row[] | undefined;
  /** In place of form and filler: what was answered. */
  readonly columns?: readonly Column<Row>[];
  /** On the page of the person they are about. */
  readonly isOfOne?: boolean;
}

/** Forms that were filled, the newest first. */
export const FilledTable = <Row extends FilledRow>({
  query,
  rows,
  columns,
  isOfOne,
}: FilledTableProps<Row>) => {
  const openPage = useOpenPage();
  const show = ({ id }: FilledRow) => void openPage(FILLED, { id });
  return (
    <DataTable<Row>
      label="Filled forms"
      columns={[...(isOfOne ? [] : [PERSON]), ...(columns ?? COLUMNS)]}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ title, person, day }) => `${title}, ${person}, ${showDate(day)}`}
      noun={rows?.length === 1 ? 'filled form' : 'filled forms'}
      dimmed={({ isMistake }) => isMistake}
      onOpen={show}
      menu={(row) => [
        { label: 'Open', icon: IconForms, onSelect: () => show(row) },
        { label: 'Print', icon: IconPrinter, onSelect: () => openFilledPaper(row.id) },
      ]}
      listItem={(row) => ({
        title: isOfOne ? row.title : row.person,
        kind: isOfOne ? undefined : row.title,
        line: row.isMistake ? `${showDate(row.day)}, entered by mistake` : showDate(row.day),
        more: sayFiller(row),
      })}
      footer={freshnessOf(query)}
      loadingText="Loading filled forms…"
      failure={failureOf(query, 'Couldn’t load the filled forms')}
      empty={
        <EmptyState
          icon={IconForms}
          title="No form was filled"
          text="Filled forms appear here, from the office and from phones."
        />
      }
    />
  );
};
