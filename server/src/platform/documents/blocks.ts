import type { PageCode } from '@homecare/domain/plan-documents/page-code.ts';

/**
 * The content of a printed document as plain data: features describe it, the layout places it, and a worker thread draws it. Lengths
 * are points. An empty value prints an empty box to write in.
 */

/** A box with a small label above its value; `span` is its width in 12 columns. `lines` reserves room for handwriting. */
export interface FieldBox {
  readonly label: string;
  readonly value?: string | null;
  readonly span: number;
  readonly lines?: number;
}

/** A square to tick, with its text. */
export interface Check {
  readonly label: string;
  readonly checked?: boolean;
}

export type Cell = string | { readonly check: Check } | { readonly bold: string };

export interface Column {
  readonly head: string;
  /** Share of the width. */
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
}

/** A shaded line across the whole width, above rows that belong together. */
export interface Band {
  readonly band: string;
}
/** A line across the whole width that belongs to the row above. */
export interface NoteRow {
  readonly note: string;
}
export type Row = readonly Cell[] | Band | NoteRow;

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Smaller type and lower rows, for tables that are not written in. */
  readonly dense?: boolean;
  /** Minimum height of a filled row that is also written in. */
  readonly rowHeight?: number;
  /** Empty rows to write in, after the filled ones. */
  readonly blankRows?: number;
  readonly blankHeight?: number;
  /** The last row, in bold; never alone on a page. */
  readonly total?: readonly Cell[];
  /** Shown if there are no rows. */
  readonly none?: string;
}

export interface Bar {
  /** Minutes from midnight. */
  readonly from: number;
  readonly to: number;
  readonly fill: 'solid' | 'outline' | 'hatched';
  /** Possible labels, best first; the first that fits is printed. */
  readonly texts: readonly string[];
}

/** One row per day on a common time axis. The legend says what bars mean, and a word in `remark` names overlaps. */
export interface TimelineBlock {
  readonly kind: 'timeline';
  readonly rows: readonly {
    readonly label: string;
    readonly bars: readonly Bar[];
    /** Parts of the row that get a thick line below. */
    readonly marks: readonly { readonly from: number; readonly to: number }[];
    readonly remark: string;
  }[];
  readonly legend: readonly { readonly fill: Bar['fill']; readonly text: string }[];
}

export interface Signature {
  readonly role: string;
  readonly name?: string | null;
}

export type Block =
  | { readonly kind: 'section'; readonly text: string }
  | { readonly kind: 'fields'; readonly fields: readonly FieldBox[] }
  | TableBlock
  | {
      readonly kind: 'checks';
      readonly label?: string;
      readonly columns: number;
      readonly items: readonly Check[];
    }
  /** Ruled lines for handwriting. */
  | { readonly kind: 'lines'; readonly label?: string; readonly count: number; readonly pitch?: number }
  | {
      readonly kind: 'paragraph';
      readonly text: string;
      readonly style?: 'body' | 'bold' | 'small';
      /** Blank points above. */
      readonly above?: number;
    }
  | TimelineBlock
  /** A body from front and back to mark injuries, with lines next to it. */
  | { readonly kind: 'body'; readonly label: string }
  /** `close`: less space above each, for a full page. */
  | { readonly kind: 'signatures'; readonly signatures: readonly Signature[]; readonly close?: boolean }
  /** A completed signature: its drawing or the typed name, with what is known about it below. */
  | {
      readonly kind: 'signed';
      readonly name: string;
      /** Strokes as stored by `domain/src/signing/ink.ts`; null if the name was typed. */
      readonly ink: string | null;
      readonly lines: readonly string[];
    }
  /** A photo with its label: PNG or JPEG. */
  | { readonly kind: 'picture'; readonly label: string; readonly bytes: Uint8Array }
  | { readonly kind: 'gap'; readonly height: number }
  /** The recipient of a letter, placed for the envelope's window (docs/rules/documents.md). */
  | { readonly kind: 'address'; readonly lines: readonly string[] }
  /** The rest starts on a new page. */
  | { readonly kind: 'page' };

export interface Letterhead {
  readonly agency: string;
  readonly address: readonly string[];
  readonly phone: string | null;
  readonly fax: string | null;
  readonly email: string | null;
  readonly medicaidProviderId: string | null;
  /** PNG or JPEG. */
  readonly logo: Uint8Array | null;
}

interface PartNames {
  readonly title: string;
  /** Whom it is about, in the header of later pages: name and id. */
  readonly subject: string;
  /** `{document} {subject id} · {parameters}`, at the left of each page's footer. */
  readonly foot: string;
}

/** The code of each page of a part, by page number. */
export type CodeOfPart = Omit<PageCode, 'page'>;

/** Blocks that flow across pages, with a letterhead on the first. */
export interface FlowPart extends PartNames {
  readonly kind?: 'flow';
  /** Landscape, for tables with many columns. It may contain only sections, boxes, tables, text and gaps. */
  readonly landscape?: true;
  readonly blocks: readonly Block[];
  /** To the right of the title. */
  readonly aside?: readonly string[];
  /** Bold, below the title, for what a reader must not miss. */
  readonly banner?: string | null;
  /** For pages that come back as scans. */
  readonly code?: CodeOfPart;
  /** Who signs at the bottom of each page. */
  readonly signed?: Signature;
}

/** A column of a day sheet. Hatched: do not write here; grey: nothing is planned, but it can be filled in. */
export interface SheetColumn {
  readonly weekday: string;
  readonly day: string;
  readonly fill: 'none' | 'grey' | 'hatched';
}

/** A row of a day sheet; `hints` are in small print, one per column. */
export interface SheetRow {
  readonly label: string;
  readonly hints?: readonly (string | null)[];
  /** Columns that this row leaves out. */
  readonly closed?: readonly boolean[];
}

/** A landscape sheet with a column for each day, to be filled in by hand. */
export interface SheetPart extends PartNames {
  readonly kind: 'sheet';
  readonly banner: string | null;
  /** Boxes of the header; the first line of each is bold. */
  readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly code: CodeOfPart;
  readonly columns: readonly SheetColumn[];
  /** Tall rows with AM and PM to circle. */
  readonly clocks: readonly SheetRow[];
  readonly sums: readonly SheetRow[];
  readonly groups: readonly { readonly title: string | null; readonly rows: readonly SheetRow[] }[];
  /** Rows below the groups, on each page. */
  readonly daily: readonly SheetRow[];
  readonly statement: string;
  readonly signatures: readonly (Signature & { readonly relation?: boolean })[];
  readonly office: { readonly title: string; readonly checks: readonly string[] };
}

export type DocumentPart = FlowPart | SheetPart;

/** What belongs together in a bulk file, with its own `Page n of m` and bookmark: everything of one plan. */
export interface Chapter {
  readonly title: string;
  readonly parts: readonly DocumentPart[];
}

/** The first page of a bulk file, with a row for each chapter in order. Pages are counted while the file is drawn. */
export interface DocumentIndex extends PartNames {
  readonly above: readonly Block[];
  readonly columns: readonly Column[];
  /** A row with a reason stands for a missing chapter. */
  readonly rows: readonly (readonly Cell[])[];
  /** The cell that gets the number of pages; rows with a text in it have no chapter. */
  readonly pagesCell: number;
}

export interface PrintedDocument {
  readonly title: string;
  readonly letterhead: Letterhead;
  /** A sentence above the footer of pages that name a client. */
  readonly confidentiality: string | null;
  /** `Printed 11-20-2026 10:00 by A.B.` */
  readonly printed: string;
  readonly at: string;
  readonly parts: readonly DocumentPart[];
  /** Adds a bookmark per part. */
  readonly bookmarks?: boolean;
  /** `Page n of m` counts across all parts. */
  readonly oneCount?: boolean;
  /** Blank fields can be filled in on screen; on paper it looks the same. */
  readonly fillable?: boolean;
  /** Reserves space for the file's seal; says what the seal is for. */
  readonly seal?: { readonly reason: string };
  /** For a bulk file, whose chapters are supplied while it is drawn. */
  readonly index?: DocumentIndex;
}
