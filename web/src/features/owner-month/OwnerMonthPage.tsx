import { isMonth } from '@homecare/domain/calendar.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { type FigureKey, keysOf } from '@homecare/domain/week-figures/words.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { menuIcon } from '../../ui/icons.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useMargin } from '../margin/api.ts';
import { useWeekFigures } from '../week-figures/api.ts';
import { FigureCard } from './FigureCard.tsx';
import { MarginCard } from './MarginCard.tsx';
import classes from './OwnerMonth.module.css';

export const OWNERS_MONTH = '/ownersmonth';

const FIGURES: readonly FigureKey[] = ['fill', 'onTime', 'overtime', 'toClaim', 'denied'];
/** With the chosen one. */
const MONTHS = 12;

/** The week of the last day of the month, or the present one of the month that is under way. */
const lastWeekOf = (month: string, today: string) => {
  const { year, month: number, daysInMonth } = Temporal.PlainYearMonth.from(month);
  const last = Temporal.PlainDate.from({ year, month: number, day: daysInMonth }).toString();
  return weekOfDay(last < today ? last : today);
};

/** /ownersmonth: a month in six charts, on one sheet of paper (docs/rules/week-figures.md, rule 9). */
export const OwnerMonthPage = () => {
  const today = useToday();
  const openPage = useOpenPage();
  const { month: asked } = usePageState();
  const present = today.toPlainYearMonth();
  const isAsked = typeof asked === 'string' && isMonth(asked) && asked <= present.toString();
  const month = isAsked ? asked : present.subtract({ months: 1 }).toString();
  const through = lastWeekOf(month, today.toString());
  const weeks = useWeekFigures(through === weekOfDay(today.toString()) ? undefined : through);
  const from = Temporal.PlainYearMonth.from(month)
    .subtract({ months: MONTHS - 1 })
    .toString();
  const margin = useMargin({ from, to: month, by: 'month' });
  const now = weeks.data?.weeks.at(-1);
  const failures = [
    failureOf(margin, 'Couldn’t load income and pay'),
    failureOf(weeks, 'Couldn’t load the figures of the weeks'),
  ].filter((failure) => failure !== undefined);
  return (
    <div data-sheets="wide">
      <FilterBar
        actions={
          <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        <MonthBox
          label="Month"
          width={128}
          value={month}
          max={present.toString()}
          onChange={(next) => void openPage(OWNERS_MONTH, { month: next })}
        />
      </FilterBar>
      <FreePage>
        {failures.map((failure) => (
          <ErrorState key={failure.title} {...failure} />
        ))}
        <section
          className={classes.cards}
          aria-label={sayMonth(month)}
          aria-busy={margin.isPending || weeks.isPending}
        >
          <MarginCard groups={margin.data?.groups} month={month} />
          {FIGURES.filter((figure) => !now || keysOf(now).includes(figure)).map((figure) => (
            <FigureCard key={figure} figure={figure} weeks={weeks.data?.weeks} />
          ))}
        </section>
      </FreePage>
    </div>
  );
};
