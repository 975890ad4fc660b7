import type { ReactNode, Ref, RefObject } from 'react';
import type { MenuEntry, MenuPlace } from './RowMenu.tsx';
import type { LoadFailure } from './states.tsx';
import type { Tone } from './tones.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Shown instead of the title, e.g. a scale. */
  readonly head?: ReactNode;
  /** Pixels; the one column without a width takes the rest. */
  readonly width?: number;
  /** The least that the column without a width may shrink to before the table scrolls sideways. */
  readonly min?: number;
  readonly align?: 'left' | 'right';
  /** Its head is a button that sorts by it, where the table has `sort`. */
  readonly sorts?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** The column that the rows are sorted by; the caller sorts them. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** A row on a phone: name and kind, reason or second line, one action (usually the call button) and ⋮. */
export interface ListItem {
  readonly title: ReactNode;
  readonly kind?: ReactNode;
  readonly line?: ReactNode;
  /** Under the line, in as many lines as it needs: what must not be cut. */
  readonly more?: ReactNode;
  readonly action?: ReactNode;
}

export type RowKey = string | number;

export interface RowSelection {
  readonly keys: ReadonlySet<RowKey>;
  readonly onChange: (keys: ReadonlySet<RowKey>) => void;
  /** Rows that cannot be selected; the row itself says why. */
  readonly closed?: ReadonlySet<RowKey>;
  /** All that match, also those that are not there yet. */
  readonly onAll?: () => void;
}

export interface DataTableProps<Row> {
  /** Name of the table for readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** All rows that pass the filter; undefined while the first load runs. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => RowKey;
  /** Names the row in its menu and buttons. */
  readonly rowName: (row: Row) => string;
  readonly listItem: (row: Row) => ListItem;
  /** 'all': every row in a table that scrolls and fills the height there is; of many rows those in sight are drawn. */
  readonly pageSize?: number | 'all';
  /** How many rows there usually are, where it is not a page of them; the placeholder has as many. */
  readonly expected?: number;
  /** null: the order of the list itself. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** Of a usual row, where most have more than two lines; the placeholder takes as much. */
  readonly rowHeight?: number;
  /** More rows in the same height. */
  readonly isCompact?: boolean;
  /** Counted from 1; the caller keeps it so that a list remembers its page. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  /** The row that the table begins at: anyone who comes back finds the row that was left. */
  readonly startKey?: RowKey | null;
  /** Word after the count: '1–12 of 1,284 care plans'. */
  readonly noun?: string;
  readonly loadingText?: string;
  readonly failure?: LoadFailure | undefined;
  readonly empty?: ReactNode;
  readonly tone?: (row: Row) => Tone | undefined;
  readonly dimmed?: (row: Row) => boolean;
  /** Colour of the bar at the left where it is not the tone's: rows that belong together, or were deleted. */
  readonly edge?: (row: Row) => 'info' | 'danger' | undefined;
  /** Rows shown right below this one, on the same page and not counted by it. */
  readonly under?: (row: Row) => readonly Row[];
  /** Heads the rows that follow, where it differs from that of the row before; a page begins with that of its first row. */
  readonly heading?: (row: Row) => string | undefined;
  /** Enter or double click on a row; a tap on a phone. */
  readonly onOpen?: (row: Row) => void;
  /** What a key does on the row that has the focus, as `keyName` names it. */
  readonly keys?: Readonly<Record<string, (row: Row) => void>>;
  readonly menu?: (row: Row) => readonly MenuEntry[];
  /** What the menu waits for, and whether it came; undefined: it is here. */
  readonly beforeMenu?: () => Promise<boolean> | undefined;
  /** Icons before ⋮; below 1,100 px of table width `roomy` is false and less used ones stay in the menu. */
  readonly actions?: (row: Row, roomy: boolean) => ReactNode;
  readonly actionsWidth?: number;
  /** Width of the actions when not roomy. */
  readonly tightActionsWidth?: number;
  readonly actionsTitle?: string;
  /** Boxes before the rows, and one over them for all that are shown. */
  readonly selection?: RowSelection | undefined;
  /** Middle of the line below the table, e.g. 'updated 10:42:15 AM'. */
  readonly footer?: ReactNode;
}

/** A line of the table: a row, or the heading above the rows that follow. */
export type Line<Row> =
  | { readonly row: Row; readonly isBelow: boolean; readonly heading?: undefined }
  | { readonly heading: string };

/** The lines of a table, made one by one where nothing is between the rows. */
export interface Lines<Row> {
  readonly count: number;
  readonly at: (index: number) => Line<Row> | undefined;
  readonly keyAt: (index: number) => RowKey;
}

/** What the parts of a table share. */
export interface Frame<Row> {
  readonly props: DataTableProps<Row>;
  readonly lines: Lines<Row>;
  /** The rows of the page, without those under them. */
  readonly shown: readonly Row[];
  /** Rows before the page. */
  readonly from: number;
  readonly roomy: boolean;
  readonly openKey: RowKey | undefined;
  readonly openMenu: (row: Row, place: MenuPlace) => void;
  /** One box, or with shift all from the one before to this one. */
  readonly select: (key: RowKey, isIn: boolean, isRange: boolean) => void;
}

export interface LinesHandle {
  readonly reveal: (index: number, align?: 'auto' | 'center') => void;
}

export interface VirtualLinesProps {
  readonly count: number;
  readonly keyAt: (index: number) => string | number;
  /** Of a line that was not measured yet. */
  readonly height: number;
  /** What the lines are in; it scrolls, or with `isPage` the page does. */
  readonly box: RefObject<HTMLElement | null>;
  readonly isPage: boolean;
  /** Height of what sticks above the lines. */
  readonly head: number;
  /** Index of a line that stays drawn wherever it is; -1: none. */
  readonly pinned: number;
  /** The line in the middle at first. */
  readonly startsAt: number;
  readonly handle: Ref<LinesHandle>;
  readonly draw: {
    readonly line: (index: number, ref?: (element: HTMLElement | null) => void) => ReactNode;
    /** Nothing for no height. */
    readonly gap: (height: number, before: number) => readonly ReactNode[];
  };
}
