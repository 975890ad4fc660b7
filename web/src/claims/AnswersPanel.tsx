import { showAmount } from '@homecare/domain/billing/counting.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { NO_ANSWER_FILE } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow } from '@homecare/domain/claims/schema.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconDownload, IconInbox, IconListDetails, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useZone } from '../care-plans/use-today.ts';
import { failureOf } from '../shell/query.ts';
import { newAttemptKey } from '../shell/send.ts';
import { toast } from '../shell/toasts.ts';
import { CellLines } from '../ui/CellLines.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../ui/icons.ts';
import { Note } from '../ui/Note.tsx';
import { EmptyState } from '../ui/states.tsx';
import { downloadAnswer, loadAnswer, postPayments, useAnswers } from './api.ts';
import classes from './ClaimsDialog.module.css';

const paidOf = ({ payments }: AnswerRow) => payments.reduce((sum, { paid }) => sum + paid, 0);

const saidOf = (row: AnswerRow) => {
  if (row.state === 'waiting') return 'Waits to be posted';
  const parts = [
    `${row.claims} ${row.claims === 1 ? 'claim' : 'claims'}`,
    row.refused > 0 && `${row.refused} refused`,
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
  { key: 'kinds', title: 'Kind', width: 80, cell: ({ kinds }) => kinds.join(', ') },
  {
    key: 'paid',
    title: 'Paid',
    width: 110,
    align: 'right',
    cell: (row) => (row.payments.length > 0 ? `$${showAmount(paidOf(row))}` : '–'),
  },
  { key: 'said', title: 'Result', width: 200, cell: saidOf },
];

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div>
      <b>{title}</b>
      <ul className={classes.list}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice
          <li key={at}>{line}</li>
        ))}
      </ul>
    </div>
  );

const paymentWords = ({ trace, date, paid, claims, method }: AnswerRow['payments'][number]) =>
  `${trace}${date ? `, ${showDate(date)}` : ''}${method ? `, ${method}` : ''}: $${showAmount(paid)} for ${claims} ${claims === 1 ? 'claim' : 'claims'}`;

const Details = ({ row, onClose }: { readonly row: AnswerRow; readonly onClose: () => void }) => (
  <div className={classes.panel}>
    <div className={classes.head}>
      <h3>{row.name}</h3>
      <Button onClick={onClose}>Back to the list</Button>
    </div>
    <p>{saidOf(row)}</p>
    <Lines title="Payments" lines={row.payments.map(paymentWords)} />
    <Lines
      title="Money that belongs to no claim"
      lines={row.payments.flatMap(({ adjustments }) =>
        adjustments.map(
          ({ words, reference, amount }) =>
            `${words}${reference ? ` (${reference})` : ''} $${showAmount(-amount)}`,
        ),
      )}
    />
    <Lines title="Not matched" lines={row.unmatched} />
    <Lines title="Remarks" lines={row.remarks} />
  </div>
);

/** Loads a file at once when it is chosen; what the server found wrong stays until the next one. */
const useLoading = () => {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [said, setSaid] = useState<string>();
  const load = async (file: File, later: boolean) => {
    if (busy) return;
    setBusy(true);
    setRefused([]);
    setSaid(undefined);
    const sent = await loadAnswer(file, later, newAttemptKey());
    setBusy(false);
    if (sent.ok) setSaid(sent.info ?? '');
    else setRefused(sent.errors.length > 0 ? sent.errors.map(({ message }) => message) : [sent.info]);
  };
  return { busy, refused, said, load };
};

/** What came from the payer: TA1, 999, 277CA, 835. */
export const AnswersPanel = ({ month }: { readonly month: string }) => {
  const zone = useZone();
  const query = useAnswers();
  const { busy, refused, said, load } = useLoading();
  const [later, setLater] = useState(false);
  const [posting, setPosting] = useState(false);
  const [shown, setShown] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const row = query.data?.find(({ id }) => id === shown);
  const waiting = query.data?.filter(({ state }) => state === 'waiting').length ?? 0;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = '';
    if (file) void load(file, later);
  };
  const post = async () => {
    if (posting) return;
    setPosting(true);
    const sent = await postPayments(month);
    setPosting(false);
    if (sent.ok) toast.success(sent.info ?? '');
    else toast.error(sent.info);
  };
  if (row) return <Details row={row} onClose={() => setShown(undefined)} />;
  const actions = ({ id, name }: AnswerRow) => (
    <>
      <IconButton
        label={`Details of ${name}`}
        icon={<IconListDetails {...rowIcon} />}
        onClick={() => setShown(id)}
      />
      <IconButton
        label={`Download ${name}`}
        icon={<IconDownload {...rowIcon} />}
        onClick={() => void downloadAnswer(id, name)}
      />
    </>
  );
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <Button
          size="sm"
          variant="filled"
          loading={busy}
          leftSection={<IconUpload {...smallIcon} />}
          onClick={() => input.current?.click()}
        >
          Load a file from the payer
        </Button>
        <input
          ref={input}
          id={inputId}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={NO_ANSWER_FILE}
          onChange={choose}
        />
        <Checkbox
          label="Post payments later"
          checked={later}
          onChange={(event) => setLater(event.currentTarget.checked)}
        />
        {waiting > 0 && (
          <Button size="sm" loading={posting} onClick={() => void post()}>
            Post {waiting} waiting {waiting === 1 ? 'file' : 'files'}
          </Button>
        )}
      </div>
      {said && (
        <Note tone="ok" live>
          {said}
        </Note>
      )}
      {refused.length > 0 && (
        <Note tone="danger" live>
          The file was not loaded, nothing was changed.
          <ul className={classes.list}>
            {refused.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
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
        tone={({ state, unmatched, refused: no }) =>
          state === 'waiting' || unmatched.length > 0 || no > 0 ? 'warn' : undefined
        }
        onOpen={({ id }) => setShown(id)}
        actions={actions}
        actionsWidth={92}
        listItem={(one) => ({
          title: one.name,
          kind: one.kinds.join(', '),
          line: saidOf(one),
          action: actions(one),
        })}
        loadingText="Loading answers…"
        failure={failureOf(query, 'The answers could not be loaded')}
        empty={
          <EmptyState
            icon={IconInbox}
            title="Nothing came yet"
            text="Receipts (TA1, 999, 277CA) and remittances (835) of the payer are loaded here."
          />
        }
      />
    </div>
  );
};
