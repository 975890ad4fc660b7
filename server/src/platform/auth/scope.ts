import { todayIn } from '@homecare/domain/calendar.ts';
import type { Agreement, Role } from '@homecare/domain/call.ts';
import type { SettableSite, Settings, Site, SiteAsSet } from '../site/site.ts';

/** Who acts: an account, one of a client's family, or a job of the server itself. */
export interface Actor {
  readonly id: number | null;
  readonly login: string;
  readonly fullName: string;
  readonly role: Role | 'job';
  readonly initials: string;
  readonly providerId: number | null;
}

/** One of a client's family, as the office has invited them. */
export interface FamilyMember {
  readonly id: number;
  readonly clientId: number;
  readonly agreed: readonly Agreement[];
  /** Writes and is written to in it. */
  readonly language: string;
}

/** The right to see what was agreed of one client, and nothing else. */
export type FamilyScope = Scope & { readonly family: FamilyMember };

export const asSet = async (site: SettableSite): Promise<SiteAsSet> => ({
  site,
  settings: await site.readSettings(),
});

export interface Stamp {
  readonly at: string;
  /** Initials. */
  readonly by: string;
}

/** What the process holds alone while it does something (platform/jobs/lease.ts). */
export interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** Where a session's request came from. */
interface Origin {
  readonly address: string | null;
  readonly requestKey: string | null;
  readonly payload?: Buffer | undefined;
  readonly tokenHash: Buffer | null;
}

type Minted = 'session' | 'family' | 'job' | 'call';

/**
 * The right to reach one site's data as one actor. Every query takes it; only a session (platform/auth/sessions.ts), one of
 * a client's family (platform/auth/family.ts), a named job or a caregiver's telephone call can mint one. The private field makes it nominal: no object literal passes for it.
 */
export class Scope {
  readonly #minted: Minted;
  readonly #of: SiteAsSet;
  readonly site: Site;
  /** As they were when the request or the job began; a change counts for those that begin after it. */
  readonly settings: Settings;
  readonly user: Actor;
  readonly address: string | null;
  /** Idempotency-Key of the request: `mutate` answers the first result again. */
  readonly requestKey: string | null;
  /** Fingerprint of what the request with this key asks for: the same key with another one is refused. */
  readonly payload: Buffer | undefined;
  /** Of the session itself, so that it can be ended or spared; null for a job. */
  readonly tokenHash: Buffer | null;
  /** Whatever this scope writes is refused once another process holds it. */
  readonly lease: Lease | undefined;
  /** Whose family looks; undefined for all others. */
  readonly family: FamilyMember | undefined;

  private constructor(
    minted: Minted,
    of: SiteAsSet,
    user: Actor,
    from: Origin,
    {
      lease,
      family,
    }: { readonly lease?: Lease | undefined; readonly family?: FamilyMember | undefined } = {},
  ) {
    this.#minted = minted;
    this.#of = of;
    this.site = of.site;
    this.settings = of.settings;
    this.user = user;
    this.address = from.address;
    this.requestKey = from.requestKey;
    this.payload = from.payload;
    this.tokenHash = from.tokenHash;
    this.lease = lease;
    this.family = family;
  }

  static ofSession(of: SiteAsSet, user: Actor & { readonly id: number; readonly role: Role }, from: Origin) {
    return new Scope('session', of, user, from);
  }

  static ofFamily(of: SiteAsSet, user: Actor & { readonly id: number }, family: FamilyMember, from: Origin) {
    return new Scope('family', of, user, from, { family });
  }

  static ofJob(
    of: SiteAsSet,
    name: string,
    { id, initials }: Pick<Actor, 'id' | 'initials'> = { id: null, initials: name },
  ): Scope {
    const actor = { id, login: name, fullName: name, role: 'job', initials, providerId: null } as const;
    return new Scope('job', of, actor, { address: null, requestKey: null, tokenHash: null });
  }

  /** A caregiver who proved who they are by the PIN of a telephone call: they may need no account for it. */
  static ofCall(
    of: SiteAsSet,
    {
      providerId,
      fullName,
      initials,
    }: Pick<Actor, 'fullName' | 'initials'> & { readonly providerId: number },
  ): Scope {
    const actor = { id: null, login: 'phone call', fullName, role: 'evv', initials, providerId } as const;
    return new Scope('call', of, actor, { address: null, requestKey: null, tokenHash: null });
  }

  /** A job that begins now. */
  static async startJob(site: SettableSite, name: string): Promise<Scope> {
    return Scope.ofJob(await asSet(site), name);
  }

  /** The next step of a job that may take hours: the same, with the settings as they are by now. */
  async nextStep(): Promise<Scope> {
    const { address, requestKey, payload, tokenHash } = this;
    const origin = { address, requestKey, payload, tokenHash };
    return new Scope(this.#minted, await asSet(this.#of.site), this.user, origin, this);
  }

  /** The same, while the process alone may do this. */
  withLease(lease: Lease): Scope {
    return new Scope(this.#minted, this.#of, this.user, this, { lease, family: this.family });
  }

  /** The same job for whose order it carries out: what it writes is theirs. */
  inOrderOf(person: { readonly id: number; readonly initials: string }): Scope {
    const scope = Scope.ofJob(this.#of, this.user.login, person);
    return this.lease ? scope.withLease(this.lease) : scope;
  }

  /** For one of several transactions of a request: its key stands for all of them together, and answers none of them. */
  ofPart(): Scope {
    const { address, tokenHash } = this;
    const { family } = this;
    return new Scope(this.#minted, this.#of, this.user, { address, requestKey: null, tokenHash }, { family });
  }

  isOfFamily(): this is FamilyScope {
    return this.family !== undefined;
  }

  get isJob() {
    return this.#minted === 'job';
  }

  now(): Temporal.Instant {
    return this.site.clock.now();
  }

  /** Now and by whom: what a row keeps of its last change. */
  stamp(): Stamp {
    return { at: this.now().toString(), by: this.user.initials };
  }

  /** Today in the site's time zone. */
  today(): Temporal.PlainDate {
    return todayIn(this.settings.timeZone, this.now());
  }
}
