import { checkPayRules, type PayRules, tidyPayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { SAVE_PAY_RULES } from '../payroll/run-api.ts';

export interface StoredRules {
  readonly rules: PayRules;
  readonly rev: number;
}

interface EntryOptions<V> {
  readonly stored: StoredRules;
  readonly values: V;
  /** The list that the edited entry belongs to. Its fields are those of the dialog. */
  readonly list: keyof PayRules;
  /** All rules including this entry. */
  readonly rulesOf: (values: V) => PayRules;
  readonly isOwn: (values: V, at: number, tidied: PayRules) => boolean;
  readonly onSaved: () => void;
}

/** Saves one entry together with the others. Its errors use the names of its own fields. */
export const useSaveRules = <V extends FieldValues & { readonly validFrom: string }>(
  options: EntryOptions<V>,
) => {
  const { stored, list, isOwn, onSaved } = options;
  const rulesOf = (values: V) => tidyPayRules(options.rulesOf(values));
  return useSave({
    ...SAVE_PAY_RULES,
    values: options.values,
    rev: stored.rev,
    input: (values: V, rev) => ({ rules: rulesOf(values), rev }),
    check: (values: V) => {
      const { validFrom } = values;
      if (isIsoDate(validFrom)) return checkPayRules(rulesOf(values));
      return [{ field: 'validFrom', message: validFrom === '' ? 'Enter the first day.' : NO_DATE }];
    },
    placeOf: (fault, values: V) => {
      const [of, at, name] = fault.field.split('.');
      const isHere = of === list && name && isOwn(values, Number(at), rulesOf(values));
      return isHere ? { ...fault, field: name } : fault;
    },
    onSaved: () => {
      toast.success(SAVED);
      onSaved();
    },
  });
};

/** Removes one rule. Based on the revision shown with the question, so that newer rules are not overwritten unseen. */
export const useRemoveRule = (stored: StoredRules, rest: PayRules, onDone: () => void) => {
  const [asked] = useState({ rules: tidyPayRules(rest), rev: stored.rev });
  const { run, pending, refusal } = useAction({
    ...SAVE_PAY_RULES,
    onDone: () => {
      toast.success(SAVED);
      onDone();
    },
    onRefused: () => {},
  });
  return { pending, refusal, remove: () => void run(asked) };
};
