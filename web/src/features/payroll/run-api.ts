import { getClientMonth, payRecordedTime } from '@homecare/domain/billing/contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { type Layout, OWN } from '@homecare/domain/payroll/layouts.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import type { PayrollRun } from '@homecare/domain/payroll/run-schema.ts';
import { HALF_CHOICES, type HalfChoice } from '@homecare/domain/payroll/runs.ts';
import * as unpaidCalls from '@homecare/domain/payroll/unpaid-contract.ts';
import * as weekCalls from '@homecare/domain/payroll/week-contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { fetchFile, saveAs, saveOrShow } from '../../platform/send-file.ts';

// --- Runs

/** The file of a run: its layout, and as what. */
export interface FileChoice {
  readonly layout: string;
  readonly export: 'csv' | 'xls';
}
/** Every layout is CSV; ours is a workbook too. */
export const FILE_CHOICES = (layouts: readonly Layout[]) => [
  { value: `${OWN} csv`, label: 'Standard CSV' },
  { value: `${OWN} xls`, label: 'Standard XLSX' },
  ...layouts.map(({ id, name }) => ({ value: `${id} csv`, label: name })),
];
export const fileOf = (value: string): FileChoice => {
  const [layout = OWN, format] = value.split(' ');
  return { layout, export: format === 'xls' ? 'xls' : 'csv' };
};

export interface RunChoice extends FileChoice {
  readonly month: string;
  /** '1', '2', 'both', or the first day of a pay period. */
  readonly half: string;
}

/** What is chosen, as the calls ask for it. */
const spanOf = (chosen: string): { half: HalfChoice; period?: string } => {
  const half = HALF_CHOICES.find((one) => one === chosen);
  return half ? { half } : { half: 'both', period: chosen };
};

export const useRunPreview = ({ month, half, layout }: RunChoice) =>
  useRead(
    calls.previewRun,
    { date: month, ...spanOf(half), layout },
    { staleTime: 0, enabled: month !== '' && half !== '' },
  );
export const useRuns = () => useRead(calls.listRuns, {}, { staleTime: 0 });
export const useRun = (number: number) => useRead(calls.getRun, { number });

export const useOwedWeeks = () => useRead(weekCalls.listOwedWeeks, {}, { staleTime: 0 });

/** The amounts that were shown are sent, so that nothing else is confirmed. */
export const CONFIRM_WEEKS = {
  call: weekCalls.confirmOwedWeeks,
  changes: [weekCalls.listOwedWeeks, calls.previewRun, getPayMonth],
} as const;

/** Recorded work of the days that a run pays, where it is paid shorter than it was worked. */
export const useUnpaidTime = ({ month, half }: Pick<RunChoice, 'month' | 'half'>) =>
  useRead(
    unpaidCalls.listUnpaidTime,
    { date: month, ...spanOf(half) },
    { staleTime: 0, enabled: month !== '' && half !== '' },
  );

/** The minutes that were shown are sent, so that nothing else is paid. */
export const PAY_RECORDED = {
  call: payRecordedTime,
  changes: [unpaidCalls.listUnpaidTime, calls.previewRun, getPayMonth, getClientMonth],
} as const;

/** What a run pays and corrects, cents. */
export const runGross = ({ pay, corrections }: Pick<PayrollRun, 'pay' | 'corrections'>) =>
  pay.straight + pay.premium + corrections.straight + corrections.premium;

const refreshRuns = () => markStale(calls.previewRun, calls.listRuns);

/** Marks the run and hands its file to the browser's downloads. */
export const exportRun = async ({ month, half, layout, export: format }: RunChoice) => {
  const sent = await fetchFile(calls.exportPayroll, {
    from: month,
    to: month,
    ...spanOf(half),
    export: format,
    layout,
    private: 'all',
  });
  if (sent.ok) saveAs(sent.data, sent.data.name);
  await refreshRuns();
  return sent;
};

/** The newest run as it is on the server; 0: none, or not known. */
export const newestRun = async (): Promise<number> => {
  const runs = await queryClient
    .fetchQuery({ ...readQuery(calls.listRuns, {}), staleTime: 0 })
    .catch(() => []);
  return Math.max(0, ...runs.map(({ number }) => number));
};

/** The file as it would be; nothing is marked. */
export const openPreview = ({ month, half, layout, export: format }: RunChoice) =>
  openForm(calls.previewPayroll, {
    from: month,
    to: month,
    ...spanOf(half),
    export: format,
    layout,
    private: 'all',
  });

export const downloadRun = async ({ number }: Pick<PayrollRun, 'number'>, file: FileChoice) => {
  const sent = await fetchFile(calls.downloadRun, { number, ...file });
  saveOrShow(sent, sent.ok ? sent.data.name : '');
};

/** Shown by the browser in a window of its own. */
export const openRunSheet = (number: number) => openForm(calls.printRun, { number });

// --- What an admin sets

export const usePayRules = () => useRead(calls.getPayRules, {});
export const SAVE_PAY_RULES = {
  call: calls.savePayRules,
  changes: [calls.getPayRules, calls.previewRun, getPayMonth],
} as const;

export const useLayouts = () => useRead(calls.getLayouts, {});
export const SAVE_LAYOUTS = {
  call: calls.saveLayouts,
  changes: [calls.getLayouts, calls.previewRun],
} as const;

export const useNumbers = (layout: string) => useRead(calls.listNumbers, { layout }, { staleTime: 0 });
export const SAVE_NUMBERS = {
  call: calls.saveNumbers,
  changes: [calls.listNumbers, calls.previewRun],
} as const;
