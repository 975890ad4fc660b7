import { sayDay } from '@homecare/domain/calendar.ts';
import { MOST_ASKED_DAYS } from '@homecare/domain/offers/contract.ts';
import type { AskedVisit } from '@homecare/domain/offers/schema.ts';
import { shortSpan } from '@homecare/domain/schedule/rules.ts';
import { eventSteps } from '@homecare/domain/visit-story/story.ts';
import { Button } from '@mantine/core';
import { IconChevronRight, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';
import { menuIcon, phoneIcon } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useVisitStory } from '../visit-story/api.ts';
import { StoryList } from '../visit-story/StoryList.tsx';
import classes from './Autopilot.module.css';
import { useAsked } from './api.ts';
import { aheadOf, sayAsked, sayCovers, sayNext } from './offer-words.ts';
import { UndoCover } from './UndoCover.tsx';

interface VisitProps {
  readonly visit: AskedVisit;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

const Steps = ({ visit: { planId, day }, zone }: Omit<VisitProps, 'now'>) => {
  const { data } = useVisitStory({ planId, day });
  return <StoryList zone={zone} steps={eventSteps(data?.events ?? [])} />;
};

const Asked = ({ visit, now, zone, isFirst }: VisitProps & { readonly isFirst: boolean }) => {
  const [isOpen, setOpen] = useState(isFirst);
  const { date, Client, town, covered, round } = visit;
  const ahead = aheadOf(visit, { zone, now });
  const title = sayAsked(visit, { zone, now }, ahead);
  return (
    <li className={classes.asked} data-tone={covered ? 'ok' : 'danger'}>
      {covered ? <IconCircleCheck {...phoneIcon} /> : <IconClock {...phoneIcon} />}
      <div>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <IconChevronRight {...menuIcon} />
        </button>
        <p className="ink2">
          {[Client, town, sayDay(date), shortSpan(visit), covered ? '' : sayNext(round, { zone, now })]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      {covered && ahead.minutesToStart > 0 && <UndoCover visit={visit} label={title} />}
      {isOpen && <Steps visit={visit} zone={zone} />}
    </li>
  );
};

/** The visits for which caregivers were asked today, or lately: who comes, or that nobody does yet. */
export const AskedToday = ({ zone }: { readonly zone: string }) => {
  const [isAll, setAll] = useState(false);
  const query = useAsked(isAll);
  const now = useNow(5);
  const failure = failureOf(query, 'Couldn’t load covers');
  const title = isAll ? `Covers of the last ${MOST_ASKED_DAYS} days` : 'Today’s covers';
  return (
    <section className={classes.today} aria-label={title}>
      <div className={classes.todayHead}>
        <h2>{title}</h2>
        <Button size="compact-md" variant="subtle" onClick={() => setAll(!isAll)}>
          {isAll ? 'Today' : 'All'}
        </Button>
      </div>
      {failure && <ErrorState {...failure} />}
      {query.isPending && <p role="status">Loading covers…</p>}
      {query.data?.length === 0 && (
        <p className="ink2">{isAll ? 'Nobody was asked.' : 'Nobody was asked today.'}</p>
      )}
      {isAll && query.data && query.data.length > 0 && <p className="ink2">{sayCovers(query.data)}</p>}
      <ul>
        {query.data?.map((visit, at) => (
          <Asked
            key={`${visit.planId} ${visit.day}`}
            visit={visit}
            now={now}
            zone={zone}
            isFirst={!isAll && at === 0}
          />
        ))}
      </ul>
    </section>
  );
};
