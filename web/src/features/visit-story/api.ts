import type { InputOf } from '@homecare/domain/call.ts';
import { getVisitStory, listVisitsBehind } from '@homecare/domain/visit-story/contract.ts';
import { useRead } from '../../platform/query.ts';
import type { StoryKey } from './open-story.ts';

export const useVisitStory = ({ planId, cardId, day, visitId }: StoryKey, enabled = true) =>
  useRead(
    getVisitStory,
    {
      day,
      ...(planId !== undefined && { planId }),
      ...(cardId !== undefined && { cardId }),
      ...(typeof visitId === 'number' && { visitId }),
    },
    { staleTime: 0, enabled },
  );

/** Which row of which list: a billing record, a claim, the month of a caregiver. */
export type CountedRow = InputOf<typeof listVisitsBehind>;

export const useVisitsBehind = (row: CountedRow) => useRead(listVisitsBehind, row, { staleTime: 0 });
