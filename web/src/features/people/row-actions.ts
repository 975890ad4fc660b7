import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { KIND } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type * as rows from '../../platform/row-actions.ts';

export interface ActionDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

export interface Viewer extends rows.Viewer {
  /** Why no client can become active, because the maximum is reached. */
  readonly clientsFull?: string | undefined;
}

/** What an action can do with its page. */
export interface ActionPage {
  readonly openRecord: (person: PersonRow) => void;
}

/** group: record, aggregator or state. */
export type RowAction = rows.RowAction<PersonRow, ActionPage, ActionDialogProps, Viewer>;

/** For `shown`: limits an action to this kind of person. */
export const only = (kind: PersonKind) => (person: PersonRow) => person[KIND] === kind;
