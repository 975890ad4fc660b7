import * as calls from '@homecare/domain/agency-forms/contract.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { getAgencyFormLog, getFilledFormLog } from '@homecare/domain/record-log/contract.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { requestOf } from '../../platform/call-request.ts';
import { openForm } from '../../platform/open-form.ts';
import { useRead } from '../../platform/query.ts';
import { BASE } from '../../platform/send.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** The builder and the page of one filled form; what they are opened with is in the history state. */
export const BUILD = '/forms/build';
export const FILLED = '/forms/one';

export const LIST_FILLED = calls.listFilled;

export const useForms = () => useRead(calls.listForms, {}, { staleTime: 0 });
export const useForm = (id: number | null) =>
  useRead(calls.getForm, { id: id ?? 1 }, { staleTime: 0, enabled: id !== null });
/** About one person, or about everybody. */
export const useDue = (of: { readonly personId?: number } = {}) =>
  useRead(calls.listDue, of, { staleTime: 0 });
export const useFilled = (id: number) => useRead(calls.getFilled, { id }, { staleTime: 0 });
export const useFilledList = (
  of: { readonly personId?: number; readonly visitId?: number } = {},
  enabled = true,
) => useRead(calls.listFilled, of, { staleTime: 0, enabled });

export interface Whom {
  readonly formId: number;
  readonly personId: number;
  readonly visitId: number | null;
}
export const useBegun = (whom: Whom) => useRead(calls.beginForm, whom, { staleTime: 0 });

export interface ReportSpan {
  readonly formId: number;
  readonly from: string;
  readonly through: string;
}
export const useReport = (span: ReportSpan, enabled: boolean) =>
  useRead(calls.reportForm, span, { staleTime: 0, enabled });

const built = [calls.listForms, calls.getForm, calls.listDue, getAgencyFormLog, getToday];
const filled = [
  calls.listForms,
  calls.listDue,
  calls.listFilled,
  calls.getFilled,
  calls.reportForm,
  getFilledFormLog,
  getToday,
];
export const SAVE_FORM = { call: calls.saveForm, changes: built } as const;
export const RETIRE_FORM = { call: calls.retireForm, changes: built } as const;
export const FILL_FORM = { call: calls.fillForm, changes: filled } as const;
export const CORRECT_FORM = { call: calls.correctForm, changes: filled } as const;
export const MARK_MISTAKE = { call: calls.markMistake, changes: filled } as const;
export const UPLOAD_PHOTO = { call: calls.uploadPhoto } as const;

export const photoAddress = (id: number, photo: string) =>
  BASE + requestOf(calls.getPhoto, { id, photo }).path;
export const openFilledPaper = (id: number) => openForm(calls.printFilled, { id });
export const openBlankPaper = (id: number) => openForm(calls.printBlank, { id });
export const fetchReport = (span: ReportSpan, format: ExportFormat) =>
  fetchFile(calls.exportReport, { ...span, format });
