import { sum } from '@homecare/domain/sum.ts';

/** Thrown when too many wait already; answered as 429. */
export class TooManyWaiting extends Error {}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/** Who waits of one agency, by caller, in the order of their turns. */
type Queues = Map<string, Waiting[]>;

/** Of equal ones the last that came. */
const longest = <K, V>(entries: Iterable<readonly [K, V]>, lengthOf: (value: V) => number) => {
  let found: readonly [K, V] | undefined;
  for (const entry of entries) if (!found || lengthOf(entry[1]) >= lengthOf(found[1])) found = entry;
  return found;
};
const sizeOf = (queues: Queues) => sum(queues.values().map(({ length }) => length));

/**
 * So many at a time, so many waiting, and turns go round among the agencies, and within one among its callers: who sends a
 * thousand waits for the own ones. When all places are taken, the last one of anyone who has the most gives way.
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

  /** Of the agency that has the most waiting, and there of the caller with the most. */
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
    // Behind the others: their turn comes before the next one of this caller, and of this agency.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    this.#waiting.delete(agency);
    if (queues.size > 0) this.#waiting.set(agency, queues);
    this.#count -= 1;
    first?.begin();
  }
}
