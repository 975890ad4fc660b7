import { showDate } from '@homecare/domain/calendar.ts';
import { BY_HAND } from '@homecare/domain/claims/by-hand.ts';
import { downloadAnswer } from '@homecare/domain/claims/contract.ts';
import { isPostedBefore, NO_ANSWER_FILE } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow } from '@homecare/domain/claims/schema.ts';
import { isPaidAnyway } from '@homecare/domain/claims/settlements.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { downloadFile } from '../../platform/send-file.ts';
import { toast } from '../../platform/toasts.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import type { RowStory } from '../visit-story/use-row-story.tsx';
import { LOAD_ANSWER, MAKE_FILE, postInput, useAnswers } from './api.ts';
import classes from './Claims.module.css';
import { DepositsPanel } from './DepositsPanel.tsx';
import { insurerOf, isOfPayer, NOTHING_FOUND } from './found.ts';
import { ManualPaymentPanel } from './ManualPaymentPanel.tsx';
import { ParkedPanel } from './ParkedPanel.tsx';
import { AnswerFiles, LoadedNotes, useAnswerLoading } from './PayerFiles.tsx';

const outcomeOf = (row: AnswerRow) => {
  if (row.state === 'refused') return 'Not loaded';
  if (row.payerId !== null) return row.remarks.at(-1) ?? 'Read';
  if (row.state === 'waiting') return 'Waits to be posted';
  if (isPostedBefore(row)) return 'Posted before';
  const parts = [
    counted(row.claims, 'claim', 'claims'),
    row.refused > 0 && `${row.refused} refused`,
    row.parked > 0 && `${row.parked} parked`,
    row.unmatched.length > 0 && `${row.unmatched.length} not matched`,
    row.remarks.some(isPaidAnyway) && 'paid after write-off',
  ];
  return parts.filter(Boolean).join(', ');
};

const paidText = ({ payments }: AnswerRow) =>
  payments.length > 0 ? showMoney(sum(payments.map(({ paid }) => paid))) : '–';

const COLUMNS: readonly Column<AnswerRow>[] = [
  { key: 'kinds', title: 'Kind', width: 80, cell: ({ kinds }) => kinds.join(', ') || '–' },
  { key: 'paid', title: 'Paid', width: 110, align: 'right', cell: paidText },
  { key: 'said', title: 'Result', width: 200, cell: outcomeOf },
];

const paymentWords = ({ trace, date, paid, claims, method }: AnswerRow['payments'][number]) =>
  `${trace}${date ? `, ${showDate(date)}` : ''}${method ? `, ${method}` : ''}: ${showMoney(paid)} for ${counted(claims, 'claim', 'claims')}`;

const partsOf = ({ faults, payments }: AnswerRow) =>
  [
    ['Why it was not loaded', faults],
    ['Payments', payments.map(paymentWords)],
    [
      'Adjustments not tied to a claim',
      payments.flatMap(({ adjustments }) =>
        adjustments.map(
          ({ words, reference, amount }) =>
            `${words}${reference ? ` (${reference})` : ''} ${showMoney(-amount)}`,
        ),
      ),
    ],
  ] as const;

/** A file that was refused, or that only confirms the receipt of ours, mentions no claim. */
const storyOf = ({ id, name, claims }: AnswerRow): RowStory =>
  claims === 0 ? undefined : { counts: { of: 'answer', id: String(id) }, title: name };

const toneOf = ({ state, parked, unmatched, refused, remarks }: AnswerRow) => {
  if (state === 'refused') return 'danger';
  const isOdd = parked > 0 || unmatched.length > 0 || refused > 0 || remarks.some(isPaidAnyway);
  return state === 'waiting' || isOdd ? 'warn' : undefined;
};

const NO_ANSWERS = {
  title: 'No responses yet',
  text: 'Receipts (TA1, 999, 277CA) and remittances (835) of Medicaid are loaded here, and the 835 of insurers that pay first.',
} as const;

interface AnswersPanelProps {
  readonly month: string;
  readonly search: string;
  readonly payer: string;
}

/** Answers of the payer: TA1, 999, 277CA and 835 files, and payments on paper. */
export const AnswersPanel = ({ month, search, payer }: AnswersPanelProps) => {
  const query = useAnswers(search);
  const all = useAnswers().data ?? [];
  const [later, setLater] = useState(false);
  const { pending, refused, note, load, forget } = useAnswerLoading(LOAD_ANSWER);
  const post = useAction({ ...MAKE_FILE, onDone: ({ info }) => toast.success(info ?? '') });
  const [view, setView] = useState<'files' | 'parked' | 'payment' | 'deposits'>('files');
  // Counts all files, regardless of the search.
  const parked = sum(all.map((one) => one.parked));
  const waiting = all.filter(({ state }) => state === 'waiting').length;
  const postWaiting = () => {
    forget();
    void post.run(postInput(month));
  };
  const toFiles = () => setView('files');
  if (view === 'parked') return <ParkedPanel onClose={toFiles} />;
  if (view === 'payment') return <ManualPaymentPanel onClose={toFiles} />;
  if (view === 'deposits') return <DepositsPanel onClose={toFiles} />;
  return (
    <AnswerFiles
      label="Files from the payer"
      query={query}
      isShown={({ payerId }) => isOfPayer(payerId, payer)}
      columns={COLUMNS}
      outcomeOf={outcomeOf}
      kindOf={({ kinds }) => kinds.join(', ')}
      lineOf={(row) => row.faults[0] ?? outcomeOf(row)}
      partsOf={partsOf}
      tone={toneOf}
      hasFile={({ kinds }) => !kinds.includes(BY_HAND)}
      storyOf={storyOf}
      onDownload={({ id, name }) => void downloadFile(downloadAnswer, { id }, name)}
      empty={search.trim() === '' && payer === EVERY_PAYER ? NO_ANSWERS : NOTHING_FOUND}
    >
      <div className={classes.bar}>
        <FileButton
          size="sm"
          variant="filled"
          loading={pending}
          leftSection={<IconUpload {...smallIcon} />}
          fileLabel={NO_ANSWER_FILE}
          onFiles={([file]) => file && load({ later, ...insurerOf(payer) }, file)}
        >
          Load a file from the payer
        </FileButton>
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
        <Button size="sm" onClick={() => setView('deposits')}>
          Deposits
        </Button>
        {waiting > 0 && (
          <Button size="sm" loading={post.pending} onClick={postWaiting}>
            Post {waiting} waiting {waiting === 1 ? 'file' : 'files'}
          </Button>
        )}
      </div>
      <LoadedNotes note={note} refused={refused} />
      {parked > 0 && (
        <Note tone="warn">
          {counted(parked, 'claim does', 'claims do')} not balance and {parked === 1 ? 'waits' : 'wait'} for
          your decision under Parked claims.
        </Note>
      )}
    </AnswerFiles>
  );
};
