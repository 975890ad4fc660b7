import {
  capabilities,
  latestUpdate,
  logo,
  setOverridePassword as setOverridePasswordCall,
  siteConfig,
} from '@homecare/domain/sites/contract.ts';
import { bind, bindOpen } from '../platform/http/bind.ts';
import { describeSites, setOverridePassword, siteLogo, updateNote } from './service.ts';
import type { Sites } from './sites.ts';

export const siteRoutes = (sites: Sites) => [
  bindOpen(siteConfig, (visit) => describeSites(sites, visit)),
  bindOpen(logo, (visit, input) => siteLogo(visit, input)),
  bind(capabilities, async (scope) => ({ ok: true, data: await scope.site.capabilities() })),
  bind(latestUpdate, (scope) => updateNote(scope)),
  bind(setOverridePasswordCall, setOverridePassword),
];
