import {
  checkBlocked,
  checkWindow,
  type EmployeeWarning,
  employeeWarnings,
  nextMove,
  plannedInstants,
  showTime,
  type VisitMove,
  windowState,
} from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCloudUp,
  IconListCheck,
  IconLogin2,
  IconLogout2,
  IconMapPin,
  IconMapPinOff,
  IconPhone,
} from '@tabler/icons-react';
import { phoneIcon } from '../ui/icons.ts';
import { Note } from '../ui/Note.tsx';
import { Pill } from '../ui/Pill.tsx';
import type { Tone } from '../ui/tones.ts';
import type { CheckState } from './use-check.ts';
import classes from './VisitCard.module.css';
import { dayText, planText, stampText, telOf } from './visit-words.ts';

interface VisitCardProps {
  readonly visit: Visit;
  /** The day shown: an overnight visit of the day before says so. */
  readonly date: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly check: CheckState | undefined;
  readonly onCheck: (visit: Visit, move: VisitMove) => void;
  readonly onTasks: (visit: Visit) => void;
}

const isMissing = (warning: EmployeeWarning) => warning.startsWith('Missing');

/** Active rows are green, Complete rows grey; something missed is red first. */
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
  if (missing)
    return (
      <Pill tone="danger" icon={IconAlertTriangle}>
        {missing}
      </Pill>
    );
  if (visit.Status === 'Planned')
    return (
      <Pill tone="info" icon={IconClock}>
        Planned
      </Pill>
    );
  return (
    <Pill tone={visit.Status === 'Active' ? 'ok' : 'mute'} icon={IconCheck}>
      {visit.Status}
    </Pill>
  );
};

const directionsTo = ({ ClientAddressLatitude: lat, ClientAddressLongitude: lon }: Visit) =>
  lat === null || lon === null
    ? undefined
    : `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`;

const Place = ({ visit }: { readonly visit: Visit }) => {
  const directions = directionsTo(visit);
  const tel = telOf(visit.ClientPhone);
  return (
    <div className={classes.place}>
      {directions ? (
        <a className={classes.address} href={directions} target="_blank" rel="noopener noreferrer">
          <IconMapPin {...phoneIcon} />
          <span>
            <span className="visually-hidden">Directions to </span>
            {visit.ClientAddress}
          </span>
        </a>
      ) : (
        <span className={classes.address}>
          <IconMapPin {...phoneIcon} />
          {visit.ClientAddress || 'No address is known'}
        </span>
      )}
      {tel && (
        <a className={classes.call} href={tel} aria-label={`Call ${visit.ClientName}`}>
          <IconPhone {...phoneIcon} />
        </a>
      )}
    </div>
  );
};

const LocationLine = ({ error, children }: { readonly error: boolean; readonly children: string }) => (
  <p className={classes.line} data-tone={error ? 'danger' : 'ok'}>
    {error ? <IconMapPinOff {...phoneIcon} /> : <IconMapPin {...phoneIcon} />}
    <span>{children}</span>
  </p>
);

const Recorded = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => {
  const start = stampText(visit.FactStartTime, zone);
  if (visit.Status === 'Complete')
    return (
      <>
        {visit.StartLocationError && <LocationLine error>Check-In Location Error</LocationLine>}
        {visit.EndLocationError && <LocationLine error>Check-Out Location Error</LocationLine>}
      </>
    );
  if (visit.Status !== 'Active') return null;
  if (visit.StartLocationError)
    return <LocationLine error>{`Check-In Location Error · checked in ${start}`}</LocationLine>;
  const where = visit.AddressStartLatitude === null ? ', set by the office' : ' at the client’s address';
  return <LocationLine error={false}>{`Checked in ${start}${where}`}</LocationLine>;
};

/** 10:45 – 11:15 AM, or both halves of the day when they differ. */
const windowText = (at: Temporal.Instant, zone: string) => {
  const { from, through } = checkWindow(at);
  const [first, last] = [showTime(from, zone), showTime(through, zone)];
  return first.slice(-2) === last.slice(-2) ? `${first.slice(0, -3)} – ${last}` : `${first} – ${last}`;
};

const BUSY: Partial<Record<CheckState['step'], string>> = {
  locating: 'Finding your position…',
  sending: 'Sending…',
  waiting: 'Waiting for the connection…',
};

interface MainButtonProps extends VisitCardProps {
  readonly move: VisitMove;
}

const MainButton = ({ visit, move, now, zone, check, onCheck }: MainButtonProps) => {
  const reason = checkBlocked(move, visit, now, zone);
  const busy = check && BUSY[check.step];
  const Icon = move.name === 'Check-In' ? IconLogin2 : IconLogout2;
  if (reason)
    return (
      <Button size="lg" fullWidth disabled>
        {reason}
      </Button>
    );
  return (
    <Button
      size="lg"
      fullWidth
      variant="filled"
      {...(busy ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      leftSection={busy ? <Loader size={18} color="gray" /> : <Icon {...phoneIcon} />}
      aria-label={busy ? undefined : `${move.name} ${visit.ClientName}`}
      onClick={() => onCheck(visit, move)}
    >
      {busy ?? move.name}
    </Button>
  );
};

const Outcome = ({ check, zone }: { readonly check: CheckState | undefined; readonly zone: string }) => {
  if (check?.step === 'refused')
    return (
      <Note tone="danger" live>
        {check.info}
      </Note>
    );
  if (check?.step !== 'waiting') return null;
  const what = check.attempt.to === 'Active' ? 'Check-in' : 'Check-out';
  return (
    <div className={classes.waiting} data-tone="warn" role="alert">
      <IconCloudUp {...phoneIcon} />
      <span>
        <b>{`${what} ${stampText(check.attempt.at, zone)} not recorded yet.`}</b> The time counts. Keep this
        page open: it is sent when you are back online.
      </span>
    </div>
  );
};

/** One visit of the day with the one thing that can be done now. */
export const VisitCard = (props: VisitCardProps) => {
  const { visit, date, now, zone, check, onTasks } = props;
  const missing = employeeWarnings(visit, now, zone).find(isMissing);
  const move = nextMove(visit, 'evv');
  const { start, end } = plannedInstants(visit, zone);
  const at = visit.Status === 'Planned' ? start : end;
  const canStill = move !== undefined && windowState(at, now) !== 'past';
  const isDone = visit.Status === 'Complete';
  const what = visit.Status === 'Planned' ? 'Check-in' : 'Check-out';
  return (
    <li className={classes.card} data-tone={toneOf(visit, missing)}>
      <div className={classes.head}>
        <h2 className={classes.time} data-past={isDone || missing ? true : undefined}>
          {planText(visit)}
        </h2>
        <State visit={visit} missing={missing} />
      </div>
      <p className={classes.client}>{visit.ClientName}</p>
      {visit.Date !== date && <p className="ink2">{`Began ${dayText(visit.Date)}`}</p>}
      {!isDone && missing !== 'Missing visit' && <Place visit={visit} />}
      <Recorded visit={visit} zone={zone} />
      {missing && <p className={classes.missing}>Call the office: they can set this visit.</p>}
      <Outcome check={check} zone={zone} />
      {canStill && <MainButton {...props} move={move} />}
      <div className={classes.foot}>
        <span className="ink2">
          {isDone
            ? `In ${stampText(visit.FactStartTime, zone)} · Out ${stampText(visit.FactEndTime, zone)}`
            : canStill && `${what} ${windowText(at, zone)}`}
        </span>
        <Button
          size="md"
          variant="subtle"
          leftSection={isDone ? undefined : <IconListCheck {...phoneIcon} />}
          aria-label={`Show tasks of ${visit.ClientName}`}
          onClick={() => onTasks(visit)}
        >
          Show tasks
        </Button>
      </div>
    </li>
  );
};
