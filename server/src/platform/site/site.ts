import type { ClaimAgency } from '@homecare/domain/claims/colorado.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { SiteEntry } from '../config/config.ts';
import type { Secrets } from '../crypto/secrets.ts';
import type { Tables } from '../db/tables.ts';
import type { Paper } from '../documents/paper.ts';
import type { FileStore } from '../files/store.ts';
import type { Log } from '../log/log.ts';
import type { AddressServiceInUse, AggregatorAccess, MailAccount, SmsAccount } from './connections.ts';

/** The simulated payer of a rehearsal: it runs while the site sends tests. */
export interface RehearsedPayer {
  url(): string | undefined;
  follow(usage: 'T' | 'P'): Promise<void>;
}

/**
 * One agency: its own database, its own keys. What an admin sets (zone, paper, connections, payer) is as new as the last
 * look at the settings, which every call and job begins with.
 */
export interface Site {
  readonly name: string;
  readonly title: string;
  readonly place: string;
  readonly timeZone: string;
  /** Texts and e-mails together. */
  readonly messagesPerDay: number;
  readonly hosts: readonly string[];
  readonly pool: Pool;
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly files: FileStore;
  /** Letterhead and texts of printed documents. */
  readonly paper: Paper;
  readonly addresses: AddressServiceInUse;
  /** Undefined: records wait, nothing is sent. */
  readonly aggregator: AggregatorAccess | undefined;
  /** Undefined, as the next: messages are recorded, not sent. */
  readonly textMessages: SmsAccount | undefined;
  readonly mail: MailAccount | undefined;
  /** The agency as its payer knows it, and the last control number used elsewhere. */
  readonly claims: ClaimAgency & { readonly afterInterchange: number; readonly membersPerFile: number };
  /** Address of the simulated payer that answers files in rehearsal; never there for a site that sends files for real. */
  readonly payer: string | undefined;
  /** Without a slash at its end: begins the links of messages, and callbacks are signed for it. */
  readonly publicUrl: string;
  /** For the operator: never a value of a record. */
  readonly log: Log;
  /** The operator's part; `localServices`: an admin may name services of this machine. */
  readonly entry: SiteEntry;
  /** The present switches: kept for a few seconds, since every request asks. */
  capabilities(): Promise<Capabilities>;
  /** Whether admins and users must have a second factor; kept as long as the switches. */
  requiresFactor(): Promise<boolean>;
  /** An admin has just saved some: this process asks anew. */
  switchesChanged(): void;
}
