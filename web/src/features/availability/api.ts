import * as calls from '@homecare/domain/availability/contract.ts';
import type { TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { useRead } from '../../platform/query.ts';

/** Seconds between two looks at who asked for time off. */
const EVERY = 60;

export const useHours = (id: number) => useRead(calls.getHours, { id }, { staleTime: 0 });
export const SAVE_HOURS = { call: calls.saveHours, changes: [calls.getHours, calls.listSkills] } as const;

export const useSkills = () => useRead(calls.listSkills, {});
const SKILL_READERS = [calls.listSkills, calls.getHours, calls.getNeeds];
export const SAVE_SKILL = { call: calls.saveSkill, changes: SKILL_READERS } as const;
export const REMOVE_SKILL = { call: calls.removeSkill, changes: SKILL_READERS } as const;

export const useNeeds = (id: number) => useRead(calls.getNeeds, { id }, { staleTime: 0 });
export const SAVE_NEEDS = { call: calls.saveNeeds, changes: [calls.getNeeds, calls.listSkills] } as const;

export const usePreferences = (id: number) => useRead(calls.listPreferences, { id }, { staleTime: 0 });
export const SAVE_PREFERENCE = { call: calls.savePreference, changes: [calls.listPreferences] } as const;
export const REMOVE_PREFERENCE = { call: calls.removePreference, changes: [calls.listPreferences] } as const;

export const useTimeOff = (past: boolean) => useRead(calls.listTimeOff, { past }, { every: EVERY * 1000 });
const TIME_OFF_READERS = [calls.listTimeOff, calls.previewTimeOff];
export const SAVE_TIME_OFF = { call: calls.saveTimeOff, changes: TIME_OFF_READERS } as const;
export const DECIDE_TIME_OFF = { call: calls.decideTimeOff, changes: TIME_OFF_READERS } as const;
export const REMOVE_TIME_OFF = { call: calls.removeTimeOff, changes: TIME_OFF_READERS } as const;

/** How many planned visits nobody would come to, for each span. */
export const useOpened = (
  spans: readonly (TimeOffSpan & { readonly providerId: number })[],
  enabled = true,
) => useRead(calls.previewTimeOff, { spans: [...spans] }, { staleTime: 0, enabled });
