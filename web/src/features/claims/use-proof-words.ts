import { provenBy } from '@homecare/domain/claims/proof.ts';
import { type ProofWords, proofWords } from '@homecare/domain/claims/proof-words.ts';
import { useCapabilities } from '../../platform/site.ts';

/** What proof is called at this agency, with an aggregator or without one. */
export const useProofWords = (): ProofWords =>
  proofWords(provenBy({ sandataEnabled: useCapabilities()?.sandataEnabled ?? true }));
