import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface FactsProps {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
  /** 'line': beside each other, each below its name. */
  readonly look?: 'line';
}

/** What is known of something, by name; a missing value is '–'. */
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
