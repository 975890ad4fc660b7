import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';

type Faults = Pick<Refusal<Reason>, 'errors' | 'info'>;
const NONE: Faults = { errors: [], info: '' };

/** Errors of the last try, for input outside a form. They disappear when `about` changes. */
export const useFaults = (about?: unknown) => {
  const [shown, setShown] = useState<{ readonly faults: Faults; readonly about: unknown }>();
  const { errors, info } = shown && shown.about === about ? shown.faults : NONE;
  return {
    errors,
    errorOf: (name: string) => errors.find(({ field }) => field === name)?.message,
    /** The refusal, if no field shows it. */
    refusal: errors.length > 0 || info === '' ? undefined : info,
    show: (faults: Faults) => setShown({ faults, about }),
    forget: () => setShown(undefined),
  };
};
