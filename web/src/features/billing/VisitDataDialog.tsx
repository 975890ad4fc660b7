import { visitTimesOf } from '@homecare/domain/billing/opening.ts';
import { showDate, showMinutesAsHours, spanMinutes } from '@homecare/domain/calendar.ts';
import { IconClockOff } from '@tabler/icons-react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import type { CardContext, Row } from './card-draft.ts';

interface Line {
  readonly date: string;
  readonly billed: string;
  readonly visited: string;
  readonly difference: string;
}

const NONE = '–';

const linesOf = ({ card, zone }: CardContext, rows: readonly Row[]): Line[] => {
  const visits = visitTimesOf(card.visits, zone);
  const dates = new Set([...rows.map(({ date }) => date), ...visits.keys()]);
  return [...dates].sort().map((date) => {
    const row = rows.find((one) => one.date === date);
    const isBilled = row?.billing === true && row.start !== '' && row.end !== '';
    const visit = visits.get(date);
    const billed = isBilled ? spanMinutes(row.start, row.end) : 0;
    return {
      date,
      billed: isBilled ? `${row.start} – ${row.end}` : NONE,
      visited: visit ? `${visit.start} – ${visit.end}` : NONE,
      difference: showMinutesAsHours(billed - (visit?.minutes ?? 0)),
    };
  });
};

const COLUMNS: readonly Column<Line>[] = [
  { key: 'date', title: 'Date', min: 110, cell: ({ date }) => showDate(date) },
  { key: 'billed', title: 'Billed', width: 170, cell: ({ billed }) => billed },
  { key: 'visited', title: 'Visit', width: 160, cell: ({ visited }) => visited },
  {
    key: 'difference',
    title: 'Hours above',
    width: 110,
    align: 'right',
    cell: ({ difference }) => difference,
  },
];

/** A saved card beside the actual times of its visits. */
export const VisitDataDialog = ({
  context,
  rows,
  onClose,
}: {
  readonly context: CardContext;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}) => {
  const lines = linesOf(context, rows);
  const { keys, show } = useRowStory<Line>(
    ({ date: day }) => ({ visit: { planId: context.card.plan.id, day } }),
    lines,
  );
  return (
    <ReadDialog
      wide
      title={`Visit EVV Data of ${context.card.plan.Provider}, ${context.month}`}
      onClose={onClose}
      focusClose
    >
      <DataTable
        label="Billed times and visits"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ date }) => date}
        rowName={({ date }) => showDate(date)}
        pageSize="all"
        noun="days"
        onOpen={show}
        keys={keys}
        listItem={({ date, billed, visited }) => ({
          title: showDate(date),
          line: `Billed ${billed}, visit ${visited}`,
        })}
        empty={<EmptyState icon={IconClockOff} title="No days and no visits" />}
      />
    </ReadDialog>
  );
};
