import { numberIn } from './fields.ts';
import type { Findings } from './findings.ts';
import {
  type Cursor,
  cursorOf,
  element,
  readSegments,
  type Segment,
  splitInterchanges,
  takeEach,
} from './segments.ts';
import { dayOf } from './values.ts';

/** The qualifier says what kind of number follows; ZZ means 'as agreed'. */
export interface Qualified {
  readonly qualifier: string;
  readonly value: string;
}

/** ISA: who sends the file to whom. */
export interface InterchangeHead {
  readonly authorization: Qualified;
  readonly security: Qualified;
  readonly sender: Qualified;
  readonly receiver: Qualified;
  /** YYYY-MM-DD */
  readonly date: string;
  /** HHMM */
  readonly time: string;
  readonly control: number;
  /** The sender asks for a TA1. */
  readonly acknowledgement: boolean;
  /** T for test, P for production. */
  readonly usage: 'T' | 'P';
}

/** GS: a group of transactions of one kind. */
export interface GroupHead {
  /** HC for claims, HP for remittances, FA for acknowledgements, HN for claim status. */
  readonly functional: string;
  readonly sender: string;
  readonly receiver: string;
  readonly date: string;
  readonly time: string;
  readonly control: number;
  /** For example 005010X222A1. */
  readonly version: string;
}

/** The segments between ST and SE. */
export interface TransactionSet {
  readonly set: string;
  readonly control: string;
  readonly head: Segment;
  readonly segments: readonly Segment[];
}

export interface Group {
  readonly head: GroupHead;
  readonly sets: readonly TransactionSet[];
}

export interface Interchange {
  readonly head: InterchangeHead;
  readonly groups: readonly Group[];
  /** TA1: what the receiver says about an interchange of ours. */
  readonly acknowledgements: readonly Segment[];
}

const dayIn = (segment: Segment, place: number, text: string, findings: Findings): string => {
  const day = dayOf(text);
  if (day === undefined) findings.remark(segment, `element ${place} is not a date.`);
  return day ?? '';
};

const interchangeHead = (isa: Segment, findings: Findings): InterchangeHead => {
  const qualified = (place: number) => ({
    qualifier: element(isa, place),
    value: element(isa, place + 1).trim(),
  });
  const usage = element(isa, 15);
  if (usage !== 'T' && usage !== 'P')
    findings.fault(isa, 'element 15 is neither T (test) nor P (production).');
  return {
    authorization: qualified(1),
    security: qualified(3),
    sender: qualified(5),
    receiver: qualified(7),
    date: dayIn(isa, 9, `20${element(isa, 9)}`, findings),
    time: element(isa, 10),
    control: numberIn(isa, 13, 'interchange control number', findings),
    acknowledgement: element(isa, 14) === '1',
    usage: usage === 'P' ? 'P' : 'T',
  };
};

const groupHead = (gs: Segment, findings: Findings): GroupHead => ({
  functional: element(gs, 1),
  sender: element(gs, 2).trim(),
  receiver: element(gs, 3).trim(),
  date: dayIn(gs, 4, element(gs, 4), findings),
  time: element(gs, 5),
  control: numberIn(gs, 6, 'group control number', findings),
  version: element(gs, 8).trim(),
});

const ENVELOPE = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);

/** Reports what comes instead of `expected`: the file was cut off, or its parts are mixed up. */
const misplaced = (cursor: Cursor, last: Segment, expected: string, findings: Findings) => {
  const next = cursor.peek();
  if (next) findings.fault(next, `${expected} is expected here.`);
  else findings.fault(last, `the file ends here, ${expected} is missing: it was cut off.`);
};

const checkCount = (
  trailer: Segment,
  counted: number,
  what: readonly [one: string, many: string],
  findings: Findings,
) => {
  const stated = numberIn(trailer, 1, 'count', findings);
  if (stated !== counted)
    findings.fault(
      trailer,
      `it says ${stated} ${stated === 1 ? what[0] : what[1]}, but there ${counted === 1 ? 'is' : 'are'} ${counted}.`,
    );
};

const checkControl = (trailer: Segment, head: string, opened: string, findings: Findings) => {
  const stated = element(trailer, 2).trim();
  const same =
    /^\d+$/.test(stated) && /^\d+$/.test(opened) ? Number(stated) === Number(opened) : stated === opened;
  if (!same) findings.fault(trailer, `its control number is not the one of ${head}.`);
};

const readSet = (cursor: Cursor, st: Segment, findings: Findings): TransactionSet => {
  const segments: Segment[] = [];
  let last = st;
  for (let next = cursor.peek(); next && !ENVELOPE.has(next.id); next = cursor.peek()) {
    cursor.take(next.id);
    segments.push(next);
    last = next;
  }
  const se = cursor.take('SE');
  if (se) {
    checkCount(se, segments.length + 2, ['segment', 'segments'], findings);
    checkControl(se, 'ST', element(st, 2).trim(), findings);
  } else misplaced(cursor, last, 'SE', findings);
  return { set: element(st, 1), control: element(st, 2).trim(), head: st, segments };
};

const readGroup = (cursor: Cursor, gs: Segment, findings: Findings): Group => {
  const head = groupHead(gs, findings);
  const sets: TransactionSet[] = [];
  for (const st of takeEach(cursor, 'ST')) {
    const set = readSet(cursor, st, findings);
    if (sets.some(({ control }) => control === set.control))
      findings.fault(st, 'its control number is used twice in this group.');
    sets.push(set);
    if (findings.faults.length > 0) return { head, sets };
  }
  const ge = cursor.take('GE');
  if (ge) {
    checkCount(ge, sets.length, ['transaction', 'transactions'], findings);
    checkControl(ge, 'GS', String(head.control), findings);
  } else misplaced(cursor, gs, 'GE', findings);
  return { head, sets };
};

const readParts = (cursor: Cursor, isa: Segment, findings: Findings): Interchange => {
  const head = interchangeHead(isa, findings);
  const acknowledgements = [...takeEach(cursor, 'TA1')];
  const groups: Group[] = [];
  for (const gs of takeEach(cursor, 'GS')) {
    groups.push(readGroup(cursor, gs, findings));
    if (findings.faults.length > 0) return { head, groups, acknowledgements };
  }
  const iea = cursor.take('IEA');
  if (iea) {
    checkCount(iea, groups.length, ['group', 'groups'], findings);
    checkControl(iea, 'ISA', String(head.control), findings);
  } else misplaced(cursor, isa, 'IEA', findings);
  const more = cursor.peek();
  if (more && iea) findings.fault(more, 'this comes after the end of the file.');
  return { head, groups, acknowledgements };
};

/** Reads the envelopes of any X12 file, checking their counts and endings. A damaged file returns none. */
export const readEnvelopes = (file: string, findings: Findings): readonly Interchange[] => {
  const interchanges: Interchange[] = [];
  let first = 1;
  for (const text of splitInterchanges(file)) {
    const segments = readSegments(text, findings, first);
    const cursor = cursorOf(segments);
    const isa = cursor.take('ISA');
    if (!isa || findings.faults.length > 0) return [];
    interchanges.push(readParts(cursor, isa, findings));
    first += segments.length;
  }
  return findings.faults.length === 0 ? interchanges : [];
};

/** Reads the only envelope of a file that must not have more. */
export const readEnvelope = (file: string, findings: Findings): Interchange | undefined => {
  const [only, second] = readEnvelopes(file, findings);
  if (second) findings.fault(null, 'The file holds several interchanges. Load each one on its own.');
  return only;
};

/** The transactions of one kind. A file of another kind is named as a fault. */
export const setsOf = (
  interchange: Interchange,
  kind: { readonly set: string; readonly name: string },
  findings: Findings,
): readonly { readonly group: GroupHead; readonly set: TransactionSet }[] => {
  const sets = interchange.groups.flatMap(({ head, sets }) => sets.map((set) => ({ group: head, set })));
  if (sets.length === 0) findings.fault(null, `The file holds no ${kind.name}.`);
  for (const { set } of sets)
    if (set.set !== kind.set)
      findings.fault(set.head, `this is a ${set.set || 'transaction without a number'}, not a ${kind.name}.`);
  return sets;
};
