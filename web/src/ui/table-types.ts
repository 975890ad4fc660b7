import type { ReactNode, Ref, RefObject } from 'react';
import type { MenuEntry, MenuPlace } from './RowMenu.tsx';
import type { LoadFailure } from './states.tsx';
import type { Tone } from './tones.ts';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Shown instead of the title, such as a scale. */
  readonly head?: ReactNode;
  /** In pixels; the one column without a width takes the remaining space. */
  readonly width?: number;
  /** Smallest width of the flexible column before the table scrolls sideways. */
  readonly min?: number;
  readonly align?: 'left' | 'right';
  /** Its head is a button for sorting, if the table has `sort`. */
  readonly sorts?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** The column by which rows are sorted. The caller does the sorting. */
export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

/** A row on a phone: name and kind, a second line, one action (usually a call button) and ⋮. */
export interface ListItem {
  readonly title: ReactNode;
  readonly kind?: ReactNode;
  readonly line?: ReactNode;
  /** Below the line and never cut off, on as many lines as it needs. */
  readonly more?: ReactNode;
  readonly action?: ReactNode;
}

export type RowKey = string | number;

export interface RowSelection {
  readonly keys: ReadonlySet<RowKey>;
  readonly onChange: (keys: ReadonlySet<RowKey>) => void;
  /** Rows that cannot be selected; the row itself says why. */
  readonly closed?: ReadonlySet<RowKey>;
  /** Selects all matches, including those that have not loaded yet. */
  readonly onAll?: () => void;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** All rows that pass the filter; undefined during the first load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => RowKey;
  /** Name of the row in its menu and buttons. */
  readonly rowName: (row: Row) => string;
  readonly listItem: (row: Row) => ListItem;
  /** 'all' puts every row into one table that scrolls and fills the available height. Long tables render only visible rows. */
  readonly pageSize?: number | 'all';
  /** Usual number of rows, which the placeholder takes as well; by default that of a page. */
  readonly expected?: number;
  /** null keeps the list's own order. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** Usual height of a row if most have more than two lines; the placeholder uses it too. */
  readonly rowHeight?: number;
  /** Fits more rows into the same height. */
  readonly isCompact?: boolean;
  /** Counted from 1. The caller stores it, so that a list remembers its page. */
  readonly page?: number;
  readonly onPage?: (page: number) => void;
  /** The row at which the table starts, so that returning users find the row they left. */
  readonly startKey?: RowKey | null;
  /** Word after the count, as in '1–12 of 1,284 care plans'. */
  readonly noun?: string;
  readonly loadingText?: string;
  readonly failure?: LoadFailure | undefined;
  readonly empty?: ReactNode;
  readonly tone?: (row: Row) => Tone | undefined;
  readonly dimmed?: (row: Row) => boolean;
  /** Color of the bar on the left, if it differs from that of the tone: for rows that belong together or were deleted. */
  readonly edge?: (row: Row) => 'info' | 'danger' | undefined;
  /** Rows shown directly below this one, on the same page and not counted by it. */
  readonly under?: (row: Row) => readonly Row[];
  /** Heading above a row if it differs from that of the previous row. Each page begins with one. */
  readonly heading?: (row: Row) => string | undefined;
  /** Runs on Enter or double click on a row, or on a tap on a phone. */
  readonly onOpen?: (row: Row) => void;
  /** Shortcuts for the focused row, named as by `keyName`. */
  readonly keys?: Readonly<Record<string, (row: Row) => void>>;
  readonly menu?: (row: Row) => readonly MenuEntry[];
  /** Loads what the menu needs and tells whether it could; undefined if it is loaded. */
  readonly beforeMenu?: () => Promise<boolean> | undefined;
  /** Icons before ⋮. If the table is narrower than 1,100 px, `roomy` is false and less used ones stay in the menu. */
  readonly actions?: (row: Row, roomy: boolean) => ReactNode;
  readonly actionsWidth?: number;
  /** Width of the actions if not roomy. */
  readonly tightActionsWidth?: number;
  readonly actionsTitle?: string;
  /** Shows a checkbox in each row, and one above them for all shown rows. */
  readonly selection?: RowSelection | undefined;
  /** Middle of the line below the table, such as 'updated 10:42:15 AM'. */
  readonly footer?: ReactNode;
}

/** A line of the table: a row, or the heading above the following rows. */
export type Line<Row> =
  | { readonly row: Row; readonly isBelow: boolean; readonly heading?: undefined }
  | { readonly heading: string };

/** The lines of a table. They are created on demand if there is nothing between the rows. */
export interface Lines<Row> {
  readonly count: number;
  readonly at: (index: number) => Line<Row> | undefined;
  readonly keyAt: (index: number) => RowKey;
}

/** State shared by the parts of a table. */
export interface Frame<Row> {
  readonly props: DataTableProps<Row>;
  readonly lines: Lines<Row>;
  /** The rows of the page, without those under them. */
  readonly shown: readonly Row[];
  /** Number of rows before this page. */
  readonly from: number;
  readonly roomy: boolean;
  readonly openKey: RowKey | undefined;
  readonly openMenu: (row: Row, place: MenuPlace) => void;
  /** Changes one checkbox, or with Shift the range from the previous one. */
  readonly select: (key: RowKey, isIn: boolean, isRange: boolean) => void;
}

export interface LinesHandle {
  readonly reveal: (index: number, align?: 'auto' | 'center') => void;
}

export interface VirtualLinesProps {
  readonly count: number;
  readonly keyAt: (index: number) => string | number;
  /** Height of a line that has not been measured yet. */
  readonly height: number;
  /** The element around the lines. It scrolls, unless `isPage` says that the page does. */
  readonly box: RefObject<HTMLElement | null>;
  readonly isPage: boolean;
  /** Height of what sticks above the lines. */
  readonly head: number;
  /** Index of a line that is always rendered; -1 for none. */
  readonly pinned: number;
  /** Index of the line shown in the middle at first. */
  readonly startsAt: number;
  readonly handle: Ref<LinesHandle>;
  readonly draw: {
    readonly line: (index: number, ref?: (element: HTMLElement | null) => void) => ReactNode;
    /** Renders the empty space; nothing if the height is 0. */
    readonly gap: (height: number, before: number) => readonly ReactNode[];
  };
}
