import type { OutputOf } from '@homecare/domain/call.ts';
import { siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { useEffect } from 'react';
import { send } from './send.ts';
import { useSession } from './session.ts';
import { createStore } from './store.ts';

// Name and logo of the agency. They are public, needed before signing in, and kept as long as the page is open.

type Config = OutputOf<typeof siteConfig>;

interface Known {
  readonly config?: Config;
  /** Why loading failed. */
  readonly problem?: string;
}
const known = createStore<Known>({});

let isAsking = false;
const askOnce = async () => {
  if (isAsking || known.get().config) return;
  isAsking = true;
  const sent = await send(siteConfig, {});
  isAsking = false;
  known.set(sent.ok ? { config: sent.data } : { ...known.get(), problem: sent.info });
};
const askAgain = () => void askOnce();

/** Values stored on a phone are used until the server answers. */
export const adoptSiteConfig = (config: Config) => {
  if (!known.get().config) known.set({ config });
};

/** The sites served at this origin. Loaded again when the user returns to a page where loading failed. */
export const useSiteConfig = () => {
  useEffect(() => {
    askAgain();
    window.addEventListener('focus', askAgain);
    return () => window.removeEventListener('focus', askAgain);
  }, []);
  return known.use();
};

export interface Site {
  readonly name: string;
  readonly title: string;
}

/** The site of this page: that of the session, or the only one served at this origin. */
export const useSite = (): Site | undefined => {
  const session = useSession();
  const { config = {} } = useSiteConfig();
  const names = Object.keys(config);
  const name =
    session?.site && config[session.site] ? session.site : names.length === 1 ? names[0] : undefined;
  const entry = name === undefined ? undefined : config[name];
  return name !== undefined && entry ? { name, title: entry.title } : undefined;
};

const pictureAt = async (site: string, part: '' | '&min=1') => {
  const address = `/homecare/api/modules/getLogo.php?site=${encodeURIComponent(site)}${part}`;
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? answer.blob() : undefined;
};
/** Without a logo the server draws one, which the browser can draw itself. */
const DRAWN = 'image/svg+xml';

interface Logo {
  readonly picture: string;
  readonly icon: string | null;
}
const fetchLogo = async (site: string): Promise<Logo | null> => {
  const picture = await pictureAt(site, '');
  if (!picture || picture.type.startsWith(DRAWN)) return null;
  const icon = await pictureAt(site, '&min=1');
  return { picture: URL.createObjectURL(picture), icon: icon ? URL.createObjectURL(icon) : null };
};

const logo = createStore<{ readonly site: string; readonly logo: Logo | null } | undefined>(undefined);
let asked: string | undefined;
const askLogo = async (site: string) => {
  asked = site;
  const found = await fetchLogo(site);
  if (asked === site) logo.set({ site, logo: found });
};

/** Shows a changed logo. */
export const logoChanged = async () => {
  if (asked !== undefined) await askLogo(asked);
};

/**
 * The agency's logo in full and as an icon. Loaded once for all uses, because the browser does not cache the answer. null
 * means that there is none.
 */
export const useLogo = () => {
  const name = useSite()?.name;
  useEffect(() => {
    if (name !== undefined && asked !== name) void askLogo(name);
  }, [name]);
  const shown = logo.use();
  return shown?.site === name ? shown?.logo : undefined;
};

/** For tests: makes the next page load everything again. */
export const forgetSite = () => {
  known.set({});
  logo.set(undefined);
  asked = undefined;
};
