import { PAYER_ID, PAYER_NAME, type Stamp, wrap } from './payer-answers.ts';
import type { Envelope, Piece } from './payer-reader.ts';

/** Questions about eligibility (270) and the payer's answers (271), by the published rules and the payer's own reader. */

export const STANDINGS = [
  /** The waiver runs to the end of the next year. */
  'eligible',
  /** It ends in twenty days. */
  'ending',
  /** It ended three weeks ago. */
  'ended',
  /** No coverage at all. */
  'inactive',
  /** The payer does not know the member. */
  'unknown',
  /** Covered, but by no waiver. */
  'noWaiver',
  /** The payer has another date of birth. */
  'otherBirth',
] as const;
export type MemberStanding = (typeof STANDINGS)[number];

/** By the last digit of the member number; what a demo site shows without a script. 4 is unknown to claims too. */
export const STANDING_BY_DIGIT: Readonly<Record<string, MemberStanding>> = {
  '1': 'ending',
  '2': 'ended',
  '3': 'inactive',
  '4': 'unknown',
  '5': 'noWaiver',
  '6': 'otherBirth',
};

interface Question {
  readonly traces: readonly string[];
  readonly member: string;
  readonly last: string;
  readonly first: string;
  readonly born: string;
  readonly gender: string;
  /** CCYYMMDD */
  readonly day: string;
}

interface Asked {
  readonly reference: string;
  readonly agency: string;
  readonly qualifier: string;
  readonly provider: string;
  readonly questions: readonly Question[];
}

const isAt = ({ id, e }: Piece, tag: string, first: string) => id === tag && e[1] === first;

/** The questions of a transaction whose structure is sound. */
export const questionsIn = (set: readonly Piece[], today: string): Asked => {
  const provider = set.find((piece) => isAt(piece, 'NM1', '1P'));
  const starts = set.flatMap((piece, index) => (piece.id === 'HL' && piece.e[3] === '22' ? [index] : []));
  return {
    reference: set.find(({ id }) => id === 'BHT')?.e[3] ?? '',
    agency: provider?.e[3] ?? '',
    qualifier: provider?.e[8] ?? '',
    provider: provider?.e[9] ?? '',
    questions: starts.map((start, n) => {
      const own = set.slice(start, starts[n + 1] ?? set.length);
      const name = own.find((piece) => isAt(piece, 'NM1', 'IL'));
      const birth = own.find(({ id }) => id === 'DMG');
      return {
        traces: own.filter(({ id }) => id === 'TRN').map(({ e }) => e.slice(2).join('*')),
        member: name?.e[9] ?? '',
        last: name?.e[3] ?? '',
        first: name?.e[4] ?? '',
        born: birth?.e[2] ?? '',
        gender: birth?.e[3] ?? '',
        day: own.find((piece) => isAt(piece, 'DTP', '291'))?.e[3]?.slice(0, 8) ?? today,
      };
    }),
  };
};

const moved = (day: string, days: number) => {
  const at = new Date(
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8))),
  );
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10).replaceAll('-', '');
};

/** Reject reason and what is to be done (AAA03, AAA04); undefined: the payer answers. */
const refusalOf = (
  { member, last, born, day }: Question,
  standing: MemberStanding,
  today: string,
  seen: ReadonlySet<string>,
): string | undefined => {
  const checks: readonly (readonly [wrong: boolean, reason: string])[] = [
    [!/^[A-Z]\d{6}$/.test(member), '72*C'],
    [seen.has(member), '76*C'],
    [last === '', '73*C'],
    [!/^\d{8}$/.test(born), '58*C'],
    [born > day, '60*C'],
    [day.slice(0, 6) > today.slice(0, 6), '63*C'],
    [day < moved(today, -366), '62*C'],
    [standing === 'unknown', '75*C'],
    [standing === 'otherBirth', '71*C'],
  ];
  return checks.find(([wrong]) => wrong)?.[1];
};

const benefitsOf = (standing: MemberStanding, today: string): string[] => {
  const year = Number(today.slice(0, 4));
  const plan = 'EB*1**30*MC*TXIX MEDICAID STATE PLAN';
  const waiver = (from: string, to: string, code = '1') => [
    `EB*${code}**30*MC*HCBS ELDERLY BLIND AND DISABLED WAIVER`,
    `DTP*346*RD8*${from}-${to}`,
  ];
  const spans: Readonly<Record<string, readonly string[]>> = {
    eligible: [plan, `DTP*346*D8*${year - 1}0101`, ...waiver(`${year}0101`, `${year + 1}1231`)],
    ending: [plan, `DTP*346*D8*${year - 1}0101`, ...waiver(`${year - 1}0101`, moved(today, 20))],
    ended: [plan, `DTP*346*D8*${year - 1}0101`, ...waiver(`${year - 1}0101`, moved(today, -21), '6')],
    inactive: ['EB*6**30*MC*TXIX MEDICAID STATE PLAN', `DTP*347*D8*${moved(today, -30)}`],
    noWaiver: [plan, `DTP*346*D8*${year - 1}0101`],
  };
  return [...(spans[standing] ?? []), ...(standing === 'inactive' ? [] : ['EB*B**98*MC**27*2'])];
};

const isNumberOfAgency = ({ qualifier, provider }: Asked, isNpi: (npi: string) => boolean) =>
  qualifier === 'XX' ? isNpi(provider) : qualifier === 'SV' && provider !== '';

export const write271 = (
  envelope: Envelope,
  asked: Asked,
  standingOf: (member: string) => MemberStanding,
  stamp: Stamp,
  isNpi: (npi: string) => boolean,
): string => {
  const seen = new Set<string>();
  const isKnown = isNumberOfAgency(asked, isNpi);
  const answers = asked.questions.flatMap((question, index) => {
    const standing = standingOf(question.member);
    const refusal = refusalOf(question, standing, stamp.date, seen);
    seen.add(question.member);
    const { member, last, first, born, gender } = question;
    return [
      `HL*${index + 3}*2*22*0`,
      ...question.traces.map((trace) => `TRN*2*${trace}`),
      `NM1*IL*1*${last}*${first}****MI*${member}`,
      ...(refusal === undefined
        ? [`DMG*D8*${born}${gender === '' ? '' : `*${gender}`}`, ...benefitsOf(standing, stamp.date)]
        : [`AAA*N**${refusal}`]),
    ];
  });
  const body = [
    `BHT*0022*11*${asked.reference}*${stamp.date}*${stamp.time}`,
    'HL*1**20*1',
    `NM1*PR*2*${PAYER_NAME}*****PI*${PAYER_ID}`,
    `HL*2*1*21*${isKnown ? 1 : 0}`,
    `NM1*1P*2*${asked.agency}*****${asked.qualifier}*${asked.provider}`,
    ...(isKnown ? answers : ['AAA*N**43*C']),
  ];
  const version = '005010X279A1';
  return wrap(
    envelope.sender,
    envelope.usage,
    stamp,
    { functional: 'HB', version, set: '271', st03: version },
    body,
  );
};
