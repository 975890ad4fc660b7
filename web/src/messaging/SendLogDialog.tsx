import { showClock, todayIn } from '@homecare/domain/calendar.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import { maySendAgain } from '@homecare/domain/messaging/delivery.ts';
import type { SendLogRow } from '@homecare/domain/messaging/schema.ts';
import { Button } from '@mantine/core';
import { IconMessages, IconRepeat } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { failureOf, useRead } from '../shell/query.ts';
import { serverNow } from '../shell/server-time.ts';
import { CellLines } from '../ui/CellLines.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import { DateBox, isIsoDate } from '../ui/inputs.tsx';
import { EmptyState } from '../ui/states.tsx';
import { STATUS_WORDS } from './message-words.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';
import classes from './SendLogDialog.module.css';

const statusOf = ({ status, error }: SendLogRow) =>
  error ? `${STATUS_WORDS[status]}: ${error}` : STATUS_WORDS[status];
const textOf = ({ subject, text }: SendLogRow) => (subject ? `${subject}: ${text}` : text);

/** hh:mm A in the agency's zone (specification part 2, section 9). */
const timeOf = (stamp: string, zone: string) =>
  showClock(Temporal.Instant.from(stamp).toZonedDateTimeISO(zone).toPlainTime().toString());

const columnsIn = (zone: string): readonly Column<SendLogRow>[] => [
  { key: 'time', title: 'Time', width: 84, cell: ({ time }) => timeOf(time, zone) },
  { key: 'type', title: 'Type', width: 62, cell: ({ type }) => type },
  { key: 'to', title: 'To', width: 150, cell: ({ to }) => to },
  { key: 'from', title: 'From', width: 120, cell: ({ from }) => from },
  { key: 'text', title: 'Text', cell: (row) => <CellLines main={textOf(row)} sub={statusOf(row)} /> },
];

interface SendLogDialogProps {
  readonly zone: string;
  readonly onClose: () => void;
}

/** The messages of one day, the newest first (specification part 2, 2.3). */
export const SendLogDialog = ({ zone, onClose }: SendLogDialogProps) => {
  const today = todayIn(zone, serverNow()).toString();
  const [typed, setTyped] = useState(today);
  const [page, setPage] = useState(1);
  const isDay = isIsoDate(typed);
  const query = useRead(getSendLog, { date: isDay ? typed : today }, { enabled: isDay, staleTime: 0 });
  const columns = useMemo(() => columnsIn(zone), [zone]);
  const [again, setAgain] = useState<SendLogRow>();
  const hasFailed = query.data?.some(({ status }) => maySendAgain(status)) === true;
  const againButton = (row: SendLogRow) =>
    maySendAgain(row.status) && (
      <IconButton
        label={`Send again to ${row.to}`}
        icon={<IconRepeat {...rowIcon} />}
        onClick={() => setAgain(row)}
      />
    );
  return (
    <Dialog
      opened
      wide
      title="Send log"
      forced={again !== undefined}
      onClose={onClose}
      actions={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={classes.day}>
        <DateBox
          label="Day"
          max={today}
          value={typed}
          onChange={(day) => {
            setTyped(day);
            setPage(1);
          }}
        />
      </div>
      <DataTable
        label="Send log"
        columns={columns}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ time, to }) => `message of ${timeOf(time, zone)} to ${to}`}
        {...(hasFailed && { actions: againButton, actionsWidth: 72 })}
        pageSize={10}
        page={page}
        onPage={setPage}
        noun={query.data?.length === 1 ? 'message' : 'messages'}
        listItem={(row) => ({
          title: row.to,
          kind: `${timeOf(row.time, zone)} · ${row.type}`,
          line: `${textOf(row)} · ${statusOf(row)} · from ${row.from}`,
          action: againButton(row),
        })}
        loadingText="Loading the send log…"
        failure={failureOf(query, 'The send log could not be loaded')}
        empty={
          <EmptyState
            icon={IconMessages}
            title="No messages on this day"
            text="Texts and e-mails appear here as soon as they are queued."
          />
        }
      />
      {again && <SendAgainDialog message={again} onClose={() => setAgain(undefined)} />}
    </Dialog>
  );
};
