/**
 * The payer's own reading of claims. It shares no code with the product, so that a mistake of the product's writer is not
 * repeated here.
 */

export interface Piece {
  /** In its transaction, ST is 1. */
  readonly at: number;
  readonly id: string;
  /** e[1] is the first element. */
  readonly e: readonly string[];
}

export interface Envelope {
  readonly sender: string;
  readonly receiver: string;
  readonly usage: string;
  readonly interchange: string;
  readonly date: string;
  readonly time: string;
  readonly group: string;
  readonly version: string;
  readonly sets: readonly (readonly Piece[])[];
}

/** A file that cannot be opened: a note of TA1. */
export interface Unopened {
  readonly note: string;
  readonly sender: string;
  readonly usage: string;
  readonly interchange: string;
  readonly date: string;
  readonly time: string;
}

const LENGTHS = [3, 2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1];

export const openFile = (text: string): Envelope | Unopened => {
  const isa = text.slice(0, 105).split('*');
  const unopened = (note: string) => ({
    note,
    sender: (isa[6] ?? '').trim().slice(0, 15),
    usage: isa[15] === 'T' ? 'T' : 'P',
    interchange: isa[13] ?? '000000000',
    date: isa[9] ?? '',
    time: isa[10] ?? '',
  });
  if (isa.length !== 17 || !isa.every((value, n) => value.length === LENGTHS[n])) return unopened('022');
  if (text[105] !== '~' || isa[16] !== ':') return unopened('004');
  const parts = text
    .split('~')
    .map((part) => part.replace(/^[\r\n]+/, ''))
    .filter((part) => part !== '')
    .map((part) => part.split('*'));
  const named = (id: string) => parts.filter((part) => part[0] === id);
  const [gs] = named('GS');
  const [iea] = named('IEA');
  if (parts.at(-1)?.[0] !== 'IEA' || named('ISA').length !== 1) return unopened('023');
  if (iea?.[2] !== isa[13]) return unopened('001');
  if (Number(iea?.[1]) !== named('GS').length) return unopened('021');
  if (!gs || named('GE').length !== named('GS').length) return unopened('024');
  const sets: Piece[][] = [];
  for (const e of parts) {
    if (e[0] === 'ST') sets.push([]);
    const set = sets.at(-1);
    if (set && !['GE', 'IEA'].includes(e[0] ?? '')) set.push({ at: set.length + 1, id: e[0] ?? '', e });
  }
  if (sets.length === 0) return unopened('024');
  return {
    sender: (isa[6] ?? '').trim(),
    receiver: (isa[8] ?? '').trim(),
    usage: isa[15] ?? '',
    interchange: isa[13] ?? '',
    date: isa[9] ?? '',
    time: isa[10] ?? '',
    group: gs[6] ?? '',
    version: gs[8] ?? '',
    sets,
  };
};

export interface PayerLine {
  readonly service: string;
  readonly cents: number;
  readonly units: number;
  readonly days: string;
  readonly control: string | undefined;
}

export interface PayerClaim {
  readonly id: string;
  readonly reference: string;
  readonly cents: number;
  readonly place: string;
  readonly frequency: string;
  readonly original: string | undefined;
  readonly par: string | undefined;
  readonly diagnosis: string | undefined;
  readonly member: string;
  readonly last: string;
  readonly first: string;
  readonly born: string;
  readonly agency: string;
  readonly npi: string | undefined;
  /** Of an agency without an NPI. */
  readonly medicaidId: string | undefined;
  readonly ein: string;
  readonly lines: readonly PayerLine[];
}

export const centsIn = (amount: string | undefined): number => Math.round(Number(amount ?? 'x') * 100);

/** All that follows a segment, up to the next one of these kinds. */
const until = (pieces: readonly Piece[], from: number, ...ends: readonly string[]) => {
  const end = pieces.findIndex((piece, index) => index > from && ends.includes(piece.id));
  return pieces.slice(from, end < 0 ? pieces.length : end);
};
const pick = (pieces: readonly Piece[], id: string, first: string) =>
  pieces.find((piece) => piece.id === id && piece.e[1] === first);

const linesOf = (pieces: readonly Piece[]): PayerLine[] =>
  pieces.flatMap((lx, index) => {
    if (lx.id !== 'LX') return [];
    const own = until(pieces, index, 'LX');
    const sv1 = own.find(({ id }) => id === 'SV1');
    return [
      {
        service: sv1?.e[1] ?? '',
        cents: centsIn(sv1?.e[2]),
        units: Number(sv1?.e[4] ?? 'x'),
        days: pick(own, 'DTP', '472')?.e[3] ?? '',
        control: pick(own, 'REF', '6R')?.e[2],
      },
    ];
  });

/** The claims of a transaction whose structure is sound. */
export const claimsIn = (set: readonly Piece[]): PayerClaim[] => {
  const reference = set.find(({ id }) => id === 'BHT')?.e[3] ?? '';
  const claims: PayerClaim[] = [];
  let provider: readonly Piece[] = [];
  let subscriber: readonly Piece[] = [];
  for (const [index, piece] of set.entries()) {
    if (piece.id === 'HL' && piece.e[3] === '20') provider = until(set, index, 'HL');
    if (piece.id === 'HL' && piece.e[3] === '22') subscriber = until(set, index, 'HL', 'CLM');
    if (piece.id !== 'CLM') continue;
    const own = until(set, index, 'CLM', 'HL', 'SE');
    const [place = '', , frequency = ''] = (piece.e[5] ?? '').split(':');
    const agency = pick(provider, 'NM1', '85');
    const member = pick(subscriber, 'NM1', 'IL');
    claims.push({
      id: piece.e[1] ?? '',
      reference,
      cents: centsIn(piece.e[2]),
      place,
      frequency,
      original: pick(own, 'REF', 'F8')?.e[2],
      par: pick(own, 'REF', 'G1')?.e[2],
      diagnosis: own.find(({ id }) => id === 'HI')?.e[1]?.split(':')[1],
      member: member?.e[9] ?? '',
      last: member?.e[3] ?? '',
      first: member?.e[4] ?? '',
      born: subscriber.find(({ id }) => id === 'DMG')?.e[2] ?? '',
      agency: agency?.e[3] ?? '',
      npi: agency?.e[9],
      medicaidId: pick(subscriber, 'REF', 'G2')?.e[2],
      ein: pick(provider, 'REF', 'EI')?.e[2] ?? '',
      lines: linesOf(own),
    });
  }
  return claims;
};
