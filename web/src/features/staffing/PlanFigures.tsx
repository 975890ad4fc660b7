import type { Proposal } from '@homecare/domain/staffing/contract.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Pill } from '../../ui/Pill.tsx';
import { FigureList } from './FigureList.tsx';
import classes from './Plan.module.css';
import { PEOPLE_ID, type PlanLook, type usePlanLook } from './plan-look.ts';
import { comparedWords, provenWords, totalFigures } from './plan-words.ts';

interface PlanFiguresProps {
  readonly proposal: Proposal;
  readonly lines: ReturnType<typeof usePlanLook>;
}

/** Brings the people of the proposal into sight, and the keys to them. */
const showPeople = () => document.getElementById(PEOPLE_ID)?.focus();

/** What the proposal comes to, beside what is picked one by one; each number shows what it counts. */
export const PlanFigures = ({ proposal, lines }: PlanFiguresProps) => {
  const { words, more } = provenWords(proposal.unproven);
  const opens = (look: PlanLook) =>
    lines.has(look) ? { onOpen: () => lines.toggle(look), isShown: lines.look === look } : {};
  const people = proposal.totals.caregivers > 0 ? { onOpen: showPeople } : {};
  return (
    <div className={classes.figures}>
      <FigureList figures={totalFigures(proposal, opens, people)} />
      <p className={classes.proven}>
        <Pill
          tone={proposal.unproven ? 'info' : 'ok'}
          icon={proposal.unproven ? undefined : IconCircleCheck}
          outlined
        >
          {words}
        </Pill>
        <span>{more}</span>
        <span className="ink2">{comparedWords(proposal)}</span>
      </p>
    </div>
  );
};
