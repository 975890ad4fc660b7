import { showStamp } from '@homecare/domain/calendar.ts';
import { answerWords } from '@homecare/domain/claims/list-words.ts';
import type { ClaimBatch } from '@homecare/domain/claims/schema.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Group, Stack } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { useRowStory } from '../visit-story/use-row-story.tsx';
import { downloadBatch, exportFileList, openControlSheet, REHEARSE, useBatches } from './api.ts';
import { NOTHING_FOUND } from './found.ts';
import { SentFileActions } from './PayerFiles.tsx';

/** What the file claims: the records of a status, or corrected claims. */
const KINDS: Record<ClaimBatch['kind'], string> = {
  Billed: 'billed records',
  Denied: 'denied records',
  Corrected: 'corrected claims',
  Void: 'voided claims',
};

const paidOf = ({ answered, paid }: ClaimBatch) => (answered > 0 ? `${showMoney(paid)} paid` : '');

const columnsIn = (zone: string): readonly ListColumn<ClaimBatch>[] => [
  {
    key: 'number',
    title: 'No.',
    width: 56,
    align: 'right',
    value: ({ interchange }) => interchange,
    cell: ({ interchange }) => interchange,
  },
  {
    key: 'file',
    title: 'File',
    min: 180,
    value: ({ created }) => created,
    cell: ({ file, created, createdBy }) => (
      <CellLines main={file} sub={`${showStamp(created, zone)} ${createdBy}`} />
    ),
  },
  {
    key: 'month',
    title: 'Month',
    width: 124,
    value: ({ month, kind }) => `${month} ${kind}`,
    cell: ({ kind, month }) => <CellLines main={month} sub={KINDS[kind]} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    width: 108,
    align: 'right',
    value: ({ amount }) => amount,
    cell: ({ claims, amount }) => (
      <CellLines
        main={showMoney(amount)}
        sub={`${claims.toLocaleString('en-US')} ${claims === 1 ? 'claim' : 'claims'}`}
      />
    ),
  },
  {
    key: 'state',
    title: 'Answer',
    width: 220,
    value: answerWords,
    cell: (batch) => <CellLines main={answerWords(batch)} sub={paidOf(batch)} />,
  },
];

const actions = ({ id, file, usage, claims, answered, refused }: ClaimBatch) => (
  <SentFileActions
    file={file}
    onSheet={() => openControlSheet(id)}
    onDownload={() => void downloadBatch(id, file)}
    rehearsal={usage === 'T' ? { by: REHEARSE, input: { id }, isOver: answered + refused >= claims } : null}
  />
);

const NO_FILE = { title: 'No file yet', text: 'Files are made under Upload.' } as const;

/** Claim files, newest first. */
export const BatchesPanel = ({ search }: { readonly search: string }) => {
  const zone = useZone();
  const query = useBatches(search);
  const stories = useRowStory(({ id, file }: ClaimBatch) => ({
    counts: { of: 'batch', id: String(id) },
    title: file,
  }));
  const { table, menu } = useLook({
    list: 'claim-files',
    columns: columnsIn(zone),
    rows: query.data,
    pageSize: 10,
  });
  return (
    <Stack gap={12}>
      <Group justify="flex-end" gap="xs">
        <ViewMenu {...menu} />
        <ExportMenu list="claim-files" load={exportFileList} disabled={!query.data?.length} />
      </Group>
      <DataTable
        label="Files of claims"
        {...table}
        rowKey={({ id }) => id}
        rowName={({ file }) => file}
        noun={query.data?.length === 1 ? 'file' : 'files'}
        tone={({ refused }) => (refused > 0 ? 'warn' : undefined)}
        keys={stories.keys}
        menu={stories.entries}
        actions={actions}
        actionsWidth={160}
        listItem={(batch) => ({
          title: `${batch.interchange}, ${batch.month}, ${KINDS[batch.kind]}`,
          kind: showMoney(batch.amount),
          line: [answerWords(batch), paidOf(batch)].filter(Boolean).join(', '),
          action: actions(batch),
        })}
        loadingText="Loading files…"
        failure={failureOf(query, 'Couldn’t load the files')}
        empty={<EmptyState icon={IconFileOff} {...(search.trim() === '' ? NO_FILE : NOTHING_FOUND)} />}
      />
      {stories.window}
    </Stack>
  );
};
