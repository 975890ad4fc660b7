import { MOST_LINES, type Proposal, type ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { Select } from '@mantine/core';
import { IconCalendarCheck, IconLock } from '@tabler/icons-react';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState, type LoadFailure } from '../../ui/states.tsx';
import classes from './Plan.module.css';
import { dayWords, timeWords } from './plan-words.ts';

const OPEN = 'open';

interface PickProps {
  readonly line: ProposalLine;
  readonly disabled: boolean;
  readonly onChoose: (line: ProposalLine, providerId: number | null) => void;
}

/** Who comes: the proposal's choice first, everybody else who can, best first, or nobody. */
const CaregiverPick = ({ line, disabled, onChoose }: PickProps) => {
  const { ProviderID, Provider, others, visit } = line;
  const known = others.map((one) => ({
    value: String(one.ProviderID),
    label: `${one.Provider} (${one.score})`,
  }));
  const isListed = others.some((one) => one.ProviderID === ProviderID);
  const own = ProviderID !== null && !isListed ? [{ value: String(ProviderID), label: Provider ?? '' }] : [];
  return (
    <Select
      aria-label={`Caregiver for ${visit.Client}, ${dayWords(visit.day)}, ${timeWords(visit)}`}
      data={[...own, ...known, { value: OPEN, label: 'Stays open' }]}
      value={ProviderID === null ? OPEN : String(ProviderID)}
      allowDeselect={false}
      disabled={disabled || others.length === 0}
      leftSection={line.isFixed ? <IconLock size={14} stroke={1.8} aria-label="Set by you" /> : undefined}
      onChange={(value) => onChoose(line, value === OPEN || value === null ? null : Number(value))}
    />
  );
};

const rowId = ({ visit }: ProposalLine) => `${visit.planId} ${visit.day}`;
const isOpen = ({ ProviderID }: ProposalLine) => ProviderID === null;

const columnsWith = (pick: Omit<PickProps, 'line'>): readonly Column<ProposalLine>[] => [
  { key: 'day', title: 'Day', width: 120, cell: ({ visit }) => dayWords(visit.day) },
  { key: 'time', title: 'Time', width: 170, cell: ({ visit }) => timeWords(visit) },
  {
    key: 'client',
    title: 'Client',
    width: 190,
    cell: ({ visit }) => <CellLines main={visit.Client} sub={visit.town ?? visit.Type} />,
  },
  {
    key: 'caregiver',
    title: 'Caregiver',
    width: 250,
    cell: (line) => <CaregiverPick line={line} {...pick} />,
  },
  {
    key: 'why',
    title: 'Why',
    min: 320,
    cell: (line) => (isOpen(line) && !line.isFixed ? <b>Nobody can: {line.why}</b> : line.why),
  },
];

interface PlanTableProps {
  readonly proposal: Proposal | undefined;
  readonly failure: LoadFailure | undefined;
  readonly busy: boolean;
  readonly onChoose: PickProps['onChoose'];
}

/** One line for each open visit; a line that cannot be filled is red. */
export const PlanTable = ({ proposal, failure, busy, onChoose }: PlanTableProps) => (
  <DataTable
    label="Proposal"
    columns={columnsWith({ disabled: busy, onChoose })}
    rows={proposal?.lines}
    rowKey={rowId}
    rowName={({ visit }) => `${visit.Client}, ${dayWords(visit.day)}, ${timeWords(visit)}`}
    pageSize={MOST_LINES}
    noun={proposal?.lines.length === 1 ? 'visit' : 'visits'}
    tone={(line) => (isOpen(line) ? 'danger' : undefined)}
    listItem={(line) => ({
      title: line.visit.Client,
      line: `${dayWords(line.visit.day)}, ${timeWords(line.visit)}`,
      more: (
        <span className={classes.pick}>
          {line.why}
          <CaregiverPick line={line} disabled={busy} onChoose={onChoose} />
        </span>
      ),
    })}
    loadingText="Calculating a proposal…"
    failure={failure}
    empty={
      <EmptyState
        icon={IconCalendarCheck}
        title="Every visit has a caregiver"
        text="Choose other days to look further ahead."
      />
    }
  />
);
