import type { OutputOf } from '@homecare/domain/call.ts';
import { siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { useEffect } from 'react';
import { send } from './send.ts';
import { useSession } from './session.ts';
import { createStore } from './store.ts';

// Name and logo of the agency: nobody's secret, needed before anybody has signed in, and kept as long as the page is open.

type Config = OutputOf<typeof siteConfig>;

interface Known {
  readonly config?: Config;
  /** Why it could not be asked for. */
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

/** What a phone has kept is used until the server has answered. */
export const adoptSiteConfig = (config: Config) => {
  if (!known.get().config) known.set({ config });
};

/** The sites that this origin answers for; asked for again when somebody comes back to a page that could not ask. */
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

/** The site of this page: the signed-in one, or the only one that this origin answers for. */
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
/** Where there is none the server draws one, which is drawn here anyway. */
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

/** Another picture is shown from now on. */
export const logoChanged = async () => {
  if (asked !== undefined) await askLogo(asked);
};

/** The agency's own logo, whole and as an icon: the browser stores no answer, so it is asked for once for all places. null: there is none. */
export const useLogo = () => {
  const name = useSite()?.name;
  useEffect(() => {
    if (name !== undefined && asked !== name) void askLogo(name);
  }, [name]);
  const shown = logo.use();
  return shown?.site === name ? shown?.logo : undefined;
};

/** For tests: the next page asks anew. */
export const forgetSite = () => {
  known.set({});
  logo.set(undefined);
  asked = undefined;
};
