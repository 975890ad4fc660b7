import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { checkSettings } from '@homecare/domain/sites/rules.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { readSettingsAgain, SAVE_SETTINGS } from './api.ts';
import { fieldOf, formOf, type Stored, settingsOf } from './site-form.ts';

/** Editing switches and printed texts: all of them on the site page, a few in the set-up. */
export const useSiteForm = (settings: Stored) => {
  const stored = formOf(settings);
  return useSave({
    ...SAVE_SETTINGS,
    values: stored.value,
    rev: stored.rev,
    input: (form, rev) => ({ ...settingsOf(form), rev }),
    check: (form) => checkSettings(settingsOf(form)),
    savedAs: ({ data }, form) => formOf({ ...settings, ...settingsOf(form), rev: data.rev }),
    readAgain: async () => formOf(await readSettingsAgain()),
    onSaved: () => toast.success(SAVED),
    placeOf: fieldOf,
  });
};
