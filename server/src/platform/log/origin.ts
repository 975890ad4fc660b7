import { AsyncLocalStorage } from 'node:async_hooks';

/** What work is done for: a request with its call, or a job with the request that queued it. */
export interface Origin {
  readonly request?: string | undefined;
  readonly call?: string;
  /** The number of a queued job. */
  readonly jobId?: string;
  /** By name. Log lines have it already, and shared resources are divided by it. */
  readonly agency?: string;
}

const origins = new AsyncLocalStorage<Origin>();

/** Everything that `work` logs names its origin. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

export const currentOrigin = (): Origin | undefined => origins.getStore();

/** The agency the work is for; resources shared by all agencies take turns by it. */
export const currentAgency = (): string => currentOrigin()?.agency ?? '';

/** Unique among all requests of all processes, and short enough to read out on the phone. */
export const requestIds = (process: string) => {
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count}`;
  };
};

const REQUEST_ID = /^[0-9a-f]+-\d+$/;

/** The request that work is done for, safe to use in a statement. */
export const currentRequest = (): string | undefined => {
  const request = currentOrigin()?.request;
  return request !== undefined && REQUEST_ID.test(request) ? request : undefined;
};

/** The request whose change queued a job, from its payload (migration 95). */
export const requestOfPayload = (payload: unknown): string | undefined =>
  typeof payload === 'object' &&
  payload !== null &&
  'request' in payload &&
  typeof payload.request === 'string' &&
  REQUEST_ID.test(payload.request)
    ? payload.request
    : undefined;
