import type { WeekFigures } from '@homecare/domain/week-figures/schema.ts';
import { WORK_KEYS, type WorkKey } from '@homecare/domain/week-figures/schema.ts';
import {
  goalOf,
  numberOf,
  sayGoal,
  sayWeek,
  sayWhole,
  titleOf,
} from '@homecare/domain/week-figures/words.ts';
import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { ReportChart } from '../reports/ReportChart.tsx';
import { useWeekFigures } from './api.ts';
import { CasesTable } from './CasesTable.tsx';
import { FIGURES_PAGE, isWorkKey, throughOf } from './figure-places.ts';
import classes from './WeekFigures.module.css';
import { WeekTable } from './WeekTable.tsx';

const TABS = WORK_KEYS.map((key) => ({ key, count: null, label: titleOf(key) }));

/** The figure and the week of the address; without one the first figure of the present week. */
const useChosen = (weeks: readonly WeekFigures[] | undefined) => {
  const { figure: asked, week: wanted } = usePageState();
  const openPage = useOpenPage();
  const figure: WorkKey = typeof asked === 'string' && isWorkKey(asked) ? asked : 'onTime';
  const week = weeks?.find((one) => one.week === wanted) ?? weeks?.at(-1);
  const open = (page: { readonly figure?: WorkKey; readonly week?: string }) =>
    void openPage(FIGURES_PAGE, { figure, ...(week && { week: week.week }), ...page });
  return { figure, week, open };
};

/** /weekfigures: how visits were worked, week by week, and what counts against a week (docs/rules/week-figures.md). */
export const WeekFiguresPage = () => {
  const today = useToday().toString();
  const query = useWeekFigures(throughOf(usePageState().week, today));
  const weeks = query.data?.weeks;
  const panel = useId();
  const { figure, week, open } = useChosen(weeks);
  const isSlow = useSlow(query.isPending);
  const failure = failureOf(query, 'Couldn’t load the figures of the week');
  if (failure) return <ErrorState {...failure} />;
  return (
    <>
      <FilterBar>
        <CountTabs
          label="Figure"
          look="segments"
          tabs={TABS}
          value={figure}
          controls={panel}
          onChange={(next) => open({ figure: next })}
        />
        <NativeSelect
          aria-label="Week"
          value={week?.week}
          data={(weeks ?? []).toReversed().map((one) => ({ value: one.week, label: sayWeek(one) }))}
          onChange={(event) => open({ week: event.currentTarget.value })}
        />
      </FilterBar>
      <FreePage>
        {!weeks && isSlow && <p role="status">Counting visits…</p>}
        {weeks && week && (
          <div id={panel} role="tabpanel" aria-label={titleOf(figure)}>
            <p className={classes.said}>
              {`${sayWeek(week)}: `}
              <b>{sayWhole(figure, week)}</b>
              {`, ${sayGoal(figure)}`}
            </p>
            <div className={classes.wide}>
              <CasesTable key={`${figure} ${week.week}`} figure={figure} week={week.week} />
            </div>
            <div className={classes.chart}>
              <ReportChart
                chart={{
                  title: `${titleOf(figure)} by week`,
                  kind: 'percent',
                  categories: weeks.map((one) => sayWeek(one)),
                  series: [{ name: titleOf(figure), values: weeks.map((one) => numberOf(figure, one)) }],
                }}
                mark={{ name: `Goal: ${goalOf(figure) / 10}%`, value: goalOf(figure) }}
              />
            </div>
            <div className={classes.wide}>
              <WeekTable
                weeks={weeks}
                figure={figure}
                chosen={week.week}
                onChoose={(next) => open({ week: next })}
              />
            </div>
          </div>
        )}
      </FreePage>
    </>
  );
};
