import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { PayChange, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import { sayDifference, sayOldNew, sayRowPeriod } from '@homecare/domain/payroll/runs.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { IconHistory } from '@tabler/icons-react';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import type { LoadFailure } from '../../ui/states.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';

interface ChangedHour extends PayChange {
  readonly key: string;
  readonly name: string;
  readonly half: string;
}

const WHAT: Record<PayChange['what'], (change: PayChange) => string> = {
  hours: ({ date }) => showDate(date),
  rounding: () => 'Rounding of the card',
  rate: () => 'Pay rate',
  pay: () => 'Pay rate',
  overtime: ({ date }) => `Overtime, week to ${showDate(date)}`,
  premium: ({ date }) => `Overtime premium, week to ${showDate(date)}`,
};

const changedHours = (rows: readonly RunRow[]): ChangedHour[] =>
  rows.flatMap((row) =>
    row.changes.map((change, at) => ({
      ...change,
      key: `${row.providerId} ${row.month} ${row.half} ${row.correctionOf} ${at}`,
      name: joinName(row.last, row.first),
      half: sayRowPeriod(row),
    })),
  );

/** Changed hours are those of one visit; the others belong to no single one. */
const storyOf = ({ what, planId, date }: ChangedHour): RowStory =>
  what === 'hours' && planId !== null && date !== null ? { visit: { planId, day: date } } : undefined;

const columnsIn = (zone: string): readonly Column<ChangedHour>[] => [
  {
    key: 'provider',
    title: 'Provider',
    min: 150,
    cell: ({ name, half }) => <CellLines main={name} sub={half} />,
  },
  {
    key: 'what',
    title: 'Changed',
    width: 158,
    cell: (change) => (
      <CellLines
        main={WHAT[change.what](change)}
        sub={change.planId === null ? undefined : `Plan ${change.planId}`}
      />
    ),
  },
  {
    key: 'hours',
    title: 'Old → new',
    width: 116,
    align: 'right',
    cell: (change) => <CellLines main={sayOldNew(change)} sub={sayDifference(change)} />,
  },
  {
    key: 'who',
    title: 'By',
    width: 170,
    cell: ({ who, at }) => (
      <CellLines main={who ?? '–'} sub={at === null ? undefined : showStamp(at, zone)} />
    ),
  },
];

interface ChangesTableProps {
  readonly rows: readonly RunRow[] | undefined;
  readonly failure?: LoadFailure | undefined;
}

/** Paid hours that were changed after they were exported: old, new, who and when. */
export const ChangesTable = ({ rows, failure }: ChangesTableProps) => {
  const zone = useZone();
  const changed = rows && changedHours(rows);
  const stories = useRowStory(storyOf, changed);
  return (
    <DataTable
      label="Changed paid hours"
      columns={columnsIn(zone)}
      rows={changed}
      rowKey={({ key }) => key}
      rowName={({ name, half }) => `${name}, ${half}`}
      pageSize={8}
      onOpen={stories.show}
      keys={stories.keys}
      noun={changed?.length === 1 ? 'change' : 'changes'}
      listItem={(change) => ({
        title: change.name,
        kind: sayOldNew(change),
        line: [WHAT[change.what](change), change.who, change.at === null ? null : showStamp(change.at, zone)]
          .filter(Boolean)
          .join(' · '),
      })}
      loadingText="Loading changes…"
      failure={failure}
      empty={
        <EmptyState
          icon={IconHistory}
          title="No correction"
          text="No paid hour was changed after it was exported."
        />
      }
    />
  );
};
