import { sayDay } from '@homecare/domain/calendar.ts';
import type { Unpaid } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { acrossOf, ChartLegend, ChartLine, downOf, LineChart, type Point } from '../../ui/LineChart.tsx';
import classes from './Unpaid.module.css';

type Week = Unpaid['weeks'][number];
type Measure = 'toClaim' | 'toPayment';

const MEASURES: readonly (readonly [measure: Measure, look: 'line' | 'dashed', words: string])[] = [
  ['toClaim', 'line', 'Days from visit to claim'],
  ['toPayment', 'dashed', 'Days from claim to payment'],
];

const NONE = 'none';
const days = (value: number | null) => (value === null ? NONE : counted(value, 'day'));
/** 'Week of Nov 2: 12 days from visit to claim, 9 days from claim to payment'. */
const sayWeek = ({ week, toClaim, toPayment }: Week) =>
  `Week of ${sayDay(week)}: ${days(toClaim)} from visit to claim, ${days(toPayment)} from claim to payment`;

/** Runs of consecutive weeks with a value. A week without one leaves a gap. */
const stretches = (weeks: readonly Week[], measure: Measure, place: (at: number, value: number) => Point) => {
  const lines: Point[][] = [[]];
  for (const [at, { [measure]: value }] of weeks.entries())
    if (value === null) lines.push([]);
    else lines.at(-1)?.push(place(at, value));
  return lines.filter(({ length }) => length > 0);
};

/** Length of the dash for a single week between gaps. */
const DASH = 6;
const seen = (points: readonly Point[]) => {
  const [only] = points;
  return only && points.length === 1
    ? [
        { ...only, x: only.x - DASH },
        { ...only, x: only.x + DASH },
      ]
    : points;
};

const WeekTable = ({ weeks }: Pick<Unpaid, 'weeks'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
  <section className={classes.wide} aria-label="Weeks" tabIndex={0}>
    <table className={classes.ages}>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          {weeks.map(({ week }) => (
            <th key={week} scope="col">
              {sayDay(week)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MEASURES.map(([measure, , words]) => (
          <tr key={measure}>
            <th scope="row">{words}</th>
            {weeks.map(({ week, [measure]: value }) => (
              <td key={week}>{value ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Time from visit to claim and from claim to payment by week, as lines and as an optional table. */
export const WeekLines = ({ weeks }: Pick<Unpaid, 'weeks'>) => {
  const values = weeks.flatMap(({ toClaim, toPayment }) => [toClaim ?? 0, toPayment ?? 0]);
  const most = Math.max(4, Math.ceil(Math.max(0, ...values) / 4) * 4);
  const across = acrossOf(0, weeks.length - 1);
  const down = downOf(0, most);
  const place = (at: number, value: number) => ({ x: across(at), y: down(value) });
  const marks = (at: number) =>
    // Both points may coincide.
    [...new Set(MEASURES.map(([measure]) => weeks[at]?.[measure] ?? null))].flatMap((value) =>
      value === null ? [] : [place(at, value)],
    );
  return (
    <>
      <ChartLegend lines={MEASURES.map(([, look, words]) => [look, words] as const)} />
      <LineChart
        label="Days by week"
        places={weeks.map((_, at) => across(at))}
        start={weeks.length - 1}
        say={(at) => {
          const week = weeks[at];
          return week ? sayWeek(week) : '';
        }}
        marks={marks}
        rows={[0, 1, 2, 3, 4].map((part) => ({
          y: down((most * part) / 4),
          text: counted((most * part) / 4, 'day'),
        }))}
        columns={weeks.flatMap(({ week }, at) =>
          at % 2 === 0 ? [{ x: across(at) - 14, text: sayDay(week) }] : [],
        )}
      >
        {MEASURES.flatMap(([measure, look]) =>
          stretches(weeks, measure, place).map((points) => (
            <ChartLine key={`${measure} ${points[0]?.x}`} look={look} points={seen(points)} />
          )),
        )}
      </LineChart>
      <details>
        <summary>Show as a table</summary>
        <WeekTable weeks={weeks} />
      </details>
    </>
  );
};
