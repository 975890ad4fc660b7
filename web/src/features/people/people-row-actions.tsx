import { getLog } from '@homecare/domain/aggregator/contract.ts';
import { AGGREGATOR_ROLES } from '@homecare/domain/aggregator/rules.ts';
import { OFFICE } from '@homecare/domain/call.ts';
import { getTemplates } from '@homecare/domain/messaging/contract.ts';
import { getConversation } from '@homecare/domain/messaging/delivery-contract.ts';
import { getNote, getPeople } from '@homecare/domain/people/contract.ts';
import { IconEye, IconHistory, IconMessages, IconNote, IconPencil, IconSend } from '@tabler/icons-react';
import { rowMode } from './record-mode.ts';
import type { RowAction } from './row-actions.ts';

// Actions shown in a row without its menu. The complete table (people-actions.tsx) imports a dozen features.

export const sendToPerson = async () =>
  (await import('../messaging/SendToPersonDialog.tsx')).SendToPersonDialog;

export const EDIT: RowAction = {
  key: 'edit',
  label: 'Edit',
  icon: IconPencil,
  group: 'record',
  call: getPeople,
  shown: (person, { role }) => rowMode(person, role) === 'Modify',
  hint: 'Enter',
  row: 1,
  run: (person, page) => page.openRecord(person),
};

export const SHOW: RowAction = {
  key: 'show',
  label: 'Show',
  icon: IconEye,
  group: 'record',
  call: getPeople,
  shown: (person, { role }) => rowMode(person, role) === 'Show',
  hint: 'Enter',
  row: 1,
  run: (person, page) => page.openRecord(person),
};

export const SEND: RowAction = {
  key: 'send',
  label: 'Send Email/SMS',
  icon: IconSend,
  group: 'record',
  roles: OFFICE,
  call: getTemplates,
  needsOne: ['emailEnabled', 'smsEnabled'],
  row: 3,
  rowOnly: true,
  rowLabel: (name) => `Send Email/SMS to ${name}`,
  dialog: sendToPerson,
};

export const TEXTS: RowAction = {
  key: 'texts',
  label: 'Text messages',
  icon: IconMessages,
  group: 'record',
  call: getConversation,
  dialog: async () => (await import('../messaging/PersonTextsDialog.tsx')).PersonTextsDialog,
};

export const NOTE: RowAction = {
  key: 'note',
  label: 'Add/Edit Note',
  icon: IconNote,
  group: 'record',
  call: getNote,
  row: 2,
  rowLabel: (name) => `Add/Edit Note of ${name}`,
  lit: (person) => person.hasNote,
  dialog: async () => (await import('./NoteDialog.tsx')).NoteDialog,
};

export const AGGREGATOR_LOG: RowAction = {
  key: 'aggregator-log',
  label: 'Show Log',
  icon: IconHistory,
  group: 'aggregator',
  roles: AGGREGATOR_ROLES,
  call: getLog,
  needs: ['sandataEnabled'],
  dialog: async () => (await import('../aggregator/AggregatorLogDialog.tsx')).AggregatorLogDialog,
};

export const ROW_ACTIONS: readonly RowAction[] = [EDIT, SHOW, SEND, TEXTS, NOTE, AGGREGATOR_LOG];
