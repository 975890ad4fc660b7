import { listOwnSigning } from '@homecare/domain/signing/contract.ts';
import type { OwnSigning, SignerRole } from '@homecare/domain/signing/schema.ts';
import { useKeptRead } from './answers.ts';
import { firstName } from './days.ts';
import { useWaitingRequests } from './requests.ts';

/** What was signed of a visit or care plan: known to the server, or kept on this phone. */
export type SignedState = 'signed' | 'kept' | undefined;

export interface OwnSignatures {
  readonly plans: OwnSigning['plans'];
  readonly ofVisit: (visitId: number, role: SignerRole) => SignedState;
  readonly isPlanKept: (requestId: number, role: SignerRole) => boolean;
}

/** No family name of a client stays on a phone (docs/security.md). */
const withoutFamilyNames = ({ plans, visits }: OwnSigning): OwnSigning => ({
  plans: plans.map((plan) => ({ ...plan, client: firstName(plan.client) })),
  visits,
});

/** What waits to be signed and what was signed; what still waits on this phone comes first. */
export const useSigning = (): OwnSignatures => {
  const { plans = [], visits = [] } = useKeptRead(listOwnSigning, {}, withoutFamilyNames).data ?? {};
  const kept = useWaitingRequests().flatMap(({ request }) =>
    request.kind === 'sign' ? [request.input] : [],
  );
  return {
    plans,
    ofVisit: (visitId, role) => {
      if (kept.some((one) => one.visitId === visitId && one.role === role)) return 'kept';
      return visits.some((one) => one.visitId === visitId && one.signed.includes(role))
        ? 'signed'
        : undefined;
    },
    isPlanKept: (requestId, role) => kept.some((one) => one.requestId === requestId && one.role === role),
  };
};
