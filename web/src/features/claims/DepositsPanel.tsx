import { showDate } from '@homecare/domain/calendar.ts';
import { checkDeposit, NO_DEPOSIT_FILE } from '@homecare/domain/claims/deposits.ts';
import type { Deposit, DepositList } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { DELETE_DEPOSIT, IMPORT_DEPOSITS, SAVE_DEPOSIT, useDeposits } from './api.ts';
import classes from './Claims.module.css';
import { paymentStory } from './claim-story.ts';
import { BackHead, LoadedNotes, useAnswerLoading } from './PayerFiles.tsx';

interface Draft {
  readonly day: string;
  /** In dollars while typing. */
  readonly amount: number | string | null;
  readonly reference: string;
}
const draftOf = ({ day, amount, reference }: Draft) => ({
  day,
  amount: typeof amount === 'number' ? Math.round(amount * 100) : 0,
  reference,
});

const DepositDialog = ({ today, onClose }: { readonly today: string; readonly onClose: () => void }) => {
  const draft: Draft = { day: today, amount: null, reference: '' };
  const save = useSave({
    ...SAVE_DEPOSIT,
    values: draft,
    input: draftOf,
    check: (values) =>
      isIsoDate(values.day) ? checkDeposit(draftOf(values), today) : [{ field: 'day', message: NO_DATE }],
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="Enter a deposit" onClose={onClose}>
      <DateBox label="Day" required {...save.box('day')} />
      <NumberBox label="Amount" required decimals={2} prefix="$" {...save.box('amount')} />
      <TextInput label="Reference" maxLength={100} autoComplete="off" {...save.text('reference')} />
    </FormDialog>
  );
};

type Row =
  | { readonly kind: 'deposit'; readonly of: Deposit }
  | { readonly kind: 'payment'; readonly of: DepositList['payments'][number] };

const keyOf = (row: Row) => (row.kind === 'deposit' ? `deposit ${row.of.id}` : `payment ${row.of.trace}`);
const wordsOf = (row: Row) =>
  row.kind === 'deposit'
    ? 'On the account, but on no remittance.'
    : 'Paid by a remittance, but not on the account.';
const nameOf = (row: Row) => (row.kind === 'deposit' ? row.of.reference : row.of.trace) || 'No reference';
const amountOf = (row: Row) => (row.kind === 'deposit' ? row.of.amount : row.of.paid);

const COLUMNS: readonly Column<Row>[] = [
  { key: 'day', title: 'Day', width: 110, cell: ({ of }) => showDate(of.day) },
  {
    key: 'name',
    title: 'Reference',
    min: 180,
    cell: (row) => <CellLines main={nameOf(row)} sub={wordsOf(row)} strong />,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'right',
    cell: (row) => showMoney(amountOf(row)),
  },
];

/** A deposit alone matches no known payment of the payer. */
const storyOf = (row: Row) => (row.kind === 'payment' ? paymentStory(row.of.trace) : undefined);
const matchedStory = ({ trace }: DepositList['matched'][number]) => paymentStory(trace);

const MATCHED: readonly Column<DepositList['matched'][number]>[] = [
  { key: 'day', title: 'Day', width: 110, cell: ({ deposit: { day } }) => showDate(day) },
  {
    key: 'name',
    title: 'Reference',
    min: 180,
    cell: ({ deposit: { reference }, trace, day }) => (
      <CellLines main={reference || trace} sub={`payment ${trace} of ${showDate(day)}`} strong />
    ),
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 120,
    align: 'right',
    cell: ({ deposit: { amount } }) => showMoney(amount),
  },
];

/** Bank deposits beside payments of remittances. Those without a match come first. */
export const DepositsPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useDeposits();
  const stories = useRowStory(storyOf);
  const matched = useRowStory(matchedStory);
  const today = useToday().toString();
  const [isEntering, setEntering] = useState(false);
  const { pending, refused, note, load } = useAnswerLoading(IMPORT_DEPOSITS);
  const remove = useAction({ ...DELETE_DEPOSIT, onDone: ({ info }) => toast.success(info ?? '') });
  const { data } = query;
  const alone: Row[] | undefined = data && [
    ...data.deposits.map((of) => ({ kind: 'deposit' as const, of })),
    ...data.payments.map((of) => ({ kind: 'payment' as const, of })),
  ];
  const actions = (row: Row) =>
    row.kind === 'deposit' && (
      <IconButton
        label={`Delete the deposit of ${showDate(row.of.day)}`}
        icon={<IconTrash {...rowIcon} />}
        danger
        onClick={() => void remove.run({ id: row.of.id })}
      />
    );
  return (
    <Stack gap={12}>
      <BackHead onBack={onClose}>Deposits</BackHead>
      <div className={classes.bar}>
        <FileButton
          size="sm"
          variant="filled"
          loading={pending}
          leftSection={<IconUpload {...smallIcon} />}
          fileLabel={NO_DEPOSIT_FILE}
          onFiles={([file]) => file && load({}, file)}
        >
          Import from the bank (CSV)
        </FileButton>
        <Button size="sm" onClick={() => setEntering(true)}>
          Enter a deposit
        </Button>
      </div>
      <LoadedNotes note={note} refused={refused} />
      {alone !== undefined && alone.length > 0 && (
        <Note tone="warn">{counted(alone.length, 'item has', 'items have')} no partner.</Note>
      )}
      <DataTable
        label="Deposits and payments without a partner"
        columns={COLUMNS}
        rows={alone}
        rowKey={keyOf}
        rowName={nameOf}
        pageSize={8}
        noun={alone?.length === 1 ? 'item' : 'items'}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={104}
        listItem={(row) => ({
          title: nameOf(row),
          kind: showMoney(amountOf(row)),
          line: `${showDate(row.of.day)}: ${wordsOf(row)}`,
          action: actions(row),
        })}
        loadingText="Loading deposits…"
        failure={failureOf(query, 'Couldn’t load the deposits')}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="Every deposit has its payment"
            text="Deposits and payments that do not belong together are listed here."
          />
        }
      />
      {data !== undefined && data.matched.length > 0 && (
        <DataTable
          label="Deposits with their payments"
          columns={MATCHED}
          rows={data.matched}
          rowKey={({ deposit: { id } }) => id}
          rowName={({ trace }) => trace}
          pageSize={8}
          keys={matched.keys}
          menu={matched.entries}
          actionsWidth={104}
          actionsTitle="More"
          noun={data.matched.length === 1 ? 'deposit' : 'deposits'}
          listItem={({ deposit, trace }) => ({
            title: deposit.reference || trace,
            kind: showMoney(deposit.amount),
            line: `${showDate(deposit.day)}, payment ${trace}`,
          })}
        />
      )}
      {stories.window}
      {matched.window}
      {isEntering && <DepositDialog today={today} onClose={() => setEntering(false)} />}
    </Stack>
  );
};
