import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import {
  cancelSend,
  listPeople,
  listSkipped,
  readProgress,
  startMails,
  startTexts,
} from '@homecare/domain/bulk-messages/contract.ts';
import { isRunning, MAILS_NOT_SENT } from '@homecare/domain/bulk-messages/rules.ts';
import type { BulkSend } from '@homecare/domain/bulk-messages/schema.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import { REASONS, type Refusal } from '@homecare/domain/errors.ts';
import { getSendLog, uploadImage } from '@homecare/domain/messaging/contract.ts';
import {
  BAD_MEDIA,
  EMPTY_LIST,
  EMPTY_MESSAGE,
  NO_EMAIL,
  notQueued,
} from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { getNoTimesheet } from '@homecare/domain/timesheets/contract.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SentOf } from '../../platform/answer.ts';
import { keep } from '../../platform/kept.ts';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { closeErrors, toast } from '../../platform/toasts.ts';
import { SEND_ERRORS } from '../messaging/api.ts';
import { RUNNING } from './running.ts';

/** Everybody whom staff can choose. */
export const useListed = () => useRead(listPeople, {});

// ---- Not Exists TS

const owing = (month: string) => {
  const { from: start, through: end } = daysOfMonth(month);
  return readQuery(getNoTimesheet, { start, end });
};

/** Ids of people without a timesheet for the month, asked anew. */
export const readOwing = (month: string) => queryClient.fetchQuery({ ...owing(month), staleTime: 0 });

/** The same for the months that were chosen; one that is not known yet has nobody. */
export const useOwing = (months: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const lists = useQueries({
    queries: months.map(owing),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => new Map(months.map((month, n) => [month, new Set(lists[n])])), [months, lists]);
};

// ---- a send

const SECOND = 1000;
const SLOWLY = 5 * SECOND;

const pace = (sends: readonly BulkSend[] | undefined) => {
  if (sends?.some(({ state }) => isRunning(state))) return SECOND;
  return sends?.some(({ waiting }) => waiting > 0) ? SLOWLY : undefined;
};

/** The own sends of the day; looked at again as long as one of them moves. */
export const useSends = (enabled = true) => {
  const every = pace(queryClient.getQueryData<readonly BulkSend[]>([readProgress.name, {}]));
  return useRead(readProgress, {}, { enabled, staleTime: 0, ...(every && { every }) });
};

export const useSkipped = (id: number) => useRead(listSkipped, { id });

/**
 * Where the call has a sentence of its own it is the toast; the server's reason is on the page
 * (docs/rules/bulk-messages.md, rule 12).
 */
export const announceRefusal = (channel: Channel, { reason, info }: Refusal<ReasonOf<typeof startTexts>>) => {
  switch (reason) {
    case 'emptyMessage':
    case 'emptyList':
    case 'badImage':
      return toast.error(info);
    default:
      return toast.error(channel === 'SMS' ? notQueued(REASONS[reason].status) : MAILS_NOT_SENT);
  }
};

/** What was wrong is fixed, or another thing is: only what holds now is there. */
export const forgetRefusals = () =>
  closeErrors([EMPTY_MESSAGE, EMPTY_LIST, BAD_MEDIA, NO_EMAIL, MAILS_NOT_SENT, ...SEND_ERRORS]);

/** The list changed under the screen: everything it is made of is asked again. */
const refresh = () => markStale(listPeople, getNoTimesheet);

const SEND_READERS = [readProgress];
export const START_TEXTS = { call: startTexts, changes: SEND_READERS } as const;
export const START_MAILS = { call: startMails, changes: SEND_READERS } as const;

/** What is reported of a send that was asked for, and its progress from then on. */
export const announceStart = (
  channel: Channel,
  sent: SentOf<typeof startTexts> | SentOf<typeof startMails>,
) => {
  if (sent.ok) {
    forgetRefusals();
    keep(RUNNING, [sent.data.id]);
  } else {
    announceRefusal(channel, sent);
    if (sent.reason === 'listChanged') void refresh();
  }
};

export const UPLOAD_IMAGE = { call: uploadImage } as const;
export const CANCEL_SEND = { call: cancelSend, changes: [readProgress, getSendLog] } as const;
