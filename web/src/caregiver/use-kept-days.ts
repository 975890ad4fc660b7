import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { type Capabilities, capabilities } from '@homecare/domain/sites/page-contract.ts';
import { getEvvProvider } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { useEffect, useState } from 'react';
import { partsOf } from '../features/visits/api.ts';
import { adoptSiteConfig, useSiteConfig } from '../platform/own-site.ts';
import { queryClient } from '../platform/query.ts';
import { adoptOffset, clockOffset } from '../platform/server-time.ts';
import { adoptFullName, knownFullName, useFullName, useSession } from '../platform/session.ts';
import { useCapabilities } from '../platform/site.ts';
import { type Agency, keepDay, restoreDays, sweepDays } from './days.ts';
import { claimPhone, ownerOf } from './store.ts';
import type { PhoneTabProps } from './tab-props.ts';

/** Uses the days stored on the phone until the server answers. An answer that already arrived is newer. */
const showKept = async (owner: string, providerId: number) => {
  await claimPhone(owner);
  const days = await restoreDays(owner, providerId);
  for (const { date, visits, savedAt } of days) {
    const queryKey = [getEvvProvider.name, { providerId, ...partsOf(date) }];
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData<Visit[]>(queryKey, visits, { updatedAt: savedAt });
  }
  const [newest] = days;
  if (!newest) return undefined;
  adoptOffset(newest.clockOffset);
  adoptFullName(newest.agency.caregiver);
  const { site, title, picker } = newest.agency;
  adoptSiteConfig({ [site]: { origin: window.location.origin, title, picker } });
  return newest.agency;
};

/** The agency's time zone and other data needed before the server answers; undefined while it is being read. */
export const useAgency = (
  providerId: number,
): (Omit<PhoneTabProps, 'providerId' | 'zone'> & { readonly zone: string | undefined }) | undefined => {
  const session = useSession();
  const known = useCapabilities();
  const [kept, setKept] = useState<{ readonly agency: Agency | undefined }>();
  const owner = session && ownerOf(session);
  useEffect(() => {
    if (owner === undefined) return;
    void showKept(owner, providerId)
      .catch(() => undefined)
      .then((agency) => setKept({ agency }));
  }, [owner, providerId]);
  return (
    kept && {
      zone: known?.timeZone ?? kept.agency?.timeZone,
      officePhone: known?.officePhone ?? kept.agency?.officePhone ?? '',
      callTooMinutes: known?.callTooMinutes ?? kept.agency?.callTooMinutes ?? SWITCH_DEFAULTS.callTooMinutes,
    }
  );
};

/** Stores a day that the server answered, for offline use. */
export const useKeepDay = (date: string, visits: readonly Visit[] | undefined) => {
  const session = useSession();
  const known = queryClient.getQueryData<Capabilities>([capabilities.name, {}]);
  const timeZone = known?.timeZone;
  const officePhone = known?.officePhone ?? '';
  const callTooMinutes = known?.callTooMinutes ?? SWITCH_DEFAULTS.callTooMinutes;
  const entry = useSiteConfig().config?.[session?.site ?? ''];
  const shown = useFullName();
  useEffect(() => {
    if (!session || !visits || !timeZone || !entry) return;
    // The screen may show the login name instead, but it is never stored on the phone.
    const caregiver = shown === knownFullName() ? shown : '';
    const { title, picker } = entry;
    const agency = { timeZone, site: session.site, title, picker, caregiver, officePhone, callTooMinutes };
    const offset = Math.round(clockOffset().total('milliseconds'));
    void keepDay(ownerOf(session), date, { visits, agency, clockOffset: offset })
      .then(sweepDays)
      .catch(() => undefined);
  }, [session, date, visits, timeZone, officePhone, callTooMinutes, entry, shown]);
};
