import { showMoney } from '@homecare/domain/money.ts';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useKept } from '../../platform/kept.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { FreePage } from '../../ui/Page.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { useUnpaid } from './api.ts';
import { BatchesPanel } from './BatchesPanel.tsx';
import classes from './Claims.module.css';
import {
  CLAIMS_PATH,
  CLAIMS_VIEW,
  type ClaimPart,
  NO_VIEW,
  RULES,
  stateOfPath,
  UNPAID,
} from './claim-states.ts';
import { DenialsPanel } from './DenialsPanel.tsx';
import { PayerRulesPanel } from './PayerRulesPanel.tsx';
import { ProofPanel } from './ProofPanel.tsx';
import { StateLinks } from './StateLinks.tsx';
import { UnpaidPanel } from './UnpaidPanel.tsx';
import { UploadPanel } from './UploadPanel.tsx';

/** All that is still to be paid, with the way to what it is made of. */
const UnpaidLink = () => {
  const { data } = useUnpaid();
  return (
    <Link to={`${CLAIMS_PATH}/${UNPAID}`} className={classes.unpaid}>
      Unpaid <b>{data === undefined ? '…' : showMoney(data.total)}</b>
    </Link>
  );
};

/** Claims of a month out, the payer's answers in: five states, each with an address of its own. */
export const ClaimsPage = () => {
  const state = useLocation({ select: ({ pathname }) => stateOfPath(pathname) });
  const [view, setView] = useKept(CLAIMS_VIEW, NO_VIEW);
  const today = useToday();
  const month = view.month || today.toPlainYearMonth().toString();
  const panels: Record<ClaimPart, ReactNode> = {
    upload: <UploadPanel key={month} month={month} />,
    proof: <ProofPanel month={month} client={view.client} />,
    files: <BatchesPanel />,
    answers: <AnswersPanel month={month} />,
    denials: <DenialsPanel />,
    unpaid: <UnpaidPanel />,
    rules: <PayerRulesPanel />,
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
        <UnpaidLink />
        <Link to={`${CLAIMS_PATH}/${RULES}`} className={classes.unpaid}>
          Payer rules
        </Link>
        <StateLinks month={month} />
      </div>
      {panels[state]}
    </FreePage>
  );
};
