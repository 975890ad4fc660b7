import { isKeptBy } from '@homecare/domain/accounts/role-parts.ts';
import { type Call, type Role, rolesOf, type Switch } from '@homecare/domain/call.ts';
import type { Capabilities } from '@homecare/domain/sites/page-contract.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** The user looking at a row. Capabilities are undefined until the server has answered; until then everything is off. */
export interface Viewer {
  readonly role: Role;
  readonly capabilities: Capabilities | undefined;
}

/**
 * One action on a row. Icons, the ⋮ menu, right-click and Shift F10 all use the same table of actions
 * (docs/rules/screens.md, rule 9). `Page` is what an action can do with its page, `Props` the properties of its dialog,
 * which is open while mounted.
 */
export interface RowAction<Row, Page, Props, View extends Viewer = Viewer> {
  readonly key: string;
  /** Ends in '…' if a dialog asks before something is done (docs/rules/screens.md, rule 9). */
  readonly label: string;
  readonly icon: ComponentType<IconProps>;
  /** The menu has dividers between groups. */
  readonly group: string;
  /** The call that it makes or that its page needs; its roles and switches apply. */
  readonly call?: Call;
  /** Narrower roles than those of the call, or the roles of an action without a call. */
  readonly roles?: readonly Role[];
  /** Additional switches: all of `needs` must be on, and one of `needsOne`. */
  readonly needs?: readonly Switch[];
  readonly needsOne?: readonly Switch[];
  readonly shown?: (row: Row, viewer: View) => boolean;
  /** Why it is disabled now; shown as the tooltip. */
  readonly disabled?: (row: Row, viewer: View) => string | undefined;
  readonly danger?: true;
  /** Shortcut shown at the right of the menu entry. */
  readonly hint?: string;
  /** Also shows an icon in the row, ordered by this number. */
  readonly row?: number;
  /** Whether this row has the icon; by default every row. */
  readonly inRow?: (row: Row) => boolean;
  /** Shows the icon only in the menu if the table is narrower than 1,100 px. */
  readonly roomy?: true;
  /** Shown in the row only. */
  readonly rowOnly?: true;
  /** Name of its icon, if label and name do not combine well. */
  readonly rowLabel?: (name: string, row: Row) => string;
  /** Makes the icon blue, because there is something behind it. */
  readonly lit?: (row: Row) => boolean;
  /** Replaces the icon by a red count of what waits for staff. */
  readonly alarm?: (row: Row) => number;
  /** Exactly one of these three defines what it does. The second click of a double click is ignored until the work of the first is done. */
  readonly run?: (row: Row, page: Page) => unknown;
  /** Loads its code on demand: `async () => (await import('./XxxDialog.tsx')).XxxDialog`. */
  readonly dialog?: () => Promise<ComponentType<Props>>;
  readonly items?: readonly RowAction<Row, Page, Props, View>[];
}

/** Who may do something, by call, or by roles and switches. */
export type Gate = Pick<RowAction<never, never, never>, 'call' | 'needs' | 'needsOne' | 'roles'>;

/** Nobody, if neither is given. */
const rolesOfGate = ({ call, roles }: Gate): readonly Role[] => {
  if (roles) return roles;
  return call ? rolesOf(call) : [];
};

const hasSwitches = ({ call, needs = [], needsOne = [] }: Gate, { capabilities }: Viewer) => {
  const on = (one: Switch) => capabilities !== undefined && isSwitchedOn(capabilities, one);
  return [...needs, ...(call?.needs ?? [])].every(on) && (needsOne.length === 0 || needsOne.some(on));
};

/** Whether the viewer's custom role, if any, keeps the call. */
const isKept = ({ call }: Gate, { capabilities }: Viewer) =>
  call === undefined || capabilities?.custom === undefined || isKeptBy(capabilities.custom, call);

/** Checks role and switches, independent of the row. */
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
