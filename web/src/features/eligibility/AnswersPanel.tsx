import { showStamp } from '@homecare/domain/calendar.ts';
import { NO_271 } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityAnswer } from '@homecare/domain/eligibility/schema.ts';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import {
  AnswerActions,
  AnswerDetails,
  AnswerLines,
  LoadButton,
  LoadedNotes,
  useAnswerLoading,
} from '../claims/AnswerLoading.tsx';
import { downloadAnswer, LOAD_ANSWER, useAnswers } from './api.ts';
import classes from './Eligibility.module.css';

const saidOf = ({ entered, refused, known, unmatched }: EligibilityAnswer) =>
  [
    `${entered} ${entered === 1 ? 'entry' : 'entries'}`,
    refused > 0 && `${refused} refused`,
    known > 0 && `${known} known before`,
    unmatched.length > 0 && `${unmatched.length} not matched`,
  ]
    .filter(Boolean)
    .join(', ');

const columnsIn = (zone: string): readonly Column<EligibilityAnswer>[] => [
  {
    key: 'name',
    title: 'File',
    min: 190,
    cell: ({ name, received, receivedBy }) => (
      <CellLines main={name} sub={`${showStamp(received, zone)} ${receivedBy}`} />
    ),
  },
  { key: 'said', title: 'Result', width: 300, cell: saidOf },
];

const Details = ({ row, onClose }: { readonly row: EligibilityAnswer; readonly onClose: () => void }) => (
  <AnswerDetails name={row.name} said={saidOf(row)} onClose={onClose}>
    <AnswerLines title="Refused by the payer" lines={row.refusals} />
    <AnswerLines title="Not matched" lines={row.unmatched} />
    <AnswerLines title="Remarks" lines={row.remarks} />
  </AnswerDetails>
);

/** What the payer answered (271). */
export const AnswersPanel = () => {
  const zone = useZone();
  const query = useAnswers();
  const { pending, refused, said, load } = useAnswerLoading(LOAD_ANSWER);
  const [shown, setShown] = useState<number>();
  const row = query.data?.find(({ id }) => id === shown);
  if (row) return <Details row={row} onClose={() => setShown(undefined)} />;
  const actions = ({ id, name }: EligibilityAnswer) => (
    <AnswerActions name={name} onShow={() => setShown(id)} onDownload={() => void downloadAnswer(id, name)} />
  );
  return (
    <div className={classes.panel}>
      <div>
        <LoadButton
          pending={pending}
          onFile={(file) => load({}, file)}
          label="Load an answer (271)"
          fileLabel={NO_271}
        />
      </div>
      <LoadedNotes said={said} refused={refused} />
      <DataTable
        label="Answers of the payer"
        columns={columnsIn(zone)}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        pageSize={8}
        noun={query.data?.length === 1 ? 'file' : 'files'}
        tone={({ unmatched, refused: no }) => (unmatched.length > 0 || no > 0 ? 'warn' : undefined)}
        onOpen={({ id }) => setShown(id)}
        actions={actions}
        actionsWidth={92}
        listItem={(one) => ({
          title: one.name,
          kind: showStamp(one.received, zone),
          line: saidOf(one),
          action: actions(one),
        })}
        loadingText="Loading answers…"
        failure={failureOf(query, 'The answers could not be loaded')}
        empty={
          <EmptyState
            icon={IconInbox}
            title="No responses yet"
            text="Files of the payer about eligibility (271) are loaded here."
          />
        }
      />
    </div>
  );
};
