import { sayStamp } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import type { listExclusions } from '@homecare/domain/exclusions/contract.ts';
import type { Screening } from '@homecare/domain/exclusions/schema.ts';
import { IconListSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';

const columnsIn = (zone: string): readonly Column<Screening>[] => [
  { key: 'at', title: 'Screened', width: 230, cell: ({ at, by }) => `${sayStamp(at, zone)} by ${by}` },
  { key: 'list', title: 'List', width: 80, cell: ({ list }) => list },
  {
    key: 'file',
    title: 'File',
    min: 200,
    cell: ({ fileName, sha256 }) => <CellLines main={fileName} sub={`SHA-256 ${sha256.slice(0, 16)}…`} />,
  },
  {
    key: 'listed',
    title: 'On the list',
    width: 110,
    align: 'right',
    cell: ({ listed }) => listed.toLocaleString('en-US'),
  },
  {
    key: 'screened',
    title: 'Compared',
    width: 110,
    align: 'right',
    cell: ({ screened }) => screened.toLocaleString('en-US'),
  },
  { key: 'found', title: 'New findings', width: 120, align: 'right', cell: ({ found }) => String(found) },
];

interface ScreeningsTableProps {
  readonly query: UseQueryResult<OutputOf<typeof listExclusions>, Error>;
  readonly rows: readonly Screening[] | undefined;
  readonly zone: string;
}

/** Which file was screened when and by whom. */
export const ScreeningsTable = ({ query, rows, zone }: ScreeningsTableProps) => (
  <DataTable
    label="Screenings"
    columns={columnsIn(zone)}
    rows={rows}
    rowKey={({ id }) => id}
    rowName={({ fileName }) => fileName}
    pageSize={12}
    noun={rows?.length === 1 ? 'screening' : 'screenings'}
    listItem={({ list, at, by, found, fileName }) => ({
      title: `${list}, ${sayStamp(at, zone)}`,
      kind: `${found} new`,
      line: `${fileName}, by ${by}`,
    })}
    footer={freshnessOf(query)}
    loadingText="Loading screenings…"
    failure={failureOf(query, 'Couldn’t load the screenings')}
    empty={
      <EmptyState
        icon={IconListSearch}
        title="No screenings yet"
        text="Each file that you screen is listed here with its checksum."
      />
    }
  />
);
