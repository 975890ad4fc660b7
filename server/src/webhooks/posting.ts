import { isTaken } from '@homecare/domain/webhooks/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { observeSend } from '../platform/log/sends.ts';
import { NotPublic, send } from '../platform/net/outgoing.ts';
import { reachOfAdmin } from '../sites/in-use.ts';
import type { Target } from './queries.ts';
import { signatureOf } from './signing.ts';

/** A receiver that does not answer in this time is tried again later. */
const ANSWER_SECONDS = 10;

/** The changed record; `id` is null if the change names none, and `claim` is a claim of the batch with this id. */
interface Subject {
  readonly type: string;
  readonly id: number | null;
  readonly claim?: string;
}

/** What a receiver gets. `id` stays the same on a retry, so that a receiver can ignore what it already has. */
export interface Event {
  readonly id: string;
  readonly kind: string;
  readonly action: string;
  readonly subject: Subject;
  readonly at: string;
  readonly changes?: unknown;
}

/** The outcome: accepted, refused with a status, or no answer. */
export interface Posted {
  readonly kind: 'taken' | 'refused' | 'unanswered';
  readonly status: number | null;
  readonly error: string | null;
}

const unanswered = (error: string): Posted => ({ kind: 'unanswered', status: null, error });

const whyUnanswered = (error: unknown, isLate: boolean): string => {
  if (isLate) return `No answer within ${ANSWER_SECONDS} seconds`;
  if (error instanceof NotPublic) return 'The address is not on the internet';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOTFOUND') return 'The name of the address is not known';
  return code === 'ECONNREFUSED' ? 'Nobody listens at the address' : 'The connection broke';
};

/** Posts one event, signed. It never throws; every outcome is returned. */
export const postEvent = (
  scope: Scope,
  target: Target,
  event: Event,
  ending?: AbortSignal,
): Promise<Posted> =>
  observeSend(scope.site.log, { kind: 'webhook', count: 1 }, async () => {
    const body = JSON.stringify(event);
    const seconds = Math.floor(scope.now().epochMilliseconds / 1_000);
    const secret = scope.site.secrets.decrypt(target.secret);
    const late = AbortSignal.timeout(ANSWER_SECONDS * 1_000);
    try {
      const { status } = await send(target.url, reachOfAdmin(scope.site.entry), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Home-Care-Dashboard',
          'homecare-event': event.id,
          ...signatureOf(secret, seconds, body),
        },
        body,
        signal: ending ? AbortSignal.any([late, ending]) : late,
      });
      return { kind: isTaken(status) ? 'taken' : 'refused', status, error: null };
    } catch (error) {
      return unanswered(whyUnanswered(error, late.aborted));
    }
  });
