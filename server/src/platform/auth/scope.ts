import { todayIn } from '@homecare/domain/calendar.ts';
import type { Role } from '@homecare/domain/call.ts';
import type { Site } from '../site/site.ts';

/** Who acts: an account, or a job of the server itself. */
export interface Actor {
  readonly id: number | null;
  readonly login: string;
  readonly fullName: string;
  readonly role: Role | 'job';
  readonly initials: string;
  readonly providerId: number | null;
}

/** Where a session's request came from. */
interface Origin {
  readonly address: string | null;
  readonly requestKey: string | null;
  readonly payload?: Buffer | undefined;
  readonly tokenHash: Buffer | null;
}

/**
 * The right to reach one site's data as one actor. Every query takes it; only a session (platform/auth/sessions.ts) or a
 * named job can mint one. The private field makes it nominal: no object literal passes for it.
 */
export class Scope {
  readonly #minted: 'session' | 'job';
  readonly site: Site;
  readonly user: Actor;
  readonly address: string | null;
  /** Idempotency-Key of the request: `mutate` answers the first result again. */
  readonly requestKey: string | null;
  /** Fingerprint of what the request with this key asks for: the same key with another one is refused. */
  readonly payload: Buffer | undefined;
  /** Of the session itself, so that it can be ended or spared; null for a job. */
  readonly tokenHash: Buffer | null;

  private constructor(minted: 'session' | 'job', site: Site, user: Actor, from: Origin) {
    this.#minted = minted;
    this.site = site;
    this.user = user;
    this.address = from.address;
    this.requestKey = from.requestKey;
    this.payload = from.payload;
    this.tokenHash = from.tokenHash;
  }

  static ofSession(site: Site, user: Actor & { readonly id: number; readonly role: Role }, from: Origin) {
    return new Scope('session', site, user, from);
  }

  /** `of`: whose order the job carries out; what it writes is theirs. */
  static ofJob(site: Site, name: string, of?: { readonly id: number; readonly initials: string }) {
    const actor = {
      id: of?.id ?? null,
      login: name,
      fullName: name,
      role: 'job',
      initials: of?.initials ?? name,
      providerId: null,
    } as const;
    return new Scope('job', site, actor, { address: null, requestKey: null, tokenHash: null });
  }

  /** For one of several transactions of a request: its key stands for all of them together, and answers none of them. */
  ofPart(): Scope {
    const { address, tokenHash } = this;
    return new Scope(this.#minted, this.site, this.user, { address, requestKey: null, tokenHash });
  }

  get isJob() {
    return this.#minted === 'job';
  }

  now(): Temporal.Instant {
    return this.site.clock.now();
  }

  /** Today in the site's time zone. */
  today(): Temporal.PlainDate {
    return todayIn(this.site.timeZone, this.now());
  }
}
