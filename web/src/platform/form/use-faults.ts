import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';

type Faults = Pick<Refusal<Reason>, 'errors' | 'info'>;
const NONE: Faults = { errors: [], info: '' };

/** What was wrong with the last try of something that is typed outside a form; it is over when what it is about is another. */
export const useFaults = (about?: unknown) => {
  const [shown, setShown] = useState<{ readonly faults: Faults; readonly about: unknown }>();
  const { errors, info } = shown && shown.about === about ? shown.faults : NONE;
  return {
    errors,
    errorOf: (name: string) => errors.find(({ field }) => field === name)?.message,
    /** Where no field says it. */
    refusal: errors.length > 0 || info === '' ? undefined : info,
    show: (faults: Faults) => setShown({ faults, about }),
    forget: () => setShown(undefined),
  };
};
