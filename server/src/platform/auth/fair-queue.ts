/** Thrown when too many wait already; answered as 429. */
export class TooManyWaiting extends Error {}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * So many at a time, so many waiting, and turns go round among the callers: who sends a thousand waits for the own ones. When
 * all places are taken, the last one of whoever has the most gives way.
 */
export class FairQueue {
  readonly #atATime: number;
  readonly #most: number;
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #count = 0;

  constructor(atATime: number, most: number) {
    this.#atATime = atATime;
    this.#most = most;
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    await this.#turn(caller);
    try {
      return await work();
    } finally {
      this.#endTurn();
    }
  }

  async #turn(caller: string) {
    if (this.#running < this.#atATime) {
      this.#running += 1;
      return;
    }
    const own = this.#waiting.get(caller) ?? [];
    if (this.#count >= this.#most) this.#makeRoom(own.length);
    await new Promise<void>((begin, reject) => {
      own.push({ begin, giveUp: () => reject(new TooManyWaiting()) });
      this.#waiting.set(caller, own);
      this.#count += 1;
    });
  }

  #makeRoom(own: number) {
    const longest = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= own + 1) throw new TooManyWaiting();
    longest.pop()?.giveUp();
    this.#count -= 1;
  }

  #endTurn() {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [caller, queue] = next;
    const first = queue.shift();
    this.#waiting.delete(caller);
    // Behind the others: their turn comes before the next one of this caller.
    if (queue.length > 0) this.#waiting.set(caller, queue);
    this.#count -= 1;
    first?.begin();
  }
}
