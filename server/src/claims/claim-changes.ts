import type { Change } from '../platform/db/mutate.ts';
import { CLAIMS_ENTITY } from './batches.ts';

/**
 * A change of one claim: noted at the batch that its number begins with, and named by `claim`. The trigger of webhooks reads
 * that name, so that other programs hear which claim it was.
 */
export const changeOfClaim = (claimId: string, changes: NonNullable<Change['changes']>): Change => ({
  entity: CLAIMS_ENTITY,
  id: Number(claimId.split('-')[0]),
  action: 'update',
  changes: { claim: [claimId, claimId], ...changes },
});
