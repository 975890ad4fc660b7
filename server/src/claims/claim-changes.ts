import type { Change } from '../platform/db/mutate.ts';
import { CLAIMS_ENTITY } from './batches.ts';

/**
 * A change of one claim, logged with the batch its number begins with and naming the claim in `claim`. The trigger of webhooks reads
 * that name, so that other programs learn which claim changed.
 */
export const changeOfClaim = (claimId: string, changes: NonNullable<Change['changes']>): Change => ({
  entity: CLAIMS_ENTITY,
  id: Number(claimId.split('-')[0]),
  action: 'update',
  changes: { claim: [claimId, claimId], ...changes },
});
