import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface FactsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  /** 'line' puts the facts side by side, each below its name. */
  readonly look?: 'line';
}

/** A list of names and values. A missing value shows as '–'. */
export const Facts = ({ rows, look }: FactsProps) => (
  <dl className={classes.facts} data-look={look}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value || '–'}</dd>
      </div>
    ))}
  </dl>
);
