import { fold } from '../fold.ts';

export interface NameOfPerson {
  readonly last: string;
  readonly first: string;
}

/** People whom a cell may name, as 'Archuleta, Ana' or 'Ana Archuleta'. */
export class PersonNames<T> {
  readonly #byName = new Map<string, T[]>();
  readonly #noun: string;
  readonly #advice: string;

  /** `advice` says how to name one of several people with the same name. */
  constructor(noun: string, advice: string) {
    this.#noun = noun;
    this.#advice = advice;
  }

  add({ last, first }: NameOfPerson, one: T): void {
    for (const name of new Set([fold(`${last}, ${first}`), fold(`${first} ${last}`)]))
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), one]);
  }

  /** The person, or why nobody was found. */
  find(text: string): T | string {
    const found = this.#byName.get(fold(text.replaceAll(/\s+/g, ' '))) ?? [];
    const [only] = found;
    if (only && found.length === 1) return only;
    return only
      ? `${found.length} ${this.#noun}s are called ${text}. ${this.#advice}`
      : `No ${this.#noun} is called ${text}`;
  }
}
