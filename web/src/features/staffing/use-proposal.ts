import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { useState } from 'react';
import { useProposal } from './api.ts';

/** What the office chose for a visit; null: it stays open. */
export interface Choice {
  readonly planId: number;
  readonly day: string;
  readonly providerId: number | null;
}

const isSame = (a: Pick<Choice, 'planId' | 'day'>, b: Pick<Choice, 'planId' | 'day'>) =>
  a.planId === b.planId && a.day === b.day;

export interface Asked {
  readonly from: string;
  readonly through: string;
  readonly farther: boolean;
}

/** The proposal around what the office chose; the last one stays in view while the next is calculated. */
export const useChoices = (asked: Asked, enabled: boolean) => {
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [last, setLast] = useState<Proposal>();
  const query = useProposal({ ...asked, fixed: [...choices] }, enabled);
  if (query.data && query.data !== last) setLast(query.data);
  const choose = ({ visit }: ProposalLine, providerId: number | null) => {
    const { planId, day } = visit;
    const others = choices.filter((one) => !isSame(one, visit));
    setChoices([...others, { planId, day, providerId }]);
  };
  return {
    query,
    proposal: query.data ?? last,
    choices,
    choose,
    undo: () => setChoices(choices.slice(0, -1)),
    reset: () => {
      setChoices([]);
      setLast(undefined);
    },
  };
};
