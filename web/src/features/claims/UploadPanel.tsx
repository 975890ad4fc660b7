import { showDate } from '@homecare/domain/calendar.ts';
import { NOT_CHECKED } from '@homecare/domain/claims/rules.ts';
import {
  type MissingOfClient,
  UNPROVEN_CHOICES,
  type UploadPreview,
  type UploadResult,
} from '@homecare/domain/claims/schema.ts';
import { UPLOAD_STATUSES } from '@homecare/domain/claims/uploads.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { IconChecklist, IconFileUpload, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon, smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { fileInput, MAKE_FILE, type UploadChoice, usePreview } from './api.ts';
import classes from './Claims.module.css';
import { isFound, NOTHING_FOUND } from './found.ts';
import { MadeNote } from './MadeNote.tsx';
import { Sentences } from './PayerFiles.tsx';
import { useProofWords } from './use-proof-words.ts';

const COLUMNS: readonly Column<MissingOfClient>[] = [
  { key: 'client', title: 'Client', width: 190, cell: ({ client }) => client },
  { key: 'field', title: 'Field', width: 110, cell: ({ field }) => field },
  { key: 'message', title: 'What is missing', min: 200, cell: ({ message }) => message },
];

interface OpenRecordProps {
  readonly item: MissingOfClient;
  readonly onOpen: (item: MissingOfClient) => void;
}
const OpenRecord = ({ item, onOpen }: OpenRecordProps) => (
  <IconButton
    label={`Edit ${item.client}: ${item.field}`}
    icon={<IconPencil {...rowIcon} />}
    onClick={() => onOpen(item)}
  />
);

/** What is missing, each with the way to the record where it is entered. */
const MissingTable = ({
  missing,
  isNothing,
  search,
}: {
  readonly missing: readonly MissingOfClient[];
  readonly isNothing: boolean;
  readonly search: string;
}) => {
  const openPage = useOpenPage();
  const open = ({ clientId }: MissingOfClient) =>
    void openPage('/createuser', { mode: 'Modify', id: clientId });
  return (
    <DataTable
      label="Missing data"
      columns={COLUMNS}
      rows={missing.filter((one) => isFound(one, search))}
      rowKey={({ clientId, field, message }) => `${clientId} ${field} ${message}`}
      rowName={({ client, field }) => `${client}, ${field}`}
      pageSize={8}
      noun={missing.length === 1 ? 'item' : 'items'}
      onOpen={open}
      actions={(item) => <OpenRecord item={item} onOpen={open} />}
      actionsWidth={80}
      listItem={(item) => ({
        title: item.client,
        kind: item.field,
        line: item.message,
        action: <OpenRecord item={item} onOpen={open} />,
      })}
      empty={
        <EmptyState
          icon={IconChecklist}
          title={
            missing.length > 0 ? NOTHING_FOUND.title : isNothing ? 'Nothing to send' : 'No data is missing'
          }
          text={
            missing.length > 0
              ? NOTHING_FOUND.text
              : isNothing
                ? 'No billing record with this month and status is ready to claim.'
                : 'Every client in this upload has all the data a claim needs.'
          }
        >
          {missing.length === 0 && isNothing && <PageButton to="/billing">Open Billing</PageButton>}
        </EmptyState>
      }
    />
  );
};

const Changed = ({ changed }: Pick<UploadPreview, 'changed'>) =>
  changed.length === 0 ? null : (
    <Note tone="warn">
      {counted(changed.length, 'record has', 'records have')} changed since it was sent. Once the payer has
      decided on it, choose “Replace” to send it again:
      <Sentences
        lines={changed
          .slice(0, 10)
          .map(
            ({ client, type, sent, amount }) =>
              `${client}, ${type}: ${showMoney(sent)} sent, ${showMoney(amount)} now`,
          )}
      />
      {changed.length > 10 && `and ${changed.length - 10} more.`}
    </Note>
  );

interface UnprovenProps extends Pick<UploadPreview, 'unproven'> {
  readonly choice: UploadChoice['unproven'];
  readonly reason: string;
  readonly onChoose: (choice: UploadChoice['unproven']) => void;
  readonly onReason: (reason: string) => void;
}

const SHOWN_LINES = 10;

/** What no visit proves, in dollars, and what shall become of it: asked before a file is made. */
const Unproven = ({ unproven, choice, reason, onChoose, onReason }: UnprovenProps) => {
  const words = useProofWords();
  const amount = sum(unproven.map((line) => line.amount));
  return (
    <Note tone="danger">
      <Radio.Group
        label={`${words.sayUnproven(unproven.length)} (${showMoney(amount)})`}
        value={choice}
        onChange={(value) => {
          const chosen = UNPROVEN_CHOICES.find((one) => one === value);
          if (chosen) onChoose(chosen);
        }}
      >
        <Stack gap={6} mt={6}>
          <Radio
            value="leaveOut"
            label="Send without those days. They stay not claimed until a later upload."
          />
          <Radio value="send" label="Send all of them and give a reason" />
        </Stack>
      </Radio.Group>
      {choice === 'send' && (
        <TextInput
          mt={8}
          label="Reason"
          description="Kept in the record log"
          required
          maxLength={300}
          autoComplete="off"
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
      <Sentences
        lines={unproven
          .slice(0, SHOWN_LINES)
          .map((line) => `${line.client}, ${showDate(line.day)}, ${showMoney(line.amount)}: ${line.reason}`)}
      />
      {unproven.length > SHOWN_LINES && `and ${unproven.length - SHOWN_LINES} more, listed under Proof.`}
    </Note>
  );
};

const Facts = ({
  claims,
  lines,
  units,
  amount,
}: Pick<UploadPreview, 'claims' | 'lines' | 'units' | 'amount'>) => (
  <p className={classes.facts}>
    <span>
      <b>{claims.toLocaleString('en-US')}</b> {claims === 1 ? 'claim' : 'claims'}
    </span>
    <span>
      <b>{lines.toLocaleString('en-US')}</b> {lines === 1 ? 'line' : 'lines'}
    </span>
    <span>
      <b>{units.toLocaleString('en-US')}</b> {units === 1 ? 'unit' : 'units'}
    </span>
    <span>
      <b>{showMoney(amount)}</b>
    </span>
  </p>
);

const Preview = ({
  preview,
  search,
  ...choosing
}: { readonly preview: UploadPreview; readonly search: string } & Omit<UnprovenProps, 'unproven'>) => {
  const clients = new Set(preview.refused.map(({ clientId }) => clientId)).size;
  return (
    <>
      {preview.agency.length > 0 && (
        <Note tone="danger">
          Enter this in Configuration, Payer before you make a file:
          <Sentences lines={preview.agency.map(({ message }) => message)} />
        </Note>
      )}
      {preview.usage === 'T' && (
        <Note tone="info">Test mode: the payer checks this file but pays nothing.</Note>
      )}
      {preview.provenBy === 'visit' && <Note tone="info">{NOT_CHECKED}</Note>}
      <Facts {...preview} />
      {preview.unproven.length > 0 && <Unproven unproven={preview.unproven} {...choosing} />}
      {preview.predicted.length > 0 && (
        <Note tone="warn">
          {counted(preview.predicted.length, 'line', 'lines')} of this file will be denied (
          {showMoney(sum(preview.predicted.map(({ amount }) => amount)))}) though the visits are in order:
          <Sentences
            lines={preview.predicted
              .slice(0, SHOWN_LINES)
              .map(
                (line) => `${line.client}, ${showDate(line.day)}, ${showMoney(line.amount)}: ${line.reason}`,
              )}
          />
          {preview.predicted.length > SHOWN_LINES && `and ${preview.predicted.length - SHOWN_LINES} more.`}
        </Note>
      )}
      {preview.alreadySent > 0 && (
        <p className="ink2">
          {counted(preview.alreadySent, 'billing record was', 'billing records were')} already sent and will
          be skipped.
        </p>
      )}
      <Changed changed={preview.changed} />
      {clients > 0 && (
        <Note tone="warn">
          {counted(clients, 'client', 'clients')} can’t be billed yet. Enter the missing data below:
        </Note>
      )}
      <MissingTable
        missing={preview.refused}
        isNothing={preview.claims === 0 && preview.unproven.length === 0}
        search={search}
      />
    </>
  );
};

/** The file of a month and status, with what is missing named before it is made. */
export const UploadPanel = ({ month, search }: { readonly month: string; readonly search: string }) => {
  const page = usePageState();
  const [choice, setChoice] = useState<UploadChoice>({
    month,
    // Another month begins anew.
    status: UPLOAD_STATUSES.find((one) => page.month === month && one === page.status) ?? 'Billed',
    frequency: '1',
    unproven: 'leaveOut',
  });
  const words = useProofWords();
  const [why, setWhy] = useState('');
  const [made, setMade] = useState<{ result: UploadResult; info: string }>();
  const make = useAction({
    ...MAKE_FILE,
    onDone: ({ data: result, info = '' }) => {
      setMade({ result, info });
      if (result.file !== null) toast.success(info);
    },
  });
  const query = usePreview(choice);
  const slow = useSlow(query.isLoading);
  const failure = failureOf(query, 'Couldn’t load the upload');
  const change = (next: Partial<UploadChoice>) => {
    setMade(undefined);
    setChoice({ ...choice, ...next });
  };
  const reason =
    query.data && query.data.agency.length > 0
      ? 'Enter the agency’s data in Configuration, Payer'
      : query.data?.claims === 0
        ? query.data.unproven.length > 0
          ? words.allUnproven
          : 'Nothing to send'
        : choice.unproven === 'send' && (query.data?.unproven.length ?? 0) > 0 && why.trim() === ''
          ? words.sayWhy
          : undefined;
  return (
    <Stack gap={12}>
      <div className={classes.bar}>
        <NativeSelect
          label="Status"
          value={choice.status}
          data={[...UPLOAD_STATUSES]}
          onChange={(event) => {
            const status = UPLOAD_STATUSES.find((one) => one === event.currentTarget.value);
            if (status) change({ status });
          }}
        />
        <Checkbox
          label="Replace claims that the payer has decided on (frequency 7)"
          checked={choice.frequency === '7'}
          onChange={(event) => change({ frequency: event.currentTarget.checked ? '7' : '1' })}
        />
        <ReasonButton
          size="sm"
          variant="filled"
          loading={make.pending}
          reason={reason}
          leftSection={<IconFileUpload {...smallIcon} />}
          onClick={() => void make.run(fileInput(choice, why.trim()))}
        >
          Make file
        </ReasonButton>
      </div>
      {made && <MadeNote made={made.result} info={made.info} />}
      {failure && <ErrorState {...failure} />}
      {!failure && !query.data && slow && <p role="status">Loading the upload…</p>}
      {query.data && (
        <Preview
          preview={query.data}
          search={search}
          choice={choice.unproven}
          reason={why}
          onChoose={(unproven) => change({ unproven })}
          onReason={setWhy}
        />
      )}
    </Stack>
  );
};
