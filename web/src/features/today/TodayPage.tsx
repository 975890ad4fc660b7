import { sayDay } from '@homecare/domain/calendar.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Place, Today } from '@homecare/domain/today/schema.ts';
import { elapsedMinutes, showTime } from '@homecare/domain/visits/rules.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';
import { useToday, useZone } from '../../platform/use-today.ts';
import { Note } from '../../ui/Note.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { WeekFigures } from '../week-figures/WeekFigures.tsx';
import { useTodayList } from './api.ts';
import { CallOuts } from './CallOuts.tsx';
import { HourBars } from './HourBars.tsx';
import { OutToday } from './OutToday.tsx';
import { useOpenPlace } from './open-place.ts';
import classes from './Today.module.css';
import { TodayRows } from './TodayRows.tsx';
import { useStillRows } from './use-still-rows.ts';

const CoverPanel = lazy(async () => ({ default: (await import('./CoverPanel.tsx')).CoverPanel }));
const NewTextsDialog = lazy(async () => ({
  default: (await import('../messaging/NewTextsDialog.tsx')).NewTextsDialog,
}));

/** Seconds between two looks at the clock. */
const CLOCK = 30;
const PLACES = ['now', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The rows before they are there, in the places that they will have: below the figures of the week, which come by themselves. */
const Skeleton = () => (
  <div className={classes.skeleton} role="status" aria-label="Loading what is to be decided…">
    {PLACES.map((place) => (
      <span key={place} />
    ))}
  </div>
);

/** 'Next visit without a caregiver: Nov 24.' */
const nextWords = ({ nextOpen, through }: Today) =>
  `Next visit without a caregiver: ${nextOpen === null ? `none until ${sayDay(through)}` : sayDay(nextOpen)}.`;

const Nothing = ({ data }: { readonly data: Today }) => (
  <EmptyState
    icon={IconCircleCheck}
    title="Nothing needs you right now."
    text={data.isCounting ? 'Still counting the larger lists.' : nextWords(data)}
  />
);

/** What is shown is as old as this; it stays until the server answers again. */
const Outdated = ({ query }: { readonly query: UseQueryResult<Today, Error> }) =>
  query.isRefetchError ? (
    <Note tone="warn" live actions={<Button onClick={() => void query.refetch()}>Try again</Button>}>
      {freshnessOf(query)}
    </Note>
  ) : null;

interface CountedProps extends Pick<Today, 'since' | 'isCounting'> {
  readonly now: Temporal.Instant;
  readonly zone: string;
}

/** Nobody takes a count of some minutes ago for one of now. */
const CountedBefore = ({ since, isCounting, now, zone }: CountedProps) => {
  const at = since === undefined ? now : Temporal.Instant.from(since);
  return elapsedMinutes(at, now) < 1 ? null : (
    <p className={classes.counted} role="status">
      {`Some rows were counted at ${showTime(at, zone)}${isCounting ? '. Counting again…' : '.'}`}
    </p>
  );
};

/** Today: what must be decided now, ranked, each with what fixes it (docs/rules/today.md). */
export const TodayPage = () => {
  const query = useTodayList();
  const { data } = query;
  const [now, today, zone] = [useNow(CLOCK), useToday().toString(), useZone()];
  const isPhone = useIsPhone();
  const { shown, holding } = useStillRows(data);
  const openPlace = useOpenPlace(today);
  const [covered, setCovered] = useState<VisitKey>();
  const [isReading, setReading] = useState(false);
  const isSlow = useSlow(!data && !query.isError);
  const [isGrowing, setGrowing] = useState(false);
  if (data?.isCounting && !isGrowing) setGrowing(true);
  const failure = failureOf(query, 'Couldn’t load Today');
  if (failure) return <ErrorState {...failure} />;
  if (!data)
    return (
      <div className={classes.page}>
        {!isPhone && <WeekFigures zone={zone} />}
        <div className={classes.list}>{isSlow && <Skeleton />}</div>
        <aside className={classes.side} aria-hidden="true" />
      </div>
    );
  const onPlace = (place: Place) => (place.list === 'texts' ? setReading(true) : void openPlace(place));
  return (
    <div className={classes.page}>
      <WeekFigures zone={zone} />
      <div className={classes.list} data-growing={isGrowing || undefined} {...holding}>
        <Outdated query={query} />
        {shown.length === 0 && data.rows.length === 0 && <Nothing data={data} />}
        <TodayRows
          shown={shown}
          snoozed={data.snoozed}
          parts={data.parts}
          people={data.people}
          now={now}
          today={today}
          zone={zone}
          isPhone={isPhone}
          onPlace={onPlace}
          onCover={setCovered}
        />
        <CountedBefore since={data.since} isCounting={data.isCounting} now={now} zone={zone} />
      </div>
      <aside className={classes.side} aria-label="The day">
        {data.hours && <HourBars hours={data.hours} today={today} now={now} zone={zone} onPlace={onPlace} />}
        {data.hours && !isPhone && <CallOuts today={today} now={now} zone={zone} />}
        {data.hours && !isPhone && <OutToday out={data.out} today={today} />}
      </aside>
      {isReading && (
        <Suspense>
          <NewTextsDialog onClose={() => setReading(false)} />
        </Suspense>
      )}
      {covered && (
        <Suspense>
          <CoverPanel visit={covered} now={now} zone={zone} onClose={() => setCovered(undefined)} />
        </Suspense>
      )}
    </div>
  );
};
