import { hoursText, showDate } from '@homecare/domain/calendar.ts';
import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { plannedDays, sayWeekHours, sayWeekOfVisits } from '@homecare/domain/care-plans/week-line.ts';
import { canCome } from '@homecare/domain/schedule/candidate-answer.ts';
import type { RequestCandidate } from '@homecare/domain/staffing/schema.ts';
import { sayVisitsHere } from '@homecare/domain/staffing/visits-here.ts';
import { Button, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useTypeName } from '../care-plans/api.ts';
import { CARE_PLAN, requestedPlan } from '../care-plans/plan-mode.ts';
import { useRequestCandidates } from './api.ts';
import { shortDay } from './board-words.ts';
import { Cost, Warnings } from './CandidateRow.tsx';
import { CannotList } from './CannotList.tsx';
import { ClientLink } from './ClientLink.tsx';
import classes from './Cover.module.css';
import { DrawerFacts } from './DrawerFacts.tsx';
import { SideDrawer } from './SideDrawer.tsx';

const FIRST = 8;

const RequestFacts = ({ request }: { readonly request: OpenRequest }) => {
  const week = plannedDays(request.week.time);
  const typeName = useTypeName();
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Client', <ClientLink key="client" id={request.ClientID} name={request.Client} town={request.town} />],
    ['Service', typeName(request.Type)],
    ['Week', `${sayWeekOfVisits(week)} (${sayWeekHours(week)} h)`],
    ['First day', showDate(request.StartDate)],
    ...(request.Remarks ? [['Remarks', request.Remarks] as const] : []),
  ];
  return <DrawerFacts facts={facts} />;
};

/** 'All 4 visits' or 'Not Tue, Dec 1: With Ruiz until 2:00 PM'. */
const takenWords = ({ visits, taken, misses }: RequestCandidate) =>
  taken === visits
    ? [`all ${visits} visits`]
    : [
        `${taken} of ${visits} visits`,
        ...misses.map(({ why, days }) => `not ${days.map(shortDay).join(', ')}: ${why}`),
      ];

const hoursWords = ({ weekMinutes, wishedMinutes }: RequestCandidate) =>
  wishedMinutes === null
    ? `${hoursText(weekMinutes)} that week`
    : `${hoursText(weekMinutes)} of ${hoursText(wishedMinutes)} that week`;

const RequestRow = ({
  candidate,
  onChoose,
}: {
  readonly candidate: RequestCandidate;
  readonly onChoose: () => void;
}) => (
  <li className={classes.taker}>
    <span className={classes.mean}>{candidate.score}</span>
    <span className={classes.who}>
      <span>
        <b>
          <PersonLink id={candidate.ProviderID} name={candidate.Provider} />
        </b>{' '}
        <span className="ink2">{candidate.town}</span>
      </span>
      <small>{[...takenWords(candidate), sayVisitsHere(candidate), hoursWords(candidate)].join(', ')}</small>
      <Warnings of={candidate} />
    </span>
    <Cost cost={candidate.cost} />
    <span className={classes.way}>
      {candidate.extraMinutes === null ? '' : `+${candidate.extraMinutes} min`}
    </span>
    <Button aria-label={`Choose ${candidate.Provider}`} onClick={onChoose}>
      Choose
    </Button>
  </li>
);

const Takers = ({
  candidates,
  onChoose,
}: {
  readonly candidates: readonly RequestCandidate[];
  readonly onChoose: (candidate: RequestCandidate) => void;
}) => {
  const [all, setAll] = useState(false);
  const can = candidates.filter(canCome);
  const whole = can.filter(({ visits, taken }) => visits === taken).length;
  const shown = all ? can : can.slice(0, FIRST);
  return (
    <>
      <h3 className={classes.count}>
        {whole === 0 ? 'Nobody can take the whole week' : `${whole} can take the whole week`}{' '}
        {can.length > whole && <span className="ink2">{`${can.length - whole} a part of it`}</span>}
      </h3>
      <ul className={classes.candidates}>
        {shown.map((candidate) => (
          <RequestRow key={candidate.ProviderID} candidate={candidate} onChoose={() => onChoose(candidate)} />
        ))}
      </ul>
      {can.length > shown.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {`Show ${can.length - shown.length} more`}
        </Button>
      )}
      <CannotList candidates={candidates} />
    </>
  );
};

/** Who could take the week of an open request, best first. The choice is saved on the care plan form. */
export const RequestDrawer = ({
  request,
  onClose,
}: {
  readonly request: OpenRequest;
  readonly onClose: () => void;
}) => {
  const [isFarther, setFarther] = useState(false);
  const query = useRequestCandidates({ id: request.id, ...(isFarther && { farther: 1 as const }) });
  const openPage = useOpenPage();
  const isSlow = useSlow(query.isPending);
  const failure = failureOf(query, 'Couldn’t load who can take it');
  return (
    <SideDrawer title="Find a caregiver" onClose={onClose}>
      <RequestFacts request={request} />
      <p className="ink2">
        Each visit ahead through the first whole workweek is checked. Hours, overtime, pay and driving are of
        that week.
      </p>
      {failure && <ErrorState {...failure} />}
      {isSlow && <p className="ink2">Checking who can take it…</p>}
      {query.data && (
        <>
          <Switch
            className={classes.farther}
            label="Look beyond each caregiver’s miles"
            checked={isFarther}
            onChange={(event) => setFarther(event.currentTarget.checked)}
          />
          <Takers
            candidates={query.data.candidates}
            onChoose={({ ProviderID }) => void openPage(CARE_PLAN, requestedPlan(request.id, ProviderID))}
          />
        </>
      )}
    </SideDrawer>
  );
};
