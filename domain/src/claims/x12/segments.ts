import type { Findings } from './findings.ts';

/** The separators of a file, which each file names in its ISA. */
export interface Delimiters {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
}

export interface Segment {
  /** Counted from 1 (ISA). */
  readonly at: number;
  readonly id: string;
  readonly elements: readonly string[];
  readonly by: Delimiters;
}

/** CLP03 is `element(clp, 3)`. A missing element is ''. */
export const element = (segment: Segment, place: number): string => segment.elements[place - 1] ?? '';

/** The parts of a composite element. */
export const components = (segment: Segment, place: number): readonly string[] =>
  element(segment, place).split(segment.by.component);

export const ISA_WIDTHS = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1] as const;
const ISA_LENGTH = 105;

/** Each ISA element has a fixed length, by which the separators are found. */
const isaFault = (text: string): string | undefined => {
  const parts = text.slice(4, 4 + 2 * ISA_LENGTH).split(text.charAt(3));
  for (const [index, width] of ISA_WIDTHS.slice(0, -1).entries()) {
    const length = parts[index]?.length ?? 0;
    if (parts.length <= index + 1) return 'the segment is cut off or its elements have wrong lengths.';
    if (length !== width) return `element ${index + 1} has ${length} characters, it must have ${width}.`;
  }
  return text.length > ISA_LENGTH ? undefined : 'the segment is cut off.';
};

/** If a line ends right after ISA, line ends separate the segments. Otherwise they only wrap long lines. */
const endOfSegments = (text: string): { readonly body: string; readonly terminator: string } => {
  const [head = ''] = text.split(/[\r\n]/, 1);
  if (head.length === ISA_LENGTH) return { body: text.replaceAll(/\r\n?/g, '\n'), terminator: '\n' };
  const body = text.replaceAll(/[\r\n]/g, '');
  return { body, terminator: body.charAt(ISA_LENGTH) };
};

const isSign = (sign: string) => sign !== '' && !/[A-Za-z0-9 ]/.test(sign);

const escaped = (sign: string) => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** One text per interchange, because each may name its own separators. Whatever follows the last one stays with it. */
export const splitInterchanges = (file: string): readonly string[] => {
  const texts: string[] = [];
  for (let rest = file.replace(/^[\uFEFF\s]+/, ''); ; ) {
    const terminator = escaped(endOfSegments(rest).terminator);
    const sign = escaped(rest.charAt(3));
    // Wrapped lines may end anywhere, even within IEA.
    const end = new RegExp(
      `${terminator}\\s*I[\\r\\n]*E[\\r\\n]*A[\\r\\n]*${sign}[^${terminator}]*${terminator}\\s*(?=I[\\r\\n]*S[\\r\\n]*A)`,
    );
    const found = rest.startsWith('ISA') && terminator !== '' ? end.exec(rest) : null;
    if (!found) return [...texts, rest];
    texts.push(rest.slice(0, found.index + found[0].length));
    rest = rest.slice(found.index + found[0].length);
  }
};

/** The segments of an interchange, counted from `first`. Text that is not X12 returns none, with a fault that says why. */
export const readSegments = (file: string, findings: Findings, first = 1): readonly Segment[] => {
  const ISA = { at: first, id: 'ISA' };
  const text = file.replace(/^[\uFEFF\s]+/, '');
  if (text === '') {
    findings.fault(null, 'The file is empty.');
    return [];
  }
  if (!text.startsWith('ISA')) {
    findings.fault(null, 'This is not an X12 file: it does not begin with ISA.');
    return [];
  }
  const { body, terminator } = endOfSegments(text);
  const fault = isaFault(body);
  if (fault !== undefined) {
    findings.fault(ISA, fault);
    return [];
  }
  const by = { element: body.charAt(3), component: body.charAt(104), repetition: body.charAt(82) };
  const signs = [by.element, by.component, terminator];
  if (!signs.every(isSign) || new Set(signs).size < signs.length) {
    findings.fault(ISA, 'its separators cannot be told apart.');
    return [];
  }
  const segments = body
    .split(terminator)
    .map((line) => line.trimStart())
    .filter((line) => line !== '')
    .map((line, index): Segment => {
      const [id = '', ...elements] = line.split(by.element);
      return { at: first + index, id, elements, by };
    });
  for (const { at, id } of segments)
    if (!/^[A-Z][A-Z0-9]{1,2}$/.test(id))
      findings.fault({ at, id: '?' }, 'this is not a segment: it does not begin with two or three capitals.');
  return segments;
};

/** The first segment with this id and, if given, one of these first elements. */
export const findSegment = (
  segments: readonly Segment[],
  id: string,
  ...firsts: readonly string[]
): Segment | undefined =>
  segments.find((one) => one.id === id && (firsts.length === 0 || firsts.includes(element(one, 1))));

/** Goes through segments one by one. */
export interface Cursor {
  /** The next segment, without taking it. */
  readonly peek: () => Segment | undefined;
  /** Takes the next segment if it has this id and, if given, one of these first elements. */
  readonly take: (id: string, ...firsts: readonly string[]) => Segment | undefined;
}

export const cursorOf = (segments: readonly Segment[]): Cursor => {
  let place = 0;
  return {
    peek: () => segments[place],
    take: (id, ...firsts) => {
      const next = segments[place];
      if (next?.id !== id || (firsts.length > 0 && !firsts.includes(element(next, 1)))) return undefined;
      place += 1;
      return next;
    },
  };
};

/** Takes each following segment with this id, one at a time, so that its children can be read in between. */
export function* takeEach(cursor: Cursor, id: string): Generator<Segment> {
  for (let next = cursor.take(id); next; next = cursor.take(id)) yield next;
}

/** Takes all following segments with one of these ids, in any order. */
export const takeAll = (cursor: Cursor, ids: readonly string[]): readonly Segment[] => {
  const found: Segment[] = [];
  for (let next = cursor.peek(); next && ids.includes(next.id); next = cursor.peek()) {
    cursor.take(next.id);
    found.push(next);
  }
  return found;
};
