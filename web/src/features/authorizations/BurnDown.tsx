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
import { useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import {
  acrossOf,
  CHART,
  ChartLegend,
  ChartLine,
  downOf,
  LineChart,
  lineThrough,
  type Point,
} from '../../ui/LineChart.tsx';
import classes from './Authorizations.module.css';

interface Scale {
  readonly x: (date: string) => number;
  readonly y: (units: number) => number;
  readonly ticks: readonly number[];
}

const dayNumber = (date: string) =>
  Temporal.PlainDate.from('2000-01-01').until(date, { largestUnit: 'days' }).days;

const scaleOf = (points: readonly BurnPoint[], authorized: number): Scale => {
  const [first, last] = [points[0], points.at(-1)];
  const across = acrossOf(dayNumber(first?.date ?? '2000-01-01'), dayNumber(last?.date ?? '2000-01-02'));
  return {
    x: (date) => across(dayNumber(date)),
    y: downOf(Math.min(0, ...points.map(({ left }) => left)), authorized),
    ticks: [0, 1, 2, 3].map((part) => Math.round((authorized * part) / 3)),
  };
};

const pointsOf = (points: readonly BurnPoint[], scale: Scale, of: (point: BurnPoint) => number): Point[] =>
  points.map((point) => ({ x: scale.x(point.date), y: scale.y(of(point)) }));
const leftOf = ({ left }: BurnPoint) => left;

type Say = (units: number) => string;

/** 'Dec 3: 38 units left if the plan stays, 120 units at an even pace.'. */
const sayPoint = ({ date, left, even, isAhead }: BurnPoint, say: Say) => {
  const what = left < 0 ? `${say(-left)} beyond it` : `${say(left)} left`;
  return `${sayDay(date)}: ${what}${isAhead ? ' if the plan stays' : ''}, ${say(even)} at an even pace`;
};

const pointWords = (point: BurnPoint | undefined, say: Say) => (point ? sayPoint(point, say) : 'No days');

const MEASURE_NAMES: Record<Measure, string> = { units: 'Units', hours: 'Hours', dollars: 'Dollars' };

const Lines = ({ points, scale, today }: { points: readonly BurnPoint[]; scale: Scale; today: string }) => {
  const done = points.filter(({ date, isAhead }) => !isAhead || date <= today);
  const ahead = [...done.slice(-1), ...points.filter(({ isAhead }) => isAhead)];
  const below = ahead.slice(Math.max(0, ahead.findIndex(({ left }) => left < 0) - 1));
  return (
    <>
      <ChartLine look="dotted" points={pointsOf(points, scale, ({ even }) => even)} />
      <ChartLine look="dashed" points={pointsOf(ahead, scale, leftOf)} />
      <ChartLine look="line" points={pointsOf(done, scale, leftOf)} />
      {ahead.some(({ left }) => left < 0) && (
        <polyline className={classes.below} points={lineThrough(pointsOf(below, scale, leftOf))} />
      )}
    </>
  );
};

interface ProgramBandsProps extends Pick<AuthorizationDetail, 'programs'> {
  readonly span: { readonly from: string; readonly through: string };
  readonly scale: Scale;
}

/** The program of each day: a line where it changes, and its name above the axis. */
const ProgramBands = ({ programs, span, scale }: ProgramBandsProps) =>
  programsIn(programs, span).map(({ from, through, name }, at) => (
    <g key={from}>
      <rect
        className={classes.band}
        data-odd={at % 2 === 1 || undefined}
        x={scale.x(from)}
        y={CHART.top}
        width={Math.max(0, scale.x(through) - scale.x(from))}
        height={scale.y(0) - CHART.top}
      />
      <text className={classes.label} x={scale.x(from) + 6} y={scale.y(0) - 6}>
        {name}
      </text>
    </g>
  ));

interface ChartWordsProps {
  readonly detail: AuthorizationDetail;
  readonly points: readonly BurnPoint[];
  readonly scale: Scale;
  readonly say: Say;
}

/** Space in the drawing that each text needs. */
const ROOM = { today: 60, left: 100, runsOut: 100 } as const;

/** Places a text after a point if there is room, or else before it. */
const besides = (x: number, room: number) =>
  x + room > CHART.width - CHART.right
    ? ({ x: x - 8, textAnchor: 'end' } as const)
    : ({ x: x + 8, textAnchor: 'start' } as const);

/** Texts in the drawing: the units left today, the day on which they run out, and the shortage at the end. */
const ChartWords = ({ detail: { row, day: today }, points, scale, say }: ChartWordsProps) => {
  const now = points.findLast(({ date }) => date <= today);
  const last = points.at(-1);
  const zero = scale.y(0);
  const { runsOut, short } = row;
  const edge = CHART.width - CHART.right;
  return (
    <>
      {now?.date === today && (
        <>
          <text className={classes.mark} {...besides(scale.x(today), ROOM.today)} y={CHART.top + 12}>
            Today
          </text>
          {now.left >= 0 && (
            <text className={classes.mark} {...besides(scale.x(today), ROOM.left)} y={scale.y(now.left) - 8}>
              {say(now.left)} left
            </text>
          )}
        </>
      )}
      {runsOut !== null && (
        <text
          className={classes.mark}
          data-tone="danger"
          // Above the axis nothing but the even pace is drawn after this day.
          {...(scale.x(runsOut) + ROOM.runsOut > edge
            ? { x: edge, textAnchor: 'end' }
            : { x: scale.x(runsOut) + 8, textAnchor: 'start' })}
          y={zero - 10}
        >
          {runsOut < today ? 'Ran out' : 'Runs out'} {sayDay(runsOut)}
        </text>
      )}
      {short > 0 && last && (
        <text
          className={classes.mark}
          data-tone="danger"
          // Placed below the falling line, or left of its end if it falls far.
          x={scale.y(last.left) > zero + 40 ? edge - 16 : edge}
          textAnchor="end"
          y={Math.max(zero + 18, scale.y(last.left))}
        >
          {say(short)} short
        </text>
      )}
    </>
  );
};

const LOOKS = [
  ['line', 'worked'],
  ['dashed', 'if the plan stays'],
  ['dotted', 'even pace'],
] as const;

/** How the units of an authorization are used up: at an even pace, as worked, and as planned. Red below zero. */
export const BurnDown = ({ detail }: { readonly detail: AuthorizationDetail }) => {
  const { row, day: today, days } = detail;
  const authorized = row.authorized ?? 0;
  const span = { from: row.from ?? today, through: row.through ?? today };
  const points = burnDown(span, authorized, days, today);
  const scale = scaleOf(points, authorized);
  const [measure, setMeasure] = useState<Measure>('units');
  const { rateCents } = detail;
  const say = (units: number) => sayAmount(units, measure, rateCents ?? 0);
  return (
    <div>
      <div className={classes.chartHead}>
        <h3>{MEASURE_NAMES[measure]} left</h3>
        <ChartLegend lines={LOOKS} />
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
      <LineChart
        label="Units left by day"
        places={points.map(({ date }) => scale.x(date))}
        start={points.findLastIndex(({ date }) => date <= today)}
        say={(place) => pointWords(points[place], say)}
        marks={(place) => pointsOf(points.slice(place, place + 1), scale, leftOf)}
        rows={scale.ticks.map((units) => ({
          y: scale.y(units),
          text: measure === 'units' ? units.toLocaleString('en-US') : say(units),
        }))}
        columns={detail.months
          .filter(({ month }) => `${month}-01` >= span.from)
          .map(({ month }) => ({ x: scale.x(`${month}-01`), text: sayDay(`${month}-01`).slice(0, 3) }))}
      >
        <ProgramBands programs={detail.programs} span={span} scale={scale} />
        {span.from <= today && today <= span.through && (
          <line
            className={classes.today}
            x1={scale.x(today)}
            x2={scale.x(today)}
            y1={CHART.top}
            y2={CHART.height - CHART.bottom}
          />
        )}
        <Lines points={points} scale={scale} today={today} />
        <ChartWords detail={detail} points={points} scale={scale} say={say} />
      </LineChart>
    </div>
  );
};
