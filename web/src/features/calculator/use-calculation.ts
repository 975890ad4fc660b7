import { normsOn } from '@homecare/domain/calculator/norms.ts';
import { COOL_DOWN_SECONDS, checkRequest } from '@homecare/domain/calculator/rules.ts';
import type { Calculated, Norm } from '@homecare/domain/calculator/schema.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { asReason, type Reason, type Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useMemo, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useFaults } from '../../platform/form/use-faults.ts';
import { useKept } from '../../platform/kept.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { focusField } from '../../ui/form.tsx';
import { isIsoDate } from '../../ui/inputs.tsx';
import { CALCULATE } from './api.ts';
import { EMPTY_FORM, requestOf } from './calculator-form.ts';

/** Kept, so that leaving the page and coming back does not end it. */
const useCoolDown = () => {
  const [until, setUntil] = useKept('calculator.coolUntil', 0);
  const [isCooling, setCooling] = useState(() => until > Date.now());
  useEffect(() => {
    const left = until - Date.now();
    setCooling(left > 0);
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setCooling(false), left);
    return () => clearTimeout(timer);
  }, [until]);
  return { isCooling, cool: () => setUntil(Date.now() + COOL_DOWN_SECONDS * 1000) };
};

export interface Latest {
  readonly found: Calculated;
  readonly text: string;
}

/** What is typed into the calculator, what is wrong with it, and the run that is made of it. */
export const useCalculation = (dated: readonly Norm[], zone: string, onFound: (latest: Latest) => void) => {
  const [form, setForm] = useKept('calculator.form', EMPTY_FORM);
  // The tasks on the day on which the plan starts; without one, today's.
  const day = isIsoDate(form.startDate) ? form.startDate : todayIn(zone, serverNow()).toString();
  const norms = useMemo(() => normsOn(dated, day), [dated, day]);
  // Of the form as it was when it was sent: what is typed since may be right.
  const shown = useFaults(form);
  const { isCooling, cool } = useCoolDown();
  const refuse = (faults: Pick<Refusal<Reason>, 'errors' | 'info'>) => {
    shown.show(faults);
    toast.error(`Error: ${asReason(faults.info)}`);
    const field = faults.errors[0]?.field;
    if (field) focusField(field === 'providers' ? 'provider-1' : field);
  };
  const { pending, run } = useAction({
    ...CALCULATE,
    onDone: ({ data: found, info: text = '' }) => {
      cool();
      if (found.notPlaced.length === 0 && found.spread.length === 0) toast.success(`Success: ${text}`);
      onFound({ found, text });
    },
    onRefused: refuse,
  });
  const request = requestOf(form, norms);
  const wrong = checkRequest(request);
  return {
    form,
    norms,
    change: setForm,
    faults: shown.errors,
    errorOf: (field: string) => {
      const found = shown.errorOf(field);
      return found && asReason(found);
    },
    isCooling,
    pending,
    start: () => {
      if (pending || isCooling) return;
      shown.forget();
      const [first] = wrong;
      if (first) refuse({ errors: wrong, info: first.message });
      else void run(request);
    },
  };
};
