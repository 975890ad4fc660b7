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

/** The simulated payer of a rehearsal: it runs while the site sends tests. */
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
 * What an admin sets, as it was read at one moment, with the operator's part where no admin has set any. A use case finds it
 * in its Scope and keeps it to its end; a change counts for the requests that begin after it.
 */
export type Settings = DeepReadonly<{
  /** Of the table of settings; another one there means that something was changed. */
  revision: string;
  timeZone: string;
  /** Of which the rules of the state are taken that nobody has set. */
  day: string;
  /** What the agency's state asks (docs/rules/states.md). */
  pack: StatePack;
  /** The switches and limits that every screen knows too. */
  capabilities: Capabilities;
  /** Where the aggregator is switched on: visits that become complete without an exception are sent by themselves. */
  sendsCompleteVisits: boolean;
  /** Whether admins and users must have a second factor. */
  requiresFactor: boolean;
  /** Letterhead and texts of printed documents. */
  paper: Paper;
  addresses: AddressServiceInUse;
  /** Undefined: records wait, nothing is sent. */
  aggregator: AggregatorAccess | undefined;
  /** Undefined, as the next: messages are recorded, not sent. */
  textMessages: SmsAccount | undefined;
  mail: MailAccount | undefined;
  /** Undefined: everybody signs in here. */
  signIn: SignInService | undefined;
  /** The agency as its payer knows it, and the last control number used elsewhere. */
  claims: ClaimAgency & { afterInterchange: number; membersPerFile: number };
}>;

/** One agency: its own database, its own keys. Nothing of it changes while it is open. */
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
  /** Who looked at what. */
  readonly accessLog: AccessLog;
  /** Answers files in rehearsal; never there for a site that has none beside it. */
  readonly payer: RehearsedPayer | undefined;
  /** Without a slash at its end: begins the links of messages, and callbacks are signed for it. */
  readonly publicUrl: string;
  /** For the operator: never a value of a record. */
  readonly log: Log;
  /** The operator's part; `localServices`: an admin may name services of this machine. */
  readonly entry: SiteEntry;
}

/** A site whose settings can be asked for: only the beginning of a request or a job does, and hands them on in a Scope. */
export interface SettableSite extends Site {
  /** As new as the last change that was answered before. */
  readSettings(): Promise<Settings>;
  /** As this process read them last, for the one who reads their revision with something else and asks anew if it differs. */
  lastSettings(): Settings | undefined;
}

/** What a Scope is made of. */
export interface SiteAsSet {
  readonly site: SettableSite;
  readonly settings: Settings;
}
