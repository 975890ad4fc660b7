import type { AddressService } from '../config/config.ts';
import type { Reach } from '../net/outgoing.ts';

// What a site is connected to: where each service is, and as whom the site speaks to it. Features speak; the site only knows.

/** The address service that counts, and where it may be: an admin's on the internet alone. */
export type AddressServiceInUse = AddressService & { readonly reach?: Reach };

/** Where and as whom the records of a site are sent. */
export interface AggregatorAccess {
  /** `.../interfaces/intake`: the three addresses below it follow from it. */
  readonly url: string;
  readonly account: string;
  readonly user: string;
  readonly password: string;
  /** Medicaid provider number of the agency. */
  readonly providerId: string;
  readonly payerId: string;
  /** Between a POST and the question for its outcome, and between two of those. */
  readonly pollSeconds: number;
  /** The simulator on this machine. */
  readonly isRehearsal: boolean;
  /** An admin's is on the internet; without a word it may be anywhere. */
  readonly reach?: Reach;
}

/** The text messaging account of a site (Twilio). */
export interface SmsAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number of the account, or a messaging service of it. */
  readonly from: string;
  /** `https://api.twilio.com`, or a simulator. */
  readonly url: string;
  /** How long an answer is waited for. */
  readonly answerSeconds?: number | undefined;
}

/** The sign-in service of an agency's company (OpenID Connect). */
export interface SignInService {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly domains: readonly string[];
  /** What the service calls the groups of an account. */
  readonly claim: string;
  readonly admins: readonly string[];
  readonly managers: readonly string[];
  readonly reach: Reach;
}

/** The way out for e-mail of a site. */
export interface MailAccount {
  readonly host: string;
  readonly port: number;
  /** tls: from the first byte; starttls: must be offered; none: this machine alone. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
  /** An admin's is on the internet; without a word it may be anywhere. */
  readonly reach?: Reach;
}
