import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './LineChart.module.css';

/** Coordinates of the drawing, whatever size it is displayed at. */
export const CHART = { width: 800, height: 300, left: 84, right: 16, top: 16, bottom: 32 } as const;
const INNER = {
  width: CHART.width - CHART.left - CHART.right,
  height: CHART.height - CHART.top - CHART.bottom,
};

/** Maps values between two ends to x coordinates. */
export const acrossOf =
  (first: number, last: number) =>
  (value: number): number =>
    CHART.left + ((value - first) * INNER.width) / Math.max(1, last - first);

/** Maps values between two ends to y coordinates, largest at the top. */
export const downOf =
  (least: number, most: number) =>
  (value: number): number =>
    CHART.top + ((most - value) * INNER.height) / Math.max(1, most - least);

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** The `points` attribute of a polyline. */
export const lineThrough = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** Selects a place by arrow keys or pointer. */
const useReader = (places: readonly number[], start: number) => {
  const [at, setAt] = useState(Math.max(0, start));
  const last = places.length - 1;
  const place = Math.min(at, last);
  const onKeyDown = (event: KeyboardEvent) => {
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? last : undefined;
    const step = STEPS[event.key];
    if (edge === undefined && step === undefined) return;
    event.preventDefault();
    setAt(edge ?? Math.min(last, Math.max(0, place + (step ?? 0))));
  };
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) * CHART.width) / box.width;
    const offOf = (index: number) => Math.abs((places[index] ?? 0) - x);
    setAt(places.reduce((best, _, index) => (offOf(index) < offOf(best) ? index : best), 0));
  };
  return { place, onKeyDown, onPointer };
};

interface LineChartProps {
  /** Accessible name of the slider. */
  readonly label: string;
  /** All selectable places, from left to right. */
  readonly places: readonly number[];
  /** Index of the place selected at first. */
  readonly start: number;
  readonly say: (place: number) => string;
  /** Points to mark at the selected place. */
  readonly marks: (place: number) => readonly Point[];
  /** Horizontal grid lines with their labels. */
  readonly rows: readonly { readonly y: number; readonly text: string }[];
  /** Labels below the drawing. */
  readonly columns: readonly { readonly x: number; readonly text: string }[];
  /** The lines of the chart. */
  readonly children: ReactNode;
}

/** A line chart over time. A slider reads any place of it in words, so it can be used without seeing it. */
export const LineChart = ({ label, places, start, say, marks, rows, columns, children }: LineChartProps) => {
  const { place, onKeyDown, onPointer } = useReader(places, start);
  const scroller = useRef<HTMLDivElement>(null);
  const first = places[start] ?? 0;
  // If the drawing is wider than its box, scroll the first selected place to the middle.
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollLeft = (first / CHART.width) * box.scrollWidth - box.clientWidth / 2;
  }, [first]);
  const words = places.length === 0 ? 'Nothing yet' : say(place);
  return (
    <>
      <div className={classes.scroll} ref={scroller}>
        <div
          className={classes.chart}
          role="slider"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, places.length - 1)}
          aria-valuenow={Math.max(0, place)}
          aria-valuetext={words}
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <svg
            viewBox={`0 0 ${CHART.width} ${CHART.height}`}
            aria-hidden
            onPointerDown={onPointer}
            onPointerMove={onPointer}
          >
            {rows.map(({ y, text }) => (
              <g key={y}>
                <line className={classes.grid} x1={CHART.left} x2={CHART.width - CHART.right} y1={y} y2={y} />
                <text className={classes.label} x={CHART.left - 8} y={y + 4} textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {columns.map(({ x, text }) => (
              <text key={x} className={classes.label} x={x} y={CHART.height - 10}>
                {text}
              </text>
            ))}
            {children}
            {places.length > 0 &&
              marks(place).map((point) => {
                const at = lineThrough([point]);
                return <circle key={at} className={classes.cursor} cx={point.x} cy={point.y} r={5} />;
              })}
          </svg>
        </div>
      </div>
      <p className={classes.read} aria-hidden>
        {words}
      </p>
    </>
  );
};

type LineLook = 'line' | 'dashed' | 'dotted';

export const ChartLine = ({
  look,
  points,
}: {
  readonly look: LineLook;
  readonly points: readonly Point[];
}) => <polyline className={classes[look]} points={lineThrough(points)} />;

/** Names the lines of the chart. */
export const ChartLegend = ({
  lines,
}: {
  readonly lines: readonly (readonly [look: LineLook, words: string])[];
}) => (
  <ul className={classes.legend} aria-hidden>
    {lines.map(([look, words]) => (
      <li key={look}>
        <svg aria-hidden viewBox="0 0 24 4">
          <line className={classes[look]} x1="0" x2="24" y1="2" y2="2" />
        </svg>
        {words}
      </li>
    ))}
  </ul>
);
