import type { ClaimAgency } from '@homecare/domain/claims/claim-file.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import type { Kysely } from 'kysely';
import type { AccessLog } from '../access-log/journal.ts';
import type { Clock } from '../clock/clock.ts';
import type { SiteEntry } from '../config/config.ts';
import type { Secrets } from '../crypto/secrets.ts';
import type { SitePool } from '../db/connections.ts';
import type { Tables } from '../db/tables.ts';
import type { Paper } from '../documents/paper.ts';
import type { FileStore } from '../files/store.ts';
import type { Log } from '../log/log.ts';
import type {
  AddressServiceInUse,
  AggregatorAccess,
  MailAccount,
  SignInService,
  SmsAccount,
} from './connections.ts';

/** The simulated payer of a rehearsal, which runs while the site sends tests. */
export interface RehearsedPayer {
  url(): string | undefined;
  follow(usage: 'T' | 'P'): Promise<void>;
}

type DeepReadonly<T> = T extends Uint8Array
  ? T
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/**
 * An admin's settings as read at one moment, with the operator's values where no admin has set any. A use case finds them in its
 * Scope and keeps them to its end; changes apply to later requests.
 */
export type Settings = DeepReadonly<{
  /** The revision of the settings table; a different one there means that something changed. */
  revision: string;
  timeZone: string;
  /** The day for which the state's rules were taken. */
  day: string;
  /** The rules of the agency's state (docs/rules/states.md). */
  pack: StatePack;
  /** The switches and limits that screens know too. */
  capabilities: Capabilities;
  /** Complete visits without an exception are sent automatically, if the aggregator is switched on. */
  sendsCompleteVisits: boolean;
  /** Admins and users must have a second factor. */
  requiresFactor: boolean;
  /** Letterhead and texts of printed documents. */
  paper: Paper;
  addresses: AddressServiceInUse;
  /** Undefined if nothing is sent and records wait. */
  aggregator: AggregatorAccess | undefined;
  /** Undefined if messages are only recorded and not sent; the same for email. */
  textMessages: SmsAccount | undefined;
  mail: MailAccount | undefined;
  /** Undefined if everyone signs in here. */
  signIn: SignInService | undefined;
  /** The agency as its payer knows it, and the last control number used elsewhere. */
  claims: ClaimAgency & { afterInterchange: number; membersPerFile: number };
}>;

/** An agency with its own database and keys. Nothing of it changes while it is open. */
export interface Site {
  readonly name: string;
  readonly title: string;
  readonly place: string;
  readonly hosts: readonly string[];
  readonly pool: SitePool;
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly files: FileStore;
  /** Records who looked at what. */
  readonly accessLog: AccessLog;
  /** Answers files in a rehearsal; undefined for a site without a simulated payer. */
  readonly payer: RehearsedPayer | undefined;
  /** Without a trailing slash. It begins the links in messages, and callbacks are signed for it. */
  readonly publicUrl: string;
  /** For the operator, never with a value of a record. */
  readonly log: Log;
  /** The operator's part; with `localServices` an admin may use services on this machine. */
  readonly entry: SiteEntry;
}

/** A site whose settings can be read. Only the start of a request or job does that, and passes them on in a Scope. */
export interface SettableSite extends Site {
  /** Includes every change answered before. */
  readSettings(): Promise<Settings>;
  /** As last read by this process, for callers who read the revision with something else and read again if it differs. */
  lastSettings(): Settings | undefined;
}

/** What a Scope is made from. */
export interface SiteAsSet {
  readonly site: SettableSite;
  readonly settings: Settings;
}
