import type { InputOf } from '@homecare/domain/call.ts';
import { getTypes } from '@homecare/domain/care-plans/contract.ts';
import {
  deleteTemplate,
  getTemplates,
  insertTemplate,
  updateTemplate,
} from '@homecare/domain/messaging/contract.ts';
import { getProcedureCodes } from '@homecare/domain/people/contract.ts';
import * as planTypes from '@homecare/domain/plan-types/contract.ts';
import type { PlanType } from '@homecare/domain/plan-types/schema.ts';
import type { Connection, ConnectionKind } from '@homecare/domain/sites/connections.ts';
import * as sites from '@homecare/domain/sites/contract.ts';
import * as pages from '@homecare/domain/sites/page-contract.ts';
import type { PayerSettings } from '@homecare/domain/sites/schema.ts';
import { markAllStale, markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { sendFile } from '../../platform/send-file.ts';
import { logoChanged } from '../../platform/site.ts';

// ---- types

export const useTypes = () => useRead(planTypes.listTypes, {});

/** As it stands on the server now. */
export const readTypeAgain = async (id: number): Promise<PlanType | undefined> => {
  const types = await queryClient.fetchQuery({ ...readQuery(planTypes.listTypes, {}), staleTime: 0 });
  return types.find((type) => type.id === id);
};

const typesChanged = () => markStale(planTypes.listTypes, getTypes);

export const saveType = async (input: InputOf<typeof planTypes.saveType>) => {
  const sent = await send(planTypes.saveType, input);
  if (sent.ok) await typesChanged();
  return sent;
};
export const addType = async (input: InputOf<typeof planTypes.addType>, key: string) => {
  const sent = await send(planTypes.addType, input, { key });
  if (sent.ok) await typesChanged();
  return sent;
};
export const saveTerm = async (input: InputOf<typeof planTypes.saveTerm>) => {
  const sent = await send(planTypes.saveTerm, input);
  if (sent.ok) await typesChanged();
  return sent;
};
export const removeTerm = async (input: InputOf<typeof planTypes.removeTerm>) => {
  const sent = await send(planTypes.removeTerm, input);
  if (sent.ok) await typesChanged();
  return sent;
};

// ---- the outside area

export const usePostcodes = () => useRead(planTypes.listPostcodes, {});
const postcodesChanged = () => markStale(planTypes.listPostcodes, planTypes.getPostcodes);

export const addPostcodes = async (text: string) => {
  const sent = await send(planTypes.addPostcodes, { text });
  if (sent.ok) await postcodesChanged();
  return sent;
};
export const removePostcodes = async (codes: string[]) => {
  const sent = await send(planTypes.removePostcodes, { codes });
  if (sent.ok) await postcodesChanged();
  return sent;
};

// ---- templates

export const readTemplateAgain = async (id: number) => {
  const templates = await queryClient.fetchQuery({ ...readQuery(getTemplates, {}), staleTime: 0 });
  return templates.find((template) => template.id === id);
};

export const addTemplate = async (name: string, key: string) => {
  const sent = await send(insertTemplate, { data: { name, text: '' } }, { key });
  if (sent.ok) await markStale(getTemplates);
  return sent;
};
export const saveTemplate = async (id: number, data: { name: string; text: string; rev: number }) => {
  const sent = await send(updateTemplate, { id, data });
  if (sent.ok) await markStale(getTemplates);
  return sent;
};
export const removeTemplate = async (id: number, rev: number) => {
  const sent = await send(deleteTemplate, { id, data: { rev } });
  if (sent.ok) await markStale(getTemplates);
  return sent;
};

// ---- the site

export const useSettings = () => useRead(sites.getSettings, {});
export const readSettingsAgain = () =>
  queryClient.fetchQuery({ ...readQuery(sites.getSettings, {}), staleTime: 0 });

export const saveSettings = async (input: InputOf<typeof sites.saveSettings>) => {
  const sent = await send(sites.saveSettings, input);
  // Another time zone moves every day and time that is shown.
  if (sent.ok) await markAllStale();
  return sent;
};
export const setOverridePassword = async (password: string | null) => {
  const sent = await send(sites.setOverridePassword, { password });
  if (sent.ok) await markStale(pages.capabilities);
  return sent;
};

/** The procedure codes may be others now. */
export const updateSandata = async () => {
  const sent = await send(sites.updateSandata, {});
  if (sent.ok) await markStale(getProcedureCodes);
  return sent;
};
export const readBalance = () => send(sites.getBalance, {});

export const uploadLogo = async (file: File) => {
  const sent = await sendFile(sites.uploadLogo, {}, file);
  if (sent.ok) await Promise.all([markStale(sites.getSettings), logoChanged()]);
  return sent;
};
export const removeLogo = async () => {
  const sent = await send(sites.removeLogo, {});
  await Promise.all([markStale(sites.getSettings), logoChanged()]);
  return sent;
};

export const useUpdateNotes = () => useRead(sites.listUpdateNotes, {});
export const addUpdateNote = async (note: string, key: string) => {
  const sent = await send(sites.addUpdateNote, { note }, { key });
  if (sent.ok) await markStale(sites.listUpdateNotes, pages.latestUpdate);
  return sent;
};

// ---- payer and connections

export const usePayer = () => useRead(sites.getPayer, {});
export const readPayerAgain = () =>
  queryClient.fetchQuery({ ...readQuery(sites.getPayer, {}), staleTime: 0 });
export const savePayer = async (payer: PayerSettings, rev: number) => {
  const sent = await send(sites.savePayer, { ...payer, rev });
  if (sent.ok) await markStale(sites.getPayer, pages.capabilities);
  return sent;
};

export const useConnections = () => useRead(sites.listConnections, {});
export const readConnectionsAgain = () =>
  queryClient.fetchQuery({ ...readQuery(sites.listConnections, {}), staleTime: 0 });
const connectionsChanged = () => markStale(sites.listConnections, sites.getSettings, pages.capabilities);
export const saveConnection = async (connection: Connection, rev: number) => {
  const sent = await send(sites.saveConnection, { connection, rev });
  if (sent.ok) await connectionsChanged();
  return sent;
};
export const removeConnection = async (kind: ConnectionKind, rev: number) => {
  const sent = await send(sites.removeConnection, { kind, rev });
  if (sent.ok) await connectionsChanged();
  return sent;
};
export const testConnection = (connection: Connection) => send(sites.testConnection, { connection });
