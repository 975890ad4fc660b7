import { sayDay } from '@homecare/domain/calendar.ts';
import type { AskedVisit } from '@homecare/domain/offers/schema.ts';
import { shortSpan } from '@homecare/domain/schedule/rules.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { phoneIcon } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useStory } from '../staffing/api.ts';
import { Story, sayEvent } from '../staffing/Story.tsx';
import classes from './Autopilot.module.css';
import { UNDO_COVER, useAsked } from './api.ts';
import { sayAsked, sayNext } from './offer-words.ts';

interface VisitProps {
  readonly visit: AskedVisit;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

const Steps = ({ visit: { planId, day }, zone }: Omit<VisitProps, 'now'>) => {
  const { data } = useStory({ planId, day });
  return (
    <Story
      zone={zone}
      steps={data?.events.map((event) => ({ at: event.at, words: sayEvent(event) })) ?? []}
    />
  );
};

const Asked = ({ visit, now, zone }: VisitProps) => {
  const [isOpen, setOpen] = useState(false);
  const undo = useAction({ ...UNDO_COVER, onDone: () => toast.success('Undone. The visit is open again.') });
  const { planId, day, Client, town, start, end, covered, round } = visit;
  const { start: begins } = plannedInstants({ Date: day, PlanStartTime: start, PlanEndTime: end }, zone);
  const minutes = Math.ceil((begins.epochMilliseconds - now.epochMilliseconds) / 60_000);
  const title = sayAsked(visit, { zone, now }, minutes);
  return (
    <li className={classes.asked} data-tone={covered ? 'ok' : 'danger'}>
      {covered ? <IconCircleCheck {...phoneIcon} /> : <IconClock {...phoneIcon} />}
      <div>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
        </button>
        <p className="ink2">
          {[
            `${Client}, ${[town, `${sayDay(day)}, ${shortSpan(visit)}`].filter(Boolean).join(', ')}`,
            covered ? '' : sayNext(round, { zone, now }),
          ]
            .filter(Boolean)
            .join('. ')}
        </p>
      </div>
      {covered && minutes > 0 && (
        <Button
          aria-label={`Undo: ${title}`}
          disabled={undo.pending}
          onClick={() => void undo.run({ planId, day })}
        >
          Undo
        </Button>
      )}
      {isOpen && <Steps visit={visit} zone={zone} />}
    </li>
  );
};

/** The visits for which caregivers were asked today: who comes, or that nobody does yet. */
export const AskedToday = ({ zone }: { readonly zone: string }) => {
  const query = useAsked();
  const now = useNow(5);
  const failure = failureOf(query, 'Today’s covers could not be loaded');
  return (
    <section className={classes.today} aria-label="Today’s covers">
      <h2>Today’s covers</h2>
      {failure && <ErrorState {...failure} />}
      {query.data?.length === 0 && <p className="ink2">Nobody was asked today.</p>}
      <ul>
        {query.data?.map((visit) => (
          <Asked key={`${visit.planId} ${visit.day}`} visit={visit} now={now} zone={zone} />
        ))}
      </ul>
    </section>
  );
};
