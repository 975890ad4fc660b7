import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKept } from '../../platform/kept.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { BatchesPanel } from './BatchesPanel.tsx';
import classes from './Claims.module.css';
import { CLAIMS_VIEW, type ClaimState, NO_VIEW, stateOfPath } from './claim-states.ts';
import { DenialsPanel } from './DenialsPanel.tsx';
import { ProofPanel } from './ProofPanel.tsx';
import { StateLinks } from './StateLinks.tsx';
import { UploadPanel } from './UploadPanel.tsx';

/** Claims of a month out, the payer's answers in: five states, each with an address of its own. */
export const ClaimsPage = () => {
  const state = useLocation({ select: ({ pathname }) => stateOfPath(pathname) });
  const [view, setView] = useKept(CLAIMS_VIEW, NO_VIEW);
  const today = useToday();
  const month = view.month || today.toPlainYearMonth().toString();
  const panels: Record<ClaimState, ReactNode> = {
    upload: <UploadPanel key={month} month={month} />,
    proof: <ProofPanel month={month} client={view.client} />,
    files: <BatchesPanel />,
    answers: <AnswersPanel month={month} />,
    denials: <DenialsPanel />,
  };
  return (
    <FreePage>
      <div className={classes.head}>
        <MonthBox
          label="Month"
          required
          className={classes.month}
          value={month}
          onChange={(next) => setView({ ...view, month: next })}
        />
        <StateLinks month={month} />
      </div>
      {panels[state]}
    </FreePage>
  );
};
