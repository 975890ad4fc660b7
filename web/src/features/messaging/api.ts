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
import { EMPTY_MESSAGE, notQueued } from '@homecare/domain/messaging/rules.ts';
import { useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

export const useTemplates = () => useRead(getTemplates, {});
export const useCaseManager = (id: number) => useRead(findCaseManager, { id }, { staleTime: 0 });

/** Errors that a successful send resolves, so that no red message stays beside the success. */
export const SEND_ERRORS: readonly string[] = [
  EMPTY_MESSAGE,
  ...Object.values(REASONS).map(({ status }) => notQueued(status)),
];

/** Keyed, so that pressing again after a lost answer sends nothing twice. */
export const SEND_SMS = { call: queueSms, changes: [getSendLog], keyed: true } as const;
export const SEND_MAIL = { call: queueEmail, changes: [getSendLog], keyed: true } as const;
export const SEND_CONFIRMATION = { call: sendConfirmation } as const;

export const exportLog = (date: string, part: LogPart, format: ExportFormat) =>
  fetchFile(exportMessages, { date, part, format });
