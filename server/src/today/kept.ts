import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '../platform/auth/scope.ts';
import { currentAgency, withOrigin } from '../platform/log/origin.ts';

/**
 * Parts of Today that a large agency counts for seconds. Each is kept until what it was counted of changes; then it is counted
 * behind the answer, which has the old value until that is done (docs/rules/today.md, rule 9).
 */

type Pool = Scope['site']['pool'];

interface Kept<T> {
  value: T | undefined;
  /** Of what it was counted; undefined: never. */
  key: string | undefined;
  /** When that was begun. */
  at: string;
  /** Milliseconds that it takes, and when it was done. */
  took: number;
  doneAt: number;
  running: Promise<void> | undefined;
}

/** What takes longer is never waited for again, and rests between two counts for so many times as long as it took. */
const SLOW = 250;
const MOST_REST = 15 * 60_000;
/** What somebody mends from Today must leave it soon; a part that reads the money of a whole agency gets a hundredth of a processor. */
const REST = { light: 4, heavy: 100 } as const;
type Weight = keyof typeof REST;

/** An answer waits so long for a part that is being counted, and the first one longer. */
const WAIT = 50;
const FIRST_WAIT = { light: 700, heavy: WAIT } as const satisfies Record<Weight, number>;

const versions = new WeakMap<Pool, number>();
/** Rises whenever a part of the site was counted: an answer with other parts is another answer. */
export const countedVersion = ({ site }: Scope): number => versions.get(site.pool) ?? 0;

const queues = new WeakMap<Pool, Promise<unknown>>();
/** Heavy parts of a site are counted one after the other, so that they do not keep each other and everybody else waiting. */
const inTurn = <T>({ site }: Scope, work: () => Promise<T>): Promise<T> => {
  const before = queues.get(site.pool) ?? Promise.resolve();
  const next = before.then(work, work);
  queues.set(
    site.pool,
    next.catch(() => undefined),
  );
  return next;
};

const pause = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { ref: false });

const waited = (promise: Promise<void>, milliseconds: number): Promise<void> =>
  Promise.race([promise, pause(milliseconds)]);

/** Milliseconds until it may be counted again. */
const restOf = <T>({ took, doneAt }: Kept<T>, weight: Weight): number =>
  took > SLOW ? Math.min(MOST_REST, took * REST[weight]) - (performance.now() - doneAt) : 0;

/** Of its statements: they outlive the request that began them, and are no part of its transaction. */
export const COUNT_ORIGIN = 'today.count';

const begin = <T>(
  part: Kept<T>,
  key: string,
  scope: Scope,
  count: () => Promise<T>,
  rest: number,
): Promise<void> => {
  const countAfterRest = async () => {
    await (rest > 0 ? pause(rest) : undefined);
    const [begun, at, isFirst] = [performance.now(), scope.now().toString(), part.key === undefined];
    try {
      part.value = await count();
      part.key = key;
      part.at = at;
      versions.set(scope.site.pool, countedVersion(scope) + 1);
    } finally {
      const took = performance.now() - begun;
      // The first time is slower than all others: nothing is planned and compiled yet.
      part.took = isFirst ? took : Math.min(took, part.took * 2);
      part.doneAt = performance.now();
      part.running = undefined;
    }
  };
  part.running = withOrigin({ call: COUNT_ORIGIN, agency: currentAgency() }, countAfterRest);
  return part.running;
};

export interface Part<T> {
  /** Undefined: it is counted for the first time. */
  readonly value: T | undefined;
  /** A newer value comes with one of the next looks. */
  readonly isCounting: boolean;
  /** The value is not from now: it was counted then, and what it was counted of has changed. */
  readonly since?: string;
}

/** What is known of a part, and since when where it has changed in the meantime. */
const partOf = <T>({ value, key: counted, at }: Kept<T>, key: string, isCounting: boolean): Part<T> => ({
  value,
  isCounting,
  ...(value !== undefined && counted !== key && { since: at }),
});

/** A heavy part counted in its turn: nobody waits long for it. */
export const heavyPart = <T>(count: (scope: Scope) => Promise<T>) =>
  keptPart((scope) => inTurn(scope, () => count(scope)), 'heavy');

/** A part of the answer, kept by site; `key` names the state of what it is counted of. */
export const keptPart = <T>(count: (scope: Scope) => Promise<T>, weight: Weight = 'light') => {
  const bySite = new WeakMap<Pool, Kept<T>>();
  return async (scope: Scope, key: string): Promise<Part<T>> => {
    const { pool } = scope.site;
    const part: Kept<T> = bySite.get(pool) ?? {
      value: undefined,
      key: undefined,
      at: '',
      took: 0,
      doneAt: 0,
      running: undefined,
    };
    bySite.set(pool, part);
    if (part.key === key) return partOf(part, key, false);
    const rest = restOf(part, weight);
    if (!part.running && rest > 0 && weight === 'heavy') return partOf(part, key, false);
    const isFirst = part.key === undefined;
    const running = part.running ?? begin(part, key, scope, () => count(scope), rest);
    // Behind an answer nobody hears of a failure: the next look tries again, and reports it while it is waited for.
    running.catch(() => undefined);
    const wait = isFirst ? FIRST_WAIT[weight] : part.took > SLOW ? 0 : WAIT;
    if (wait > 0) await waited(running, wait);
    return partOf(part, key, part.key !== key);
  };
};
