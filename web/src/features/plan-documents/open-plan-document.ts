import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { signsDocuments } from '@homecare/domain/permissions.ts';
import {
  printCarePlan,
  printServiceOrder,
  printServiceOrderCP,
  printServiceOrderTS,
  printTimesheet,
  SELECT_DATE,
} from '@homecare/domain/plan-documents/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { currentSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.ts';

/** Month and switches of the care plan list that printing goes by. */
export interface PrintChoice {
  /** YYYY-MM; '' when none is chosen. */
  readonly month: string;
  /** Switch covid list. */
  readonly covidts: boolean;
  /** Switch Show TS Time. */
  readonly timeNeeded: boolean;
  /** Switch Add Monthly Report page. */
  readonly mreport: boolean;
}

/** What of the list goes into a monthly file: the chosen plans, or all of a month by its filters. */
export interface BulkChoice extends PrintChoice {
  /** Language group; '' is All. */
  readonly group: string;
  readonly excluded: 'all' | '0' | '1';
  /** Switch Show All Temp. */
  readonly showTemp: boolean;
  /** The plans of the filtered list; absent: the whole month. More than 500 are asked for by the filters. */
  readonly ids?: readonly number[];
}

export type PrintedPlan = Pick<CarePlan, 'id'>;

/** The initials of any non-admin (docs/rules/plan-documents.md, rule 14); the server prints those of the session. */
const who = () => {
  const session = currentSession();
  return session && signsDocuments(session.role) ? { who: session.initials } : {};
};

export const timesheetInput = ({ month, covidts, timeNeeded, mreport }: PrintChoice) => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5, 7)),
  covidts,
  timeNeeded,
  mreport,
});

/** Tells what is missing before a month can be printed. */
export const hasMonth = ({ month }: Pick<PrintChoice, 'month'>): boolean => {
  if (month !== '') return true;
  toast.error(SELECT_DATE);
  return false;
};

/** The printed care plan in a new window. */
export const openCarePlan = ({ id }: PrintedPlan) => openForm(printCarePlan, { id, ...who() });

/** The printed timesheet of the month in a new window. */
export const openTimesheet = ({ id }: PrintedPlan, choice: PrintChoice) => {
  if (hasMonth(choice))
    openForm(printTimesheet, {
      id,
      ...timesheetInput(choice),
      group: '',
      excluded: 'all',
      showTemp: false,
      ...who(),
    });
};

export const BULK = {
  carePlans: { call: printServiceOrderCP, label: 'All monthly care plans', short: 'Care plans' },
  both: { call: printServiceOrder, label: 'Care plans plus timesheets', short: 'CP + TS' },
  timesheets: { call: printServiceOrderTS, label: 'Timesheets only', short: 'TS' },
} as const;
export type BulkKind = keyof typeof BULK;
export const BULK_KINDS = ['carePlans', 'both', 'timesheets'] as const satisfies readonly BulkKind[];

const AT_MOST = 500;

/** The monthly file in a new window; `run` is the key by which its progress is asked for. */
export const openBulk = (
  kind: BulkKind,
  { ids, group, excluded, showTemp, ...choice }: BulkChoice,
  run: string,
) =>
  openForm(BULK[kind].call, {
    ...timesheetInput(choice),
    ...(ids && ids.length <= AT_MOST ? { ids: [...ids] } : {}),
    group,
    excluded,
    showTemp,
    run,
    ...who(),
  });
