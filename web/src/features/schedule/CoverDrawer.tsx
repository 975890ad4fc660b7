import type { ClientNeeds } from '@homecare/domain/availability/schema.ts';
import { addDays, hoursText, sayTime, todayIn } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import { capital } from '@homecare/domain/capital.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { Offer } from '@homecare/domain/offers/schema.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { canCome, closestOf, hasTooFar, whyNobodyOf } from '@homecare/domain/schedule/candidate-answer.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { isNotCreated, STATE_WORDS } from '@homecare/domain/schedule/rules.ts';
import type { listCandidates } from '@homecare/domain/staffing/contract.ts';
import type { CoverTimes } from '@homecare/domain/staffing/cover.ts';
import type { Candidate, OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { Button, Switch } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { failureOf, markStale } from '../../platform/query.ts';
import { useSession } from '../../platform/session.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { BottomBar } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { AuthorizationNotes } from '../authorizations/AuthorizationNotes.tsx';
import { useNeeds } from '../availability/api.ts';
import { useTypeName } from '../care-plans/api.ts';
import { useOffers } from '../offers/api.ts';
import { OfferFoot } from '../offers/OfferFoot.tsx';
import { OfferPanel } from '../offers/OfferPanel.tsx';
import { latestOffers, type OfferWords, sayMoment, sayOffer } from '../offers/offer-words.ts';
import { useOtherTime } from '../staffing/api.ts';
import { ComesAfterAll } from '../staffing/ComesAfterAll.tsx';
import { otherTimeWords } from '../staffing/plan-words.ts';
import { RescheduleButton } from '../staffing/RescheduleButton.tsx';
import { useCandidates } from './api.ts';
import { shortDay } from './board-words.ts';
import { CandidateRow } from './CandidateRow.tsx';
import { CannotList } from './CannotList.tsx';
import { ClientLink } from './ClientLink.tsx';
import classes from './Cover.module.css';
import { DrawerActions } from './DrawerActions.tsx';
import { DrawerFacts } from './DrawerFacts.tsx';
import { DrawerStory } from './DrawerStory.tsx';
import { areClocks, LateTimes } from './LateTimes.tsx';
import { minutesTo, SOON, untilWords } from './OpenLane.tsx';
import { SideDrawer } from './SideDrawer.tsx';
import { useCover } from './use-cover.tsx';
import { boardStop } from './use-grid-keys.ts';

interface CoverDrawerProps {
  readonly visit: OpenVisit;
  /** Somebody comes now: it is open no more. */
  readonly isTaken?: boolean;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly onClose: () => void;
}

const REASONS: Record<OpenVisit['reason'], string> = {
  calledOut: 'called out',
  timeOff: 'is off',
  mayNotWork: 'may not work that day',
  late: 'is late',
};

/** '8:15 AM – 12:30 PM today' */
const whenWords = ({ start, end, date }: OpenVisit, today: string) =>
  `${sayTime(start)} – ${sayTime(end)}${nearDay(date, today)}`;

const nearDay = (day: string, today: string) => {
  if (day === today) return ' today';
  return day === addDays(today, 1) ? ' tomorrow' : `, ${shortDay(day)}`;
};

/** Beyond the days for which visits exist. */
const NOT_CREATED_YET = `${capital(STATE_WORDS.notCreated)}. It can be offered and covered now.`;

/** What anyone who comes must have: '' where the client requires nothing. */
const needWords = ({ skills, languages }: Pick<ClientNeeds, 'skills' | 'languages'>) =>
  [...skills, ...languages.map((language) => `speaks ${language}`)].join(', ');

/** What its authorization has left for the visit; null: units are not counted. Undefined: not known yet. */
type Units = OutputOf<typeof listCandidates>['units'] | undefined;

/** ', 212 units left', with the type where a cover goes by another one. */
const unitsWords = (units: Units, service: string) => {
  if (!units) return '';
  return `, ${counted(units.left, 'unit')} left${units.type === service ? '' : ` of ${units.type}`}`;
};

const VisitFacts = ({ visit, now, zone, onClose, units }: CoverDrawerProps & { readonly units: Units }) => {
  const minutes = minutesTo(visit, now, zone);
  const typeName = useTypeName();
  const needs = useNeeds(visit.ClientID).data?.needs;
  const required = needs ? needWords(needs) : '';
  const since = visit.since && sayMoment(visit.since, zone, now);
  const why = `${visit.Provider} ${REASONS[visit.reason]}${visit.note ? `: ${visit.note}` : ''}`;
  const service = typeName(visit.Type);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Client', <ClientLink key="client" id={visit.ClientID} name={visit.Client} town={visit.town} />],
    ['Service', `${service}, ${hoursText(visit.minutes)}${unitsWords(units, service)}`],
    since ? ['Open since', `${since}, ${why}`] : ['Open because', why],
    ...(isNotCreated(visit) ? [['Visit', NOT_CREATED_YET] as const] : []),
    ...(required ? [['Must have', required] as const] : []),
  ];
  return (
    <>
      <h3 className={classes.when}>
        {whenWords(visit, todayIn(zone, now).toString())}{' '}
        <span className={classes.starts} data-tone={minutes < SOON ? 'danger' : 'mute'}>
          {minutes > 0 ? `starts ${untilWords(minutes)}` : untilWords(minutes)}
        </span>
      </h3>
      <DrawerFacts facts={facts} />
      {visit.reason === 'calledOut' && <ComesAfterAll visit={visit} zone={zone} onDone={onClose} />}
    </>
  );
};

const FIRST = 6;

interface CandidatesProps {
  readonly candidates: readonly Candidate[];
  readonly visit: OpenVisit;
  readonly zone: string;
  readonly onMoved: () => void;
  /** Leaves out who cannot, and why. */
  readonly onlyCan: boolean;
  readonly offers: readonly Offer[];
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (providerId: number, isTicked: boolean) => void;
  readonly sayOffered: (offer: Offer) => OfferWords;
  readonly busy: boolean;
  /** Undefined: it is looked farther already. */
  readonly onFarther: (() => void) | undefined;
  readonly onAssign: (candidate: Candidate) => void;
}

/** Nobody can come: who is closest to it and why, and what else can be done. */
const NobodyCan = ({
  candidates,
  onFarther,
  ...move
}: Pick<CandidatesProps, 'candidates' | 'onFarther' | 'visit' | 'zone' | 'onMoved'>) => {
  const closest = closestOf(candidates);
  const nobody = whyNobodyOf(candidates);
  const other = useOtherTime(move.visit);
  return (
    <div className={classes.nobody} role="status">
      <p>
        <b>Nobody can come.</b> {nobody}
        {closest && `Closest: ${[closest.Provider, closest.why].filter(Boolean).join(': ')}. `}
        {other && otherTimeWords(other)}
      </p>
      {onFarther && hasTooFar(candidates) && <Button onClick={onFarther}>Ask farther</Button>}
      {other && <RescheduleButton {...move} look="default" start={other.start} />}
    </div>
  );
};

/** The list while it is asked for. */
const CandidateSkeleton = () => (
  <ul className={classes.candidates} role="status">
    <li className="visually-hidden">Checking who can come…</li>
    {[0, 1, 2, 3, 4, 5].map((row) => (
      <li key={row} className={classes.candidate} aria-hidden="true">
        <span />
        <span className={classes.bone} />
        <span className={classes.bone} data-long />
        <span />
        <span />
        <span className={classes.bone} />
      </li>
    ))}
  </ul>
);

/** A caregiver of whom no answer is awaited can be asked, and whose cover was taken back or whose yes was to another time; a no is not asked again. */
const isAskable = (offer: Offer | undefined) =>
  offer === undefined ||
  offer.state === 'closed' ||
  offer.state === 'taken' ||
  offer.state === 'covered' ||
  offer.cause === 'takenBack' ||
  offer.cause === 'moved';

const Candidates = ({
  candidates,
  onlyCan,
  offers,
  ticked,
  onTick,
  sayOffered,
  busy,
  onFarther,
  onAssign,
  ...move
}: CandidatesProps) => {
  const offerOf = new Map(latestOffers(offers).map((one) => [one.ProviderID, one]));
  const [all, setAll] = useState(false);
  const can = candidates.filter(canCome);
  const shown = all ? can : can.slice(0, FIRST);
  const hidden = can.length - shown.length;
  const seesCents = seesPayRates(useSession()?.role);
  return (
    <>
      {can.length === 0 ? (
        <NobodyCan candidates={candidates} onFarther={onFarther} {...move} />
      ) : (
        <>
          <h3 className={classes.count}>
            {`${can.length} can come`} {can.length > 1 && <span className="ink2">best first</span>}
          </h3>
          <p className={classes.heads} aria-hidden="true">
            <span>Score</span>
            <span>Caregiver</span>
            <span>{seesCents ? 'Cost' : 'Overtime'}</span>
            <span>Driving</span>
          </p>
        </>
      )}
      <ul className={classes.candidates}>
        {shown.map((candidate) => {
          const id = candidate.ProviderID;
          const offer = offerOf.get(id);
          return (
            <CandidateRow
              key={id}
              candidate={candidate}
              busy={busy}
              offered={offer && sayOffered(offer)}
              isTicked={ticked.has(id)}
              onTick={
                candidate.whyNoOffer === null && isAskable(offer)
                  ? (isTicked) => onTick(id, isTicked)
                  : undefined
              }
              onAssign={onAssign}
            />
          );
        })}
      </ul>
      {hidden > 0 && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {`Show ${hidden} more who can come`}
        </Button>
      )}
      {!onlyCan && whyNobodyOf(candidates) === undefined && <CannotList candidates={candidates} />}
    </>
  );
};

/** Assigns at once; while others can still say yes it asks first. */
const useAssigning = (offers: readonly Offer[], assign: (candidate: Candidate) => void) => {
  const [asking, setAsking] = useState<Candidate>();
  const othersOf = ({ ProviderID }: Candidate) =>
    offers.filter((one) => one.state === 'waiting' && one.ProviderID !== ProviderID).length;
  const question = asking && (
    <ConfirmDialog
      opened
      title={`Assign ${asking.Provider}?`}
      confirmLabel="Assign"
      onCancel={() => setAsking(undefined)}
      onConfirm={() => {
        setAsking(undefined);
        assign(asking);
      }}
    >
      <p>
        {`${counted(othersOf(asking), 'other caregiver was', 'other caregivers were')} asked and can still say yes. They get a message that the visit is taken.`}
      </p>
    </ConfirmDialog>
  );
  return {
    ask: (candidate: Candidate) => (othersOf(candidate) > 0 ? setAsking(candidate) : assign(candidate)),
    question,
  };
};

/** The board asks where the visit is now. */
const afterMove = (onClose: () => void) => () => {
  void markStale(getBoard);
  onClose();
};

/**
 * Who can come, to a visit whose start has passed at the times at which it can still take place: those that the server answers, or
 * those that were entered.
 */
const useLateCandidates = (
  { visit, now, zone }: Pick<CoverDrawerProps, 'visit' | 'now' | 'zone'>,
  isFarther: boolean,
) => {
  const [typed, setTimes] = useState<CoverTimes>();
  const isLate = minutesTo(visit, now, zone) <= 0;
  const chosenTimes = isLate ? typed : undefined;
  const query = useCandidates({
    planId: visit.planId,
    day: visit.day,
    ...(isFarther && { farther: 1 as const }),
    ...(chosenTimes && areClocks(chosenTimes) && chosenTimes),
  });
  const times = isLate ? (chosenTimes ?? query.data?.visit) : undefined;
  // Nobody is assigned by what was said of other times.
  const isAskingAgain = chosenTimes !== undefined && query.isPlaceholderData;
  return { query, times, chosenTimes, isAskingAgain, setTimes };
};

/** Who is to be asked. */
const useTicked = () => {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const tick = (id: number, isTicked: boolean) =>
    setTicked(new Set(isTicked ? [...ticked, id] : [...ticked].filter((one) => one !== id)));
  return { ticked, tick, untick: () => setTicked(new Set()) };
};

/** Who can take an open visit, best first, and why the others cannot; the board stays behind it. */
export const CoverDrawer = ({ visit, isTaken = false, now, zone, onClose }: CoverDrawerProps) => {
  const [isFarther, setFarther] = useState(false);
  const offers = useOffers(visit);
  const { query, times, chosenTimes, isAskingAgain, setTimes } = useLateCandidates(
    { visit, now, zone },
    isFarther,
  );
  const [hasStory, setStory] = useState(false);
  const [onlyCan, setOnlyCan] = useKept('schedule.only-can', false);
  const { ticked, tick, untick } = useTicked();
  const { cover, pending, dialog } = useCover(onClose);
  const move = { visit, zone, onMoved: afterMove(onClose) };
  const assign = ({ ProviderID, Provider }: Candidate) =>
    cover({
      visit,
      providerId: ProviderID,
      name: Provider,
      times: chosenTimes && times && { start: times.start, end: times.end },
    });
  const { ask, question } = useAssigning(offers.data?.offers ?? [], assign);
  const isSlow = useSlow(query.isPending);
  // A tick is seen where it is asked: who came into sight by looking farther may have gone from it.
  const chosen = query.data?.candidates.filter((one) => ticked.has(one.ProviderID) && canCome(one)) ?? [];
  const failure = failureOf(query, 'Couldn’t load who can come');
  return (
    <SideDrawer
      title="Cover this visit"
      actions={
        <Button
          variant="subtle"
          leftSection={<IconHistory {...menuIcon} />}
          aria-expanded={hasStory}
          onClick={() => setStory(!hasStory)}
        >
          Visit story
        </Button>
      }
      fills
      dialogs={
        <>
          {dialog}
          {question}
        </>
      }
      instead={boardStop}
      onClose={onClose}
    >
      <div>
        <VisitFacts visit={visit} now={now} zone={zone} onClose={onClose} units={query.data?.units} />
      </div>
      <div className={classes.notes}>
        <AuthorizationNotes clientId={visit.ClientID} type={visit.Type} />
        {isTaken && <Note tone="ok">This visit has a caregiver now.</Note>}
      </div>
      {hasStory && <DrawerStory visit={visit} zone={zone} />}
      {failure && <ErrorState {...failure} />}
      {offers.data && <OfferPanel visit={visit} zone={zone} answer={offers.data} isTaken={isTaken} />}
      {isSlow && <CandidateSkeleton />}
      {times && <LateTimes times={times} onChange={setTimes} />}
      {query.data && !isTaken && (
        <div className={classes.switches}>
          <Switch
            label="Look beyond each caregiver’s miles"
            checked={isFarther}
            onChange={(event) => setFarther(event.currentTarget.checked)}
          />
          <Switch
            label="Only who can come"
            checked={onlyCan}
            onChange={(event) => setOnlyCan(event.currentTarget.checked)}
          />
        </div>
      )}
      {query.data && !isTaken && (
        <Candidates
          candidates={query.data.candidates}
          {...move}
          onlyCan={onlyCan}
          offers={offers.data?.offers ?? []}
          ticked={ticked}
          onTick={tick}
          sayOffered={(offer) => sayOffer(offer, { zone, now })}
          busy={pending || (times !== undefined && !areClocks(times)) || isAskingAgain}
          onFarther={isFarther ? undefined : () => setFarther(true)}
          onAssign={ask}
        />
      )}
      {!isTaken && (
        <BottomBar className={classes.bottom}>
          <DrawerActions {...move} />
          {query.data && offers.data && query.data.candidates.some(canCome) && (
            <OfferFoot
              visit={visit}
              round={offers.data.round}
              chosen={chosen}
              hasOwnTimes={chosenTimes !== undefined}
              onSent={untick}
            />
          )}
        </BottomBar>
      )}
    </SideDrawer>
  );
};
