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

/** EVV Admin shows these visits of a day; '' follows today. */
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

/** The rows that are left, and what left them, each with its way out. */
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
    // Which visits need somebody is not known yet: none is better than a wrong number of them.
    rows: state !== null && open === undefined ? undefined : left,
    only,
    chips,
    clear: () => setOnly(EVERY_VISIT),
  };
};
