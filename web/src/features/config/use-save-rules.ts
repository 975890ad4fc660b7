import type { FieldError } from '@homecare/domain/errors.ts';
import { checkPayRules, type PayRules, tidyPayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { focusField } from '../../ui/form.tsx';
import { savePayRules } from '../payroll/run-api.ts';

export interface StoredRules {
  readonly rules: PayRules;
  readonly rev: number;
}

/** Which entry is edited: its fields are those of the dialog. */
type List = keyof PayRules;

/** Saves one entry among the others; faults of it are told by the names of its own fields. */
export const useSaveRules = ({ rev }: StoredRules, onSaved: () => void) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const save = async (wanted: PayRules, list: List, isOwn: (at: number, tidied: PayRules) => boolean) => {
    if (busy) return;
    setRefusal(undefined);
    const rules = tidyPayRules(wanted);
    const place = (found: readonly FieldError[]) =>
      found.flatMap(({ field, message }) => {
        const [of, at, name] = field.split('.');
        return of === list && name && isOwn(Number(at), rules) ? [{ field: name, message }] : [];
      });
    const found = checkPayRules(rules);
    show(place(found));
    if (found.length > 0) return setRefusal(place(found).length > 0 ? undefined : found[0]?.message);
    setBusy(true);
    const sent = await savePayRules({ rules, rev });
    setBusy(false);
    if (!sent.ok) {
      show(place(sent.errors));
      return setRefusal(sent.info);
    }
    toast.success(SAVED);
    onSaved();
  };
  return { errors, refusal, busy, save };
};
