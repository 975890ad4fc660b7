import { sayStamp, showDate } from '@homecare/domain/calendar.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import type { listExclusions } from '@homecare/domain/exclusions/contract.ts';
import { DECISION_WORDS, isAlarming } from '@homecare/domain/exclusions/findings.ts';
import type { Finding } from '@homecare/domain/exclusions/schema.ts';
import { Button } from '@mantine/core';
import { IconGavel, IconShieldCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DecideDialog } from './DecideDialog.tsx';

const entryText = ({ entry: { last, first, middle } }: Finding) => `${last}, ${first} ${middle}`.trim();
const decisionText = ({ decision, decidedAt, decidedBy }: Finding, zone: string) =>
  decision === null || decidedAt === null
    ? 'Waits for a decision'
    : `${DECISION_WORDS[decision]}, ${sayStamp(decidedAt, zone)} by ${decidedBy}`;

const columnsIn = (zone: string): readonly Column<Finding>[] => [
  {
    key: 'person',
    title: 'Person',
    min: 170,
    cell: ({ personId, person, birth }) => (
      <CellLines main={<PersonLink id={personId} name={person} />} sub={birth && `Born ${showDate(birth)}`} />
    ),
  },
  {
    key: 'entry',
    title: 'On the list',
    width: 240,
    cell: (row) => (
      <CellLines
        main={entryText(row)}
        sub={[row.list, row.entry.state, row.entry.birth && `born ${showDate(row.entry.birth)}`]
          .filter(Boolean)
          .join(', ')}
      />
    ),
  },
  { key: 'score', title: 'Score', width: 80, align: 'right', cell: ({ score }) => String(score) },
  { key: 'why', title: 'Why', width: 250, cell: ({ reasons }) => reasons.join(', ') },
  {
    key: 'decision',
    title: 'Decision',
    width: 230,
    cell: (row) => <CellLines main={decisionText(row, zone)} sub={row.memo} />,
  },
];

interface FindingsTableProps {
  readonly query: UseQueryResult<OutputOf<typeof listExclusions>, Error>;
  readonly rows: readonly Finding[] | undefined;
  readonly zone: string;
}

/** Those that wait for a decision first; red until somebody has decided. */
export const FindingsTable = ({ query, rows, zone }: FindingsTableProps) => {
  const [decided, setDecided] = useState<Finding>();
  return (
    <>
      <DataTable
        label="Findings"
        columns={columnsIn(zone)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={(row) => `${row.person} and ${entryText(row)}`}
        pageSize={12}
        noun={rows?.length === 1 ? 'finding' : 'findings'}
        tone={(row) => (isAlarming(row) ? 'danger' : undefined)}
        onOpen={setDecided}
        menu={(row) => [{ label: 'Decide…', icon: IconGavel, onSelect: () => setDecided(row) }]}
        actions={(row) => row.decision === null && <Button onClick={() => setDecided(row)}>Decide</Button>}
        actionsTitle="Decide"
        actionsWidth={144}
        listItem={(row) => ({
          title: row.person,
          kind: `${row.list}, score ${row.score}`,
          line: entryText(row),
          more: decisionText(row, zone),
          action: row.decision === null && <Button onClick={() => setDecided(row)}>Decide</Button>,
        })}
        footer={freshnessOf(query)}
        loadingText="Loading findings…"
        failure={failureOf(query, 'Couldn’t load the findings')}
        empty={
          <EmptyState
            icon={IconShieldCheck}
            title="No findings"
            text="Download the LEIE file or the SAM exclusions as CSV and screen your people against them each month."
          />
        }
      />
      {decided && <DecideDialog finding={decided} onClose={() => setDecided(undefined)} />}
    </>
  );
};
