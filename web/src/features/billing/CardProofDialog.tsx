import { showDate } from '@homecare/domain/calendar.ts';
import type { Proof } from '@homecare/domain/claims/proof.ts';
import { IconShieldCheck } from '@tabler/icons-react';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ProofPill } from '../claims/ProofPill.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';

const units = ({ units: billed, verified }: Proof) => `${billed} / ${verified ?? '–'}`;

const COLUMNS: readonly Column<Proof>[] = [
  {
    key: 'day',
    title: 'Line',
    width: 130,
    cell: ({ day, code }) => <CellLines main={showDate(day)} sub={code} strong />,
  },
  { key: 'units', title: 'Billed / verified', width: 130, align: 'right', cell: units },
  {
    key: 'verdict',
    title: 'Proof',
    min: 180,
    cell: ({ verdict: result, reason }) => <CellLines main={<ProofPill result={result} />} sub={reason} />,
  },
];

/** Each line of a card beside the aggregator's data for that day. Lines that will be denied come first. */
export const CardProofDialog = ({
  planId,
  name,
  proofs,
  onClose,
}: {
  readonly planId: number;
  readonly name: string;
  readonly proofs: readonly Proof[];
  readonly onClose: () => void;
}) => {
  const rows = proofs.toSorted((a, b) => Number(b.verdict === 'deny') - Number(a.verdict === 'deny'));
  const { keys, show } = useRowStory<Proof>(({ day }) => ({ visit: { planId, day } }), rows);
  return (
    <ReadDialog wide title={`Proof of ${name}`} onClose={onClose} focusClose>
      <DataTable
        label="Proof of lines"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ day, code }) => `${day} ${code}`}
        rowName={({ day }) => showDate(day)}
        pageSize="all"
        noun={proofs.length === 1 ? 'line' : 'lines'}
        onOpen={show}
        keys={keys}
        listItem={(proof) => ({
          title: showDate(proof.day),
          kind: <ProofPill result={proof.verdict} />,
          line: [`${units(proof)} units`, proof.reason].filter(Boolean).join(': '),
        })}
        empty={<EmptyState icon={IconShieldCheck} title="Nothing of this card is billed" />}
      />
    </ReadDialog>
  );
};
