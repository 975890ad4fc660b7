import { insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { saveHours, saveNeeds, savePreference } from '@homecare/domain/availability/contract.ts';
import { OFFICE } from '@homecare/domain/call.ts';
import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { listMembers } from '@homecare/domain/family/contract.ts';
import { getUserFiles } from '@homecare/domain/files/contract.ts';
import { findCaseManager, getTemplates } from '@homecare/domain/messaging/contract.ts';
import { previewArchive, updatePerson } from '@homecare/domain/people/contract.ts';
import { isActive, isArchived, isClient, KIND } from '@homecare/domain/people/kind-and-status.ts';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { renewFeed } from '@homecare/domain/schedule/contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import {
  IconArchive,
  IconCalendarShare,
  IconCalendarTime,
  IconFiles,
  IconHeart,
  IconHistory,
  IconHomeHeart,
  IconReport,
  IconSend,
  IconShieldCheck,
  IconUpload,
  IconUserCheck,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react';
import { sendToAggregator } from '../aggregator/api.ts';
import { CLIENT_FORMS, LAST_FORMS } from '../people-forms/form-reports.ts';
import { AGGREGATOR_LOG, EDIT, NOTE, SEND, SHOW, sendToPerson, TEXTS } from './people-row-actions.tsx';
import { only, type RowAction } from './row-actions.ts';

/**
 * The one table of what can be done with a row of the People list: icons of the row, ⋮ menu, right-click and Shift F10 all read
 * it (docs/rules/people.md, rule 40). Order of the menu: record: Edit or Show, Send Email/SMS (Send to Provider, Send to
 * Client, Send to Case Manager), Text messages, Add/Edit Note, Files, Availability and Preferences (providers), Requirements and preferences (clients), Family page (clients), Form report ▸ (Eligibility, Case Manager Form, … Possible
 * Providers, …), Record log; aggregator: Show Log, Send to the aggregator; state: Set Active…, Archive…. Only what exists
 * stands here.
 */
export const PEOPLE_ACTIONS: readonly RowAction[] = [
  EDIT,
  SHOW,
  SEND,
  {
    key: 'send-provider',
    label: 'Send to Provider',
    icon: IconSend,
    group: 'record',
    roles: OFFICE,
    call: getTemplates,
    shown: only('Provider'),
    needsOne: ['emailEnabled', 'smsEnabled'],
    dialog: sendToPerson,
  },
  {
    key: 'send-client',
    label: 'Send to Client',
    icon: IconSend,
    group: 'record',
    roles: OFFICE,
    call: getTemplates,
    shown: only('Client'),
    needsOne: ['emailEnabled', 'smsEnabled'],
    dialog: sendToPerson,
  },
  {
    key: 'send-case-manager',
    label: 'Send to Case Manager',
    icon: IconSend,
    group: 'record',
    call: findCaseManager,
    shown: only('Client'),
    needsOne: ['emailEnabled', 'smsEnabled'],
    dialog: async () => (await import('../messaging/SendToCaseManagerDialog.tsx')).SendToCaseManagerDialog,
  },
  TEXTS,
  NOTE,
  {
    key: 'files',
    label: 'Files',
    icon: IconFiles,
    group: 'record',
    call: getUserFiles,
    dialog: async () => (await import('../files/FilesDialog.tsx')).FilesDialog,
  },
  {
    key: 'availability',
    label: 'Availability',
    icon: IconCalendarTime,
    group: 'record',
    call: saveHours,
    shown: only('Provider'),
    dialog: async () => (await import('../availability/AvailabilityDialog.tsx')).AvailabilityDialog,
  },
  {
    key: 'calendar',
    label: 'Calendar address',
    icon: IconCalendarShare,
    group: 'record',
    call: renewFeed,
    shown: only('Provider'),
    dialog: async () => (await import('../schedule/CalendarDialog.tsx')).CalendarDialog,
  },
  {
    key: 'called-out',
    label: 'Called out…',
    icon: IconUserOff,
    group: 'record',
    call: callOut,
    shown: only('Provider'),
    dialog: async () => (await import('../staffing/PersonCalledOut.tsx')).PersonCalledOut,
  },
  {
    key: 'preferences',
    label: 'Preferences',
    icon: IconHeart,
    group: 'record',
    call: savePreference,
    shown: only('Provider'),
    dialog: async () => (await import('../availability/PreferencesDialog.tsx')).PreferencesDialog,
  },
  {
    key: 'needs',
    label: 'Requirements and preferences',
    icon: IconHeart,
    group: 'record',
    call: saveNeeds,
    shown: only('Client'),
    dialog: async () => (await import('../availability/NeedsDialog.tsx')).NeedsDialog,
  },
  {
    key: 'family',
    label: 'Family page',
    icon: IconHomeHeart,
    group: 'record',
    call: listMembers,
    shown: only('Client'),
    dialog: async () => (await import('../family/FamilyDialog.tsx')).FamilyDialog,
  },
  {
    key: 'forms',
    label: 'Form report',
    icon: IconReport,
    group: 'record',
    roles: OFFICE,
    needs: ['premium'],
    items: [
      {
        key: 'eligibility',
        label: 'Eligibility',
        icon: IconShieldCheck,
        group: 'record',
        call: getEligibility,
        shown: only('Client'),
        dialog: async () => (await import('../eligibility/EligibilityDialog.tsx')).EligibilityDialog,
      },
      ...CLIENT_FORMS,
      {
        key: 'possible-providers',
        label: 'Possible Providers',
        icon: IconUsersGroup,
        group: 'record',
        call: listPossibleProviders,
        shown: only('Client'),
        dialog: async () =>
          (await import('../possible-providers/PossibleProvidersDialog.tsx')).PossibleProvidersDialog,
      },
      ...LAST_FORMS,
    ],
  },
  {
    key: 'log',
    label: 'Record log',
    icon: IconHistory,
    group: 'record',
    call: getPersonLog,
    dialog: async () => (await import('../record-log/RecordLogDialog.tsx')).RecordLogDialog,
  },
  AGGREGATOR_LOG,
  {
    key: 'aggregator-send',
    label: 'Send to the aggregator',
    icon: IconUpload,
    group: 'aggregator',
    call: insertRecord,
    run: (person) => void sendToAggregator({ type: person[KIND], id: person.ID }),
  },
  {
    key: 'activate',
    label: 'Set Active…',
    icon: IconUserCheck,
    group: 'state',
    call: updatePerson,
    shown: isArchived,
    disabled: (person, { clientsFull }) => (isClient(person) ? clientsFull : undefined),
    dialog: async () => (await import('./ActivateDialog.tsx')).ActivateDialog,
  },
  {
    key: 'archive',
    label: 'Archive…',
    icon: IconArchive,
    group: 'state',
    call: previewArchive,
    shown: isActive,
    danger: true,
    dialog: async () => (await import('./ArchiveDialog.tsx')).ArchiveDialog,
  },
];
