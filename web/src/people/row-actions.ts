import type { Role, Switch } from '@homecare/domain/call.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { Capabilities } from '@homecare/domain/sites/contract.ts';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { isOn } from '../shell/routes.ts';

/** A dialog of a row is open as long as it is mounted. */
export interface ActionDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}
export type ActionDialog = ComponentType<ActionDialogProps>;

/** Who looks at the row; capabilities are undefined until the server has told them, and all is off till then. */
export interface Viewer {
  readonly role: Role;
  readonly capabilities: Capabilities | undefined;
  /** Why no client can become active: the maximum of clients is reached. */
  readonly clientsFull?: string | undefined;
}

/** What an action can do with the page that it stands on. */
export interface ActionPage {
  readonly openRecord: (person: PersonRow) => void;
}

export interface RowAction {
  readonly key: string;
  /** As in the specification, with '…' when a dialog asks before something is done. */
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Dividers stand between groups. */
  readonly group: 'record' | 'aggregator' | 'state';
  readonly roles: readonly Role[];
  readonly kinds?: readonly PersonKind[];
  /** Switches that must all be on, and switches of which one must. */
  readonly needs?: readonly Switch[];
  readonly needsOne?: readonly Switch[];
  readonly shown?: (person: PersonRow, viewer: Viewer) => boolean;
  /** Why it cannot be done now: shown disabled with this as its tooltip. */
  readonly disabled?: (person: PersonRow, viewer: Viewer) => string | undefined;
  readonly danger?: true;
  /** Key at the right end of the menu entry. */
  readonly hint?: string;
  /** Stands as an icon in the row too, in the order of these numbers. */
  readonly row?: number;
  /** Its icon is left to the menu where the table is narrower than 1,100 px. */
  readonly roomy?: true;
  /** Stands in the row alone. */
  readonly rowOnly?: true;
  /** Name of its icon, where label and name do not read well together. */
  readonly rowLabel?: (name: string) => string;
  /** Blue icon: there is something. */
  readonly lit?: (person: PersonRow) => boolean;
  /** One of these three says what it does. */
  readonly run?: (person: PersonRow, page: ActionPage) => void;
  /** Its code is loaded when it is asked for: `async () => (await import('./XxxDialog.tsx')).XxxDialog`. */
  readonly dialog?: () => Promise<ActionDialog>;
  readonly items?: readonly RowAction[];
}

const hasSwitches = ({ needs = [], needsOne = [] }: RowAction, { capabilities }: Viewer) => {
  const on = (one: Switch) => capabilities !== undefined && isOn(capabilities, one);
  return needs.every(on) && (needsOne.length === 0 || needsOne.some(on));
};

/** Role and switches: whatever the row. */
export const isOpenTo = (action: RowAction, viewer: Viewer): boolean =>
  action.roles.includes(viewer.role) && hasSwitches(action, viewer);

const isOffered = (action: RowAction, person: PersonRow, viewer: Viewer): boolean =>
  isOpenTo(action, viewer) &&
  (action.kinds?.includes(person['Provider or Client']) ?? true) &&
  (action.shown?.(person, viewer) ?? true) &&
  (action.items === undefined || offeredActions(action.items, person, viewer).length > 0);

/** The actions of a row for this viewer, in the order of the table. */
export const offeredActions = (
  actions: readonly RowAction[],
  person: PersonRow,
  viewer: Viewer,
): readonly RowAction[] => actions.filter((action) => isOffered(action, person, viewer));
