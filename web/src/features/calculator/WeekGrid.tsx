import type { ResultDay, WeekOfResult } from '@homecare/domain/calculator/schema.ts';
import { KINDS } from '@homecare/domain/calculator/tasks.ts';
import { WEEKDAY_NAMES, WEEKDAYS } from '@homecare/domain/calendar.ts';
import classes from './WeekGrid.module.css';

const Visit = ({ visit }: { readonly visit: ResultDay }) => (
  <>
    <strong>{`${visit.in}–${visit.out}`}</strong>
    <ul>
      {visit.tasks.map(({ code, name, minutes }) => (
        <li key={code}>{`${name || code} ${minutes} min`}</li>
      ))}
    </ul>
  </>
);

interface WeekGridProps {
  readonly week: readonly WeekOfResult[];
  readonly nameOf: (provider: number) => string;
}

/** A calculated week, day by day: what a care plan would be written from. */
export const WeekGrid = ({ week, nameOf }: WeekGridProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the grid scrolls, by keyboard too.
  <section className={classes.scroll} aria-label="Calculated week" tabIndex={0}>
    <table className={classes.week} aria-label="Calculated week">
      <thead>
        <tr>
          <th scope="col">Provider</th>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" abbr={WEEKDAY_NAMES[day]}>
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {week.map(({ provider, type, days }) => (
          <tr key={`${provider} ${type}`}>
            <th scope="row">
              {nameOf(provider)}
              <span className={classes.kind}>{KINDS[type].title}</span>
            </th>
            {WEEKDAYS.map((day) => {
              const visit = days.find((one) => one.day === day);
              return (
                <td key={day} data-day={WEEKDAY_NAMES[day]} data-empty={visit ? undefined : ''}>
                  {visit ? <Visit visit={visit} /> : '—'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
