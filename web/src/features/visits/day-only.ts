import type { DayRow } from '@homecare/domain/visits/day-list.ts';
import {
  DAY_STATE_WORDS,
  type DayOnly,
  EVERY_VISIT,
  hourWords,
  isAmongOnly,
  openIds,
} from '@homecare/domain/visits/day-state.ts';
import { useMemo } from 'react';
import { keep, useKept } from '../../platform/kept.ts';
import type { FilterChip } from '../../platform/lists/FilterChips.tsx';
import { useOpenOn } from './api.ts';
import { VISITS_DAY } from './shown-day.ts';

const DAY_ONLY = 'evv-admin.only';

/** Shows only these visits of a day in EVV Admin; '' follows today. */
export const showVisitsOf = (date: string, only: Partial<DayOnly>) => {
  keep(VISITS_DAY, date);
  keep('evv-admin.shown', 'day');
  keep('evv-admin.view', { segment: 'All', pending: true, sent: true });
  const { hour = null, state = null, planId = null } = only;
  keep(DAY_ONLY, { hour, state, planId });
};

interface Around {
  readonly date: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

/** The remaining rows, and the active filters, each removable. */
export const useDayOnly = (rows: readonly DayRow[] | undefined, { date, now, zone }: Around) => {
  const [only, setOnly] = useKept<DayOnly>(DAY_ONLY, EVERY_VISIT);
  const { hour, state, planId } = only;
  const { data: open } = useOpenOn(date, state !== null);
  const left = useMemo(() => {
    const around = { open: openIds(open ?? []), now, zone };
    return rows?.filter(({ visit }) => isAmongOnly(only, visit, around));
  }, [rows, only, open, now, zone]);
  const chips: FilterChip[] = [
    ...(hour === null
      ? []
      : [
          {
            key: 'hour',
            label: `Start: ${hourWords(hour)}`,
            onRemove: () => setOnly({ ...only, hour: null }),
          },
        ]),
    ...(state === null
      ? []
      : [
          {
            key: 'state',
            label: DAY_STATE_WORDS[state],
            onRemove: () => setOnly({ ...only, state: null }),
          },
        ]),
    ...(planId === null
      ? []
      : [
          {
            key: 'plan',
            label: `Care plan ${planId}`,
            onRemove: () => setOnly({ ...only, planId: null }),
          },
        ]),
  ];
  return {
    // Open visits have not loaded yet. Showing no rows is better than a wrong number.
    rows: state !== null && open === undefined ? undefined : left,
    only,
    chips,
    clear: () => setOnly(EVERY_VISIT),
  };
};
