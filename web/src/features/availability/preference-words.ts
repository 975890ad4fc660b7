import type { PairKind, PairSide } from '@homecare/domain/availability/schema.ts';

export const KIND_WORDS: Record<PairKind, string> = { preferred: 'Preferred', never: 'Never' };
export const SIDE_WORDS: Record<PairSide, string> = { client: 'Client', caregiver: 'Caregiver' };
