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
import * as pages from '@homecare/domain/sites/page-contract.ts';
import { getHolidays, saveHolidays } from '@homecare/domain/staffing/holiday-contract.ts';
import {
  getNotificationTemplates,
  saveNotificationTemplates,
} from '@homecare/domain/staffing/notifications-contract.ts';
import { readNow, useRead } from '../../platform/query.ts';

// ---- types

export const useTypes = () => useRead(planTypes.listTypes, {});

/** The current version on the server. */
export const readTypeAgain = async (id: number): Promise<PlanType | undefined> => {
  const types = await readNow(planTypes.listTypes, {});
  return types.find((type) => type.id === id);
};

const TYPE_READERS = [planTypes.listTypes, getTypes];
export const SAVE_TYPE = { call: planTypes.saveType, changes: TYPE_READERS } as const;
export const ADD_TYPE = { call: planTypes.addType, changes: TYPE_READERS } as const;
export const SAVE_TERM = { call: planTypes.saveTerm, changes: TYPE_READERS } as const;
export const REMOVE_TERM = { call: planTypes.removeTerm, changes: TYPE_READERS } as const;

// ---- the outside area

export const usePostcodes = () => useRead(planTypes.listPostcodes, {});
const POSTCODE_READERS = [planTypes.listPostcodes, planTypes.getPostcodes];
export const ADD_POSTCODES = { call: planTypes.addPostcodes, changes: POSTCODE_READERS } as const;
export const REMOVE_POSTCODES = { call: planTypes.removePostcodes, changes: POSTCODE_READERS } as const;

// ---- templates

export const readTemplateAgain = async (id: number) => {
  const templates = await readNow(getTemplates, {});
  return templates.find((template) => template.id === id);
};

export const ADD_TEMPLATE = { call: insertTemplate, changes: [getTemplates] } as const;
export const SAVE_TEMPLATE = { call: updateTemplate, changes: [getTemplates] } as const;
export const REMOVE_TEMPLATE = { call: deleteTemplate, changes: [getTemplates] } as const;

// ---- the site

export const useSettings = () => useRead(sites.getSettings, {});
export const readSettingsAgain = () => readNow(sites.getSettings, {});

/** Another time zone changes every day and time on the screen. */
export const SAVE_SETTINGS = { call: sites.saveSettings, changes: 'everything' } as const;
/** Every screen depends on the state. */
export const SAVE_STATE = { call: sites.saveState, changes: 'everything' } as const;
export const SET_OVERRIDE = { call: sites.setOverridePassword, changes: [pages.capabilities] } as const;

/** The procedure codes may have changed. */
export const UPDATE_SANDATA = { call: sites.updateSandata, changes: [getProcedureCodes] } as const;

export const UPLOAD_LOGO = { call: sites.uploadLogo, changes: [sites.getSettings] } as const;
export const REMOVE_LOGO = { call: sites.removeLogo, changes: [sites.getSettings] } as const;

export const useUpdateNotes = () => useRead(sites.listUpdateNotes, {});
export const ADD_NOTE = {
  call: sites.addUpdateNote,
  changes: [sites.listUpdateNotes, pages.latestUpdate],
} as const;

// ---- payer and connections

export const usePayer = () => useRead(sites.getPayer, {});
export const readPayerAgain = () => readNow(sites.getPayer, {});
export const SAVE_PAYER = { call: sites.savePayer, changes: [sites.getPayer, pages.capabilities] } as const;

export const useConnections = () => useRead(sites.listConnections, {});
export const readConnectionsAgain = () => readNow(sites.listConnections, {});
const CONNECTION_READERS = [sites.listConnections, sites.getSettings, pages.capabilities];
export const SAVE_CONNECTION = { call: sites.saveConnection, changes: CONNECTION_READERS } as const;
export const REMOVE_CONNECTION = { call: sites.removeConnection, changes: CONNECTION_READERS } as const;
export const TEST_CONNECTION = { call: sites.testConnection } as const;

export const useNotificationTemplates = () => useRead(getNotificationTemplates, {}, { staleTime: 0 });
export const readNotificationTemplates = () => readNow(getNotificationTemplates, {});
export const SAVE_NOTIFICATION_TEMPLATES = {
  call: saveNotificationTemplates,
  changes: [getNotificationTemplates],
} as const;

// ---- holidays

export const useHolidays = () => useRead(getHolidays, {}, { staleTime: 0 });
export const SAVE_HOLIDAYS = { call: saveHolidays, changes: [getHolidays] } as const;
