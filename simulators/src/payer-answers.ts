import { type Decision, paidIn } from './payer-books.ts';
import type { Envelope, PayerClaim, Unopened } from './payer-reader.ts';
import type { Fault } from './payer-syntax.ts';

/** TA1, 999, 277CA and 835 as a payer writes them. */

export const PAYER = 'COMEDASSISTPROG';
export const PAYER_NAME = 'COLORADO MEDICAL ASSISTANCE PROGRAM';
export const PAYER_ID = 'CO_TXIX';

export interface Stamp {
  /** CCYYMMDD */
  readonly date: string;
  /** HHMM */
  readonly time: string;
  readonly control: number;
}

const money = (cents: number) => {
  const text = (Math.abs(cents) / 100).toFixed(2).replace(/\.?0+$/, '');
  return cents < 0 ? `-${text}` : text;
};

export const wrap = (
  to: string,
  usage: string,
  { date, time, control }: Stamp,
  {
    functional,
    version,
    set,
    st03 = '',
  }: { functional: string; version: string; set: string; st03?: string },
  body: readonly string[],
  before: readonly string[] = [],
) => {
  const nine = String(control).padStart(9, '0');
  const isa = `ISA*00*          *00*          *ZZ*${PAYER.padEnd(15)}*ZZ*${to.padEnd(15)}*${date.slice(2)}*${time}*^*00501*${nine}*0*${usage}*:`;
  const inner =
    body.length === 0
      ? []
      : [
          `GS*${functional}*${PAYER}*${to}*${date}*${time}*${control}*X*${version}`,
          `ST*${set}*0001${st03 === '' ? '' : `*${st03}`}`,
          ...body,
          `SE*${body.length + 2}*0001`,
          `GE*1*${control}`,
        ];
  return [isa, ...before, ...inner, `IEA*${body.length === 0 ? 0 : 1}*${nine}`]
    .map((one) => `${one}~\n`)
    .join('');
};

export const writeTa1 = (
  file: Pick<Unopened, 'sender' | 'usage' | 'interchange' | 'date' | 'time'>,
  note: string,
  stamp: Stamp,
): string =>
  wrap(
    file.sender,
    file.usage === 'T' ? 'T' : 'P',
    stamp,
    { functional: '', version: '', set: '' },
    [],
    [`TA1*${file.interchange}*${file.date}*${file.time}*R*${note}`],
  );

export const write999 = (
  envelope: Envelope,
  results: readonly {
    readonly control: string;
    readonly version: string;
    readonly faults: readonly Fault[];
  }[],
  stamp: Stamp,
  /** Functional group and transaction that are answered. */
  [functional, set] = ['HC', '837'],
): string => {
  const accepted = results.filter(({ faults }) => faults.length === 0).length;
  const overall = accepted === results.length ? 'A' : accepted === 0 ? 'R' : 'P';
  const body = [
    `AK1*${functional}*${envelope.group}*${envelope.version}`,
    ...results.flatMap(({ control, version, faults }) => [
      `AK2*${set}*${control}*${version}`,
      ...faults.flatMap(({ id, at, code, element, claim }) => [
        `IK3*${id}*${at}**${code}`,
        ...(claim === undefined ? [] : [`CTX*CLM01:${claim}`]),
        ...(element ? [`IK4*${element[0]}**${element[1]}`] : []),
      ]),
      faults.length === 0 ? 'IK5*A' : 'IK5*R*5',
    ]),
    `AK9*${overall}*${results.length}*${results.length}*${accepted}`,
  ];
  const version = '005010X231A1';
  return wrap(
    envelope.sender,
    envelope.usage,
    stamp,
    { functional: 'FA', version, set: '999', st03: version },
    body,
  );
};

/** A claim with what the payer said of it: its number, or why it was not taken in. */
export interface Standing {
  readonly claim: PayerClaim;
  readonly icn: string | undefined;
  /** Category, status, entity. */
  readonly reasons: readonly string[];
}

const sumOf = (list: readonly Standing[]) => list.reduce((sum, { claim }) => sum + claim.cents, 0);

export const write277ca = (
  envelope: Envelope,
  reference: string,
  standings: readonly Standing[],
  stamp: Stamp,
): string => {
  const [taken, refused] = [
    standings.filter(({ icn }) => icn !== undefined),
    standings.filter(({ icn }) => icn === undefined),
  ];
  const { agency = '', npi, ein = '' } = standings[0]?.claim ?? {};
  const counts = (one: string, two: string) => [
    ...(taken.length > 0 ? [`QTY*${one}*${taken.length}`] : []),
    ...(refused.length > 0 ? [`QTY*${two}*${refused.length}`] : []),
    ...(taken.length > 0 ? [`AMT*YU*${money(sumOf(taken))}`] : []),
    ...(refused.length > 0 ? [`AMT*YY*${money(sumOf(refused))}`] : []),
  ];
  const body = [
    `BHT*0085*08*${stamp.control}*${stamp.date}*${stamp.time}*TH`,
    'HL*1**20*1',
    `NM1*PR*2*${PAYER_NAME}*****PI*${PAYER_ID}`,
    `TRN*1*${stamp.control}`,
    `DTP*050*D8*${stamp.date}`,
    `DTP*009*D8*${stamp.date}`,
    'HL*2*1*21*1',
    `NM1*41*2*${agency}*****46*${envelope.sender}`,
    `TRN*2*${reference}`,
    `STC*A1:19:PR*${stamp.date}*WQ*${money(sumOf(standings))}`,
    ...counts('90', 'AA'),
    'HL*3*2*19*1',
    `NM1*85*2*${agency}*****${npi === undefined ? `FI*${ein}` : `XX*${npi}`}`,
    'TRN*1*0',
    `STC*A1:19:PR**WQ*${money(sumOf(standings))}`,
    ...counts('QA', 'QC'),
    ...standings.flatMap(({ claim, icn, reasons }, index) => {
      const [first = 'A2:20:PR', second, third] = icn === undefined ? reasons : [];
      const days = claim.lines.flatMap(({ days }) => days.split('-')).toSorted();
      return [
        `HL*${index + 4}*3*PT`,
        `NM1*QC*1*${claim.last}*${claim.first}****MI*${claim.member}`,
        `TRN*2*${claim.id}`,
        `STC*${first}*${stamp.date}*${icn === undefined ? 'U' : 'WQ'}*${money(claim.cents)}${second === undefined ? '' : `******${second}`}${third === undefined ? '' : `*${third}`}`,
        ...(icn === undefined ? [] : [`REF*1K*${icn}`]),
        `DTP*472*RD8*${days[0]}-${days.at(-1)}`,
      ];
    }),
  ];
  const version = '005010X214';
  return wrap(
    envelope.sender,
    envelope.usage,
    stamp,
    { functional: 'HN', version, set: '277', st03: version },
    body,
  );
};

const casOf = (adjusted: Decision['lines'][number]['adjusted']) =>
  adjusted.map(({ group, reason, cents }) => `CAS*${group}*${reason}*${money(cents)}`);

/** One payment; what would be less than nothing is carried forward (PLB FB). */
export const write835 = (
  to: string,
  usage: string,
  agency: { readonly name: string; readonly npi: string | undefined; readonly ein: string },
  decisions: readonly Decision[],
  stamp: Stamp,
): string => {
  const total = decisions.reduce((sum, decision) => sum + paidIn(decision), 0);
  const paid = Math.max(total, 0);
  const id = agency.npi ?? agency.ein;
  const body = [
    paid > 0
      ? `BPR*I*${money(paid)}*C*ACH*CCP*01*102000076*DA*1234567*1840644739**01*102003154*DA*7654321*${stamp.date}`
      : `BPR*H*0*C*NON************${stamp.date}`,
    `TRN*1*EFT${String(stamp.control).padStart(9, '0')}*1840644739`,
    `DTM*405*${stamp.date}`,
    `N1*PR*${PAYER_NAME}`,
    'N3*303 E 17TH AVE',
    'N4*DENVER*CO*80203',
    'PER*BL*PROVIDER SERVICES*TE*8442352387',
    `N1*PE*${agency.name}*${agency.npi === undefined ? 'FI' : 'XX'}*${id}`,
    'LX*1',
    ...decisions.flatMap((decision) => {
      const { claim, icn, status, cents, lines } = decision;
      return [
        `CLP*${claim.id}*${status}*${money(cents)}*${money(paidIn(decision))}**MC*${icn}*${claim.place}*${claim.frequency}`,
        `NM1*QC*1*${claim.last}*${claim.first}****MI*${claim.member}`,
        ...lines.flatMap(({ line, cents, paid, adjusted }) => [
          `SVC*${line.service}*${money(cents)}*${money(paid)}**${paid === 0 ? 0 : line.units}`,
          `DTM*472*${line.days.slice(0, 8)}`,
          ...casOf(adjusted),
          ...(line.control === undefined ? [] : [`REF*6R*${line.control}`]),
        ]),
      ];
    }),
    ...(total < 0 ? [`PLB*${id}*${stamp.date.slice(0, 4)}1231*FB:${stamp.control}*${money(total)}`] : []),
  ];
  return wrap(to, usage, stamp, { functional: 'HP', version: '005010X221A1', set: '835' }, body);
};
