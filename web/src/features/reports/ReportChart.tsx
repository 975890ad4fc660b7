import type { Chart } from '@homecare/domain/reports/schema.ts';
import { showCell } from '@homecare/domain/reports/table.ts';
import { Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from './Preview.module.css';

/** Drawn as wide as there is room, so that its words keep their size on a phone. */
const WIDEST = 680;
const LETTER = 6.6;
const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 26;
const TOP = 10;

/** The next round number, so that the axis has words that can be read: 1.5, 2, 3 × 10ⁿ. */
const roundUp = (value: number) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power;
};

/** Whole dollars fit beside the axis, cents do not. */
const tickOf = (value: number, kind: Chart['kind']) => showCell(value, kind, '').replace(/\.00$/, '');

interface ReportChartProps {
  readonly chart: Chart;
  /** A value to be reached, drawn as a line over the bars. */
  readonly mark?: { readonly name: string; readonly value: number };
}

/** Bars side by side for each category. The table beside it says the same in figures, so a reader needs only the title. */
export const ReportChart = ({ chart, mark }: ReportChartProps) => {
  const { title, kind, categories, series } = chart;
  const { ref, width } = useElementSize();
  const wide = Math.min(WIDEST, width || WIDEST);
  const most = roundUp(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const room = (wide - LEFT) / Math.max(1, categories.length);
  // Where their words would touch, only every second or third category is named.
  const longest = Math.max(1, ...categories.map(({ length }) => length));
  const step = Math.max(1, Math.ceil((longest * LETTER + 6) / room));
  const bar = Math.min(26, (room - 8) / Math.max(1, series.length));
  const heightOf = (value: number) => (Math.max(0, value) / most) * (HEIGHT - TOP - BOTTOM);
  const floor = HEIGHT - BOTTOM;
  return (
    <figure ref={ref} className={classes.chart}>
      <Group component="figcaption" gap="4px 16px" mb={6} fz={12.5}>
        <Text span inherit fw={600}>
          {title}
        </Text>
        {series.map(({ name }, n) => (
          <Group key={name} component="span" gap={6} wrap="nowrap" className="ink2">
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" className={classes.part} data-series={n} />
            </svg>
            {name}
          </Group>
        ))}
        {mark && (
          <Group component="span" gap={6} wrap="nowrap" className="ink2">
            <svg width="14" height="10" aria-hidden="true">
              <line x1="0" x2="14" y1="5" y2="5" className={classes.mark} />
            </svg>
            {mark.name}
          </Group>
        )}
      </Group>
      <svg
        viewBox={`0 0 ${wide} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: a chart of the table below`}
        className={classes.drawing}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              className={classes.rule}
              x1={LEFT}
              x2={wide}
              y1={floor - heightOf(most * part)}
              y2={floor - heightOf(most * part)}
            />
            <text
              className={classes.tick}
              x={LEFT - 6}
              y={floor - heightOf(most * part) + 4}
              textAnchor="end"
            >
              {tickOf(Math.round(most * part), kind)}
            </text>
          </g>
        ))}
        {categories.map((category, at) => {
          const left = LEFT + at * room + (room - bar * series.length) / 2;
          return (
            <g key={category}>
              {series.map(({ name, values }, n) => {
                const height = heightOf(values[at] ?? 0);
                return (
                  <rect
                    key={name}
                    className={classes.part}
                    data-series={n}
                    x={left + n * bar}
                    y={floor - height}
                    width={Math.max(1, bar - 2)}
                    height={height}
                  />
                );
              })}
              {at % step === 0 && (
                <text
                  className={classes.tick}
                  x={Math.min(LEFT + at * room + room / 2, wide - (longest * LETTER) / 2)}
                  y={HEIGHT - 8}
                  textAnchor="middle"
                >
                  {category}
                </text>
              )}
            </g>
          );
        })}
        {mark && (
          <line
            className={classes.mark}
            x1={LEFT}
            x2={wide}
            y1={floor - heightOf(mark.value)}
            y2={floor - heightOf(mark.value)}
          />
        )}
      </svg>
    </figure>
  );
};
