import { REASONS } from '@homecare/domain/errors.ts';
import { type ExportFormat, exportMessages } from '@homecare/domain/list-export/contract.ts';
import {
  findCaseManager,
  getSendLog,
  getTemplates,
  queueEmail,
  queueSms,
  sendConfirmation,
} from '@homecare/domain/messaging/contract.ts';
import type { LogPart } from '@homecare/domain/messaging/log-words.ts';
import { EMPTY_MESSAGE, notQueued, QUEUED, smsNumber } from '@homecare/domain/messaging/rules.ts';
import type { Sent } from '../../platform/answer.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { type SendOptions, send } from '../../platform/send.ts';
import { fetchFile } from '../../platform/send-file.ts';
import { closeErrors, toast } from '../../platform/toasts.ts';

export const useTemplates = () => useRead(getTemplates, {});
export const useCaseManager = (id: number) => useRead(findCaseManager, { id }, { staleTime: 0 });

/** `told`: what the screen says of success where it has words of its own. */
export interface Sending extends SendOptions {
  readonly told?: string | undefined;
}

/** What a send that went well has mended: nothing red stands beside the success. */
export const SEND_ERRORS: readonly string[] = [
  EMPTY_MESSAGE,
  ...Object.values(REASONS).map(({ status }) => notQueued(status)),
];

/** Tells how it went; the server's own reason stands in the dialog (docs/rules/messaging.md, rule 17). */
const tell = (sent: Sent<unknown>, told = QUEUED) => {
  if (sent.ok) closeErrors(SEND_ERRORS);
  if (sent.ok) toast.success(told);
  else toast.error(notQueued(REASONS[sent.reason].status));
  void markStale(getSendLog);
};

export const sendSms = async (phone: string, text: string, { told, ...options }: Sending) => {
  const sent = await send(queueSms, { sms: [{ number: smsNumber(phone), text }] }, options);
  tell(sent, told);
  return sent;
};

export const sendMail = async (
  email: string,
  subject: string,
  text: string,
  { told, ...options }: Sending,
) => {
  const sent = await send(queueEmail, { email: [{ email, subject, text }] }, options);
  tell(sent, told);
  return sent;
};

export const sendConfirmationMail = async (id: number) => {
  const sent = await send(sendConfirmation, { id });
  if (sent.ok) toast.success(QUEUED);
  else toast.error(sent.info);
  return sent;
};

export const exportLog = (date: string, part: LogPart, format: ExportFormat) =>
  fetchFile(exportMessages, { date, part, format });
