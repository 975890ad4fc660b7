import { insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { OFFICE } from '@homecare/domain/call.ts';
import { listSigning } from '@homecare/domain/signing/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { applyBulk } from '@homecare/domain/visits/contract.ts';
import {
  isOffered,
  OFFICE_ACTIONS,
  type OfficeActionKey,
  officeBlocked,
} from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import {
  IconCalendarOff,
  IconCalendarTime,
  IconCalendarX,
  IconClockCheck,
  IconClockX,
  IconEyeCheck,
  IconHistory,
  IconListDetails,
  IconMessage2,
  IconPencil,
  IconPlayerPlay,
  IconSignature,
  IconSquareCheck,
  IconUpload,
} from '@tabler/icons-react';
import type { RowAction, Viewer } from '../../platform/row-actions.ts';
import { sendToAggregator } from '../aggregator/api.ts';
import { STORY_HINT, STORY_LABEL } from '../visit-story/open-story.ts';
import { acceptRecorded, markVisitSeen, refreshVisits } from './office-api.ts';
import type { VisitDialogProps } from './visit-dialog.ts';

export interface VisitViewer extends Viewer {
  readonly today: string;
}

/** What a list of visits can do besides. */
export interface VisitsPage {
  readonly openStory: (visit: Visit) => void;
}

type VisitAction = RowAction<Visit, VisitsPage, VisitDialogProps, VisitViewer>;

const statusDialog = async () => (await import('./SetStatusDialog.tsx')).SetStatusDialog;

/** What each action of the domain's table looks like and does here. */
const LOOKS: Record<OfficeActionKey, Omit<VisitAction, 'key' | 'label' | 'roles'>> = {
  edit: {
    icon: IconPencil,
    group: 'visit',
    row: 1,
    hint: 'Enter',
    dialog: async () => (await import('./EditVisitDialog.tsx')).EditVisitDialog,
  },
  accept: {
    icon: IconClockCheck,
    group: 'visit',
    run: acceptRecorded,
  },
  reject: {
    icon: IconClockX,
    group: 'visit',
    run: async (visit) => (await import('./BulkRowDialogs.tsx')).rejectRecorded(visit),
  },
  setActive: { icon: IconPlayerPlay, group: 'visit', dialog: statusDialog },
  setComplete: { icon: IconSquareCheck, group: 'visit', dialog: statusDialog },
  reschedule: {
    icon: IconCalendarTime,
    group: 'visit',
    dialog: async () => (await import('./RescheduleDialog.tsx')).RescheduleDialog,
  },
  close: {
    icon: IconCalendarX,
    group: 'visit',
    dialog: async () => (await import('./BulkRowDialogs.tsx')).CloseVisitDialog,
  },
  reopen: {
    icon: IconCalendarOff,
    group: 'visit',
    run: async (visit) => (await import('./BulkRowDialogs.tsx')).reopenVisit(visit),
  },
  reason: {
    icon: IconMessage2,
    group: 'visit',
    dialog: async () => (await import('./BulkRowDialogs.tsx')).GiveReasonDialog,
  },
  seen: {
    icon: IconEyeCheck,
    group: 'visit',
    run: markVisitSeen,
  },
  showLog: {
    icon: IconListDetails,
    group: 'aggregator',
    needs: ['sandataEnabled'],
    dialog: async () => (await import('./VisitLogDialog.tsx')).VisitLogDialog,
  },
  send: {
    icon: IconUpload,
    group: 'aggregator',
    call: insertRecord,
    needs: ['sandataEnabled'],
    run: async ({ id }) => {
      await sendToAggregator({ type: 'Visit', id }, 'Success: Sent to Sandata');
      await refreshVisits();
    },
  },
};

/** Right-click, ⋮ and Shift F10 of a visit, by its status (docs/rules/visits.md, rule 38). */
export const VISIT_ACTIONS: readonly VisitAction[] = [
  ...OFFICE_ACTIONS.map(
    (action): VisitAction => ({
      key: action.key,
      label: action.label,
      roles: OFFICE,
      call: applyBulk,
      shown: (visit, { today }) => isOffered(action, visit, today),
      disabled: (visit, { today }) => officeBlocked(action, visit, today),
      ...LOOKS[action.key],
    }),
  ),
  {
    key: 'signatures',
    label: 'Signatures…',
    icon: IconSignature,
    group: 'story',
    call: listSigning,
    shown: ({ Status }) => Status === 'Complete',
    dialog: async () => (await import('./VisitSignaturesDialog.tsx')).VisitSignaturesDialog,
  },
  {
    key: 'story',
    label: STORY_LABEL,
    icon: IconHistory,
    group: 'story',
    call: getVisitStory,
    hint: STORY_HINT,
    run: (visit, page) => page.openStory(visit),
  },
];
