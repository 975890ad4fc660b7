import type { InputOf } from '@homecare/domain/call.ts';
import { done } from '@homecare/domain/errors.ts';
import type { getProgress, ImportProgress } from '@homecare/domain/people-import/contract.ts';
import type { Scope } from '../platform/auth/scope.ts';

type Known = NonNullable<ImportProgress>;

/**
 * The progress of this process's checks and imports while they run. Among several processes only the working one knows it; elsewhere
 * the screen shows activity without a number (docs/decisions, 13).
 */
const running = new WeakMap<Scope['site'], Map<string, Known>>();

/** An account can only ask about its own. */
const keyOf = (scope: Scope, run: string) => `${scope.user.id} ${run}`;

export type Report = (phase: Known['phase'], done: number, total: number) => void;

export const reporting = async <T>(
  scope: Scope,
  run: string,
  work: (report: Report) => Promise<T>,
): Promise<T> => {
  const known = running.get(scope.site) ?? new Map<string, Known>();
  running.set(scope.site, known);
  const key = keyOf(scope, run);
  try {
    return await work((phase, count, total) => known.set(key, { phase, done: count, total }));
  } finally {
    known.delete(key);
  }
};

export const readProgress = async (scope: Scope, { run }: InputOf<typeof getProgress>) =>
  done(running.get(scope.site)?.get(keyOf(scope, run)) ?? null);
