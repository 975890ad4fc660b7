import { addDays } from '@homecare/domain/calendar.ts';
import { type BoardFilter, NO_FILTER } from '@homecare/domain/schedule/layout.ts';
import type { Grouping } from '@homecare/domain/schedule/schema.ts';
import { PROGRAMS } from '@homecare/domain/schedule/schema.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconCalendarShare,
  IconChartBar,
  IconChevronLeft,
  IconChevronRight,
  IconFilterOff,
  IconPrinter,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, smallIcon } from '../../ui/icons.ts';
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
  /** A phone shows Today only if it leads to another day. */
  readonly isPhone: boolean;
  readonly onDay: (day: string) => void;
}

/** Chooses the days of the board. An incomplete typed date stays in the box. */
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
        width={isPhone ? 154 : 140}
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

/** Filter options: all towns, types and languages on the board. */
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

const BoardSearch = ({ filter, onFilter }: FiltersProps) => (
  <SearchBox
    label="Search the schedule"
    placeholder="Name or town"
    width={210}
    value={filter.search}
    onChange={(search) => onFilter({ ...filter, search })}
  />
);

const BoardFilters = ({ filter, choices, problems, onFilter }: FiltersProps) => {
  const typeName = useTypeName();
  const set = (part: Partial<BoardFilter>) => onFilter({ ...filter, ...part });
  return (
    <>
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
      {isFiltered(filter) && (
        <IconButton
          label="Clear filters"
          icon={<IconFilterOff {...menuIcon} />}
          onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}
        />
      )}
    </>
  );
};

interface BarProps extends DaysProps, FiltersProps, ToolsProps {
  readonly days: readonly string[];
  readonly grouping: Grouping;
  /** '98.2% filled · 342 visits'; '' until known. */
  readonly total: string;
  readonly actions: ReactNode;
  readonly onFigures: () => void;
  /** Opens the visits behind that number. */
  readonly onCounted: () => void;
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

interface ToolsProps {
  /** Undefined if nobody is shown. */
  readonly onPrint: (() => void) | undefined;
  readonly onCalendar: () => void;
}

/** Printing and calendar links. */
const Tools = ({ onPrint, onCalendar }: ToolsProps) => (
  <>
    <IconButton
      label="Print week"
      icon={<IconPrinter {...menuIcon} />}
      disabledReason={onPrint ? undefined : 'There is nobody to print'}
      onClick={() => onPrint?.()}
    />
    <IconButton label="Calendar address" icon={<IconCalendarShare {...menuIcon} />} onClick={onCalendar} />
  </>
);

/** The numbers of the shown days open the visits behind them; figures of more days have their own page. */
const Figures = ({ total, onCounted, onFigures }: Pick<BarProps, 'total' | 'onCounted' | 'onFigures'>) => (
  <span className={classes.total}>
    <IconButton label="Figures" icon={<IconChartBar {...smallIcon} />} onClick={onFigures} />
    {total && (
      <Button variant="subtle" size="compact-md" aria-label={`Visits counted: ${total}`} onClick={onCounted}>
        <span className={classes.words}>{total}</span>
      </Button>
    )}
  </span>
);

const isFiltered = ({ search: _, ...filter }: BoardFilter) => {
  const { search: _none, ...none } = NO_FILTER;
  return JSON.stringify(filter) !== JSON.stringify(none);
};

/** Days, grouping and filters above the board, on two lines; on a phone in a sheet. */
export const BoardBar = (props: BarProps) => {
  const isNarrow = useMediaQuery('(max-width: 1259px)', false, { getInitialValueInEffect: false });
  if (props.isPhone) return <PhoneBar {...props} />;
  return isNarrow ? <NarrowBar {...props} /> : <WideBar {...props} />;
};

const Choices = ({ span, grouping, onSpan, onGrouping }: BarProps) => (
  <>
    <CountTabs label="Days shown" look="segments" tabs={SPANS} value={span} onChange={onSpan} />
    <CountTabs label="Rows" look="segments" tabs={GROUPS} value={grouping} onChange={onGrouping} />
  </>
);

const WideBar = (props: BarProps) => (
  <FilterBar>
    <div className={classes.first}>
      <DayChoice {...props} />
      <b className={classes.range}>{rangeWords(props.days)}</b>
      <Choices {...props} />
      <div className={classes.actions}>
        <Tools {...props} />
        {props.actions}
      </div>
    </div>
    <div className={classes.second} data-one-line>
      <BoardSearch {...props} />
      <BoardFilters {...props} />
      <Figures {...props} />
    </div>
  </FilterBar>
);

/** The date box names the days; filters are in a sheet. */
const NarrowBar = (props: BarProps) => (
  <FilterBar>
    <div className={classes.first}>
      <DayChoice {...props} />
      <Choices {...props} />
      <div className={classes.actions}>
        <Tools {...props} />
      </div>
    </div>
    <div className={classes.second} data-one-line>
      <BoardSearch {...props} />
      <FilterSheet active={isFiltered(props.filter)}>
        <div className={classes.second}>
          <BoardFilters {...props} />
        </div>
      </FilterSheet>
      <Figures {...props} />
      <div className={classes.actions}>{props.actions}</div>
    </div>
  </FilterBar>
);

const PhoneBar = (props: BarProps) => {
  const { days, grouping, filter, onGrouping, onPrint, onCalendar } = props;
  const isOn = grouping === 'client' || filter.search !== '' || isFiltered(filter);
  return (
    <FilterBar>
      <div className={classes.first}>
        <DayChoice {...props} />
        <FilterSheet active={isOn}>
          <div className={classes.second}>
            <CountTabs label="Rows" look="segments" tabs={GROUPS} value={grouping} onChange={onGrouping} />
            <Button disabled={!onPrint} onClick={onPrint}>
              Print week
            </Button>
            <Button onClick={onCalendar}>Calendar address</Button>
            <BoardSearch {...props} />
            <BoardFilters {...props} />
          </div>
        </FilterSheet>
      </div>
      <div className={classes.second}>
        <b>{rangeWords(days)}</b>
        <Figures {...props} />
      </div>
    </FilterBar>
  );
};
