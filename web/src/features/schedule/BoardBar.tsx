import { addDays } from '@homecare/domain/payroll/workweeks.ts';
import { type BoardFilter, NO_FILTER } from '@homecare/domain/schedule/layout.ts';
import type { Grouping } from '@homecare/domain/schedule/schema.ts';
import { PROGRAMS } from '@homecare/domain/schedule/schema.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconChartBar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { FilterBar } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useTypeName } from '../care-plans/api.ts';
import classes from './Board.module.css';
import { rangeWords } from './board-words.ts';
import { FilterMenu } from './FilterMenu.tsx';

export type Span = 'day' | 'week';

interface DaysProps {
  readonly day: string;
  readonly span: Span;
  readonly today: string;
  /** A phone has room for Today where that leads somewhere. */
  readonly isPhone: boolean;
  readonly onDay: (day: string) => void;
}

/** The days of the board; a date that is typed and is none yet stays in the box. */
export const DayChoice = ({ day, span, today, isPhone, onDay }: DaysProps) => {
  const [typed, setTyped] = useState<string>();
  const step = span === 'day' ? 1 : 7;
  const go = (next: string) => {
    setTyped(undefined);
    onDay(next);
  };
  return (
    <>
      <IconButton
        label={`Previous ${span}`}
        icon={<IconChevronLeft size={18} stroke={1.8} aria-hidden />}
        onClick={() => go(addDays(day, -step))}
      />
      <DateBox
        aria-label="Date"
        width={isPhone ? 160 : 140}
        value={typed ?? day}
        onChange={(value) => (isIsoDate(value) ? go(value) : setTyped(value))}
      />
      <IconButton
        label={`Next ${span}`}
        icon={<IconChevronRight size={18} stroke={1.8} aria-hidden />}
        onClick={() => go(addDays(day, step))}
      />
      {!(isPhone && day === today) && (
        <Button disabled={day === today && typed === undefined} onClick={() => go(today)}>
          Today
        </Button>
      )}
    </>
  );
};

/** What can be filtered by: all towns, types and languages of the board. */
export interface FilterChoices {
  readonly towns: readonly string[];
  readonly types: readonly string[];
  readonly languages: readonly string[];
}

interface FiltersProps {
  readonly filter: BoardFilter;
  readonly choices: FilterChoices;
  readonly problems: number;
  readonly onFilter: (filter: BoardFilter) => void;
}

export const BoardFilters = ({ filter, choices, problems, onFilter }: FiltersProps) => {
  const typeName = useTypeName();
  const set = (part: Partial<BoardFilter>) => onFilter({ ...filter, ...part });
  const isOn = JSON.stringify({ ...filter, search: '' }) !== JSON.stringify(NO_FILTER);
  return (
    <>
      <SearchBox
        label="Search the schedule"
        placeholder="Caregiver, client or town"
        width={238}
        value={filter.search}
        onChange={(search) => set({ search })}
      />
      <FilterMenu
        label="Town"
        options={choices.towns}
        value={filter.towns}
        onChange={(towns) => set({ towns })}
      />
      <FilterMenu
        label="Type"
        options={choices.types}
        say={typeName}
        value={filter.types}
        onChange={(types) => set({ types })}
      />
      <FilterMenu
        label="Language"
        options={choices.languages}
        value={filter.languages}
        onChange={(languages) => set({ languages })}
      />
      <FilterMenu
        label="Program"
        options={PROGRAMS}
        value={filter.programs}
        onChange={(programs) => set({ programs })}
      />
      <Button
        aria-pressed={filter.problems}
        variant={filter.problems ? 'light' : 'default'}
        leftSection={<IconAlertTriangle {...smallIcon} />}
        onClick={() => set({ problems: !filter.problems })}
      >
        Only with problems&nbsp;&nbsp;<b>{problems}</b>
      </Button>
      {isOn && (
        <Button onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}>Clear filters</Button>
      )}
    </>
  );
};

interface BarProps extends DaysProps, FiltersProps {
  readonly days: readonly string[];
  readonly grouping: Grouping;
  /** '98.2% filled · 342 visits'; '' until that is known. */
  readonly total: string;
  readonly actions: ReactNode;
  /** Undefined: nobody is shown. */
  readonly onPrint: (() => void) | undefined;
  readonly onCalendar: () => void;
  readonly onFigures: () => void;
  readonly onSpan: (span: Span) => void;
  readonly onGrouping: (grouping: Grouping) => void;
}

const SPANS = [
  { key: 'day', count: null, label: 'Day' },
  { key: 'week', count: null, label: 'Week' },
] as const;
const GROUPS = [
  { key: 'caregiver', count: null, label: 'By caregiver' },
  { key: 'client', count: null, label: 'By client' },
] as const;

/** Days, grouping and filters above the board. */
export const BoardBar = ({
  days,
  grouping,
  total,
  actions,
  isPhone,
  onPrint,
  onCalendar,
  onFigures,
  span,
  onSpan,
  onGrouping,
  filter,
  choices,
  problems,
  onFilter,
  ...rest
}: BarProps) => (
  <FilterBar>
    <div className={classes.first}>
      <DayChoice span={span} isPhone={isPhone} {...rest} />
      {!isPhone && <b>{rangeWords(days)}</b>}
      {!isPhone && (
        <CountTabs label="Days shown" look="segments" tabs={SPANS} value={span} onChange={onSpan} />
      )}
      {!isPhone && (
        <CountTabs label="Rows" look="segments" tabs={GROUPS} value={grouping} onChange={onGrouping} />
      )}
      {isPhone ? (
        <FilterSheet active={grouping === 'client' || JSON.stringify(filter) !== JSON.stringify(NO_FILTER)}>
          <div className={classes.second}>
            <CountTabs label="Rows" look="segments" tabs={GROUPS} value={grouping} onChange={onGrouping} />
            {onPrint && <Button onClick={onPrint}>Print week</Button>}
            <Button onClick={onCalendar}>Calendar address</Button>
            <BoardFilters filter={filter} choices={choices} problems={problems} onFilter={onFilter} />
          </div>
        </FilterSheet>
      ) : (
        <div className={classes.actions}>{actions}</div>
      )}
    </div>
    <div className={classes.second}>
      {isPhone ? (
        <b>{rangeWords(days)}</b>
      ) : (
        <BoardFilters filter={filter} choices={choices} problems={problems} onFilter={onFilter} />
      )}
      <Button
        className={classes.total}
        variant="subtle"
        aria-label={['Figures', total].filter(Boolean).join(': ')}
        data-tip="Figures"
        leftSection={<IconChartBar {...smallIcon} />}
        onClick={onFigures}
      >
        {total || 'Figures'}
      </Button>
    </div>
  </FilterBar>
);
