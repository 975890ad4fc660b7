/** An agency for a test: a server that listens, with PostgreSQL behind it. */
export interface Agency {
  readonly origin: string;
  /** Of an admin. */
  readonly login: string;
  readonly password: string;
  /** A client whose record was changed as often as was asked for. */
  readonly person: number;
  /** Its clock stands at that moment from then on. */
  readonly setClock: (now: string) => void;
  readonly stop: () => Promise<void>;
}
export const openAgency: (wish: { readonly changes: number }) => Promise<Agency>;
