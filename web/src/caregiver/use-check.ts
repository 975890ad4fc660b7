import { planText } from '@homecare/domain/visits/day-list.ts';
import {
  checkBlocked,
  endsAfterStart,
  isBehind,
  type LocationFinding,
  locationCheck,
  moveTo,
  type VisitMove,
} from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useState } from 'react';
import { useTasks } from '../platform/form/once.ts';
import { newAttemptKey } from '../platform/send.ts';
import { serverNow } from '../platform/server-time.ts';
import { toast } from '../platform/toasts.ts';
import type { Attempt, StoredAttempt } from './attempts.ts';
import { firstName, isFromPhone } from './days.ts';
import { addEntry, useOutbox } from './outbox.ts';
import { findPosition, type Position } from './position.ts';
import { currentWords } from './words.ts';

/** A check whose location is not fine waits for the caregiver's word. */
export interface LocationQuestion {
  readonly visit: Visit;
  readonly move: VisitMove;
  readonly position: Position | null;
  readonly finding: LocationFinding;
  /** Code of the geolocation failure, where there was no position. */
  readonly failed: number | undefined;
}

export type CheckState =
  | { readonly step: 'locating' | 'sending' }
  /** Kept on the phone: it goes out again by itself. */
  | { readonly step: 'waiting'; readonly attempt: StoredAttempt };

const clientPoint = (visit: Visit) =>
  visit.ClientAddressLatitude === null || visit.ClientAddressLongitude === null
    ? null
    : {
        lat: visit.ClientAddressLatitude,
        lon: visit.ClientAddressLongitude,
        approximate: visit.ClientAddressApproximate,
      };

const targetOf = (move: VisitMove): Attempt['to'] => (move.to === 'Active' ? 'Active' : 'Complete');

/** Outside its window, or of a visit in another status, it waits for the office once it has arrived. */
const asRecorded = (visit: Visit, { to, at, position, locationError }: StoredAttempt): Visit => {
  const attempt = {
    // Of the phone alone: the server's numbers are above 0.
    id: -1 - visit.Attempts.length,
    move: to === 'Active' ? ('Check-In' as const) : ('Check-Out' as const),
    at,
    late: false,
    latitude: position?.lat ?? null,
    longitude: position?.lon ?? null,
    distance: null,
    locationError,
  };
  return { ...visit, Attempts: [...visit.Attempts, attempt] };
};

const withAttempt = (visit: Visit, attempt: StoredAttempt, zone: string): Visit => {
  const { to, at, locationError } = attempt;
  const move = moveTo(to, 'evv');
  if (move && checkBlocked(move, visit, Temporal.Instant.from(at), zone) && !isBehind(move, visit))
    return asRecorded(visit, attempt);
  if (to === 'Active' && visit.Status === 'Planned')
    return { ...visit, Status: to, startedAt: at, StartLocationError: locationError };
  if (to === 'Complete' && visit.Status === 'Active')
    return { ...visit, Status: to, endedAt: at, EndLocationError: locationError };
  return visit;
};

/** The visit as it is once what is kept on the phone has arrived. */
export const withAttempts = (visit: Visit, attempts: readonly StoredAttempt[], zone: string): Visit => {
  let shown = visit;
  for (const attempt of attempts) if (attempt.visitId === visit.id) shown = withAttempt(shown, attempt, zone);
  return shown;
};

/**
 * A double tap is over by then: its second half would meet the card before or after it shows the first. Times are kept to the
 * second, so the check-out that follows a check-in at once is in a later one.
 */
const DOUBLE_TAP_MS = 1_000;

/** What is kept of a press, as it is sent. */
const attemptOf = (
  visit: Visit,
  move: VisitMove,
  position: Position | null,
  locationError: boolean,
): Attempt => ({
  visitId: visit.id,
  to: targetOf(move),
  position,
  locationError,
  at: serverNow().toString(),
  key: newAttemptKey(),
  label: [firstName(visit.ClientName), planText(visit)].join(' '),
  refused: null,
});

/** What a caregiver says where the location is not fine. */
type Word = 'again' | 'goOn' | 'cancel';

/** Check-in and check-out: position, location check, one attempt that is kept on the phone and goes out from there. */
export const useCheck = () => {
  const { attempts, sending } = useOutbox();
  const checks = useTasks<number, 'locating' | 'sending'>();
  const [asked, setAsked] = useState<LocationQuestion & { readonly answer: (word: Word) => void }>();
  const ask = (question: LocationQuestion) =>
    new Promise<Word>((answer) => setAsked({ ...question, answer }));

  const check = async (
    visit: Visit,
    move: VisitMove,
    show: (step: 'locating' | 'sending' | undefined) => void,
  ): Promise<void> => {
    show('locating');
    const answer = await findPosition();
    const position = answer.ok ? answer.position : null;
    if (!answer.ok) toast.error(currentWords().positionError(answer.code, answer.message));
    const finding = locationCheck(clientPoint(visit), position);
    // Without a network the address may not be on the phone: the server measures when the attempt arrives.
    const unknown = position !== null && isFromPhone(visit);
    const asks = finding.error && !unknown;
    if (asks) {
      show(undefined);
      const failed = answer.ok ? undefined : answer.code;
      const word = await ask({ visit, move, position, finding, failed });
      if (word === 'cancel') return;
      if (word === 'again') return check(visit, move, show);
    }
    await addEntry(attemptOf(visit, move, position, asks));
    show('sending');
    await new Promise((resolve) => window.setTimeout(resolve, DOUBLE_TAP_MS));
  };
  /** What the caregiver answers to the question ends it. */
  const answer = (word: Word) => () => {
    setAsked(undefined);
    asked?.answer(word);
  };

  const waiting = attempts.filter(({ refused, key }) => refused === null && !sending.has(key));
  return {
    stateOf: ({ id }: Visit): CheckState | undefined => {
      const step = checks.stepOf(id);
      if (step === 'locating') return { step };
      if (step === 'sending' || attempts.some(({ visitId, key }) => visitId === id && sending.has(key)))
        return { step: 'sending' };
      const attempt = waiting.findLast(({ visitId }) => visitId === id);
      return attempt && { step: 'waiting', attempt };
    },
    /** Attempts that the server does not have yet. */
    waiting,
    refused: attempts.filter((attempt) => attempt.refused !== null),
    isBusy: checks.isAny,
    question: asked,
    start: (visit: Visit, move: VisitMove) =>
      void checks.run(visit.id, async (show) => {
        if (move.to === 'Complete' && !endsAfterStart(visit.startedAt, serverNow()))
          toast.error(currentWords().justCheckedIn);
        else await check(visit, move, show);
      }),
    tryAgain: answer('again'),
    goOn: answer('goOn'),
    cancel: answer('cancel'),
  };
};
