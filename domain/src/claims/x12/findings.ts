/** What a reader found wrong, in a sentence for staff without personal data. */
export interface Finding {
  /** Counted from 1 (ISA); null for the whole file. */
  readonly segment: number | null;
  readonly message: string;
  /** The message without its segment, and the segment's name, for reports about a part of a file. */
  readonly bare: string;
  readonly id: string | null;
}

/** A file is read completely or not at all. Remarks are about details that did not prevent reading, such as a date that does not exist. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T; readonly remarks: readonly Finding[] }
  | { readonly ok: false; readonly faults: readonly [Finding, ...Finding[]] };

interface Place {
  readonly at: number;
  readonly id: string;
}

/** Collects findings while a file is read, so that staff see all of them at once. */
export interface Findings {
  readonly faults: Finding[];
  readonly remarks: Finding[];
  readonly fault: (place: Place | null, message: string) => void;
  readonly remark: (place: Place | null, message: string) => void;
}

/** A damaged file could report the same fault for thousands of segments. */
const MAX_FINDINGS = 50;

export const collectFindings = (): Findings => {
  const faults: Finding[] = [];
  const remarks: Finding[] = [];
  const into = (list: Finding[]) => (place: Place | null, message: string) => {
    if (list.length >= MAX_FINDINGS) return;
    list.push(
      place === null
        ? { segment: null, message, bare: message, id: null }
        : {
            segment: place.at,
            message: `Segment ${place.at} (${place.id}): ${message}`,
            bare: message,
            id: place.id,
          },
    );
  };
  return { faults, remarks, fault: into(faults), remark: into(remarks) };
};

const CANNOT_BE_READ = 'The file cannot be read.';
const UNREADABLE: Finding = { segment: null, message: CANNOT_BE_READ, bare: CANNOT_BE_READ, id: null };

/** The result of reading. The value counts only if nothing was wrong. */
export const readingOf = <T>(value: T | undefined, { faults, remarks }: Findings): Reading<T> => {
  const [first, ...others] = faults;
  if (first) return { ok: false, faults: [first, ...others] };
  return value === undefined ? { ok: false, faults: [UNREADABLE] } : { ok: true, value, remarks };
};
