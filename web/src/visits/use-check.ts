import { type LocationFinding, locationCheck, type VisitMove } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newAttemptKey } from '../shell/send.ts';
import { serverNow } from '../shell/server-time.ts';
import { toast } from '../shell/toasts.ts';
import { sendAttempt, type VisitAttempt } from './api.ts';
import { findPosition, type Position } from './position.ts';

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
  /** The server was not reached: the same attempt goes out again. */
  | { readonly step: 'waiting'; readonly attempt: VisitAttempt }
  /** The server said no, in its own words. */
  | { readonly step: 'refused'; readonly info: string };

const RETRY_EVERY = 5_000;

const clientPoint = (visit: Visit) =>
  visit.ClientAddressLatitude === null || visit.ClientAddressLongitude === null
    ? null
    : {
        lat: visit.ClientAddressLatitude,
        lon: visit.ClientAddressLongitude,
        approximate: visit.ClientAddressApproximate,
      };

const targetOf = (move: VisitMove): VisitAttempt['to'] => (move.to === 'Active' ? 'Active' : 'Complete');

/** Calls `again` now and then, when the network comes back and when the page is looked at, while `on`. */
const useRetry = (on: boolean, again: () => void) => {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!on) return;
    const retry = () => latest.current();
    const timer = window.setInterval(retry, RETRY_EVERY);
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', retry);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [on]);
};

/** Check-in and check-out: position, location check, one attempt under one key until the server has answered it. */
export const useCheck = () => {
  const [states, setStates] = useState<Readonly<Record<number, CheckState>>>({});
  const [question, setQuestion] = useState<LocationQuestion>();
  /** Visits with a check under way: a second tap finds them here and does nothing. */
  const busy = useRef(new Set<number>());

  const put = useCallback(
    (id: number, state: CheckState | undefined) =>
      setStates(({ [id]: _, ...others }) => (state ? { ...others, [id]: state } : others)),
    [],
  );
  const finish = useCallback(
    (id: number, state?: CheckState) => {
      busy.current.delete(id);
      put(id, state);
    },
    [put],
  );

  const deliver = async (attempt: VisitAttempt, first: boolean) => {
    if (first) put(attempt.visitId, { step: 'sending' });
    const sent = await sendAttempt(attempt);
    if (sent.ok) {
      finish(attempt.visitId);
      toast.success(`Success: Record set to ${sent.data.Status}`);
    } else if (sent.code === 'unavailable') put(attempt.visitId, { step: 'waiting', attempt });
    else finish(attempt.visitId, { step: 'refused', info: sent.info });
  };

  const submit = (visit: Visit, move: VisitMove, position: Position | null, locationError: boolean) =>
    deliver(
      {
        visitId: visit.id,
        to: targetOf(move),
        position,
        locationError,
        at: serverNow().toString(),
        key: newAttemptKey(),
      },
      true,
    );

  const locate = async (visit: Visit, move: VisitMove) => {
    put(visit.id, { step: 'locating' });
    const answer = await findPosition();
    const position = answer.ok ? answer.position : null;
    if (!answer.ok) toast.error(`ERROR (${answer.code}): ${answer.message}`);
    const finding = locationCheck(clientPoint(visit), position);
    if (!finding.error) return submit(visit, move, position, false);
    put(visit.id, undefined);
    setQuestion({ visit, move, position, finding, failed: answer.ok ? undefined : answer.code });
  };

  const waiting = Object.values(states).flatMap((state) => (state.step === 'waiting' ? [state.attempt] : []));
  const underWay = useRef(new Set<string>());
  useRetry(waiting.length > 0, () => {
    for (const attempt of waiting) {
      if (underWay.current.has(attempt.key)) continue;
      underWay.current.add(attempt.key);
      void deliver(attempt, false).finally(() => underWay.current.delete(attempt.key));
    }
  });

  return {
    stateOf: (visit: Visit): CheckState | undefined => states[visit.id],
    /** Attempts that the server does not have yet. */
    waiting,
    question,
    start: (visit: Visit, move: VisitMove) => {
      if (busy.current.has(visit.id)) return;
      busy.current.add(visit.id);
      void locate(visit, move);
    },
    tryAgain: () => {
      if (!question) return;
      setQuestion(undefined);
      void locate(question.visit, question.move);
    },
    goOn: () => {
      if (!question) return;
      setQuestion(undefined);
      void submit(question.visit, question.move, question.position, true);
    },
    cancel: () => {
      if (question) finish(question.visit.id);
      setQuestion(undefined);
    },
  };
};
