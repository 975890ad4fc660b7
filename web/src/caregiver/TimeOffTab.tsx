import { listOwnTimeOff } from '@homecare/domain/availability/contract.ts';
import { mayWithdraw } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow, TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { sayTime } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconBeach, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { STATUS_TONES } from '../features/availability/time-off-words.ts';
import { clockOf, failureOf } from '../platform/query.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { phoneIcon } from '../ui/icons.ts';
import { Pill } from '../ui/Pill.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useKeptRead } from './answers.ts';
import classes from './EvvPage.module.css';
import own from './PhoneBar.module.css';
import { ConnectionNote } from './PhoneNotes.tsx';
import { RequestNotes } from './RequestNotes.tsx';
import { keepRequest, useWaitingRequests } from './requests.ts';
import { TimeOffSheet } from './TimeOffSheet.tsx';
import type { PhoneTabProps } from './tab-props.ts';
import { dayWords, useWords, type Words } from './words.ts';

const spanWords = (words: Words, { from, through, fromTime, throughTime }: TimeOffSpan) => {
  const first = dayWords(words, from);
  if (fromTime !== null && throughTime !== null)
    return words.timeSpan(first, sayTime(fromTime), sayTime(throughTime));
  return from === through ? first : words.daySpan(first, dayWords(words, through));
};

interface EntryProps {
  readonly row: TimeOffRow;
  readonly onWithdraw: () => void;
}

const Entry = ({ row, onWithdraw }: EntryProps) => {
  const words = useWords();
  return (
    <li className={own.card}>
      <div className={own.head}>
        <b>{spanWords(words, row)}</b>
        <Pill tone={STATUS_TONES[row.status]}>{words.timeOffStatus[row.status]}</Pill>
      </div>
      {row.reason && <p className="ink2">{row.reason}</p>}
      {mayWithdraw(row.status) && (
        <Button size="md" onClick={onWithdraw}>
          {words.withdraw}
        </Button>
      )}
    </li>
  );
};

/** The caregiver's own time off: request it, see the decision, withdraw it. */
export const TimeOffTab = ({ providerId, zone }: PhoneTabProps) => {
  const words = useWords();
  const query = useKeptRead(listOwnTimeOff, {});
  const kept = useWaitingRequests();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState<TimeOffRow>();
  const withdrawn = new Set(
    kept.flatMap(({ request }) => (request.kind === 'withdraw' ? [request.input.id] : [])),
  );
  const rows = query.data?.filter(({ id }) => !withdrawn.has(id));
  const waiting = kept.flatMap(({ serial, request }) =>
    request.kind === 'timeOff' ? [{ serial, span: request.input }] : [],
  );
  const failure = failureOf(query, words.loadFailedShort);
  return (
    <div className={classes.page}>
      <ConnectionNote stale={query.isRefetchError ? words.stale(clockOf(query.dataUpdatedAt)) : ''} />
      <Button
        size="lg"
        variant="filled"
        leftSection={<IconPlus {...phoneIcon} />}
        onClick={() => setAsking(true)}
      >
        {words.askTimeOff}
      </Button>
      <RequestNotes kinds={['timeOff', 'withdraw']} />
      {failure && <ErrorState {...failure} />}
      <ul className={own.list} aria-label={words.tabTimeOff}>
        {waiting.map(({ serial, span }) => (
          <li key={`kept-${serial}`} className={own.card}>
            <div className={own.head}>
              <b>{spanWords(words, span)}</b>
              <Pill tone="mute">{words.notSent}</Pill>
            </div>
          </li>
        ))}
        {rows?.map((row) => (
          <Entry key={row.id} row={row} onWithdraw={() => setLeaving(row)} />
        ))}
      </ul>
      {rows?.length === 0 && waiting.length === 0 && <EmptyState icon={IconBeach} title={words.noTimeOff} />}
      {asking && (
        <TimeOffSheet
          providerId={providerId}
          zone={zone}
          others={rows ?? []}
          onClose={() => setAsking(false)}
        />
      )}
      {leaving && (
        <ConfirmDialog
          opened
          title={words.withdraw}
          confirmLabel={words.withdraw}
          cancelLabel={words.cancel}
          onConfirm={() => {
            void keepRequest({ kind: 'withdraw', input: { id: leaving.id, rev: leaving.rev } });
            setLeaving(undefined);
          }}
          onCancel={() => setLeaving(undefined)}
        >
          <p>{spanWords(words, leaving)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
