/** One agency that a process is to look at now; the next look is said when it is through. */
export interface DueSite {
  readonly name: string;
  /** Timed jobs up to here were queued before. */
  readonly since: number;
  /** Nobody has used it for a while. */
  readonly isResting: boolean;
}

/** When the jobs of each agency are due next, for all processes; what is closed costs nothing until then. */
export interface Schedule {
  /** Of those that are due, at most so many, none that another process is at. */
  claim(most: number): Promise<readonly DueSite[]>;
  /** The claimed ones are being worked on still. */
  renew(names: readonly string[]): Promise<void>;
  settle(name: string, ran: number, next: number): Promise<void>;
  /** Something was queued that is due earlier than what was known. */
  bringForward(name: string, next: number): Promise<void>;
  /** These were used since the last word. */
  use(names: readonly string[]): Promise<void>;
}

/** Without requests for so long an agency rests. */
export const RESTS_AFTER_MS = 10 * 60_000;
/** Who begins to use an agency finds its timed jobs at work from the next minute on. */
export const USED_DUE_MS = 60_000;

interface Entry {
  due: number;
  ran: number;
  used: number;
  isClaimed: boolean;
}

/** For the one process of an embedded database: at its start everything is due. */
export class MemorySchedule implements Schedule {
  readonly #entries = new Map<string, Entry>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string) {
    const now = Date.now();
    if (!this.#entries.has(name)) this.#entries.set(name, { due: now, ran: now, used: 0, isClaimed: false });
  }

  follow(names: ReadonlySet<string>) {
    for (const name of this.#entries.keys()) if (!names.has(name)) this.#entries.delete(name);
    for (const name of names) this.add(name);
  }

  async claim(most: number) {
    const now = Date.now();
    const due = [...this.#entries]
      .filter(([, { due: at, isClaimed }]) => at <= now && !isClaimed)
      .toSorted(([, a], [, b]) => a.due - b.due)
      .slice(0, most);
    return due.map(([name, entry]) => {
      entry.isClaimed = true;
      return { name, since: entry.ran, isResting: now - entry.used > RESTS_AFTER_MS };
    });
  }

  async renew() {}

  async settle(name: string, ran: number, next: number) {
    const entry = this.#entries.get(name);
    if (entry) Object.assign(entry, { due: next, ran, isClaimed: false });
  }

  async bringForward(name: string, next: number) {
    const entry = this.#entries.get(name);
    if (entry) entry.due = Math.min(entry.due, next);
  }

  async use(names: readonly string[]) {
    const now = Date.now();
    for (const name of names) {
      const entry = this.#entries.get(name);
      if (entry) Object.assign(entry, { used: now, due: Math.min(entry.due, now + USED_DUE_MS) });
    }
  }
}
