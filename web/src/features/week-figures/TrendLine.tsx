import classes from './WeekFigures.module.css';

const [WIDE, HIGH] = [120, 28];

interface TrendLineProps {
  readonly values: readonly (number | null)[];
  readonly goal: number;
  /** The last value; null: there is none. */
  readonly isMet: boolean | null;
}

/** How a figure went, week by week, beside its goal; weeks without anything to count are left out. */
export const TrendLine = ({ values, goal, isMet }: TrendLineProps) => {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const all = [...known.map(({ value }) => value), goal];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) => (high === low ? HIGH / 2 : 3 + ((high - value) / (high - low)) * (HIGH - 6));
  const x = (at: number) => 2 + (at / Math.max(1, values.length - 1)) * (WIDE - 4);
  const last = known.at(-1);
  return (
    <svg className={classes.trend} viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden>
      <line className={classes.goal} x1={0} x2={WIDE} y1={y(goal)} y2={y(goal)} />
      <polyline points={known.map(({ value, at }) => `${x(at)},${y(value)}`).join(' ')} />
      {/* A line of no length is a dot that the stretched drawing does not stretch. */}
      {last && <path className={classes.last} data-met={isMet} d={`M${x(last.at)},${y(last.value)}h0`} />}
    </svg>
  );
};
