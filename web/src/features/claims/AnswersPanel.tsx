import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { BY_HAND } from '@homecare/domain/claims/by-hand.ts';
import { isPostedBefore, NO_ANSWER_FILE } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import {
  AnswerActions,
  AnswerDetails,
  AnswerLines,
  LoadButton,
  LoadedNotes,
  useAnswerLoading,
} from './AnswerLoading.tsx';
import { downloadAnswer, LOAD_ANSWER, MAKE_FILE, postInput, useAnswers } from './api.ts';
import classes from './ClaimsDialog.module.css';
import { ManualPaymentPanel } from './ManualPaymentPanel.tsx';
import { ParkedPanel } from './ParkedPanel.tsx';

const paidOf = ({ payments }: AnswerRow) => payments.reduce((sum, { paid }) => sum + paid, 0);

const saidOf = (row: AnswerRow) => {
  if (row.state === 'refused') return 'Not loaded';
  if (row.state === 'waiting') return 'Waits to be posted';
  if (isPostedBefore(row)) return 'Posted before';
  const parts = [
    `${row.claims} ${row.claims === 1 ? 'claim' : 'claims'}`,
    row.refused > 0 && `${row.refused} refused`,
    row.parked > 0 && `${row.parked} parked`,
    row.unmatched.length > 0 && `${row.unmatched.length} not matched`,
  ];
  return parts.filter(Boolean).join(', ');
};

const columnsIn = (zone: string): readonly Column<AnswerRow>[] => [
  {
    key: 'name',
    title: 'File',
    min: 190,
    cell: ({ name, received, receivedBy }) => (
      <CellLines main={name} sub={`${showStamp(received, zone)} ${receivedBy}`} />
    ),
  },
  { key: 'kinds', title: 'Kind', width: 80, cell: ({ kinds }) => kinds.join(', ') || '–' },
  {
    key: 'paid',
    title: 'Paid',
    width: 110,
    align: 'right',
    cell: (row) => (row.payments.length > 0 ? showMoney(paidOf(row)) : '–'),
  },
  { key: 'said', title: 'Result', width: 200, cell: saidOf },
];

const paymentWords = ({ trace, date, paid, claims, method }: AnswerRow['payments'][number]) =>
  `${trace}${date ? `, ${showDate(date)}` : ''}${method ? `, ${method}` : ''}: ${showMoney(paid)} for ${claims} ${claims === 1 ? 'claim' : 'claims'}`;

const Details = ({ row, onClose }: { readonly row: AnswerRow; readonly onClose: () => void }) => (
  <AnswerDetails name={row.name} said={saidOf(row)} onClose={onClose}>
    <AnswerLines title="Why it was not loaded" lines={row.faults} />
    <AnswerLines title="Payments" lines={row.payments.map(paymentWords)} />
    <AnswerLines
      title="Adjustments not tied to a claim"
      lines={row.payments.flatMap(({ adjustments }) =>
        adjustments.map(
          ({ words, reference, amount }) =>
            `${words}${reference ? ` (${reference})` : ''} ${showMoney(-amount)}`,
        ),
      )}
    />
    <AnswerLines title="Not matched" lines={row.unmatched} />
    <AnswerLines title="Remarks" lines={row.remarks} />
  </AnswerDetails>
);

type View = 'files' | 'parked' | 'payment';

/** What came from the payer: TA1, 999, 277CA, 835, and payments from paper. */
export const AnswersPanel = ({ month }: { readonly month: string }) => {
  const zone = useZone();
  const query = useAnswers();
  const [later, setLater] = useState(false);
  const { pending, refused, said, load, forget } = useAnswerLoading(LOAD_ANSWER);
  const post = useAction({ ...MAKE_FILE, onDone: ({ info }) => toast.success(info ?? '') });
  const [shown, setShown] = useState<number>();
  const [view, setView] = useState<View>('files');
  const row = query.data?.find(({ id }) => id === shown);
  const parked = query.data?.reduce((sum, one) => sum + one.parked, 0) ?? 0;
  const waiting = query.data?.filter(({ state }) => state === 'waiting').length ?? 0;
  const postWaiting = () => {
    forget();
    void post.run(postInput(month));
  };
  const toFiles = () => setView('files');
  if (view === 'parked') return <ParkedPanel onClose={toFiles} />;
  if (view === 'payment') return <ManualPaymentPanel onClose={toFiles} />;
  if (row) return <Details row={row} onClose={() => setShown(undefined)} />;
  const actions = ({ id, name, kinds }: AnswerRow) => (
    <AnswerActions
      name={name}
      onShow={() => setShown(id)}
      onDownload={kinds.includes(BY_HAND) ? undefined : () => void downloadAnswer(id, name)}
    />
  );
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <LoadButton
          pending={pending}
          onFile={(file) => load({ later }, file)}
          label="Load a file from the payer"
          fileLabel={NO_ANSWER_FILE}
        />
        <Checkbox
          label="Post payments later"
          checked={later}
          onChange={(event) => setLater(event.currentTarget.checked)}
        />
        <Button size="sm" onClick={() => setView('payment')}>
          Enter a payment
        </Button>
        <Button size="sm" onClick={() => setView('parked')}>
          Parked claims{parked > 0 ? ` (${parked})` : ''}
        </Button>
        {waiting > 0 && (
          <Button size="sm" loading={post.pending} onClick={postWaiting}>
            Post {waiting} waiting {waiting === 1 ? 'file' : 'files'}
          </Button>
        )}
      </div>
      <LoadedNotes said={said} refused={refused} />
      {parked > 0 && (
        <Note tone="warn">
          {counted(parked, 'claim does', 'claims do')} not balance and {parked === 1 ? 'waits' : 'wait'} for
          your decision under Parked claims.
        </Note>
      )}
      <DataTable
        label="Files from the payer"
        columns={columnsIn(zone)}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        pageSize={8}
        noun={query.data?.length === 1 ? 'file' : 'files'}
        tone={({ state, parked: wait, unmatched, refused: no }) =>
          state === 'refused'
            ? 'danger'
            : state === 'waiting' || wait > 0 || unmatched.length > 0 || no > 0
              ? 'warn'
              : undefined
        }
        onOpen={({ id }) => setShown(id)}
        actions={actions}
        actionsWidth={92}
        listItem={(one) => ({
          title: one.name,
          kind: one.kinds.join(', '),
          line: one.faults[0] ?? saidOf(one),
          action: actions(one),
        })}
        loadingText="Loading answers…"
        failure={failureOf(query, 'The answers could not be loaded')}
        empty={
          <EmptyState
            icon={IconInbox}
            title="No responses yet"
            text="Receipts (TA1, 999, 277CA) and remittances (835) of the payer are loaded here."
          />
        }
      />
    </div>
  );
};
