import type { Proposal } from '@homecare/domain/staffing/contract.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Pill } from '../../ui/Pill.tsx';
import { FigureList } from './FigureList.tsx';
import classes from './Plan.module.css';
import { provenWords, totalFigures } from './plan-words.ts';

/** What the proposal comes to, beside what is picked one by one. */
export const PlanFigures = ({ proposal }: { readonly proposal: Proposal }) => {
  const { words, more } = provenWords(proposal.unproven);
  return (
    <div className={classes.figures}>
      <FigureList figures={totalFigures(proposal)} />
      <p className={classes.proven}>
        <Pill
          tone={proposal.unproven ? 'info' : 'ok'}
          icon={proposal.unproven ? undefined : IconCircleCheck}
          outlined
        >
          {words}
        </Pill>
        <span>{more}</span>
        <span className="ink2">{`${proposal.compared} caregivers compared`}</span>
      </p>
    </div>
  );
};
