import type { Call, OutputOf } from '@homecare/domain/call.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { LoadFailure } from '../ui/states.tsx';
import type { SendInput } from './call-request.ts';
import { knownCopy, learnCopy } from './role-copy.ts';
import { send, whenForbidden } from './send.ts';
import { clockOffset } from './server-time.ts';
import { whenStale } from './stale-answers.ts';

/** A refused read, thrown so that the query stores it as its error. */
export class FailedCall extends Error {
  readonly refusal: Refusal<Reason>;
  readonly reference: string | undefined;
  constructor(refusal: Refusal<Reason>, reference: string | undefined) {
    super(refusal.info);
    this.refusal = refusal;
    this.reference = reference;
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // send() has already retried.
    queries: { retry: false, networkMode: 'always', staleTime: 30_000, refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const readQuery = <C extends Call>(call: C, input: SendInput<C>) => ({
  queryKey: [call.name, input] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OutputOf<C>> => {
    const sent = await send(call, input, { signal });
    if (sent.ok) return sent.data;
    throw new FailedCall(sent, sent.reference);
  },
});

/** Fetches the current answer of the server; throws if refused. */
export const readNow = <C extends Call>(call: C, input: SendInput<C>): Promise<OutputOf<C>> =>
  queryClient.fetchQuery<OutputOf<C>, Error, OutputOf<C>, readonly [string, SendInput<C>]>({
    ...readQuery(call, input),
    staleTime: 0,
  });

/** After a change of role, repeats what was refused to the earlier one. */
const adoptCopy = () => {
  const copy = queryClient.getQueryData<OutputOf<typeof capabilities>>([capabilities.name, {}])?.custom;
  if (copy === knownCopy()) return;
  learnCopy(copy);
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
};
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === capabilities.name) adoptCopy();
});
whenForbidden(() => void markStale(capabilities));

interface ReadOptions {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  /** Milliseconds between polls, which pause while the tab is hidden. */
  readonly every?: number;
}

/** The answer of a reading call, cached and shared by all callers. */
export const useRead = <C extends Call>(
  call: C,
  input: SendInput<C>,
  { enabled = true, staleTime, every }: ReadOptions = {},
): UseQueryResult<OutputOf<C>, Error> => {
  if (every !== undefined && call.effect !== 'poll')
    throw new Error(
      `${call.name} is polled, and would keep an unattended session alive: its effect is poll.`,
    );
  return useQuery<OutputOf<C>, Error, OutputOf<C>, readonly [string, SendInput<C>]>({
    ...readQuery(call, input),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(every === undefined ? {} : { refetchInterval: every, refetchIntervalInBackground: false }),
  });
};

/** Marks all answers of these calls as stale. */
export const markStale = (...calls: readonly Call[]) =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call.name] })));

/** Marks everything as stale, such as after a password change. */
export const markAllStale = () => queryClient.invalidateQueries();

whenStale((calls) => (calls === 'everything' ? markAllStale() : markStale(...calls)));

/** The failed first load for DataTable and ErrorState; undefined once there is an answer, or while nothing was refused. */
export const failureOf = (
  query: UseQueryResult<unknown, Error>,
  title: string,
  kept = '',
): LoadFailure | undefined => {
  if (!query.isError || query.data !== undefined) return undefined;
  const failed = query.error instanceof FailedCall ? query.error : undefined;
  const unreached = failed?.refusal.reason === 'unavailable';
  const cause = unreached ? 'The server did not answer. Nothing was changed.' : query.error.message;
  return {
    title,
    text: [cause, kept].filter(Boolean).join(' '),
    onRetry: () => void query.refetch(),
    reference: failed?.reference,
  };
};

/** The agency's time zone, or the browser's until the server has answered. */
const siteZone = () =>
  queryClient.getQueryData<OutputOf<typeof capabilities>>([capabilities.name, {}])?.timeZone ??
  Temporal.Now.timeZoneId();

/** The server's time of day for a moment of this browser's clock. */
export const clockOf = (epochMilliseconds: number) =>
  Temporal.Instant.fromEpochMilliseconds(epochMilliseconds)
    .add(clockOffset())
    .toZonedDateTimeISO(siteZone())
    .toPlainTime()
    .toLocaleString('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** 'updated 10:42:15 AM', or 'Not updated since 10:42:15 AM' if refreshing failed and old data is shown. */
export const freshnessOf = (query: UseQueryResult<unknown, Error>) => {
  if (!query.dataUpdatedAt) return '';
  const at = clockOf(query.dataUpdatedAt);
  return query.isRefetchError ? `Not updated since ${at}` : `updated ${at}`;
};
