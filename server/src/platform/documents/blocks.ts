import type { PageCode } from '@homecare/domain/plan-documents/page-code.ts';

/**
 * What a printed document is made of, as plain data: features describe, the layout places, a worker thread draws.
 * Lengths are points. An empty value prints an empty box that can be written in.
 */

/** A box with a small label above its value; `span` of 12 columns. `lines` keeps room for handwriting. */
export interface FieldBox {
  readonly label: string;
  readonly value?: string | null;
  readonly span: number;
  readonly lines?: number;
}

/** A square to be ticked, with its text. */
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

/** A shaded line over the whole width, above the rows that belong together. */
export interface Band {
  readonly band: string;
}
/** A line over the whole width that belongs to the row above it. */
export interface NoteRow {
  readonly note: string;
}
export type Row = readonly Cell[] | Band | NoteRow;

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Smaller type and lower rows, for tables that are only read. */
  readonly dense?: boolean;
  /** Least height of a filled row, where it is written in too. */
  readonly rowHeight?: number;
  /** Rows to be written in, after the filled ones. */
  readonly blankRows?: number;
  readonly blankHeight?: number;
  /** Last row in bold; never alone on a page. */
  readonly total?: readonly Cell[];
  /** Shown in place of rows when there are none. */
  readonly none?: string;
}

export interface Bar {
  /** Minutes from midnight. */
  readonly from: number;
  readonly to: number;
  readonly fill: 'solid' | 'outline' | 'hatched';
  /** What can be in it, best first: the first that fits is printed. */
  readonly texts: readonly string[];
}

/** One row per day on a common time axis; what bars mean is said by the legend, overlaps by a word in `remark`. */
export interface TimelineBlock {
  readonly kind: 'timeline';
  readonly rows: readonly {
    readonly label: string;
    readonly bars: readonly Bar[];
    /** Stretches of the row under which a thick line is drawn. */
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
      /** Blank points above it. */
      readonly above?: number;
    }
  | TimelineBlock
  /** Front and back of a body, to mark injuries, with lines beside it. */
  | { readonly kind: 'body'; readonly label: string }
  /** `close`: with less room above each, where a page is full. */
  | { readonly kind: 'signatures'; readonly signatures: readonly Signature[]; readonly close?: boolean }
  /** A signature that was given: its picture, or the name alone, and below it what is known of it. */
  | {
      readonly kind: 'signed';
      readonly name: string;
      /** Strokes as `domain/src/signing/ink.ts` keeps them; null: the name was typed. */
      readonly ink: string | null;
      readonly lines: readonly string[];
    }
  /** A photo under its label: PNG or JPEG. */
  | { readonly kind: 'picture'; readonly label: string; readonly bytes: Uint8Array }
  | { readonly kind: 'gap'; readonly height: number }
  /** To whom a letter goes: where the window of a folded letter's envelope shows it (docs/rules/documents.md). */
  | { readonly kind: 'address'; readonly lines: readonly string[] }
  /** What follows starts on a new page. */
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
  /** Whom it is about, on the head of later pages: name and id. */
  readonly subject: string;
  /** `{document} {subject id} · {parameters}`, left in the foot of each page. */
  readonly foot: string;
}

/** The code of each page of a part, by its number. */
export type CodeOfPart = Omit<PageCode, 'page'>;

/** Blocks that flow over pages, with a letterhead on the first. */
export interface FlowPart extends PartNames {
  readonly kind?: 'flow';
  /** On its side: for tables of many columns. Sections, boxes, tables, text and gaps only. */
  readonly landscape?: true;
  readonly blocks: readonly Block[];
  /** At the right of the title. */
  readonly aside?: readonly string[];
  /** Bold, below the title: what a reader must not miss. */
  readonly banner?: string | null;
  /** On pages that come back as scans. */
  readonly code?: CodeOfPart;
  /** Signs at the foot of each page. */
  readonly signed?: Signature;
}

/** A column of a day sheet. Hatched: nothing is written there; grey: nothing is planned, but it can be written in. */
export interface SheetColumn {
  readonly weekday: string;
  readonly day: string;
  readonly fill: 'none' | 'grey' | 'hatched';
}

/** A row of a day sheet; `hints` in small print, one for each column. */
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
  /** Boxes of the head; the first line of each is bold. */
  readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[];
  readonly code: CodeOfPart;
  readonly columns: readonly SheetColumn[];
  /** High rows with AM and PM to circle. */
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

/** What belongs together in a bulk file, with its own `Page n of m` and bookmark: all of one plan. */
export interface Chapter {
  readonly title: string;
  readonly parts: readonly DocumentPart[];
}

/** The first page of a bulk file: a row for each chapter, in order; its pages are counted while the file is drawn. */
export interface DocumentIndex extends PartNames {
  readonly above: readonly Block[];
  readonly columns: readonly Column[];
  /** A row with a reason is there in place of a chapter. */
  readonly rows: readonly (readonly Cell[])[];
  /** Which cell of a row takes the number of pages; rows that have a text there have no chapter. */
  readonly pagesCell: number;
}

export interface PrintedDocument {
  readonly title: string;
  readonly letterhead: Letterhead;
  /** One sentence above the foot, wherever a client is named. */
  readonly confidentiality: string | null;
  /** `Printed 11-20-2026 10:00 by A.B.` */
  readonly printed: string;
  readonly at: string;
  readonly parts: readonly DocumentPart[];
  /** A bookmark per part. */
  readonly bookmarks?: boolean;
  /** `Page n of m` counts over all parts. */
  readonly oneCount?: boolean;
  /** What is left blank can be typed into on a screen; on paper it looks the same. */
  readonly fillable?: boolean;
  /** Leaves the place in which the file is sealed: what the seal is for. */
  readonly seal?: { readonly reason: string };
  /** Of a bulk file, whose chapters are handed over while it is drawn. */
  readonly index?: DocumentIndex;
}
