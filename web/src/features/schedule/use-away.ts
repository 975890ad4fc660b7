import type { Board, Grouping } from '@homecare/domain/schedule/schema.ts';
import { useMemo } from 'react';
import type { Away } from './BoardRow.tsx';

/** Who is away on which day, and the hours that each caregiver wishes to work. */
export const useAway = (board: Board | undefined, grouping: Grouping) =>
  useMemo(() => {
    const isByCaregiver = grouping === 'caregiver';
    const away = new Map<string, Away>(
      board?.away.map(({ ProviderID, day, words }) => [`${ProviderID} ${day}`, { words }]),
    );
    const wished = new Map(board?.caregivers.map(({ id, wished }) => [id, wished]));
    return {
      awayOf: (id: number, day: string) => (isByCaregiver ? away.get(`${id} ${day}`) : undefined),
      wishedOf: (id: number) => (isByCaregiver ? (wished.get(id) ?? null) : null),
    };
  }, [board, grouping]);
