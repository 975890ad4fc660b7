import { OFFICE } from '@homecare/domain/call.ts';
import {
  coverAbsence,
  insertCarePlan,
  setPlanActive,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { offeredMoves, type PlanMoveName } from '@homecare/domain/care-plans/moves.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import {
  printCarePlan,
  printTimesheet,
  saveCarePlan,
  saveTimesheet,
} from '@homecare/domain/plan-documents/contract.ts';
import { getPlanLog } from '@homecare/domain/record-log/contract.ts';
import { listSigning } from '@homecare/domain/signing/contract.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { getScanList } from '@homecare/domain/timesheets/contract.ts';
import { listVisitsBehind } from '@homecare/domain/visit-story/contract.ts';
import {
  IconCalendarEvent,
  IconCalendarTime,
  IconClipboardList,
  IconCopy,
  IconEye,
  IconFileText,
  IconHistory,
  IconPencil,
  IconPlaneDeparture,
  IconReload,
  IconScan,
  IconSend,
  IconSignature,
  IconTransfer,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { RowAction, Viewer } from '../../platform/row-actions.ts';
import { STORY_HINT } from '../visit-story/open-story.ts';
import type { PlanDialogProps } from './plan-dialog.ts';
import { mayCloneTemp, type StoredPlanMode } from './plan-mode.ts';

export interface PlanViewer extends Viewer {
  readonly today: Temporal.PlainDate;
}

/** What an action can do with its list. */
export interface PlanPage {
  readonly openForm: (mode: StoredPlanMode, plan: PlanListRow) => void;
  readonly getCarePlan: (plan: PlanListRow) => void;
  readonly getTimesheet: (plan: PlanListRow) => void;
  readonly sendCarePlan: (plan: PlanListRow) => void;
  readonly sendTimesheet: (plan: PlanListRow) => void;
  readonly showVisits: (plan: PlanListRow) => void;
}

export type PlanAction = RowAction<PlanListRow, PlanPage, PlanDialogProps, PlanViewer>;

/** The moves come from the table in the domain, which the server checks as well. */
const has =
  (move: PlanMoveName) =>
  (plan: PlanListRow, { role, today }: PlanViewer) =>
    offeredMoves(plan, role, today.toString()).includes(move);

/** Why this agency cannot make temporary plans. */
export const whyNoTemporary = (capabilities: Capabilities | undefined) =>
  capabilities?.temporaryEnabled ? undefined : 'Temporary plans are not switched on';

const isShown = ({ Status }: PlanListRow) => Status !== 'Deleted';

/** Whether the plan is temporary, or covered by a temporary one. */
export const isTemporaryOrCovered = ({ isTemporary, covered }: PlanListRow) =>
  isTemporary || covered.length > 0;

/** What Enter and double click do on a row. */
export const openingMode = (plan: PlanListRow, viewer: PlanViewer): StoredPlanMode =>
  has('Modify')(plan, viewer) ? 'Modify' : 'Show';

/**
 * All actions on a row of the care plan list (docs/rules/care-plans.md, rule 48). Icons, ⋮ menu, right-click and Shift F10
 * share this table. Groups: form, documents, scans, state.
 */
export const PLAN_ACTIONS: readonly PlanAction[] = [
  {
    key: 'modify',
    label: 'Modify',
    icon: IconPencil,
    group: 'form',
    call: updateCarePlan,
    shown: has('Modify'),
    hint: 'Enter',
    row: 1,
    run: (plan, page) => page.openForm('Modify', plan),
  },
  {
    key: 'show',
    label: 'Show',
    icon: IconEye,
    group: 'form',
    // Only the office has the form; providers see their plans in the list and in print.
    roles: OFFICE,
    shown: (plan, viewer) => openingMode(plan, viewer) === 'Show',
    hint: 'Enter',
    run: (plan, page) => page.openForm('Show', plan),
  },
  {
    key: 'clone',
    label: 'Clone',
    icon: IconCopy,
    group: 'form',
    call: insertCarePlan,
    shown: (plan) => !isTemporaryOrCovered(plan),
    row: 2,
    inRow: ({ Status }) => Status === 'Active',
    roomy: true,
    run: (plan, page) => page.openForm('Clone', plan),
  },
  {
    key: 'clone-temp',
    label: 'Clone temp',
    icon: IconTransfer,
    group: 'form',
    call: insertCarePlan,
    shown: (plan) => !plan.isTemporary && mayCloneTemp(plan),
    disabled: (_, { capabilities }) => whyNoTemporary(capabilities),
    run: (plan, page) => page.openForm('Clone temp', plan),
  },
  {
    key: 'away',
    label: 'Provider is away…',
    icon: IconPlaneDeparture,
    group: 'form',
    call: coverAbsence,
    shown: ({ isTemporary, Status }) => !isTemporary && Status === 'Active',
    disabled: (_, { capabilities }) => whyNoTemporary(capabilities),
    dialog: async () => (await import('./AbsenceDialog.tsx')).PlanAbsenceDialog,
  },
  {
    key: 'visits',
    label: 'Visits',
    icon: IconCalendarTime,
    group: 'form',
    call: listVisitsBehind,
    hint: STORY_HINT,
    run: (plan, page) => page.showVisits(plan),
  },
  {
    key: 'log',
    label: 'Record log',
    icon: IconHistory,
    group: 'form',
    call: getPlanLog,
    dialog: async () => (await import('../record-log/RecordLogDialog.tsx')).PlanLogDialog,
  },
  {
    key: 'get-care-plan',
    label: 'Get care plan',
    icon: IconClipboardList,
    group: 'documents',
    call: printCarePlan,
    shown: isShown,
    row: 6,
    rowLabel: (name) => `Get ${name}`,
    run: (plan, page) => page.getCarePlan(plan),
  },
  {
    key: 'send-care-plan',
    label: 'Send care plan…',
    icon: IconSend,
    group: 'documents',
    call: saveCarePlan,
    needsOne: ['smsEnabled', 'emailEnabled'],
    shown: isShown,
    run: (plan, page) => page.sendCarePlan(plan),
  },
  {
    key: 'get-timesheet',
    label: 'Get timesheet',
    icon: IconFileText,
    group: 'documents',
    call: printTimesheet,
    shown: isShown,
    row: 7,
    rowLabel: (name) => `Get timesheet of ${name}`,
    run: (plan, page) => page.getTimesheet(plan),
  },
  {
    key: 'send-timesheet',
    label: 'Send timesheet…',
    icon: IconSend,
    group: 'documents',
    call: saveTimesheet,
    needsOne: ['smsEnabled', 'emailEnabled'],
    shown: isShown,
    run: (plan, page) => page.sendTimesheet(plan),
  },
  {
    key: 'signatures',
    label: 'Signatures…',
    icon: IconSignature,
    group: 'documents',
    call: listSigning,
    shown: isShown,
    dialog: async () => (await import('./PlanSignaturesDialog.tsx')).PlanSignaturesDialog,
  },
  {
    key: 'scans',
    label: 'Timesheet scan errors',
    icon: IconScan,
    group: 'scans',
    call: getScanList,
    row: 8,
    rowLabel: (name) => `Timesheet scan errors of ${name}`,
    alarm: ({ tserror }) => tserror,
    dialog: async () => (await import('../timesheets/PlanScansDialog.tsx')).PlanScansDialog,
  },
  {
    key: 'set-active',
    label: 'Set Active…',
    icon: IconReload,
    group: 'state',
    call: setPlanActive,
    shown: has('Set Active'),
    row: 3,
    dialog: async () => (await import('./SetActiveDialog.tsx')).SetActiveDialog,
  },
  {
    key: 'archive',
    label: 'Archive…',
    icon: IconX,
    group: 'state',
    call: updateCarePlan,
    shown: has('Archive'),
    danger: true,
    row: 4,
    dialog: async () => (await import('./ArchivePlanDialog.tsx')).ArchivePlanDialog,
  },
  {
    key: 'change-end',
    label: 'Change end…',
    icon: IconCalendarEvent,
    group: 'state',
    call: updateCarePlan,
    shown: has('Change end'),
    dialog: async () => (await import('./ChangeEndDialog.tsx')).ChangeEndDialog,
  },
  {
    key: 'delete',
    label: 'Delete…',
    icon: IconTrash,
    group: 'state',
    call: updateCarePlan,
    // The list deletes only archived plans (docs/rules/care-plans.md, rule 48).
    shown: (plan, viewer) => plan.Status === 'Archive' && has('Delete')(plan, viewer),
    danger: true,
    row: 5,
    inRow: ({ isTemporary }) => !isTemporary,
    dialog: async () => (await import('./DeletePlanDialog.tsx')).DeletePlanDialog,
  },
];
