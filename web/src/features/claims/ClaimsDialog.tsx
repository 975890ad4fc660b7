import { type ReactNode, useState } from 'react';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import panel from '../../ui/Panel.module.css';
import { AnswersPanel } from './AnswersPanel.tsx';
import { useAnswers, useDenials } from './api.ts';
import { BatchesPanel } from './BatchesPanel.tsx';
import { DenialsPanel } from './DenialsPanel.tsx';
import { ProofPanel } from './ProofPanel.tsx';
import { UploadPanel } from './UploadPanel.tsx';

type Tab = 'upload' | 'proof' | 'batches' | 'answers' | 'denials';

interface ClaimsDialogProps {
  readonly month: string;
  readonly client: number | null;
  readonly onClose: () => void;
}

/** HCPF Upload: claims of a month out, the payer's answers in. */
export const ClaimsDialog = ({ month, client, onClose }: ClaimsDialogProps) => {
  const [tab, setTab] = useState<Tab>('upload');
  const answers = useAnswers();
  const denials = useDenials();
  // Files to be posted, and claims that wait for a person.
  const waiting = answers.data?.reduce(
    (sum, { state, parked }) => sum + parked + (state === 'waiting' ? 1 : 0),
    0,
  );
  const panels: Record<Tab, ReactNode> = {
    upload: <UploadPanel month={month} />,
    proof: <ProofPanel month={month} client={client} />,
    batches: <BatchesPanel />,
    answers: <AnswersPanel month={month} />,
    denials: <DenialsPanel />,
  };
  return (
    <ReadDialog wide title="HCPF Upload" onClose={onClose}>
      <div className={panel.tabs}>
        <CountTabs
          label="Claims"
          look="segments"
          controls="claims-panel"
          value={tab}
          onChange={setTab}
          tabs={[
            { key: 'upload', label: 'Upload', count: null },
            { key: 'proof', label: 'Proof', count: null },
            { key: 'batches', label: 'Files', count: null },
            { key: 'answers', label: 'Answers', count: waiting || null, alarm: true },
            { key: 'denials', label: 'Denials', count: denials.data?.denials.length, alarm: true },
          ]}
        />
      </div>
      <div id="claims-panel" role="tabpanel" aria-label="Claims">
        {panels[tab]}
      </div>
    </ReadDialog>
  );
};
