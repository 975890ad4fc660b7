import type { FastifyRequest } from 'fastify';
import type { SiteEntry, SitesFile } from '../config/config.ts';
import { sessionCookie } from '../http/dispatch.ts';
import type { SettableSite } from './site.ts';

export interface OpenedSite extends SettableSite {
  close(): Promise<void>;
}

/** The site is known, but its database could not be opened at the start. Answered as 503. */
export class SiteUnavailable extends Error {}

/** The exact table of hosts. A session, a path or a header never chooses the database; only the host does. */
export class Sites {
  readonly #byHost = new Map<string, OpenedSite>();
  readonly #byName = new Map<string, OpenedSite>();
  readonly #pickers: ReadonlySet<string>;
  readonly all: readonly OpenedSite[];

  readonly #failedHosts: ReadonlySet<string>;

  constructor(
    opened: readonly OpenedSite[],
    file: Pick<SitesFile, 'pickerHosts'>,
    failed: readonly SiteEntry[] = [],
  ) {
    this.all = opened;
    this.#failedHosts = new Set(failed.flatMap((entry) => entry.hosts));
    this.#pickers = new Set(file.pickerHosts);
    for (const site of opened) {
      this.#byName.set(site.name, site);
      for (const host of site.hosts) this.#byHost.set(host, site);
    }
  }

  isPicker(host: string): boolean {
    return this.#pickers.has(host) || this.#pickers.has(withoutPort(host));
  }

  byName(name: string): OpenedSite | undefined {
    return this.#byName.get(name);
  }

  /** On a picker host the session cookie names its site; before that any site carries the open calls. */
  ofRequest(request: FastifyRequest): OpenedSite | undefined {
    const host = request.host.toLowerCase();
    const exact = this.#byHost.get(host) ?? this.#byHost.get(withoutPort(host));
    if (this.#failedHosts.has(host) || this.#failedHosts.has(withoutPort(host))) throw new SiteUnavailable();
    if (exact || !this.isPicker(host)) return exact;
    const [named = ''] = (request.cookies[sessionCookie(request)] ?? '').split('~');
    return this.#byName.get(named) ?? this.all[0];
  }
}

const withoutPort = (host: string) => host.replace(/:\d+$/, '');
