import { todayIn } from '@homecare/domain/calendar.ts';
import type { Agreement, Role } from '@homecare/domain/call.ts';
import type { SettableSite, Settings, Site, SiteAsSet } from '../site/site.ts';

/** Who acts: an account, a client's family member, or a job of the server. */
export interface Actor {
  readonly id: number | null;
  readonly login: string;
  readonly fullName: string;
  readonly role: Role | 'job';
  readonly initials: string;
  readonly providerId: number | null;
}

/** A client's family member, as invited by the office. */
export interface FamilyMember {
  readonly id: number;
  readonly clientId: number;
  readonly agreed: readonly Agreement[];
  /** Used in both directions. */
  readonly language: string;
}

/** The right to see what was agreed on about one client, and nothing else. */
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

/** The exclusive right of this process to some work (platform/jobs/lease.ts). */
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
 * The right to reach one site's data as one actor. Every query takes it; only a session (platform/auth/sessions.ts), a family
 * session (platform/auth/family.ts), a named job or a caregiver's telephone call can create one. The private field makes it nominal:
 * no object literal passes for it.
 */
export class Scope {
  readonly #minted: Minted;
  readonly #of: SiteAsSet;
  readonly site: Site;
  /** As they were when the request or job began; changes apply to later ones. */
  readonly settings: Settings;
  readonly user: Actor;
  readonly address: string | null;
  /** The request's Idempotency-Key: `mutate` returns the first result again. */
  readonly requestKey: string | null;
  /** Fingerprint of the request with this key; the same key with another fingerprint is refused. */
  readonly payload: Buffer | undefined;
  /** Of the present session, so that it can be ended or spared; null for a job. */
  readonly tokenHash: Buffer | null;
  /** Writes of this scope are refused once another process has the lease. */
  readonly lease: Lease | undefined;
  /** The family member who is looking; undefined for everyone else. */
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

  /** For a caregiver who proved their identity with the PIN of a telephone call; they may have no account. */
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

  /** For a job that starts now. */
  static async startJob(site: SettableSite, name: string): Promise<Scope> {
    return Scope.ofJob(await asSet(site), name);
  }

  /** The same scope with current settings, for the next step of a job that may take hours. */
  async nextStep(): Promise<Scope> {
    const { address, requestKey, payload, tokenHash } = this;
    const origin = { address, requestKey, payload, tokenHash };
    return new Scope(this.#minted, await asSet(this.#of.site), this.user, origin, this);
  }

  /** The same scope, valid only while this process has the lease. */
  withLease(lease: Lease): Scope {
    return new Scope(this.#minted, this.#of, this.user, this, { lease, family: this.family });
  }

  /** The same job in the name of the user whose order it carries out. */
  inOrderOf(person: { readonly id: number; readonly initials: string }): Scope {
    const scope = Scope.ofJob(this.#of, this.user.login, person);
    return this.lease ? scope.withLease(this.lease) : scope;
  }

  /** For one of several transactions of a request, whose key covers all of them together. */
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

  /** The present time and the actor's initials, stored with a row's last change. */
  stamp(): Stamp {
    return { at: this.now().toString(), by: this.user.initials };
  }

  /** Today in the site's time zone. */
  today(): Temporal.PlainDate {
    return todayIn(this.settings.timeZone, this.now());
  }
}
