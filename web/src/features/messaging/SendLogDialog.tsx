import { showClock, todayIn } from '@homecare/domain/calendar.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import { type LogPart, selectMessages, statusOf } from '@homecare/domain/messaging/log-words.ts';
import type { SendLogRow } from '@homecare/domain/messaging/schema.ts';
import { Box, Group } from '@mantine/core';
import { IconEye, IconMessages, IconRepeat } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ListColumn } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { failureOf, useRead } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { exportLog } from './api.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { toneOf } from './message-words.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';

const textOf = ({ subject, text }: SendLogRow) => (subject ? `${subject}: ${text}` : text);

/** hh:mm A in the agency's time zone (docs/rules/messaging.md, rule 12). */
const timeOf = (stamp: string, zone: string) =>
  showClock(Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainTime().toString());

/** Sender and recipient. The person's own number or address is on their side. */
const namesOf = ({ status, name }: SendLogRow) => (status === 'received' ? [null, name] : [name, null]);

const columnsIn = (zone: string): readonly ListColumn<SendLogRow>[] => [
  {
    key: 'time',
    title: 'Time',
    width: 92,
    value: ({ time }) => time,
    cell: ({ time }) => timeOf(time, zone),
  },
  { key: 'type', title: 'Type', width: 66, value: ({ type }) => type, cell: ({ type }) => type },
  {
    key: 'to',
    title: 'To',
    width: 128,
    value: (row) => namesOf(row)[0] ?? row.to,
    cell: (row) => <CellLines main={row.to} sub={namesOf(row)[0]} />,
  },
  {
    key: 'from',
    title: 'From',
    width: 118,
    value: (row) => namesOf(row)[1] ?? row.from,
    cell: (row) => <CellLines main={row.from} sub={namesOf(row)[1]} />,
  },
  {
    key: 'text',
    title: 'Text',
    cell: (row) => <CellLines main={textOf(row)} sub={statusOf(row)} subTone={toneOf(row)} />,
  },
];

const ALL_DELIVERED = (
  <EmptyState icon={IconMessages} title="Every message of this day was delivered or is on its way" />
);
const NO_MESSAGES = (
  <EmptyState
    icon={IconMessages}
    title="No messages on this day"
    text="Texts and e-mails appear here as soon as they are queued."
  />
);

interface SendLogDialogProps {
  readonly zone: string;
  readonly onClose: () => void;
}

/** The messages of one day, newest first (docs/rules/messaging.md, rule 12). */
export const SendLogDialog = ({ zone, onClose }: SendLogDialogProps) => {
  const today = todayIn(zone, serverNow()).toString();
  const [typed, setTyped] = useState(today);
  const [shown, setShown] = useState<LogPart>('all');
  const [page, setPage] = useState(1);
  const [looked, setLooked] = useState<SendLogRow>();
  const [again, setAgain] = useState<SendLogRow>();
  const isDay = isIsoDate(typed);
  const query = useRead(getSendLog, { date: isDay ? typed : today }, { enabled: isDay, staleTime: 0 });
  const columns = useMemo(() => columnsIn(zone), [zone]);
  const open = useMemo(() => query.data && selectMessages(query.data, 'open'), [query.data]);
  const rows = shown === 'open' ? open : query.data;
  const { table, menu } = useLook({ list: 'send-log', columns, rows, pageSize: 10 });
  const againButton = (row: SendLogRow) =>
    row.maySendAgain && (
      <IconButton
        label={`Send again to ${row.to}`}
        icon={<IconRepeat {...rowIcon} />}
        onClick={() => setAgain(row)}
      />
    );
  return (
    <ReadDialog wide title="Send log" forced={again !== undefined || looked !== undefined} onClose={onClose}>
      <Group gap={10} align="flex-end" justify="space-between" mb={10}>
        <Box w={180}>
          <DateBox
            label="Day"
            max={today}
            value={typed}
            onChange={(day) => {
              setTyped(day);
              setPage(1);
            }}
          />
        </Box>
        <CountTabs
          label="Messages"
          look="segments"
          tabs={[
            { key: 'all', label: 'All', count: query.data?.length },
            { key: 'open', label: 'Not delivered', count: open?.length, alarm: true },
          ]}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setPage(1);
          }}
        />
        <Group gap="xs">
          <ViewMenu {...menu} />
          <ExportMenu
            list="send-log"
            load={(format) => exportLog(typed, shown, format)}
            disabled={!isDay || !rows?.length}
          />
        </Group>
      </Group>
      <DataTable
        label="Send log"
        {...table}
        rowKey={({ id }) => id}
        rowName={({ time, to }) => `message of ${timeOf(time, zone)} to ${to}`}
        tone={toneOf}
        onOpen={setLooked}
        actions={(row) => (
          <>
            {againButton(row)}
            <IconButton
              label={`Show message of ${timeOf(row.time, zone)} to ${row.to}`}
              icon={<IconEye {...rowIcon} />}
              onClick={() => setLooked(row)}
            />
          </>
        )}
        actionsWidth={80}
        page={page}
        onPage={setPage}
        noun={rows?.length === 1 ? 'message' : 'messages'}
        listItem={(row) => ({
          title: row.name ?? row.to,
          kind: `${timeOf(row.time, zone)} · ${row.type}`,
          // If somebody must act, the status comes before the text.
          line: (toneOf(row) ? [statusOf(row), textOf(row)] : [textOf(row), statusOf(row)])
            .concat(`to ${row.to}`, `from ${row.from}`)
            .join(' · '),
          action: againButton(row),
        })}
        loadingText="Loading the send log…"
        failure={failureOf(query, 'Couldn’t load the send log')}
        empty={shown === 'open' && query.data?.length ? ALL_DELIVERED : NO_MESSAGES}
      />
      {looked && <MessageDialog message={looked} zone={zone} onClose={() => setLooked(undefined)} />}
      {again && <SendAgainDialog message={again} onClose={() => setAgain(undefined)} />}
    </ReadDialog>
  );
};
