import { type Interchange, readEnvelope, setsOf, type TransactionSet } from '../claims/x12/envelope.ts';
import { dayIn, dayOrNull, neededIn, textIn } from '../claims/x12/fields.ts';
import { collectFindings, type Findings, type Reading, readingOf } from '../claims/x12/findings.ts';
import { element, findSegment, type Segment } from '../claims/x12/segments.ts';
import { dayOf, rangeOf } from '../claims/x12/values.ts';
import { coverageOf, namesHcbs, nextWords, refusalWords } from './271-words.ts';

/** Reads eligibility answers (271, 005010X279A1): what the payer says about each member. */

export interface Benefit {
  /** EB01. */
  readonly code: string;
  readonly coverage: 'active' | 'inactive' | null;
  /** EB03; 30 is the coverage as a whole. */
  readonly services: readonly string[];
  /** EB04; MC is Medicaid. */
  readonly insurance: string;
  /** EB05. */
  readonly plan: string | null;
  readonly messages: readonly string[];
  readonly hcbs: boolean;
  readonly start: string | null;
  readonly end: string | null;
}

export interface MemberAnswer {
  /** The number of the segment that begins the member's level. */
  readonly at: number;
  /** Our own number of the question (TRN*2). */
  readonly trace: string | null;
  readonly memberId: string | null;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly born: string | null;
  readonly benefits: readonly Benefit[];
  /** Why there is no answer, in plain words. Refusals of the whole file are included. */
  readonly refusals: readonly string[];
  /** The member's own segments, one per line. */
  readonly raw: string;
}

export interface EligibilityFile {
  readonly sender: string;
  readonly receiver: string;
  readonly usage: 'T' | 'P';
  /** The day on which the payer answered. */
  readonly date: string;
  readonly members: readonly MemberAnswer[];
  /** What the payer refused as a whole, before any member. */
  readonly refusals: readonly string[];
}

interface Level {
  readonly id: string;
  readonly parent: string;
  readonly code: string;
  readonly head: Segment;
  readonly segments: readonly Segment[];
}

/** What each level is, and the level above it. */
const LEVELS: Readonly<Record<string, readonly [name: string, parent: string]>> = {
  '20': ['payer', ''],
  '21': ['agency', '20'],
  '22': ['member', '21'],
  '23': ['dependent', '22'],
};
/** Segments allowed in a level before its benefits, and within a benefit. */
const HEAD = ['TRN', 'AAA', 'NM1', 'REF', 'N3', 'N4', 'PER', 'PRV', 'DMG', 'INS', 'HI', 'DTP', 'MPI'];
const BENEFIT = ['HSD', 'REF', 'DTP', 'AAA', 'MSG', 'III', 'LS', 'LE', 'NM1', 'N3', 'N4', 'PER', 'PRV'];

const refusalsIn = (segments: readonly Segment[]): string[] =>
  segments
    .filter(({ id }) => id === 'AAA')
    .map((aaa) => [refusalWords(element(aaa, 3)), nextWords(element(aaa, 4))].filter(Boolean).join(' '));

/** Reads HL by HL. Each one must be below an earlier one. */
const readLevels = ({ segments, head }: TransactionSet, findings: Findings): Level[] => {
  const [bht, ...rest] = segments;
  if (bht?.id !== 'BHT') findings.fault(bht ?? head, 'BHT is expected here.');
  const levels: { id: string; parent: string; code: string; head: Segment; segments: Segment[] }[] = [];
  const known = new Map<string, string>([['', '']]);
  for (const one of rest) {
    if (one.id !== 'HL') {
      const level = levels.at(-1);
      if (level) level.segments.push(one);
      else findings.fault(one, 'it comes before the first level (HL).');
      continue;
    }
    const [id, parent, code] = [element(one, 1).trim(), element(one, 2).trim(), element(one, 3)];
    const [name, above] = LEVELS[code] ?? [];
    if (!name) findings.fault(one, `the level ${code || 'without a code'} is not supported.`);
    else if (known.has(id)) findings.fault(one, 'its number is used twice.');
    else if (known.get(parent) !== above)
      findings.fault(one, `the ${name} is not below the level that it needs.`);
    known.set(id, code);
    levels.push({ id, parent, code, head: one, segments: [] });
  }
  if (levels.length === 0) findings.fault(head, 'it holds no answer.');
  return levels;
};

/** Date qualifiers by meaning. A single day of a plan or coverage counts as its start. */
const STARTS = ['346', '348', '356', '291', '292', '307', '193'];
const ENDS = ['347', '349', '357', '194'];

const spanOf = (dates: readonly Segment[], findings: Findings) => {
  let start: string | null = null;
  let end: string | null = null;
  for (const dtp of dates) {
    const [kind, form, text] = [element(dtp, 1), element(dtp, 2), element(dtp, 3).trim()];
    if (form === 'RD8' && STARTS.includes(kind)) {
      const range = rangeOf(text);
      if (!range) findings.fault(dtp, 'the days of the coverage are not a range of dates.');
      start = range?.from ?? start;
      end = range?.through ?? end;
    } else if (STARTS.includes(kind) || ENDS.includes(kind)) {
      const day = dayOf(text);
      if (day === undefined) findings.fault(dtp, 'the day of the coverage is not a date.');
      else if (ENDS.includes(kind)) end = day;
      else start ??= day;
    }
  }
  if (start !== null && end !== null && end < start && dates[0])
    findings.fault(dates[0], 'the coverage ends before it begins.');
  return { start, end };
};

const dated = (segments: readonly Segment[]) => segments.filter(({ id }) => id === 'DTP');

/** A benefit without its own dates has those of its member. */
const readBenefit = (
  [eb, ...more]: readonly [Segment, ...Segment[]],
  member: { readonly start: string | null; readonly end: string | null },
  findings: Findings,
): Benefit => {
  const own = spanOf(dated(more), findings);
  const code = neededIn(eb, 1, 'kind of benefit', findings);
  const plan = textIn(eb, 5);
  const messages = more.flatMap((msg) => (msg.id === 'MSG' ? (textIn(msg, 1) ?? []) : []));
  return {
    code,
    coverage: coverageOf(code),
    services: element(eb, 3)
      .split(eb.by.repetition)
      .filter((service) => service !== ''),
    insurance: element(eb, 4).trim(),
    plan,
    messages,
    hcbs: [plan ?? '', ...messages].some(namesHcbs),
    ...(own.start === null && own.end === null ? member : own),
  };
};

const asText = ({ id, elements, by }: Segment) => [id, ...elements].join(by.element);

/** The head of a level, and its benefits, each beginning with EB. */
const partsOf = ({ segments }: Level, findings: Findings) => {
  const head: Segment[] = [];
  const benefits: [Segment, ...Segment[]][] = [];
  for (const one of segments) {
    const open = benefits.at(-1);
    if (one.id === 'EB') benefits.push([one]);
    else if (!(open ? BENEFIT : HEAD).includes(one.id))
      findings.fault(one, 'it is not expected here, or not supported.');
    else (open ?? head).push(one);
  }
  return { head, benefits };
};

const bornIn = (head: readonly Segment[], findings: Findings) => {
  const dmg = findSegment(head, 'DMG');
  return dmg ? dayOrNull(dmg, 2, 'date of birth', findings) : null;
};

const readMember = (level: Level, above: Level | undefined, findings: Findings): MemberAnswer => {
  const { head, benefits } = partsOf(level, findings);
  const nm1 = findSegment(head, 'NM1', 'IL', '03');
  const insured = above?.code === '22' ? findSegment(above.segments, 'NM1', 'IL') : undefined;
  if (!nm1) findings.fault(level.head, 'the member is not named (NM1).');
  const trace = findSegment(head, 'TRN', '2');
  const span = spanOf(dated(head), findings);
  return {
    at: level.head.at,
    trace: trace ? textIn(trace, 2) : null,
    memberId: (nm1 && textIn(nm1, 9)) ?? (insured && textIn(insured, 9)) ?? null,
    lastName: nm1 ? textIn(nm1, 3) : null,
    firstName: nm1 ? textIn(nm1, 4) : null,
    born: bornIn(head, findings),
    benefits: benefits.map((benefit) => readBenefit(benefit, span, findings)),
    refusals: refusalsIn(level.segments),
    raw: [level.head, ...level.segments].map(asText).join('\n'),
  };
};

const readSet = (set: TransactionSet, findings: Findings) => {
  const levels = readLevels(set, findings);
  const byId = new Map(levels.map((level) => [level.id, level]));
  // A member with answers about dependents may have none of its own.
  const isAnswered = ({ id, code, segments }: Level) =>
    code === '23' ||
    (code === '22' &&
      (segments.some((one) => one.id === 'EB' || one.id === 'AAA') ||
        !levels.some((other) => other.parent === id)));
  const [bht] = set.segments;
  for (const level of levels.filter(({ code }) => code === '20' || code === '21')) partsOf(level, findings);
  return {
    date: bht ? dayIn(bht, 4, 'date of the answer', findings) : '',
    members: levels.filter(isAnswered).map((level) => readMember(level, byId.get(level.parent), findings)),
    refusals: levels
      .filter(({ code }) => code === '20' || code === '21')
      .flatMap(({ segments }) => refusalsIn(segments)),
  };
};

const EMPTY = 'The file has no answers about members.';

const fileOf = (interchange: Interchange, findings: Findings): EligibilityFile => {
  const sets = setsOf(
    interchange,
    { set: '271', name: 'set of eligibility answers (271)' },
    findings,
  ).flatMap(({ set }) => (set.set === '271' ? [readSet(set, findings)] : []));
  const { head } = interchange;
  const members = sets.flatMap((set) => set.members);
  const refusals = sets.flatMap((set) => set.refusals);
  if (findings.faults.length === 0 && members.length === 0 && refusals.length === 0)
    findings.fault(null, EMPTY);
  return {
    sender: head.sender.value,
    receiver: head.receiver.value,
    usage: head.usage,
    date: sets[0]?.date ?? head.date,
    members,
    refusals,
  };
};

/** A file with any fault is refused entirely. */
export const readEligibility = (text: string): Reading<EligibilityFile> => {
  const findings = collectFindings();
  const interchange = readEnvelope(text, findings);
  if (!interchange || findings.faults.length > 0) return readingOf<EligibilityFile>(undefined, findings);
  return readingOf(fileOf(interchange, findings), findings);
};
