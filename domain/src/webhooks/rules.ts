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

/** What is wrong with a webhook that is to be added; `allowsLocal`: the operator lets admins name services of this machine. */
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

/** Which records of the change log are of which kind; the database notes changes by the same list. */
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
/** Seconds from each failed try to the next; after the last one it is parked. */
export const WAITS = [10, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR] as const;
export const MOST_TRIES = WAITS.length + 1;

interface Settled {
  readonly state: DeliveryState;
  /** Seconds until the next try; null: there is none. */
  readonly wait: number | null;
}

/** What becomes of a delivery after so many tries, of which the last one arrived or did not. */
export const settleTry = (tries: number, hasArrived: boolean): Settled => {
  if (hasArrived) return { state: 'sent', wait: null };
  const wait = WAITS[tries - 1];
  return wait === undefined ? { state: 'parked', wait: null } : { state: 'waiting', wait };
};

/** Anything but 2xx is a refusal: a redirect is never followed. */
export const isTaken = (status: number) => status >= 200 && status < 300;

/** How old a signed request may be before its receiver should refuse it. */
export const SIGNED_SECONDS = 5 * MINUTE;
/** What is signed: the moment and the body, so that neither is used for the other. */
export const signedText = (seconds: number, body: string) => `${seconds}.${body}`;
export const SIGNATURE_HEADER = 'homecare-signature';
export const signatureHeader = (seconds: number, signature: string) => `t=${seconds},v1=${signature}`;

/** 'Answered 500', 'No answer' */
export const sayTry = ({ status, error, tries }: Pick<Delivery, 'status' | 'error' | 'tries'>): string => {
  if (tries === 0) return 'Not tried yet';
  return status === null ? (error ?? 'No answer') : `Answered ${status}`;
};

/** 'person 12', 'claim 7-3'; what names no record is said by its kind alone. */
export const saySubject = ({ entity, subjectId, claim }: Pick<Delivery, 'entity' | 'subjectId' | 'claim'>) =>
  claim !== null ? `claim ${claim}` : subjectId === null ? entity : `${entity} ${subjectId}`;
