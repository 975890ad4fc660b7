import { LOG_FAILED } from '@homecare/domain/aggregator/rules.ts';
import { sayDay, showStamp } from '@homecare/domain/calendar.ts';
import { sayCallPlace } from '@homecare/domain/telephony/calls.ts';
import {
  END_NAMES,
  replacedValues,
  type StoryEndName,
  sayRecorder,
} from '@homecare/domain/visit-story/evidence.ts';
import type { StoryEnd, VisitStory } from '@homecare/domain/visit-story/schema.ts';
import { LOCATION_TOLERANCE_METRES } from '@homecare/domain/visits/rules.ts';
import type { ReactNode } from 'react';
import { failureOf } from '../../platform/query.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useAggregatorLog } from '../aggregator/api.ts';
import { RawLogDialog } from '../aggregator/RawLogDialog.tsx';
import { useOffers } from '../offers/api.ts';
import { OfferPanel } from '../offers/OfferPanel.tsx';
import { LogTable } from '../record-log/LogTable.tsx';
import { useScansOf } from '../timesheets/api.ts';
import { PlanPagesDialog } from '../timesheets/PlanPagesDialog.tsx';
import { usePagesOf } from '../timesheets/scans-api.ts';
import { MapLink } from '../visits/MapLink.tsx';
import type { WindowPlace } from './use-open-place.ts';

interface OfStory {
  readonly story: VisitStory;
  readonly zone: string;
  readonly onClose: () => void;
}

interface WaitingProps extends Pick<OfStory, 'onClose'> {
  readonly title: string;
  readonly failure: ReturnType<typeof failureOf>;
  /** Once it is there, that there is nothing. */
  readonly nothing?: string | undefined;
}

/** The window of a record that is still read, or could not be. */
const Waiting = ({ title, failure, nothing = 'Loading…', onClose }: WaitingProps) => (
  <ReadDialog wide title={title} onClose={onClose}>
    {failure ? <ErrorState {...failure} /> : <p role="status">{nothing}</p>}
  </ReadDialog>
);

/** Who was asked for the visit, and what each said. */
const OffersWindow = ({ story, zone, onClose }: OfStory) => {
  const query = useOffers(story);
  const title = `Offers for the visit on ${sayDay(story.date)}`;
  const failure = failureOf(query, 'Couldn’t load the offers');
  if (!query.data?.round)
    return (
      <Waiting
        title={title}
        failure={failure}
        nothing={query.data && 'Nobody was asked about this visit.'}
        onClose={onClose}
      />
    );
  return (
    <ReadDialog wide title={title} onClose={onClose}>
      <OfferPanel visit={story} zone={zone} answer={query.data} isTaken={story.plan.coverId !== null} />
    </ReadDialog>
  );
};

const metresOf = (metres: number) => `${metres.toLocaleString('en-US')} m`;

const placeOf = (point: VisitStory['where'][StoryEndName], { accuracy }: StoryEnd): ReactNode =>
  point && (
    <>
      <MapLink {...point}>{`${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`}</MapLink>
      {accuracy !== null && `, exact to ${metresOf(accuracy)}`}
    </>
  );

/** One check as it came in: when, from which phone, and where it was. */
const CheckWindow = ({ story, zone, onClose, end: name }: OfStory & { readonly end: StoryEndName }) => {
  const { [name]: end, where, Provider } = story;
  if (!end) return null;
  const at = (stamp: string | null) => stamp && showStamp(stamp, zone);
  const { recordedAt, final, call, isLate, receivedAt, deviceAt, metres } = end;
  const away = metres !== null && `${metresOf(metres)}, the limit is ${metresOf(LOCATION_TOLERANCE_METRES)}`;
  return (
    <ReadDialog title={`${END_NAMES[name]} on ${sayDay(story.date)}`} onClose={onClose}>
      <Facts
        rows={[
          ['Recorded', at(recordedAt)],
          ['By', sayRecorder(end, Provider, 'The office')],
          ['Called from', call && sayCallPlace(call)],
          ['Phone’s clock', at(deviceAt)],
          ['Received', receivedAt && `${at(receivedAt)}${isLate ? ', sent later' : ''}`],
          ['Place', placeOf(where[name], end)],
          ['From the client’s address', away],
          ['Counts now', at(final)],
        ]}
      />
    </ReadDialog>
  );
};

/** What a correction replaced, field by field. */
const ChangeWindow = ({ story, zone, onClose, id }: OfStory & { readonly id: number }) => {
  const change = story.changes.find((one) => one.id === id);
  if (!change) return null;
  const fields = replacedValues(change, zone).map(({ name, old, now }) => ({ field: name, old, new: now }));
  const name = `the visit on ${sayDay(story.date)}`;
  return (
    <ReadDialog wide title={`Change of ${name}`} onClose={onClose}>
      <LogTable
        name={name}
        entries={[{ id, at: change.at, who: change.who, action: 'update', fields }]}
        zone={zone}
      />
    </ReadDialog>
  );
};

/** What was sent to the aggregator and what it answered, word for word. */
const RecordWindow = ({ story, onClose, id }: OfStory & { readonly id: number }) => {
  const query = useAggregatorLog({ type: 'Visit', id: story.visitId ?? 0 });
  const item = query.data?.find((one) => one.id === id);
  if (item) return <RawLogDialog item={item} name={`visit on ${sayDay(story.date)}`} onClose={onClose} />;
  return (
    <Waiting
      title={`Record log ${id}`}
      failure={failureOf(query, LOG_FAILED)}
      nothing={query.data && 'This record is no longer in the log.'}
      onClose={onClose}
    />
  );
};

/** The scanned page of a signed timesheet. */
const ScanWindow = ({ story: { plan }, onClose, id }: OfStory & { readonly id: number }) => {
  const planId = plan.coverId ?? plan.id;
  const pages = usePagesOf(planId);
  const scans = useScansOf(planId);
  const failure =
    failureOf(pages, 'Couldn’t load the scanned pages') ?? failureOf(scans, 'Couldn’t load the scan errors');
  if (!pages.data || !scans.data)
    return <Waiting title={`Scanned pages of care plan ${planId}`} failure={failure} onClose={onClose} />;
  return (
    <PlanPagesDialog
      planId={planId}
      pages={pages.data}
      errors={scans.data}
      firstId={id}
      mayChange={false}
      onClose={onClose}
    />
  );
};

/** The record behind a step of a story (docs/rules/visit-story.md, rule 13). */
export const Evidence = ({ place, ...of }: OfStory & { readonly place: WindowPlace }) => {
  switch (place.kind) {
    case 'offers':
      return <OffersWindow {...of} />;
    case 'check':
      return <CheckWindow {...of} end={place.end} />;
    case 'change':
      return <ChangeWindow {...of} id={place.id} />;
    case 'record':
      return <RecordWindow {...of} id={place.id} />;
    case 'document':
      return <ScanWindow {...of} id={place.id} />;
  }
};
