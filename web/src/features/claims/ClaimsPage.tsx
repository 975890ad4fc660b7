import { IconBuildingBank } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { useToday } from '../../platform/use-today.ts';
import { FreePage } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { BatchesPanel } from './BatchesPanel.tsx';
import { ClaimsHead } from './ClaimsHead.tsx';
import { CLAIMS_VIEW, type ClaimPart, NO_VIEW, RULES, stateOfPath, UNPAID } from './claim-states.ts';
import { DenialsPanel } from './DenialsPanel.tsx';
import { isOfMedicaid } from './found.ts';
import { PayerRulesPanel } from './PayerRulesPanel.tsx';
import { ProofPanel } from './ProofPanel.tsx';
import { UnpaidPanel } from './UnpaidPanel.tsx';
import { UploadPanel } from './UploadPanel.tsx';

/** Shown instead of a list while the chosen payer is one that receives no claims. */
const NotClaimed = () => (
  <EmptyState
    icon={IconBuildingBank}
    title="No claims go to this payer"
    text="Claims are sent to Medicaid. Private payers are sent invoices, and insurers that pay first send their responses."
  />
);

/** Sending the claims of a month and loading the payer's answers: five states, each with its own URL. */
export const ClaimsPage = () => {
  const state = useLocation({ select: ({ pathname }) => stateOfPath(pathname) });
  const [kept, setView] = useKept(CLAIMS_VIEW, NO_VIEW);
  // A view kept by an earlier version lacks fields added since.
  const view = { ...NO_VIEW, ...kept };
  useFiltersInAddress({
    list: 'claims',
    filters: { month: view.month, payer: view.payer },
    first: { month: NO_VIEW.month, payer: NO_VIEW.payer },
    onFilters: (asked) => setView({ ...view, month: String(asked.month), payer: String(asked.payer) }),
  });
  const { search, payer } = view;
  const today = useToday();
  const month = view.month || today.toPlainYearMonth().toString();
  const panels: Record<ClaimPart, ReactNode> = {
    upload: <UploadPanel key={month} month={month} search={search} />,
    proof: <ProofPanel month={month} client={view.client} search={search} />,
    files: <BatchesPanel search={search} />,
    answers: <AnswersPanel month={month} search={search} payer={payer} />,
    denials: <DenialsPanel search={search} />,
    unpaid: <UnpaidPanel search={search} payer={payer} />,
    rules: <PayerRulesPanel />,
  };
  const isShown = isOfMedicaid(payer) || state === UNPAID || state === RULES || state === 'answers';
  return (
    <FreePage>
      <ClaimsHead view={view} month={month} onView={setView} />
      {isShown ? panels[state] : <NotClaimed />}
    </FreePage>
  );
};
