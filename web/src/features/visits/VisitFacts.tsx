import { attemptText } from '@homecare/domain/visits/attempts.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { hintText } from '@homecare/domain/visits/review.ts';
import type { RecordedAttempt, Visit } from '@homecare/domain/visits/schema.ts';
import { MapLink } from './MapLink.tsx';
import classes from './VisitDialogs.module.css';
import { dayText } from './visit-words.ts';

const MapLinks = ({ visit }: { readonly visit: Visit }) => {
  const places = [
    ['Client’s address', visit.ClientAddressLatitude, visit.ClientAddressLongitude],
    ['Check-in', visit.AddressStartLatitude, visit.AddressStartLongitude],
    ['Check-out', visit.AddressEndLatitude, visit.AddressEndLongitude],
  ] as const;
  const links = places.flatMap(([label, latitude, longitude]) =>
    latitude === null || longitude === null
      ? []
      : [
          <MapLink key={label} latitude={latitude} longitude={longitude}>
            {label}
          </MapLink>,
        ],
  );
  return links.length === 0 ? 'No location on record' : <span className={classes.maps}>{links}</span>;
};

interface RecordedProps {
  readonly attempt: RecordedAttempt;
  readonly visit: Visit;
  readonly zone: string;
}

/** A time recorded by the phone that nobody has accepted yet, with the phone's position. */
const Recorded = ({ attempt, visit, zone }: RecordedProps) => {
  const { latitude, longitude, distance } = attempt;
  const away =
    distance === null ? 'Place' : `${Math.round(distance).toLocaleString('en-US')} m from the client`;
  return (
    <div className={classes.maps}>
      {attemptText(attempt, visit, zone)}
      {latitude !== null && longitude !== null && (
        <MapLink latitude={latitude} longitude={longitude}>
          {away}
        </MapLink>
      )}
    </div>
  );
};

/** Facts that an edit cannot change. */
export const VisitFacts = ({ visit, zone }: { readonly visit: Visit; readonly zone: string }) => (
  <dl className={classes.facts}>
    <dt>Client</dt>
    <dd>{visit.ClientName}</dd>
    <dt>Planned</dt>
    <dd>
      {dayText(visit.Date)}, {planText(visit)}
    </dd>
    <dt>Maps</dt>
    <dd>
      <MapLinks visit={visit} />
    </dd>
    {visit.Attempts.length > 0 && (
      <>
        <dt>Recorded</dt>
        <dd>
          {visit.Attempts.map((attempt) => (
            <Recorded key={attempt.id} attempt={attempt} visit={visit} zone={zone} />
          ))}
        </dd>
      </>
    )}
    {visit.RejectedAttempts.length > 0 && (
      <>
        <dt>Rejected</dt>
        <dd>
          {visit.RejectedAttempts.map((attempt) => (
            <Recorded key={attempt.id} attempt={attempt} visit={visit} zone={zone} />
          ))}
        </dd>
      </>
    )}
    {visit.ReviewHints.length > 0 && (
      <>
        <dt>To look at</dt>
        <dd>
          {visit.ReviewHints.map((hint) => (
            <div key={`${hint.move} ${hint.kind}`}>{hintText(hint)}</div>
          ))}
          {visit.ReviewSeenBy && <div className="ink2">Seen by {visit.ReviewSeenBy}</div>}
        </dd>
      </>
    )}
    {visit.aggregatorMessage && (
      <>
        <dt>Sandata</dt>
        <dd>Rejected: {visit.aggregatorMessage}</dd>
      </>
    )}
  </dl>
);
