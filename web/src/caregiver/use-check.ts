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

/** A check with a location problem, which waits for the caregiver's decision. */
export interface LocationQuestion {
  readonly visit: Visit;
  readonly move: VisitMove;
  readonly position: Position | null;
  readonly finding: LocationFinding;
  /** Error code of the geolocation, if there was no position. */
  readonly failed: number | undefined;
}

export type CheckState =
  | { readonly step: 'locating' | 'sending' }
  /** Stored on the phone, and retried automatically. */
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

/** The visit with an attempt outside its window or status, which waits for the office once it arrives. */
const asRecorded = (visit: Visit, { to, at, position, locationError }: StoredAttempt): Visit => {
  const attempt = {
    // Negative, to differ from the server's numbers.
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

/** The visit as it will be once everything stored on the phone has arrived. */
export const withAttempts = (visit: Visit, attempts: readonly StoredAttempt[], zone: string): Visit => {
  let shown = visit;
  for (const attempt of attempts) if (attempt.visitId === visit.id) shown = withAttempt(shown, attempt, zone);
  return shown;
};

/**
 * Ignores the second half of a double tap, which would hit the card in its old or new state. Because times are recorded in
 * seconds, an immediate check-out is also at least one second later.
 */
const DOUBLE_TAP_MS = 1_000;

/** An attempt in the form in which it is stored and sent. */
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

/** The caregiver's answer to a location problem. */
type Word = 'again' | 'goOn' | 'cancel';

/** Check-in and check-out: finds the position, compares the location, and stores one attempt on the phone, from where it is sent. */
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
    // Offline the address may be missing on the phone; the server measures the distance when the attempt arrives.
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
  /** An answer closes the question. */
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
