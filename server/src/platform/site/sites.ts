import type { FastifyRequest } from 'fastify';
import type { SiteEntry, SitesFile } from '../config/config.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { AgencyPool } from '../db/connections.ts';
import type { SealedStore } from '../files/sealed-store.ts';
import { sessionCookie } from '../http/dispatch.ts';
import type { SettableSite } from './site.ts';

export interface OpenedSite extends SettableSite {
  readonly pool: AgencyPool;
  readonly keys: Keyring;
  readonly files: SealedStore;
  close(): Promise<void>;
}

/** The site is known, but its database cannot be opened now. Answered as 503. */
export class SiteUnavailable extends Error {}

/** After a site could not be opened, requests are refused at once for this long. */
const REST_MS = 2_000;
/** An unused site is forgotten after this; its connections are closed long before. */
const FORGET_MS = 15 * 60_000;

interface Slot {
  readonly entry: SiteEntry;
  opened: OpenedSite | undefined;
  opening: Promise<OpenedSite> | undefined;
  failedAt: number;
  lastUsed: number;
  isUsed: boolean;
}

interface Openings {
  readonly open: (entry: SiteEntry) => Promise<OpenedSite>;
  readonly onOpen?: (site: OpenedSite) => void;
  readonly onClose?: (site: OpenedSite) => void;
  readonly onFailure?: (entry: SiteEntry, error: unknown) => void;
}

const none: Openings = {
  open: async () => {
    throw new SiteUnavailable();
  },
};

/**
 * The exact table of hosts. Only the host chooses the database, never a session, path or header. Sites are opened separately on
 * first use, so that one that cannot be opened holds up no other.
 */
export class Sites {
  readonly #openings: Openings;
  #byHost = new Map<string, Slot>();
  #byName = new Map<string, Slot>();
  #pickers: ReadonlySet<string> = new Set();

  /** `opened` sites are already open and stay open. */
  constructor(
    opened: readonly OpenedSite[],
    file: Pick<SitesFile, 'pickerHosts'> & Partial<Pick<SitesFile, 'sites'>>,
    openings: Openings = none,
  ) {
    this.#openings = openings;
    const entries = opened.map(({ entry, hosts }) => ({ ...entry, hosts: [...hosts] }));
    this.follow({ sites: entries, ...file });
    for (const site of opened) {
      const slot = this.#byName.get(site.name);
      if (slot) slot.opened = site;
    }
  }

  /** Applies changes. Unchanged sites stay open, and requests in progress end as they began. */
  follow({ sites, pickerHosts }: Pick<SitesFile, 'sites' | 'pickerHosts'>) {
    const before = this.#byName;
    this.#pickers = new Set(pickerHosts);
    this.#byName = new Map();
    this.#byHost = new Map();
    for (const entry of sites) {
      const known = before.get(entry.name);
      const isSame = known && JSON.stringify(known.entry) === JSON.stringify(entry);
      const slot = isSame ? known : newSlot(entry);
      this.#byName.set(entry.name, slot);
      for (const host of entry.hosts) this.#byHost.set(host, slot);
    }
    for (const slot of before.values()) if (this.#byName.get(slot.entry.name) !== slot) this.#close(slot);
  }

  get entries(): readonly SiteEntry[] {
    return [...this.#byName.values()].map(({ entry }) => entry);
  }

  /** Sites that are open now. */
  get opened(): readonly OpenedSite[] {
    return [...this.#byName.values()].flatMap(({ opened }) => (opened ? [opened] : []));
  }

  isPicker(host: string): boolean {
    return this.#pickers.has(host) || this.#pickers.has(withoutPort(host));
  }

  /** Whether this host is served at all. */
  knows(request: FastifyRequest): boolean {
    const host = request.host.toLowerCase();
    return this.#ofHost(host) !== undefined || (this.isPicker(host) && this.#byName.size > 0);
  }

  /** Undefined if there is none with this name. */
  byName(name: string): OpenedSite | Promise<OpenedSite> | undefined {
    const slot = this.#byName.get(name);
    return slot && this.#open(slot);
  }

  /** The name of the agency a request is for, without opening it. */
  nameOf(request: FastifyRequest): string {
    return this.#slotOf(request)?.entry.name ?? '';
  }

  /** On a picker host the session cookie names its site; before sign-in, any site can answer open calls. */
  ofRequest(request: FastifyRequest): OpenedSite | Promise<OpenedSite> | undefined {
    const slot = this.#slotOf(request);
    if (!slot) return undefined;
    slot.isUsed = true;
    return this.#open(slot);
  }

  #ofHost(host: string): Slot | undefined {
    return this.#byHost.get(host) ?? this.#byHost.get(withoutPort(host));
  }

  #slotOf(request: FastifyRequest): Slot | undefined {
    const host = request.host.toLowerCase();
    const exact = this.#ofHost(host);
    if (exact || !this.isPicker(host)) return exact;
    const [named = ''] = (request.cookies[sessionCookie(request)] ?? '').split('~');
    const slots = [...this.#byName.values()];
    return this.#byName.get(named) ?? slots.find(({ opened }) => opened) ?? slots.find(isWell) ?? slots[0];
  }

  #open(slot: Slot): OpenedSite | Promise<OpenedSite> {
    slot.lastUsed = performance.now();
    if (slot.opened) return slot.opened;
    if (!isWell(slot)) throw new SiteUnavailable();
    slot.opening ??= this.#openNow(slot).finally(() => {
      slot.opening = undefined;
    });
    return slot.opening;
  }

  async #openNow(slot: Slot): Promise<OpenedSite> {
    try {
      const site = await this.#openings.open(slot.entry);
      slot.opened = site;
      this.#openings.onOpen?.(site);
      // The site was changed or removed while it was being opened: only the waiting request gets it.
      if (this.#byName.get(slot.entry.name) !== slot) this.#close(slot);
      return site;
    } catch (error) {
      slot.failedAt = performance.now();
      this.#openings.onFailure?.(slot.entry, error);
      throw new SiteUnavailable();
    }
  }

  #close(slot: Slot) {
    const { opened } = slot;
    slot.opened = undefined;
    if (opened) this.#openings.onClose?.(opened);
  }

  /** Agencies with requests since the last call. */
  takeUsed(): string[] {
    return [...this.#byName.values()].flatMap((slot) => {
      if (!slot.isUsed) return [];
      slot.isUsed = false;
      return [slot.entry.name];
    });
  }

  forgetUnused() {
    const now = performance.now();
    for (const slot of this.#byName.values())
      if (slot.opened && now - slot.lastUsed > FORGET_MS && slot.opened.pool.totalCount === 0)
        this.#close(slot);
  }
}

const newSlot = (entry: SiteEntry): Slot => ({
  entry,
  opened: undefined,
  opening: undefined,
  failedAt: Number.NEGATIVE_INFINITY,
  lastUsed: 0,
  isUsed: false,
});

const isWell = ({ failedAt }: Slot) => performance.now() - failedAt > REST_MS;

const withoutPort = (host: string) => host.replace(/:\d+$/, '');
