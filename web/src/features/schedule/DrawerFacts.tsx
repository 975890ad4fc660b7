import type { ReactNode } from 'react';
import classes from './Cover.module.css';

/** Facts about the subject of a drawer, each with its name. */
export const DrawerFacts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, words: ReactNode])[];
}) => (
  <dl className={classes.facts}>
    {facts.map(([name, words]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
);
