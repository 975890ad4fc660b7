import { sayClock } from '@homecare/domain/calendar.ts';
import type { Agreement, OutputOf } from '@homecare/domain/call.ts';
import type { getPage } from '@homecare/domain/family/own-contract.ts';
import type { FamilyArrival } from '@homecare/domain/family/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import classes from './family.module.css';
import { useArrivals, useVisits } from './page-api.ts';
import type { FamilyWords } from './page-en.ts';
import { dayWords, spanWords, useFamilyWords } from './page-words.ts';

export interface PartProps {
  readonly page: OutputOf<typeof getPage>;
}

interface CardProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<readonly T[], Error>;
  readonly none: string;
  readonly line: (row: T) => ReactNode;
  readonly keyOf: (row: T) => string | number;
  readonly children?: ReactNode;
}

/** One thing that was agreed, with its own heading. */
export const PartCard = <T,>({ title, query, none, line, keyOf, children }: CardProps<T>) => {
  const { words } = useFamilyWords();
  const { data } = query;
  const isRefused = query.isError && data === undefined;
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.cardTitle}>{title}</h2>
      {!data && <p className={classes.quiet}>{isRefused ? words.failed : words.loading}</p>}
      {data?.length === 0 && <p className={classes.quiet}>{none}</p>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((row) => (
            <li key={keyOf(row)} className={classes.line}>
              {line(row)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
};

const NextVisits = ({ page: { zone } }: PartProps) => {
  const { words } = useFamilyWords();
  return (
    <PartCard
      title={words.visits}
      query={useVisits()}
      none={words.noVisits}
      keyOf={({ key }) => key}
      line={(visit) => (
        <>
          <span className={classes.when}>{dayWords(words, visit.date, zone)}</span>
          <span>{spanWords(words, visit)}</span>
          <span className={classes.quiet}>{visit.caregiver ?? words.nobodyYet}</span>
        </>
      )}
    />
  );
};

const arrivedWords = (words: FamilyWords, { arrived, left }: FamilyArrival, zone: string) =>
  [
    arrived && words.arrived(words.clock(sayClock(arrived, zone))),
    left ? words.left(words.clock(sayClock(left, zone))) : words.stillThere,
  ]
    .filter(Boolean)
    .join(', ');

const Arrivals = ({ page: { zone } }: PartProps) => {
  const { words } = useFamilyWords();
  return (
    <PartCard
      title={words.arrivals}
      query={useArrivals()}
      none={words.noArrivals}
      keyOf={({ key }) => key}
      line={(visit) => (
        <>
          <span className={classes.when}>{dayWords(words, visit.date, zone)}</span>
          <span>{arrivedWords(words, visit, zone)}</span>
          <span className={classes.quiet}>{visit.caregiver}</span>
        </>
      )}
    />
  );
};

/** What is shown of each agreement, in the order of the page. */
export const PARTS: readonly (readonly [Agreement, ComponentType<PartProps>])[] = [
  ['visits', NextVisits],
  ['arrivals', Arrivals],
];
