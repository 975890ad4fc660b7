import { addDays } from '@homecare/domain/calendar.ts';
import {
  changeOf,
  HEALTHY_PERCENT,
  nameIn,
  sayFigure,
  TREND_KEYS,
  type TrendKey,
  titleOf,
  trendValue,
} from '@homecare/domain/staffing/figure-words.ts';
import { type FigureRow, weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { showTime } from '@homecare/domain/visits/rules.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWeekFigures } from './api.ts';
import classes from './Today.module.css';

const WEEKS = 12;
const [WIDE, HIGH] = [120, 28];
/** The line of a share that healthy agencies reach, in tenths of a percent. */
const GOALS: Partial<Record<TrendKey, number>> = { fill: HEALTHY_PERCENT * 10 };

interface LineProps {
  readonly values: readonly (number | null)[];
  readonly goal: number | undefined;
}

/** How a figure went, week by week; weeks without anything to count are left out. */
const TrendLine = ({ values, goal }: LineProps) => {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const all = [...known.map(({ value }) => value), ...(goal === undefined ? [] : [goal])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) => (high === low ? HIGH / 2 : 3 + ((high - value) / (high - low)) * (HIGH - 6));
  const x = (at: number) => 2 + (at / Math.max(1, values.length - 1)) * (WIDE - 4);
  return (
    <svg className={classes.trend} viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden>
      {goal !== undefined && <line className={classes.goal} x1={0} x2={WIDE} y1={y(goal)} y2={y(goal)} />}
      <polyline points={known.map(({ value, at }) => `${x(at)},${y(value)}`).join(' ')} />
    </svg>
  );
};

const TrendTile = ({ name, weeks }: { readonly name: TrendKey; readonly weeks: readonly FigureRow[] }) => {
  const [before, now] = weeks.slice(-2);
  if (!before || !now) return null;
  const change = changeOf(name, before, now);
  const goal = GOALS[name];
  const earlier = weeks.map((week) => `${nameIn('weeks', week)}: ${sayFigure(name, week)}`).join('; ');
  return (
    <li className={classes.cell}>
      <Link to="/schedule/figures" className={classes.tile}>
        <span className={classes.tileName}>{titleOf(name)}</span>
        <b className={classes.tileValue}>{sayFigure(name, now)}</b>
        <span className={classes.tileChange} data-better={change?.isBetter}>
          {change?.words}
        </span>
        <TrendLine values={weeks.map((week) => trendValue(name, week))} goal={goal} />
        <span className={classes.tileNote}>
          {goal === undefined ? 'this week' : `goal ${goal / 10}%, this week`}
        </span>
        <span className="visually-hidden">{`By week: ${earlier}`}</span>
      </Link>
    </li>
  );
};

/** They are counted every quarter of an hour: nobody takes them for those of this minute. */
const Age = ({ query, zone }: { readonly query: UseQueryResult; readonly zone: string }) => {
  const at = showTime(Temporal.Instant.fromEpochMilliseconds(query.dataUpdatedAt), zone);
  return (
    <p className={classes.age}>{`${query.isRefetchError ? 'Not updated since' : 'Counted at'} ${at}`}</p>
  );
};

interface WeekFiguresProps {
  readonly today: string;
  readonly zone: string;
}

/** How well visits are staffed this week, with the weeks before it; each figure leads to the page of all of them. */
export const WeekFigures = ({ today, zone }: WeekFiguresProps) => {
  const week = weekOfDay(today);
  const query = useWeekFigures({ from: addDays(week, -7 * (WEEKS - 1)), through: addDays(week, 6) });
  return (
    <section className={classes.figures} aria-label="Staffing by week" aria-busy={query.isPending}>
      {query.isError && !query.data ? (
        <p className={classes.noFigures}>
          The staffing figures could not be loaded. <Button onClick={() => query.refetch()}>Try again</Button>
        </p>
      ) : (
        <ul>
          {TREND_KEYS.map((name) =>
            query.data ? (
              <TrendTile key={name} name={name} weeks={query.data.weeks} />
            ) : (
              <li key={name} className={classes.cell}>
                <span className={classes.waiting}>{titleOf(name)}</span>
              </li>
            ),
          )}
        </ul>
      )}
      {query.data && <Age query={query} zone={zone} />}
    </section>
  );
};
