import type { WeekFigures } from '@homecare/domain/week-figures/schema.ts';
import {
  type FigureKey,
  keysOf,
  sayFigure,
  sayWeek,
  sayWhole,
  titleOf,
} from '@homecare/domain/week-figures/words.ts';
import { IconChartLine } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';

const columnsOf = (keys: readonly FigureKey[]): readonly Column<WeekFigures>[] => [
  { key: 'week', title: 'Week', min: 150, cell: (week) => <b>{sayWeek(week)}</b> },
  ...keys.map(
    (figure): Column<WeekFigures> => ({
      key: figure,
      title: titleOf(figure),
      width: 160,
      align: 'right',
      cell: (week) => sayFigure(figure, week),
    }),
  ),
];

interface WeekTableProps {
  readonly weeks: readonly WeekFigures[];
  /** Of which the list of a week is open. */
  readonly figure: FigureKey;
  readonly chosen: string;
  readonly onChoose: (week: string) => void;
}

/** All figures of the weeks, the latest first; a row shows what counts against its week. */
export const WeekTable = ({ weeks, figure, chosen, onChoose }: WeekTableProps) => {
  const [any] = weeks;
  const columns = useMemo(() => columnsOf(any ? keysOf(any) : []), [any]);
  return (
    <DataTable
      label="Figures by week"
      columns={columns}
      rows={weeks.toReversed()}
      rowKey={({ week }) => week}
      rowName={sayWeek}
      pageSize={100}
      isCompact
      noun={weeks.length === 1 ? 'week' : 'weeks'}
      edge={({ week }) => (week === chosen ? 'info' : undefined)}
      onOpen={({ week }) => onChoose(week)}
      listItem={(week) => ({
        title: sayWeek(week),
        kind: sayWhole(figure, week),
        more: keysOf(week)
          .filter((key) => key !== figure)
          .map((key) => `${titleOf(key)} ${sayFigure(key, week)}`)
          .join(' · '),
      })}
      empty={<EmptyState icon={IconChartLine} title="No weeks yet" />}
    />
  );
};
