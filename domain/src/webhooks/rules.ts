import type { FieldError } from '../errors.ts';
import { serviceUrlFault } from '../sites/connections.ts';
import type { Delivery, DeliveryState, WebhookKind } from './schema.ts';

export const MAX_WEBHOOK_NAME = 40;
export const NO_WEBHOOK_NAME = 'Give the webhook a name, such as the program that listens.';
export const WEBHOOK_NAME_TOO_LONG = `A name has at most ${MAX_WEBHOOK_NAME} characters.`;
export const WEBHOOK_NAME_TAKEN = 'There is a webhook of this name. Choose another name.';
export const NO_KINDS = 'Choose what it hears of.';

interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
}

/** Validates a new webhook. With `allowsLocal`, the operator lets admins use addresses of this machine. */
export const validateWebhook = ({ name, url, kinds }: NewWebhook, allowsLocal: boolean): FieldError[] => {
  const trimmed = name.trim();
  const faults = {
    name:
      trimmed === ''
        ? NO_WEBHOOK_NAME
        : trimmed.length > MAX_WEBHOOK_NAME
          ? WEBHOOK_NAME_TOO_LONG
          : undefined,
    url: serviceUrlFault(url.trim(), allowsLocal),
    kinds: kinds.length === 0 ? NO_KINDS : undefined,
  };
  return Object.entries(faults).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
};

/** Maps entities of the change log to kinds of webhooks. The database uses the same list when it records changes. */
export const KINDS_OF_ENTITIES: Readonly<Record<string, WebhookKind>> = {
  person: 'people',
  carePlan: 'plans',
  visit: 'visits',
  claims: 'claims',
  work: 'claims',
  payment: 'payments',
  invoice: 'payments',
  offer: 'offers',
  offerRound: 'offers',
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from each failed try to the next. After the last one the delivery is parked. */
export const WAITS = [10, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR] as const;
export const MOST_TRIES = WAITS.length + 1;

interface Settled {
  readonly state: DeliveryState;
  /** Seconds until the next try; null if there is none. */
  readonly wait: number | null;
}

/** The new state of a delivery after its latest try. */
export const settleTry = (tries: number, hasArrived: boolean): Settled => {
  if (hasArrived) return { state: 'sent', wait: null };
  const wait = WAITS[tries - 1];
  return wait === undefined ? { state: 'parked', wait: null } : { state: 'waiting', wait };
};

/** Every status but 2xx is a refusal. Redirects are never followed. */
export const isTaken = (status: number) => status >= 200 && status < 300;

/** Receivers should refuse signed requests older than this. */
export const SIGNED_SECONDS = 5 * MINUTE;
/** The signature covers time and body, so that neither can be combined with another. */
export const signedText = (seconds: number, body: string) => `${seconds}.${body}`;
export const SIGNATURE_HEADER = 'homecare-signature';
export const signatureHeader = (seconds: number, signature: string) => `t=${seconds},v1=${signature}`;

/** 'Answered 500' or 'No answer'. */
export const sayTry = ({ status, error, tries }: Pick<Delivery, 'status' | 'error' | 'tries'>): string => {
  if (tries === 0) return 'Not tried yet';
  return status === null ? (error ?? 'No answer') : `Answered ${status}`;
};

/** 'person 12' or 'claim 7-3'; only the kind if the change names no record. */
export const saySubject = ({ entity, subjectId, claim }: Pick<Delivery, 'entity' | 'subjectId' | 'claim'>) =>
  claim !== null ? `claim ${claim}` : subjectId === null ? entity : `${entity} ${subjectId}`;
