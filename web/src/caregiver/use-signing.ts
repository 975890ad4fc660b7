import { listOwnSigning } from '@homecare/domain/signing/contract.ts';
import type { OwnSigning, SignerRole } from '@homecare/domain/signing/schema.ts';
import { useKeptRead } from './answers.ts';
import { firstName } from './days.ts';
import { useWaitingRequests } from './requests.ts';

/** State of a signature: known to the server, or still stored on this phone. */
export type SignedState = 'signed' | 'kept' | undefined;

export interface OwnSignatures {
  readonly plans: OwnSigning['plans'];
  readonly ofVisit: (visitId: number, role: SignerRole) => SignedState;
  readonly isPlanKept: (requestId: number, role: SignerRole) => boolean;
}

/** Clients' family names are not stored on phones (docs/security.md). */
const withoutFamilyNames = ({ plans, visits }: OwnSigning): OwnSigning => ({
  plans: plans.map((plan) => ({ ...plan, client: firstName(plan.client) })),
  visits,
});

/** What waits to be signed and what was signed. Signatures still on this phone take precedence. */
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
