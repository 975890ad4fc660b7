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
import * as sites from '@homecare/domain/sites/contract.ts';
import { markStale, queryClient, readQuery, useRead } from '../shell/query.ts';
import { send } from '../shell/send.ts';

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
  if (sent.ok) await markStale(sites.getSettings, sites.capabilities);
  return sent;
};
export const setOverridePassword = async (password: string | null) => {
  const sent = await send(sites.setOverridePassword, { password });
  if (sent.ok) await markStale(sites.capabilities);
  return sent;
};

/** The procedure codes may be others now. */
export const updateSandata = async () => {
  const sent = await send(sites.updateSandata, {});
  if (sent.ok) await markStale(getProcedureCodes);
  return sent;
};
export const readBalance = () => send(sites.getBalance, {});
