import type { Chart } from '@homecare/domain/reports/schema.ts';
import { useId } from 'react';
import type { Place } from '../../platform/address.ts';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { ReportChart } from '../reports/ReportChart.tsx';
import classes from './OwnerMonth.module.css';

/** A number with the list that it counts. */
export interface PlacedNumber {
  readonly words: string;
  readonly place: Place;
}

interface ChartCardProps {
  readonly title: string;
  /** What the month comes to, beside the title; undefined while it is counted. */
  readonly said: string | undefined;
  /** undefined: not there yet; null: there is nothing to draw. */
  readonly chart: Chart | null | undefined;
  readonly mark?: { readonly name: string; readonly value: number };
  readonly heads: readonly string[];
  /** Latest first. */
  readonly rows: readonly { readonly name: string; readonly numbers: readonly PlacedNumber[] }[];
}

/** A chart with the table of its numbers beside it, for who reads or hears them; each number leads to its list. */
export const ChartCard = ({ title, said, chart, mark, heads, rows }: ChartCardProps) => {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      <p className={classes.said}>{said}</p>
      <div className={classes.chart}>
        {chart && <ReportChart chart={chart} {...(mark && { mark })} />}
        {chart === null && <p className="ink2">Nothing was counted in this time.</p>}
      </div>
      <table className={classes.table} aria-label={`${title}, in numbers`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, numbers }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {numbers.map(({ words, place }, at) => (
                <td key={heads[at + 1]}>
                  <PlaceLink place={place} className={classes.number}>
                    {words}
                    <span className="visually-hidden">{`, ${heads[at + 1]}, ${name}`}</span>
                  </PlaceLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
