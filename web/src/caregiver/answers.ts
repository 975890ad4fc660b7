import type { Call, OutputOf } from '@homecare/domain/call.ts';
import { useEffect } from 'react';
import type { SendInput } from '../platform/call-request.ts';
import { queryClient, useRead } from '../platform/query.ts';
import { useSession } from '../platform/session.ts';
import { inStore, ownerOf, rowsOf, seal, unseal } from './store.ts';

/**
 * Answers that are available offline. They are stored encrypted beside the days, and deleted with them at sign-out and after
 * 48 hours (days.ts).
 */
const placeOf = (name: string) => `answer:${name}`;

const isRow = (row: unknown): row is { date: string; owner: string; savedAt: number; sealed: unknown } =>
  typeof row === 'object' &&
  row !== null &&
  'date' in row &&
  'owner' in row &&
  'savedAt' in row &&
  typeof row.savedAt === 'number' &&
  'sealed' in row;

const keepAnswer = async (owner: string, call: Call, data: unknown, savedAt: number) => {
  const sealed = await seal(data);
  const row = { date: placeOf(call.name), owner, savedAt, sealed };
  await inStore('days', 'readwrite', (days) => days.put(row));
};

/** Used until the server answers. An answer that already arrived is newer. */
const showKept = async (owner: string, call: Call, input: unknown) => {
  const queryKey = [call.name, input];
  if (queryClient.getQueryData(queryKey) !== undefined) return;
  const rows = (await rowsOf('days')).filter(isRow);
  const row = rows.find((one) => one.date === placeOf(call.name) && one.owner === owner);
  if (!row) return;
  const kept = call.output.safeParse(await unseal(row.sealed));
  if (kept.success && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, kept.data, { updatedAt: row.savedAt });
};

const EVERY = 60_000;

const whole = <T>(data: T): T => data;

/** The answer of a reading call, stored on the phone without the parts that must not stay there. */
export const useKeptRead = <C extends Call>(
  call: C,
  input: SendInput<C>,
  keptOf: (data: OutputOf<C>) => OutputOf<C> = whole,
) => {
  const session = useSession();
  const owner = session && ownerOf(session);
  const query = useRead(call, input, { staleTime: 0, every: EVERY });
  const { data, dataUpdatedAt } = query;
  const inputText = JSON.stringify(input);
  useEffect(() => {
    if (owner !== undefined) void showKept(owner, call, JSON.parse(inputText)).catch(() => undefined);
  }, [owner, call, inputText]);
  useEffect(() => {
    if (owner === undefined || data === undefined) return;
    void keepAnswer(owner, call, keptOf(data), dataUpdatedAt).catch(() => undefined);
  }, [owner, call, data, dataUpdatedAt, keptOf]);
  return query;
};
