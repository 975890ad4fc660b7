import { provenBy } from '@homecare/domain/claims/proof.ts';
import { type ProofWords, proofWords } from '@homecare/domain/claims/proof-words.ts';
import { packOf } from '@homecare/domain/states/registry.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useToday } from '../../platform/use-today.ts';

/** What proof is called at this agency, with an aggregator or without one. */
export const useProofWords = (): ProofWords => {
  const { sandataEnabled = true, state = '' } = useCapabilities() ?? {};
  return proofWords(provenBy({ sandataEnabled }, packOf(state), useToday().toString()));
};
