import { type Capabilities, capabilities, siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, readQuery, useRead } from './query.ts';
import { useSession } from './session.ts';

const LONG = 10 * 60_000;

export const useSiteConfig = () => useRead(siteConfig, {}, { staleTime: Number.POSITIVE_INFINITY });

export const capabilitiesQuery = () => ({ ...readQuery(capabilities, {}), staleTime: LONG });
/** What is switched on for the agency; undefined until the server has told it. */
export const useCapabilities = (): Capabilities | undefined =>
  useRead(capabilities, {}, { staleTime: LONG }).data;

export interface Site {
  readonly name: string;
  readonly title: string;
}

/** The site of this page: the signed-in one, or the only one that this origin answers for. */
export const useSite = (): Site | undefined => {
  const session = useSession();
  const config = useSiteConfig().data ?? {};
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
const fetchLogo = async (site: string) => {
  const picture = await pictureAt(site, '');
  if (!picture || picture.type.startsWith(DRAWN)) return null;
  const icon = await pictureAt(site, '&min=1');
  return { picture: URL.createObjectURL(picture), icon: icon ? URL.createObjectURL(icon) : null };
};

export const LOGO = 'logo';

/** Another picture is shown from now on. */
export const logoChanged = () => queryClient.refetchQueries({ queryKey: [LOGO] });

/** The agency's own logo, whole and as an icon: the browser stores no answer, so it is asked for once for all places. null: there is none. */
export const useLogo = () => {
  const name = useSite()?.name;
  return useQuery({
    queryKey: [LOGO, name],
    queryFn: () => (name === undefined ? null : fetchLogo(name)),
    enabled: name !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  }).data;
};
