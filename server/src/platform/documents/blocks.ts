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

export interface TableBlock {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
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
  /** What can stand in it, best first: the first that fits is printed. */
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
  | { readonly kind: 'signatures'; readonly signatures: readonly Signature[] }
  | { readonly kind: 'gap'; readonly height: number }
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

/** A part with its own first page and its own `Page n of m`: the whole of a form, one plan of a bulk file. */
export interface DocumentPart {
  readonly title: string;
  /** Whom it is about, on the head of later pages: name and id. */
  readonly subject: string;
  /** `{document} {subject id} · {parameters}`, left in the foot of each page. */
  readonly foot: string;
  readonly blocks: readonly Block[];
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
}
