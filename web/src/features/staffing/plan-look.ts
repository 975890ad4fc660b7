import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { useState } from 'react';

/** The lines that a number of the proposal counts: whom the office chose and who cannot come covers nothing. */
const SHOWS = {
  covered: ({ ProviderID, whyNot }: ProposalLine) => ProviderID !== null && whyNot === null,
  overtime: ({ overtimeMinutes }: ProposalLine) => overtimeMinutes > 0,
  driving: ({ extraMinutes }: ProposalLine) => (extraMinutes ?? 0) > 0,
} as const;
export type PlanLook = keyof typeof SHOWS;

/** The side has everybody who is proposed, with their hours. */
export const PEOPLE_ID = 'proposed-people';

/** A number shows its lines alone, and all of them again; a proposal without such a line is shown whole. */
export const usePlanLook = (proposal: Proposal | undefined) => {
  const [chosen, setLook] = useState<PlanLook>();
  const lines = proposal?.lines ?? [];
  const has = (look: PlanLook) => lines.some(SHOWS[look]);
  const look = chosen !== undefined && has(chosen) ? chosen : undefined;
  return {
    look,
    has,
    toggle: (next: PlanLook) => setLook(next === look ? undefined : next),
    shown: look === undefined ? proposal?.lines : lines.filter(SHOWS[look]),
  };
};
