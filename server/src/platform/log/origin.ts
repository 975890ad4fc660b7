import { AsyncLocalStorage } from 'node:async_hooks';

/** What work is done for: a request with its call, or a job with the request that queued it. */
export interface Origin {
  readonly request?: string | undefined;
  readonly call?: string;
  /** The number of a queued job. */
  readonly jobId?: string;
  /** By name: its lines have it already, and what is shared is divided by it. */
  readonly agency?: string;
}

const origins = new AsyncLocalStorage<Origin>();

/** All that `work` writes down names its origin. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

export const currentOrigin = (): Origin | undefined => origins.getStore();

/** Whose work this is: places that all agencies share go to them in turns. */
export const currentAgency = (): string => currentOrigin()?.agency ?? '';

/** Of no other request of any process; short enough to be read out on the telephone. */
export const requestIds = (process: string) => {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count}`;
  };
};

const REQUEST_ID = /^[0-9a-f]+-\d+$/;

/** The request that work is done for, safe to be in a statement. */
export const currentRequest = (): string | undefined => {
  const request = currentOrigin()?.request;
  return request !== undefined && REQUEST_ID.test(request) ? request : undefined;
};

/** Whose change queued a job: its payload names the request (migration 95). */
export const requestOfPayload = (payload: unknown): string | undefined =>
  typeof payload === 'object' &&
  payload !== null &&
  'request' in payload &&
  typeof payload.request === 'string' &&
  REQUEST_ID.test(payload.request)
    ? payload.request
    : undefined;
