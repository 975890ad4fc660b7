import * as calls from '@homecare/domain/sites/contract.ts';
import { bind, bindOpen } from '../platform/http/bind.ts';
import { describeSites, setOverridePassword, siteLogo, updateNote } from './service.ts';
import { getBalance, getSettings, saveSettings, updateSandata } from './settings.ts';
import type { Sites } from './sites.ts';

export const siteRoutes = (sites: Sites) => [
  bindOpen(calls.siteConfig, (visit) => describeSites(sites, visit)),
  bindOpen(calls.logo, (visit, input) => siteLogo(visit, input)),
  bind(calls.capabilities, async (scope) => ({ ok: true, data: await scope.site.capabilities() })),
  bind(calls.latestUpdate, (scope) => updateNote(scope)),
  bind(calls.setOverridePassword, setOverridePassword),
  bind(calls.getSettings, getSettings),
  bind(calls.saveSettings, saveSettings),
  bind(calls.updateSandata, updateSandata),
  bind(calls.getBalance, getBalance),
];
