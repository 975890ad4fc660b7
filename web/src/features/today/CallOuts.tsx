import { sayDay, sayTime } from '@homecare/domain/calendar.ts';
import { getAutopilot } from '@homecare/domain/offers/contract.ts';
import type { AskedVisit } from '@homecare/domain/offers/schema.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PageButton } from '../../platform/PageButton.tsx';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import { useAsked } from '../offers/api.ts';
import { aheadOf, sayAsked, sayCovers, sayMoment } from '../offers/offer-words.ts';
import { openedBoard } from '../schedule/opened-board.ts';
import { STORY_PAGE, storyState } from '../visit-story/open-story.ts';
import classes from './Today.module.css';

/** So many are shown at once, those that nobody covers first. */
const SHOWN = 5;
const NOON = 12;

interface CallOutsProps {
  readonly today: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

type CalledOut = AskedVisit & { readonly calledOut: NonNullable<AskedVisit['calledOut']> };
const isCalledOut = (visit: AskedVisit): visit is CalledOut => visit.calledOut !== null;

const boardOf = (day: string, visits: readonly CalledOut[]) => ({
  to: '/schedule',
  page: openedBoard({ day, people: [...new Set(visits.map(({ calledOut }) => calledOut.ProviderID))] }),
});

const CallOut = ({ visit, today, now, zone }: CallOutsProps & { readonly visit: CalledOut }) => {
  const { planId, day, date, started, ClientID, Client, start, covered, calledOut } = visit;
  const named = { ...visit, covered: covered && { ...covered, Provider: sayName(covered.Provider) } };
  const when = date === today ? sayTime(start) : `${sayDay(date)}, ${sayTime(start)}`;
  return (
    <li>
      <span className="ink2">{sayMoment(started, zone, now)}</span>
      <div>
        <b data-alarm={!covered || undefined}>
          <PlaceLink place={{ to: STORY_PAGE, page: storyState({ planId, day }) }} className={classes.title}>
            {sayAsked(named, { zone, now }, aheadOf(visit, { zone, now }))}
          </PlaceLink>
        </b>
        <p className="ink2">
          <PersonLink id={ClientID} name={sayName(Client)} />
          {', '}
          <PlaceLink place={boardOf(date, [visit])} className={classes.number}>
            {when}
          </PlaceLink>
          {', without '}
          <PersonLink id={calledOut.ProviderID} name={sayName(calledOut.Provider)} />
        </p>
      </div>
    </li>
  );
};

const AutopilotLog = () => (
  <PageButton size="compact-sm" variant="subtle" to="/config" page={{ 'config.tab': 'autopilot' }}>
    Autopilot log
  </PageButton>
);

/** The visits of today out of which somebody called, and those for which others were asked today: who comes, and who was to come. */
export const CallOuts = (props: CallOutsProps) => {
  const { today, now, zone } = props;
  const [isAll, setAll] = useState(false);
  const role = useSession()?.role;
  const visits = useAsked(false).data?.filter(isCalledOut) ?? [];
  if (visits.length === 0) return null;
  const waiting = visits.filter((visit) => !visit.covered && !aheadOf(visit, { zone, now }).isOver);
  const ranked = [...visits.filter(({ covered }) => !covered), ...visits.filter(({ covered }) => covered)];
  const title = `Call-outs ${now.toZonedDateTimeISO(zone).hour < NOON ? 'this morning' : 'today'}`;
  return (
    <section aria-label={title}>
      <div className={classes.dayHead}>
        <h2>{title}</h2>
        {may(role, getAutopilot) && <AutopilotLog />}
      </div>
      <PlaceLink place={boardOf(today, visits)} className={classes.number}>
        {`${sayCovers(visits)}${waiting.length > 0 ? `, ${waiting.length} waiting` : ''}`}
      </PlaceLink>
      <ul className={classes.out}>
        {ranked.slice(0, isAll ? undefined : SHOWN).map((visit) => (
          <CallOut key={`${visit.planId} ${visit.day}`} visit={visit} {...props} />
        ))}
      </ul>
      {ranked.length > SHOWN && (
        <Button variant="subtle" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${ranked.length}`}
        </Button>
      )}
    </section>
  );
};
