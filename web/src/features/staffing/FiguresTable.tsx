import {
  type FigureKey,
  figuresOf,
  GROUP_TITLES,
  isHealthy,
  nameIn,
  sayFigure,
  titleOf,
} from '@homecare/domain/staffing/figure-words.ts';
import type { FigureGroup, FigureRow } from '@homecare/domain/staffing/figures.ts';
import { IconChartBar, IconList } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStable } from '../../platform/use-stable.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { FigureNumber, opensSomething } from './FigureList.tsx';

type OnFigure = (figure: FigureKey, row: FigureRow) => void;

const columnsOf = (group: FigureGroup, onFigure: OnFigure): readonly Column<FigureRow>[] => [
  { key: 'name', title: GROUP_TITLES[group].head, min: 150, cell: (row) => <b>{nameIn(group, row)}</b> },
  ...figuresOf(group).map((key): Column<FigureRow> => {
    const cell = (row: FigureRow) => (
      <FigureNumber
        label={`${titleOf(key)}, ${nameIn(group, row)}: ${sayFigure(key, row)}`}
        value={sayFigure(key, row)}
        onOpen={() => onFigure(key, row)}
      />
    );
    return { key, title: titleOf(key), width: 120, align: 'right', cell };
  }),
];

const NOUNS: Record<FigureGroup, readonly [one: string, many: string]> = {
  weeks: ['week', 'weeks'],
  towns: ['town', 'towns'],
  schedulers: ['scheduler', 'schedulers'],
};

interface FiguresTableProps {
  readonly group: FigureGroup;
  readonly rows: readonly FigureRow[];
  /** Opens what a figure of a row counts. */
  readonly onFigure: OnFigure;
}

/** The figures of each week, town or scheduler; a row below the healthy mark is yellow. */
export const FiguresTable = ({ group, rows, onFigure }: FiguresTableProps) => {
  const open = useStable(onFigure);
  const columns = useMemo(() => columnsOf(group, open), [group, open]);
  const isPhone = useIsPhone();
  const [first, ...others] = figuresOf(group);
  // A list has no numbers to press: its menu opens what each of them counts.
  const entriesOf = (row: FigureRow) =>
    figuresOf(group)
      .filter((key) => opensSomething(sayFigure(key, row)))
      .map((key) => ({
        label: `${titleOf(key)}: ${sayFigure(key, row)}`,
        icon: IconList,
        onSelect: () => onFigure(key, row),
      }));
  return (
    <DataTable
      label={`Figures ${GROUP_TITLES[group].by.toLowerCase()}`}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      rowName={(row) => nameIn(group, row)}
      pageSize={100}
      isCompact
      noun={rows.length === 1 ? NOUNS[group][0] : NOUNS[group][1]}
      tone={(row) => (isHealthy(row) ? undefined : 'warn')}
      {...(isPhone && { menu: entriesOf })}
      onOpen={(row) => first && onFigure(first, row)}
      listItem={(row) => ({
        title: nameIn(group, row),
        kind: first && `${sayFigure(first, row)} ${titleOf(first).toLowerCase()}`,
        more: others.map((key) => `${titleOf(key)} ${sayFigure(key, row)}`).join(' · '),
      })}
      empty={<EmptyState icon={IconChartBar} title="Nothing was covered on these days" />}
    />
  );
};
