import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
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
