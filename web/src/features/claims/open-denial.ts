import type { Denial } from '@homecare/domain/claims/schema.ts';
import { type PageState, useOpenPage } from '../../platform/page-state.ts';
import { pathOfState } from './claim-states.ts';

/** Identifies a denial by its claim, or by one of its billing records if the claim is unknown. */
export type DenialKey = { readonly id: string } | { readonly card: number };

/** Opens the claim where it is corrected; without a key, the list. */
export const useOpenDenial = () => {
  const openPage = useOpenPage();
  return (key?: DenialKey) => void openPage(pathOfState('denials'), key && { ...key });
};

export const denialOf = (denials: readonly Denial[], { id, card }: PageState): Denial | undefined =>
  denials.find((one) => one.id === id || one.lines.some(({ cardId }) => cardId === card));
