import type { PlanDays } from '@homecare/domain/staffing/asked-days.ts';
import { type Proposal, type ProposalLine, planOpenVisits } from '@homecare/domain/staffing/contract.ts';
import { useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { readNow } from '../../platform/query.ts';
import { useProposal } from './api.ts';

/** What the office chose for a visit; null: it stays open. */
export interface Choice {
  readonly planId: number;
  readonly day: string;
  readonly providerId: number | null;
}

const isSame = (a: Pick<Choice, 'planId' | 'day'>, b: Pick<Choice, 'planId' | 'day'>) =>
  a.planId === b.planId && a.day === b.day;

export interface Asked extends PlanDays {
  readonly farther: boolean;
}

/** The days of the draft; empty: nobody has chosen any. */
export const PLAN_DAYS = 'schedule.plan.days';
export const NO_DAYS: PlanDays = { from: '', through: '', only: [] };
const DRAFT: { readonly choices: readonly Choice[] } = { choices: [] };

const keyOf = ({ visit }: ProposalLine) => `${visit.planId} ${visit.day}`;

/** Lines whose caregiver is another one than in the proposal before. */
const changedLines = (before: Proposal | undefined, now: Proposal): ReadonlySet<string> => {
  const was = new Map(before?.lines.map((line) => [keyOf(line), line.ProviderID]));
  return new Set(
    now.lines.filter((line) => was.has(keyOf(line)) && was.get(keyOf(line)) !== line.ProviderID).map(keyOf),
  );
};

/** The proposal around what the office chose; the last one stays in view while the next is calculated, and the choices on leaving. */
export const useChoices = ({ only, ...asked }: Asked, enabled: boolean) => {
  const [{ choices }, setDraft] = useKept('schedule.plan.draft', DRAFT);
  const [last, setLast] = useState<{
    readonly proposal: Proposal;
    readonly changed: ReadonlySet<string>;
  }>();
  const part = only.length > 0 ? { only: [...only] } : {};
  const input = { ...asked, ...part, fixed: [...choices], isQuick: false };
  const query = useProposal(input, enabled);
  if (query.data && query.data !== last?.proposal)
    setLast({ proposal: query.data, changed: changedLines(last?.proposal, query.data) });
  const choose = ({ visit }: ProposalLine, providerId: number | null) => {
    const { planId, day } = visit;
    const others = choices.filter((one) => !isSame(one, visit));
    setDraft({ choices: [...others, { planId, day, providerId }] });
  };
  const chosenOf = (shown: readonly ProposalLine[]) =>
    choices.filter((one) => shown.some(({ visit }) => isSame(one, visit)));
  return {
    query,
    proposal: query.data ?? last?.proposal,
    changed: last?.changed ?? new Set<string>(),
    choose,
    /** Choices among some lines: those for other days stay in the draft. */
    chosenOf,
    undo: (shown: readonly ProposalLine[]) => {
      const last = chosenOf(shown).at(-1);
      setDraft({ choices: choices.filter((one) => one !== last) });
    },
    /** Ends the calculation with what is found by now: its own answer comes then. */
    takeFound: () => readNow(planOpenVisits, { ...input, isQuick: true }).catch(() => undefined),
    reset: () => {
      setDraft(DRAFT);
      setLast(undefined);
    },
  };
};
