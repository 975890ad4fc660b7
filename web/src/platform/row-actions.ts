import { isKeptBy } from '@homecare/domain/accounts/role-parts.ts';
import { type Call, type Role, rolesOf, type Switch } from '@homecare/domain/call.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Who looks at a row; capabilities are undefined until the server has answered them, and all is off till then. */
export interface Viewer {
  readonly role: Role;
  readonly capabilities: Capabilities | undefined;
}

/**
 * One thing that can be done with a row of a list: icons of the row, ⋮ menu, right-click and Shift F10 all read the one table
 * of them (docs/rules/screens.md, rule 9). `Page` is what an action can do with the page it is on, `Props` what its dialog
 * is opened with; a dialog is open as long as it is mounted.
 */
export interface RowAction<Row, Page, Props, View extends Viewer = Viewer> {
  readonly key: string;
  /** With '…' when a dialog asks before something is done (docs/rules/screens.md, rule 9). */
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** Dividers come between groups. */
  readonly group: string;
  /** What it does or opens: roles and switches are those of its declaration. */
  readonly call?: Call;
  /** Narrower than those of its call, or of what calls nothing. */
  readonly roles?: readonly Role[];
  /** Switches besides that must all be on, and switches of which one must. */
  readonly needs?: readonly Switch[];
  readonly needsOne?: readonly Switch[];
  readonly shown?: (row: Row, viewer: View) => boolean;
  /** Why it cannot be done now: shown disabled with this as its tooltip. */
  readonly disabled?: (row: Row, viewer: View) => string | undefined;
  readonly danger?: true;
  /** Key at the right end of the menu entry. */
  readonly hint?: string;
  /** Stands as an icon in the row too, in the order of these numbers. */
  readonly row?: number;
  /** Whether the icon is in this row; without it in each. */
  readonly inRow?: (row: Row) => boolean;
  /** Its icon is left to the menu where the table is narrower than 1,100 px. */
  readonly roomy?: true;
  /** Stands in the row alone. */
  readonly rowOnly?: true;
  /** Name of its icon, where label and name do not read well together. */
  readonly rowLabel?: (name: string, row: Row) => string;
  /** Blue icon: there is something. */
  readonly lit?: (row: Row) => boolean;
  /** Stands instead of the icon: something red that waits for staff. */
  readonly alarm?: (row: Row) => number;
  /** One of these three says what it does. Of a doubled click the second does nothing until the work of the first is over. */
  readonly run?: (row: Row, page: Page) => unknown;
  /** Its code is loaded when it is asked for: `async () => (await import('./XxxDialog.tsx')).XxxDialog`. */
  readonly dialog?: () => Promise<ComponentType<Props>>;
  readonly items?: readonly RowAction<Row, Page, Props, View>[];
}

/** Who may: by its call, or by roles and switches. */
export type Gate = Pick<RowAction<never, never, never>, 'call' | 'needs' | 'needsOne' | 'roles'>;

/** Nobody, where neither is said. */
const rolesOfGate = ({ call, roles }: Gate): readonly Role[] => {
  if (roles) return roles;
  return call ? rolesOf(call) : [];
};

const hasSwitches = ({ call, needs = [], needsOne = [] }: Gate, { capabilities }: Viewer) => {
  const on = (one: Switch) => capabilities !== undefined && isSwitchedOn(capabilities, one);
  return [...needs, ...(call?.needs ?? [])].every(on) && (needsOne.length === 0 || needsOne.some(on));
};

/** Whether the copy of a role that the viewer has, if any, still has its call. */
const isKept = ({ call }: Gate, { capabilities }: Viewer) =>
  call === undefined || capabilities?.custom === undefined || isKeptBy(capabilities.custom, call);

/** Role and switches: whatever the row. */
export const isOpenTo = (action: Gate, viewer: Viewer): boolean =>
  rolesOfGate(action).includes(viewer.role) && isKept(action, viewer) && hasSwitches(action, viewer);

const isOffered = <Row, Page, Props, View extends Viewer>(
  action: RowAction<Row, Page, Props, View>,
  row: Row,
  viewer: View,
): boolean =>
  isOpenTo(action, viewer) &&
  (action.shown?.(row, viewer) ?? true) &&
  (action.items === undefined || offeredActions(action.items, row, viewer).length > 0);

/** The actions of a row for this viewer, in the order of the table. */
export const offeredActions = <Row, Page, Props, View extends Viewer>(
  actions: readonly RowAction<Row, Page, Props, View>[],
  row: Row,
  viewer: View,
): readonly RowAction<Row, Page, Props, View>[] => actions.filter((action) => isOffered(action, row, viewer));
