import { requestedToday } from '@homecare/domain/care-plans/open-requests.ts';
import { shortSpan, spokenSpan } from '@homecare/domain/schedule/rules.ts';
import { type CSSProperties, useMemo } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { useOpenRequests } from '../care-plans/use-open-requests.ts';
import { lastName } from './board-words.ts';
import chips from './Chip.module.css';

/** A visit needed today by an open request, for which there is neither a care plan nor a caregiver. */
export interface RequestedVisit {
  readonly id: number;
  readonly Client: string;
  readonly start: string;
  readonly end: string;
}

/** Those of today, by start. */
export const useRequestedToday = (now: Temporal.Instant, zone: string): readonly RequestedVisit[] => {
  const { data } = useOpenRequests();
  return useMemo(
    () =>
      (data ?? [])
        .flatMap((request): RequestedVisit[] => {
          const visit = requestedToday(request, now, zone);
          const { id, Client } = request;
          return visit ? [{ id, Client, start: visit.from, end: visit.to }] : [];
        })
        .toSorted((a, b) => (a.start < b.start ? -1 : 1)),
    [data, now, zone],
  );
};

interface RequestChipProps {
  readonly visit: RequestedVisit;
  readonly style?: CSSProperties | undefined;
}

/** As urgent as an open visit. Its caregiver is chosen on the page of open requests, for the whole week. */
export const RequestChip = ({ visit, style }: RequestChipProps) => {
  const openPage = useOpenPage();
  return (
    <button
      type="button"
      className={chips.open}
      data-soon
      data-stop
      tabIndex={-1}
      style={style}
      data-tip={`${visit.Client}, open request: find a caregiver`}
      onClick={() => void openPage('/openrequests')}
    >
      <span className="visually-hidden">{`${spokenSpan(visit)}, today, ${visit.Client}, open request`}</span>
      <span className={chips.seen} aria-hidden="true">
        <b className={chips.time}>{shortSpan(visit)}</b>
        <span className={chips.who}>{lastName(visit.Client)}</span>
        <span className={chips.soon}>open request</span>
      </span>
    </button>
  );
};
