import type { AddressService } from '../config/config.ts';
import type { Reach } from '../net/outgoing.ts';

// A site's connections: where each service is, and the account the site uses. Features do the talking.

/** The address service in use, and where it may be; an admin's must be on the internet. */
export type AddressServiceInUse = AddressService & { readonly reach?: Reach };

/** Where a site's records are sent, and with which account. */
export interface AggregatorAccess {
  /** `.../interfaces/intake`; the three addresses below it are derived. */
  readonly url: string;
  readonly account: string;
  readonly user: string;
  readonly password: string;
  /** The agency's Medicaid provider number. */
  readonly providerId: string;
  readonly payerId: string;
  /** Seconds between a POST and the request for its outcome, and between two such requests. */
  readonly pollSeconds: number;
  /** It is the simulator on this machine. */
  readonly isRehearsal: boolean;
  /** An admin's service must be on the internet; by default it may be anywhere. */
  readonly reach?: Reach;
}

/** A site's text messaging account (Twilio). */
export interface SmsAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number of the account, or one of its messaging services. */
  readonly from: string;
  /** `https://api.twilio.com`, or a simulator. */
  readonly url: string;
  /** How long to wait for an answer. */
  readonly answerSeconds?: number | undefined;
}

/** The sign-in service of an agency's company (OpenID Connect). */
export interface SignInService {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly domains: readonly string[];
  /** The service's name for an account's groups. */
  readonly claim: string;
  readonly admins: readonly string[];
  readonly managers: readonly string[];
  readonly reach: Reach;
}

/** A site's mail server. */
export interface MailAccount {
  readonly host: string;
  readonly port: number;
  /** tls: from the first byte; starttls: must be offered; none: only for this machine. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
  /** An admin's service must be on the internet; by default it may be anywhere. */
  readonly reach?: Reach;
}
