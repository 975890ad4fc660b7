/** An agency this process must handle now. `settle` then stores when it is due next. */
export interface DueSite {
  readonly name: string;
  /** Timed jobs up to this time have been queued. */
  readonly since: number;
  /** Nobody has used it for a while. */
  readonly isResting: boolean;
}

/** When each agency's jobs are due next, for all processes. A closed agency costs nothing until then. */
export interface Schedule {
  /** Claims due agencies, up to a number, that no other process is handling. */
  claim(most: number): Promise<readonly DueSite[]>;
  /** Reports that the claimed ones are still being handled. */
  renew(names: readonly string[]): Promise<void>;
  settle(name: string, ran: number, next: number): Promise<void>;
  /** Something was queued that is due earlier than known. */
  bringForward(name: string, next: number): Promise<void>;
  /** These were used since the last call. */
  use(names: readonly string[]): Promise<void>;
}

/** An agency rests after this long without requests. */
export const RESTS_AFTER_MS = 10 * 60_000;
/** After an agency is used again, its timed jobs run from the next minute on. */
export const USED_DUE_MS = 60_000;

interface Entry {
  due: number;
  ran: number;
  used: number;
  isClaimed: boolean;
}

/** For the only process of an embedded database; when it starts, everything is due. */
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
