import {
  type BurnPoint,
  burnDown,
  MEASURES,
  type Measure,
  sayAmount,
} from '@homecare/domain/authorizations/burn-down.ts';
import { programsIn } from '@homecare/domain/authorizations/client-programs.ts';
import type { AuthorizationDetail } from '@homecare/domain/authorizations/schema.ts';
import { sayDay } from '@homecare/domain/calendar.ts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import classes from './Authorizations.module.css';

/** The drawing is 800 by 300; text beside it says what it shows, the table below every month. */
const [WIDTH, HEIGHT] = [800, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [84, 16, 16, 32];

interface Scale {
  readonly x: (date: string) => number;
  readonly y: (units: number) => number;
  readonly ticks: readonly number[];
}

const dayNumber = (date: string) =>
  Temporal.PlainDate.from('2000-01-01').until(date, { largestUnit: 'days' }).days;

const scaleOf = (points: readonly BurnPoint[], authorized: number): Scale => {
  const [first, last] = [points[0], points.at(-1)];
  const [from, to] = [dayNumber(first?.date ?? '2000-01-01'), dayNumber(last?.date ?? '2000-01-02')];
  const least = Math.min(0, ...points.map(({ left }) => left));
  const span = Math.max(1, authorized - least);
  return {
    x: (date) => LEFT + ((dayNumber(date) - from) * (WIDTH - LEFT - RIGHT)) / Math.max(1, to - from),
    y: (units) => TOP + ((authorized - units) * (HEIGHT - TOP - BOTTOM)) / span,
    ticks: [0, 1, 2, 3].map((part) => Math.round((authorized * part) / 3)),
  };
};

const lineOf = (points: readonly BurnPoint[], scale: Scale, of: (point: BurnPoint) => number) =>
  points.map((point) => `${scale.x(point.date).toFixed(1)},${scale.y(of(point)).toFixed(1)}`).join(' ');

type Say = (units: number) => string;

/** 'Dec 3: 38 units left if the plan stays, 120 units at an even pace.' */
const sayPoint = ({ date, left, even, isAhead }: BurnPoint, say: Say) => {
  const what = left < 0 ? `${say(-left)} beyond it` : `${say(left)} left`;
  return `${sayDay(date)}: ${what}${isAhead ? ' if the plan stays' : ''}, ${say(even)} at an even pace`;
};

const MEASURE_NAMES: Record<Measure, string> = { units: 'Units', hours: 'Hours', dollars: 'Dollars' };

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** Any day read with arrows or the pointer. */
const useReader = (points: readonly BurnPoint[], scale: Scale, today: string) => {
  const now = points.findLastIndex(({ date }) => date <= today);
  const [at, setAt] = useState(Math.max(0, now));
  const place = Math.min(at, points.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? points.length - 1 : undefined;
    const step = STEPS[event.key];
    if (edge === undefined && step === undefined) return;
    event.preventDefault();
    setAt(edge ?? Math.min(points.length - 1, Math.max(0, place + (step ?? 0))));
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) * WIDTH) / box.width;
    const off = (point: BurnPoint) => Math.abs(scale.x(point.date) - x);
    const nearest = points.reduce(
      (best, point, index) => (off(point) < off(points[best] ?? point) ? index : best),
      0,
    );
    setAt(nearest);
  };
  return { point: points[place], place, onKeyDown, onPointerMove };
};

const Lines = ({ points, scale, today }: { points: readonly BurnPoint[]; scale: Scale; today: string }) => {
  const done = points.filter(({ date, isAhead }) => !isAhead || date <= today);
  const ahead = [...done.slice(-1), ...points.filter(({ isAhead }) => isAhead)];
  const below = ahead.slice(Math.max(0, ahead.findIndex(({ left }) => left < 0) - 1));
  return (
    <>
      <polyline className={classes.even} points={lineOf(points, scale, ({ even }) => even)} />
      <polyline className={classes.ahead} points={lineOf(ahead, scale, ({ left }) => left)} />
      <polyline className={classes.actual} points={lineOf(done, scale, ({ left }) => left)} />
      {ahead.some(({ left }) => left < 0) && (
        <polyline className={classes.below} points={lineOf(below, scale, ({ left }) => left)} />
      )}
    </>
  );
};

interface ProgramBandsProps extends Pick<AuthorizationDetail, 'programs'> {
  readonly span: { readonly from: string; readonly through: string };
  readonly scale: Scale;
}

/** The program of each day: where it changes a line, and its name above the axis. */
const ProgramBands = ({ programs, span, scale }: ProgramBandsProps) =>
  programsIn(programs, span).map(({ from, through, name }, at) => (
    <g key={from}>
      <rect
        className={classes.band}
        data-odd={at % 2 === 1 || undefined}
        x={scale.x(from)}
        y={TOP}
        width={Math.max(0, scale.x(through) - scale.x(from))}
        height={scale.y(0) - TOP}
      />
      <text className={classes.label} x={scale.x(from) + 6} y={scale.y(0) - 6}>
        {name}
      </text>
    </g>
  ));

const LOOKS = [
  ['actual', 'worked'],
  ['ahead', 'if the plan stays'],
  ['even', 'even pace'],
] as const;

const Legend = () => (
  <ul className={classes.legend} aria-hidden>
    {LOOKS.map(([look, words]) => (
      <li key={look}>
        <svg aria-hidden viewBox="0 0 24 4">
          <line className={classes[look]} x1="0" x2="24" y1="2" y2="2" />
        </svg>
        {words}
      </li>
    ))}
  </ul>
);

/** How the units of an authorization burn down: even pace, what was worked, and the plan; red below zero. */
export const BurnDown = ({ detail }: { readonly detail: AuthorizationDetail }) => {
  const { row, day: today, days } = detail;
  const authorized = row.authorized ?? 0;
  const span = { from: row.from ?? today, through: row.through ?? today };
  const points = burnDown(span, authorized, days, today);
  const scale = scaleOf(points, authorized);
  const { point, place, onKeyDown, onPointerMove } = useReader(points, scale, today);
  const [measure, setMeasure] = useState<Measure>('units');
  const { rateCents } = detail;
  const say = (units: number) => sayAmount(units, measure, rateCents ?? 0);
  return (
    <div>
      <div className={classes.chartHead}>
        <h3>{MEASURE_NAMES[measure]} left</h3>
        <Legend />
        <CountTabs
          label="Measure"
          look="segments"
          tabs={MEASURES.filter((key) => key !== 'dollars' || rateCents !== null).map((key) => ({
            key,
            label: MEASURE_NAMES[key],
            count: null,
          }))}
          value={measure}
          onChange={setMeasure}
        />
      </div>
      <div className={classes.scroll}>
        <div
          className={classes.chart}
          role="slider"
          aria-label="Units left by day"
          aria-valuemin={0}
          aria-valuemax={points.length - 1}
          aria-valuenow={place}
          aria-valuetext={point ? sayPoint(point, say) : 'No days'}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            aria-hidden
            onPointerDown={onPointerMove}
            onPointerMove={onPointerMove}
          >
            {scale.ticks.map((units) => (
              <g key={units}>
                <line
                  className={classes.grid}
                  x1={LEFT}
                  x2={WIDTH - RIGHT}
                  y1={scale.y(units)}
                  y2={scale.y(units)}
                />
                <text className={classes.label} x={LEFT - 8} y={scale.y(units) + 4} textAnchor="end">
                  {measure === 'units' ? units.toLocaleString('en-US') : say(units)}
                </text>
              </g>
            ))}
            {detail.months
              .filter(({ month }) => `${month}-01` >= span.from)
              .map(({ month }) => (
                <text key={month} className={classes.label} x={scale.x(`${month}-01`)} y={HEIGHT - 10}>
                  {sayDay(`${month}-01`).slice(0, 3)}
                </text>
              ))}
            <ProgramBands programs={detail.programs} span={span} scale={scale} />
            {span.from <= today && today <= span.through && (
              <line
                className={classes.today}
                x1={scale.x(today)}
                x2={scale.x(today)}
                y1={TOP}
                y2={HEIGHT - BOTTOM}
              />
            )}
            <Lines points={points} scale={scale} today={today} />
            {point && (
              <circle className={classes.cursor} cx={scale.x(point.date)} cy={scale.y(point.left)} r={5} />
            )}
          </svg>
        </div>
      </div>
      <p className={classes.read} aria-hidden>
        {point && sayPoint(point, say)}
      </p>
    </div>
  );
};
