import { todayIn } from '@homecare/domain/calendar.ts';
import { movesOnPhone } from '@homecare/domain/visits/attempts.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import {
  checkWindow,
  type EmployeeWarning,
  employeeWarnings,
  isMissing,
  plannedInstants,
  showTime,
  VISIT_MOVES,
  type VisitMove,
  windowState,
} from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Box, Button, Group, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconClockCheck,
  IconClockX,
  IconCloudUp,
  IconListCheck,
  IconLogin2,
  IconLogout2,
  IconMapPin,
  IconMapPinOff,
  IconPhone,
  IconUserOff,
} from '@tabler/icons-react';
import { stampText, telOf } from '../features/visits/visit-words.ts';
import { useSignInAsked } from '../platform/sign-in-again.ts';
import { phoneIcon } from '../ui/icons.ts';
import { Pill } from '../ui/Pill.tsx';
import type { Tone } from '../ui/tones.ts';
import { CallOffice } from './CallOffice.tsx';
import { isFromPhone } from './days.ts';
import type { FormFilling } from './FormSheet.tsx';
import type { CheckState } from './use-check.ts';
import type { FormAtVisit } from './use-forms.ts';
import type { OwnSignatures } from './use-signing.ts';
import classes from './VisitCard.module.css';
import { VisitForms } from './VisitForms.tsx';
import { VisitSignatures } from './VisitSignatures.tsx';
import { dayWords, useWords, type Words } from './words.ts';

interface VisitCardProps {
  readonly visit: Visit;
  /** The day on the screen. A visit that began the night before says so. */
  readonly date: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly officePhone: string;
  readonly check: CheckState | undefined;
  readonly onCheck: (visit: Visit, move: VisitMove) => void;
  readonly onTasks: (visit: Visit) => void;
  /** Whether the office knows that the caregiver cannot come, or the message is still on the phone. */
  readonly absence?: 'reported' | 'kept' | undefined;
  /** Signatures of a finished visit. */
  readonly signing?: OwnSignatures | undefined;
  /** Reports that the caregiver cannot come; missing if it is too late for that. */
  readonly onCannotCome?: ((visit: Visit) => void) | undefined;
  /** Forms that can be filled at this visit. */
  readonly forms?: readonly FormAtVisit[] | undefined;
  readonly onFill?: ((filling: FormFilling) => void) | undefined;
  /** Reports an incident. */
  readonly onIncident?: ((visit: Visit) => void) | undefined;
}

/** Active rows are green and Complete ones gray, but something missed makes them red. */
const toneOf = (visit: Visit, missing: EmployeeWarning | undefined): Tone | undefined => {
  if (missing) return 'danger';
  if (visit.Status === 'Active') return 'ok';
  return visit.Status === 'Complete' ? 'mute' : undefined;
};

const State = ({
  visit,
  missing,
}: {
  readonly visit: Visit;
  readonly missing: EmployeeWarning | undefined;
}) => {
  const words = useWords();
  if (missing)
    return (
      <Pill tone="danger" icon={IconAlertTriangle}>
        {words[missing]}
      </Pill>
    );
  if (visit.Status === 'Planned')
    return (
      <Pill tone="info" icon={IconClock}>
        {words.Planned}
      </Pill>
    );
  return (
    <Pill tone={visit.Status === 'Active' ? 'ok' : 'mute'} icon={IconCheck}>
      {words[visit.Status]}
    </Pill>
  );
};

const directionsTo = ({ ClientAddressLatitude: lat, ClientAddressLongitude: lon }: Visit) =>
  lat === null || lon === null
    ? undefined
    : `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`;

const Place = ({ visit }: { readonly visit: Visit }) => {
  const words = useWords();
  const directions = directionsTo(visit);
  const tel = telOf(visit.ClientPhone);
  return (
    <Group gap={10} wrap="nowrap" mih={48} mb={4}>
      {directions ? (
        <a className={classes.address} href={directions} target="_blank" rel="noopener noreferrer">
          <IconMapPin {...phoneIcon} />
          <span>
            <span className="visually-hidden">{words.directionsTo}</span>
            {visit.ClientAddress}
          </span>
        </a>
      ) : (
        <span className={classes.address}>
          <IconMapPin {...phoneIcon} />
          {visit.ClientAddress || (isFromPhone(visit) ? words.addressOnline : words.noAddress)}
        </span>
      )}
      {tel && (
        <a className={classes.call} href={tel} aria-label={words.call(visit.ClientName)}>
          <IconPhone {...phoneIcon} />
        </a>
      )}
    </Group>
  );
};

const LocationLine = ({ error, children }: { readonly error: boolean; readonly children: string }) => (
  <p className={classes.line} data-tone={error ? 'danger' : 'ok'}>
    {error ? <IconMapPinOff {...phoneIcon} /> : <IconMapPin {...phoneIcon} />}
    <span>{children}</span>
  </p>
);

/** Says where the start came from: the office, the phone, or unknown because only the stored visit is known. */
const checkedIn = (visit: Visit, start: string, words: Words) => {
  if (isFromPhone(visit)) return words.checkedIn(start);
  return visit.AddressStartLatitude === null ? words.checkedInOffice(start) : words.checkedInThere(start);
};

const Recorded = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  const words = useWords();
  const start = stampText(visit.startedAt, zone);
  if (visit.Status === 'Complete')
    return (
      <>
        {visit.StartLocationError && <LocationLine error>{words['Check-In Location Error']}</LocationLine>}
        {visit.EndLocationError && <LocationLine error>{words['Check-Out Location Error']}</LocationLine>}
      </>
    );
  if (visit.Status !== 'Active') return null;
  if (visit.StartLocationError) return <LocationLine error>{words.locationErrorAt(start)}</LocationLine>;
  return <LocationLine error={false}>{checkedIn(visit, start, words)}</LocationLine>;
};

/** '10:45 – 11:15 AM', with AM or PM on both times if they differ. */
const windowText = (at: Temporal.Instant, zone: string) => {
  const { from, through } = checkWindow(at);
  const [first, last] = [showTime(from, zone), showTime(through, zone)];
  return first.slice(-2) === last.slice(-2) ? `${first.slice(0, -3)} – ${last}` : `${first} – ${last}`;
};

type PlannedInstants = ReturnType<typeof plannedInstants>;

interface MoveButtonProps extends VisitCardProps {
  readonly move: VisitMove;
  /** Whether this is the suggested next step. A departure right after the arrival is possible but not suggested. */
  readonly main: boolean;
}

const MoveButton = ({ visit, move, main, check, onCheck }: MoveButtonProps) => {
  const words = useWords();
  const isIn = move.to === 'Active';
  const name = words[isIn ? 'Check-In' : 'Check-Out'];
  const busy =
    check?.step === 'locating' ? words.locating : check?.step === 'sending' ? words.sending : undefined;
  const Icon = isIn ? IconLogin2 : IconLogout2;
  return (
    <Button
      size="lg"
      fullWidth
      variant={main ? 'filled' : 'outline'}
      {...(busy ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      leftSection={busy ? <Loader size={18} color="gray" /> : <Icon {...phoneIcon} />}
      aria-label={busy ? undefined : words[isIn ? 'checkInOf' : 'checkOutOf'](visit.ClientName)}
      onClick={() => onCheck(visit, move)}
    >
      {busy ?? name}
    </Button>
  );
};

/** Says when the check-in window of a later visit opens. */
const Opens = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  const words = useWords();
  const { from } = checkWindow(plannedInstants(visit, zone).start);
  return (
    <Button size="lg" fullWidth disabled>
      {words.opensAt(words['Check-In'], showTime(from, zone))}
    </Button>
  );
};

const moveNamed = (name: VisitMove['name']) => VISIT_MOVES.filter((move) => move.name === name);

/** Says what will go to the office and why. Within the planned times nothing is outside the window. */
const outsideWords = (
  words: Words,
  move: VisitMove,
  { start, end }: PlannedInstants,
  now: Temporal.Instant,
) => {
  const isAfter = (at: Temporal.Instant) => Temporal.Instant.compare(now, at) >= 0;
  if (!isAfter(start) || isAfter(end)) return words.outside;
  return move.to === 'Active' ? words.recordArrival : words.recordDeparture;
};

/** The moves that can be recorded now. Outside the window, the card says before the press that the time goes to the office. */
const Moves = (props: VisitCardProps) => {
  const { visit, now, zone } = props;
  const words = useWords();
  const moves = movesOnPhone(visit, now, zone).flatMap(moveNamed);
  const { start, end } = plannedInstants(visit, zone);
  const [first] = moves;
  if (!first)
    return visit.Status === 'Planned' && windowState(start, now) === 'early' ? (
      <Opens visit={visit} zone={zone} />
    ) : null;
  const state = windowState(first.to === 'Active' ? start : end, now);
  const isOutside = first.from !== visit.Status || state !== 'open';
  return (
    <>
      {isOutside && <p className="ink2">{outsideWords(words, first, { start, end }, now)}</p>}
      {moves.map((move) => (
        <MoveButton key={move.name} {...props} move={move} main={move === first && state !== 'early'} />
      ))}
    </>
  );
};

/** Times recorded on this phone that the office has not accepted yet: first arrival and last departure. */
const RecordedTimes = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  const words = useWords();
  const arrival = visit.Attempts.find(({ move }) => move === 'Check-In');
  const departure = visit.Attempts.findLast(({ move }) => move === 'Check-Out');
  const lines = [
    ...(arrival ? [words.arrivalRecorded(stampText(arrival.at, zone))] : []),
    ...(departure ? [words.departureRecorded(stampText(departure.at, zone))] : []),
  ];
  return lines.map((line) => (
    <p key={line} className={classes.line} data-tone="info">
      <IconClockCheck {...phoneIcon} />
      <span>{line}</span>
    </p>
  ));
};

/** Says that the office rejected the times recorded on this phone, and the visit is unchanged. */
const RejectedTimes = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  const words = useWords();
  return visit.RejectedAttempts.map(({ id, move, at }) => (
    <p key={id} className={classes.line} data-tone="danger">
      <IconClockX {...phoneIcon} />
      <span>{words[move === 'Check-In' ? 'arrivalRejected' : 'departureRejected'](stampText(at, zone))}</span>
    </p>
  ));
};

/** Keeps a time together, so that lines break only between times. */
const wholeTime = (stamp: string | null, zone: string) => stampText(stamp, zone).replace(' ', '\u00a0');

/** Says that a check-in is stored on the phone: its time counts, and it is sent automatically. */
const NotSent = ({ check, zone }: { readonly check: CheckState | undefined; readonly zone: string }) => {
  const words = useWords();
  const signedOut = useSignInAsked();
  if (check?.step !== 'waiting') return null;
  const { to, at, serial } = check.attempt;
  const later = signedOut ? words.timeCountsSignIn : words.timeCounts;
  return (
    <div className={classes.waiting} data-tone="warn" role="alert">
      <IconCloudUp {...phoneIcon} />
      <span>
        <b>{words[to === 'Active' ? 'checkedInNotSent' : 'checkedOutNotSent'](stampText(at, zone))}</b>{' '}
        {serial < 0 ? words.keepOpen : later}
      </span>
    </div>
  );
};

const ABSENCE = { reported: 'officeNotified', kept: 'notNotifiedYet' } as const;

/** Lets the caregiver say that they cannot come, or shows that they did. */
const Absence = ({
  visit,
  absence,
  onCannotCome,
}: Pick<VisitCardProps, 'visit' | 'absence' | 'onCannotCome'>) => {
  const words = useWords();
  if (absence)
    return (
      <p className={classes.line} data-tone={absence === 'reported' ? 'info' : 'danger'}>
        <IconUserOff {...phoneIcon} />
        <span>{words[ABSENCE[absence]]}</span>
      </p>
    );
  return onCannotCome && visit.Status === 'Planned' ? (
    <Button size="md" aria-label={words.cannotComeTo(visit.ClientName)} onClick={() => onCannotCome(visit)}>
      {words.cannotCome}
    </Button>
  ) : null;
};

/** An unobtrusive button, available from the day of the visit on. */
const IncidentButton = ({
  visit,
  onIncident,
}: {
  readonly visit: Visit;
  readonly onIncident: (visit: Visit) => void;
}) => {
  const words = useWords();
  return (
    <Button
      size="md"
      variant="subtle"
      leftSection={<IconAlertTriangle {...phoneIcon} />}
      aria-label={words.reportIncidentOf(visit.ClientName)}
      onClick={() => onIncident(visit)}
    >
      {words.reportIncident}
    </Button>
  );
};

/** One visit of the day, with the one thing that can be done now. */
export const VisitCard = (props: VisitCardProps) => {
  const { visit, date, now, zone, check, officePhone, signing, onTasks, forms = [] } = props;
  const today = todayIn(zone, now).toString();
  const words = useWords();
  const missing = employeeWarnings(visit, now, zone).find(isMissing);
  const { start, end } = plannedInstants(visit, zone);
  const at = visit.Status === 'Planned' ? start : end;
  const canStill = windowState(at, now) !== 'past';
  const isDone = visit.Status === 'Complete';
  const window = windowText(at, zone);
  const when = visit.Status === 'Planned' ? words.checkInWindow(window) : words.checkOutWindow(window);
  const isKept = check?.step === 'waiting';
  return (
    <li className={classes.card} data-tone={toneOf(visit, missing)}>
      <div className={classes.head}>
        <h2 className={classes.time} data-past={isDone || missing ? true : undefined}>
          {words.clock(planText(visit))}
        </h2>
        <State visit={visit} missing={missing} />
      </div>
      <Box component="p" fz={17} fw={600}>
        {visit.ClientName}
      </Box>
      {visit.Date !== date && <p className="ink2">{words.began(dayWords(words, visit.Date))}</p>}
      {!isDone && missing !== 'Missing visit' && <Place visit={visit} />}
      {!isKept && <Recorded visit={visit} zone={zone} />}
      <RecordedTimes visit={visit} zone={zone} />
      <RejectedTimes visit={visit} zone={zone} />
      {missing && movesOnPhone(visit, now, zone).length === 0 && (
        <Box component="p" c="var(--danger-fg)">
          {words.callOffice}
        </Box>
      )}
      {missing && <CallOffice phone={officePhone} />}
      <NotSent check={check} zone={zone} />
      <Moves {...props} />
      <Absence {...props} />
      {props.onIncident && visit.Date <= today && (
        <IncidentButton visit={visit} onIncident={props.onIncident} />
      )}
      {props.onFill && forms.length > 0 && visit.Date <= today && (
        <VisitForms visit={visit} forms={forms} today={today} onFill={props.onFill} />
      )}
      {isDone && signing && <VisitSignatures visit={visit} zone={zone} signing={signing} />}
      <div className={classes.foot}>
        <span className="ink2">
          {isDone
            ? words.inOut(wholeTime(visit.startedAt, zone), wholeTime(visit.endedAt, zone))
            : canStill && when}
        </span>
        <Button
          size="md"
          variant="subtle"
          leftSection={isDone ? undefined : <IconListCheck {...phoneIcon} />}
          aria-label={words.showTasksOf(visit.ClientName)}
          onClick={() => onTasks(visit)}
        >
          {words.showTasks}
        </Button>
      </div>
    </li>
  );
};
