import { sum } from '@homecare/domain/sum.ts';

/** Thrown when too many are waiting already; answered as 429. */
export class TooManyWaiting extends Error {}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** An agency's waiting work by caller, in the order of turns. */
type Queues = Map<string, Waiting[]>;

/** Among equals, the one that came last. */
const longest = <K, V>(entries: Iterable<readonly [K, V]>, lengthOf: (value: V) => number) => {
  let found: readonly [K, V] | undefined;
  for (const entry of entries) if (!found || lengthOf(entry[1]) >= lengthOf(found[1])) found = entry;
  return found;
};
const sizeOf = (queues: Queues) => sum(queues.values().map(({ length }) => length));

/**
 * Runs a limited number at a time with a limited number waiting. Agencies take turns, and within one its callers, so a caller who
 * sends a thousand only delays itself. When all places are taken, the last of whoever has the most is removed.
 */
export class FairQueue {
  readonly #atATime: number;
  readonly #most: number;
  readonly #waiting = new Map<string, Queues>();
  #running = 0;
  #count = 0;

  constructor(atATime: number, most: number) {
    this.#atATime = atATime;
    this.#most = most;
  }

  async run<T>(caller: string, work: () => Promise<T>, agency = ''): Promise<T> {
    await this.#turn(agency, caller);
    try {
      return await work();
    } finally {
      this.#endTurn();
    }
  }

  async #turn(agency: string, caller: string) {
    if (this.#running < this.#atATime) {
      this.#running += 1;
      return;
    }
    if (this.#count >= this.#most) this.#makeRoom(agency, caller);
    await new Promise<void>((begin, reject) => {
      const queues = this.#waiting.get(agency) ?? new Map<string, Waiting[]>();
      this.#waiting.set(agency, queues);
      const own = queues.get(caller) ?? [];
      queues.set(caller, own);
      own.push({ begin, giveUp: () => reject(new TooManyWaiting()) });
      this.#count += 1;
    });
  }

  /** Removes from the agency with the most waiting, and there from the caller with the most. */
  #makeRoom(agency: string, caller: string) {
    const own = this.#waiting.get(agency);
    const [crowded, queues] = longest(this.#waiting, sizeOf) ?? ['', new Map<string, Waiting[]>()];
    const isOwn = crowded === agency || sizeOf(queues) <= (own ? sizeOf(own) : 0) + 1;
    const among = isOwn ? (own ?? new Map<string, Waiting[]>()) : queues;
    const [name, most] = longest(among, ({ length }) => length) ?? ['', []];
    if (isOwn && most.length <= (own?.get(caller)?.length ?? 0) + 1) throw new TooManyWaiting();
    most.pop()?.giveUp();
    if (most.length === 0) among.delete(name);
    if (among.size === 0) this.#waiting.delete(isOwn ? agency : crowded);
    this.#count -= 1;
  }

  #endTurn() {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [agency, queues] = next;
    const [[caller, queue] = ['', []]] = queues;
    const first = queue.shift();
    // Put at the end, so that others come before the next of this caller and agency.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    this.#waiting.delete(agency);
    if (queues.size > 0) this.#waiting.set(agency, queues);
    this.#count -= 1;
    first?.begin();
  }
}
