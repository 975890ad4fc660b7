import { done } from '@homecare/domain/errors.ts';
import * as calls from '@homecare/domain/sites/contract.ts';
import * as pages from '@homecare/domain/sites/page-contract.ts';
import { bind, bindOpen, bindUpload } from '../platform/http/bind.ts';
import type { Sites } from '../platform/site/sites.ts';
import {
  getPayer,
  listConnections,
  removeConnection,
  saveConnection,
  savePayer,
  testConnection,
} from './connections.ts';
import { removeLogo, uploadLogo } from './logo.ts';
import {
  addUpdateNote,
  describeSites,
  listUpdateNotes,
  markUpdateSeen,
  setOverridePassword,
  siteLogo,
  updateNote,
} from './service.ts';
import { getBalance, getSettings, saveSettings, updateSandata } from './settings.ts';
import { saveState } from './state.ts';

export const siteRoutes = (sites: Sites) => [
  bindOpen(pages.siteConfig, (visit) => describeSites(sites, visit)),
  bindOpen(pages.logo, (visit, input) => siteLogo(visit, input)),
  bind(pages.capabilities, async ({ settings }) => {
    const { custom, langGroup, ...capabilities } = settings.capabilities;
    const copy = custom && { custom: { ...custom, without: [...custom.without] } };
    return done({ ...capabilities, ...copy, langGroup: [...langGroup] });
  }),
  bind(pages.latestUpdate, (scope) => updateNote(scope)),
  bind(pages.markUpdateSeen, markUpdateSeen),
  bind(calls.setOverridePassword, setOverridePassword),
  bind(calls.getSettings, getSettings),
  bind(calls.saveSettings, saveSettings),
  bind(calls.saveState, saveState),
  bind(calls.updateSandata, updateSandata),
  bind(calls.getBalance, getBalance),
  bindUpload(calls.uploadLogo, uploadLogo),
  bind(calls.removeLogo, removeLogo),
  bind(calls.listUpdateNotes, listUpdateNotes),
  bind(calls.addUpdateNote, addUpdateNote),
  bind(calls.getPayer, getPayer),
  bind(calls.savePayer, savePayer),
  bind(calls.listConnections, listConnections),
  bind(calls.saveConnection, saveConnection),
  bind(calls.removeConnection, removeConnection),
  bind(calls.testConnection, testConnection),
];
