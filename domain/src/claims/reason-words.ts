import type { Adjustment } from './x12/adjustments.ts';

/**
 * What the codes of a remittance mean for a home care agency. The codes are X12's. The words are our own, because X12's
 * texts may not be copied. Unknown codes are shown by number.
 */

/** Who bears the difference. */
const GROUPS: Readonly<Record<string, string>> = {
  CO: 'by contract',
  PR: "the client's share",
  OA: 'other',
  PI: "the payer's decision",
};

/** CARC: claim adjustment reasons. */
export const REASONS: Readonly<Record<string, string>> = {
  '1': 'Goes toward the deductible.',
  '2': 'Coinsurance of the client.',
  '3': 'Copayment of the client.',
  '4': 'The modifiers do not fit the procedure code.',
  '5': 'The place of service does not fit the procedure code.',
  '6': 'The procedure does not fit the age of the client.',
  '7': 'The procedure does not fit the gender of the client.',
  '8': 'The procedure does not fit the kind of provider (taxonomy).',
  '9': 'The diagnosis does not fit the age of the client.',
  '11': 'The diagnosis does not fit the procedure.',
  '13': 'The day of service is after the date of death.',
  '14': 'The day of service is before the date of birth.',
  '15': 'The PAR number is missing, wrong, or is not for this service or agency.',
  '16': 'Something that the claim needs is missing or wrong; the remark codes say what.',
  '18': 'The payer has this same claim or line already.',
  '19': 'An injury at work: its insurer pays.',
  '20': 'An accident: the liability insurer pays.',
  '21': 'An accident: the no-fault insurer pays.',
  '22': 'Another insurer may have to pay first.',
  '23': 'An earlier payer has paid or adjusted this part.',
  '24': 'A managed-care plan covers it.',
  '26': 'The day of service is before coverage began.',
  '27': 'The day of service is after coverage ended.',
  '29': 'It was sent after the time limit for claims.',
  '31': 'The client is not known as a member: check Medicaid number, name and date of birth.',
  '32': 'The client is not covered as a dependent.',
  '35': 'The lifetime maximum is reached.',
  '39': 'It was already refused when authorization was requested.',
  '42': 'The charge is above what the payer allows.',
  '45': 'The charge is above the agreed rate.',
  '50': 'The payer does not regard it as medically necessary.',
  '54': 'More than one provider is not covered for this.',
  '58': 'It was given in a place that is not covered or is wrong.',
  '59': 'Paid by the rules for several services at once.',
  '66': 'Goes toward the blood deductible.',
  '89': 'Professional fees were taken off.',
  '94': 'More was paid than charged.',
  '95': "The plan's rules were not followed.",
  '96': 'The service is not covered; the remark codes say why.',
  '97': 'It is included in the payment of another service.',
  '100': 'It was paid to someone else.',
  '104': 'Withheld by managed care.',
  '107': 'A service that it belongs to is not on the claim.',
  '109': 'Another payer is responsible: send it there.',
  '110': 'The claim is dated before the service.',
  '112': 'It is not shown that the client received the service.',
  '114': 'Not approved.',
  '115': 'The service was postponed or canceled.',
  '119': 'The maximum for this period is reached.',
  '125': 'The claim has an error; the remark codes say which.',
  '129': 'What was said of an earlier payer looks wrong.',
  '131': 'A discount was agreed for this claim.',
  '133': 'The payer still reviews it.',
  '136': "An earlier payer's rules were not followed.",
  '140': 'Member number and name do not belong together.',
  '142': "The client's monthly Medicaid share (patient liability).",
  '144': 'An incentive was added.',
  '146': 'The diagnosis code was not valid on the day of service.',
  '147': 'The agreed rate has ended or is not on file.',
  '149': 'The lifetime maximum for this service is reached.',
  '150': 'The records do not support this level of service.',
  '151': 'The records do not support so many services.',
  '163': 'An attachment named on the claim was not received.',
  '166': 'It was sent after this payer ceased to be responsible.',
  '167': 'The diagnosis is not covered.',
  '170': 'This kind of provider is not paid for this service.',
  '171': 'This kind of provider is not paid for it in this place.',
  '172': 'This specialty is not paid for this service.',
  '177': 'The client does not meet the conditions of the program.',
  '178': 'The client has not met the spend-down yet.',
  '181': 'The procedure code was not valid on the day of service.',
  '182': 'A modifier was not valid on the day of service.',
  '183': 'The referring provider is not allowed to refer it.',
  '185': 'The rendering provider may not give this service.',
  '192': 'An adjustment without a standard reason.',
  '193': 'The payer looked again and stays with its decision.',
  '197': 'No authorization (PAR) covers it.',
  '198': 'The authorized units (PAR) are used up.',
  '200': 'It falls into a gap of coverage.',
  '204': 'The plan of the client does not cover this service.',
  '206': 'The NPI is missing.',
  '207': 'The NPI is not valid.',
  '208': 'The payer does not know the NPI.',
  '222': 'More units or hours than agreed for this period.',
  '226': 'Papers asked of the agency did not come in time or are incomplete.',
  '227': 'Papers asked of the client did not come.',
  '231': 'Two services exclude each other on the same day.',
  '234': 'This service is not paid on its own.',
  '236': 'The combination of procedure and modifier is not allowed beside another one of that day.',
  '238': 'The claim covers days with and without eligibility.',
  '242': 'Not given by a provider of the network.',
  '243': 'Not authorized by the network or primary provider.',
  '251': 'The attachment is incomplete.',
  '252': 'An attachment is needed.',
  '253': 'Federal sequestration.',
  '256': 'The managed-care contract does not pay it.',
  '258': 'The client was in custody.',
  '267': 'A claim of several months must be split.',
  '272': "The program's conditions are not met.",
  '273': "The program's limits are exceeded.",
  '276': 'An earlier payer refused it and so does this one.',
  '284': 'The PAR number is valid, but not for these services.',
  '288': 'A referral is missing.',
  '296': 'The PAR number is not valid.',
  '299': 'The agency may not be paid for this service.',
  A1: 'Refused; the remark codes say why.',
  A2: 'Adjusted by contract.',
  B1: 'Visits that are not covered.',
  B4: 'A penalty for late filing.',
  B5: "The program's conditions were not met or its limits exceeded.",
  B7: 'The agency was not enrolled or certified for it on the day of service.',
  B9: 'The client is in hospice care.',
  B11: 'It was passed on to the right payer.',
  B12: 'The service is not documented.',
  B13: 'It was paid before, as part of another claim.',
  B15: 'Another service that it depends on is missing or unpaid.',
  B16: 'The conditions for a new client are not met.',
  B20: 'Another provider gave the service, in part or whole.',
};

/** RARC: remarks that go with a reason. */
export const REMARKS: Readonly<Record<string, string>> = {
  M20: 'The procedure code is missing or wrong.',
  M51: 'The procedure code is missing or wrong.',
  M52: 'The first day of service is missing or wrong.',
  M53: 'The units are missing or wrong.',
  M62: 'The PAR number is missing or wrong.',
  M76: 'The diagnosis is missing or wrong.',
  M77: 'The place of service is missing or wrong.',
  M86: 'A similar service was paid within the time allowed for one.',
  MA01: 'You may appeal.',
  MA04: 'The answer of the first payer is missing.',
  MA36: 'The name of the client is missing or wrong.',
  MA63: 'The principal diagnosis is missing or wrong.',
  MA130: 'The claim could not be processed: send a new one.',
  N30: 'The client is not eligible for this service.',
  N54: 'The claim does not match what was authorized.',
  N56: 'The procedure code is not right for the service or the day.',
  N206: 'The papers do not fit the claim.',
  N255: 'The taxonomy of the agency is missing or wrong.',
  N257: 'The number of the agency is missing or wrong.',
  N362: 'More units than the payer allows.',
  N382: 'The member number is missing or wrong.',
  N517: 'Send a new claim with what was asked for.',
  N519: 'The modifiers do not go together.',
  N522: 'The payer has processed this claim before.',
};

export const reasonWords = ({ group, reason }: Pick<Adjustment, 'group' | 'reason'>): string => {
  const who = GROUPS[group] === undefined ? '' : ` (${GROUPS[group]})`;
  return `${group} ${reason}${who}: ${REASONS[reason] ?? `Reason ${reason}, see the payer's list.`}`;
};

/** The code at the beginning of this file's wording: the reason with the largest amount. */
export const reasonCode = (words: string | null): string | null =>
  /^[A-Z]{2} ([A-Z0-9]{1,5})(?: \([^)]*\))?: /.exec(words ?? '')?.[1] ?? null;

/** Puts a typed code, with or without its group, into words. Anything else stays as typed. */
export const plainReason = (typed: string): string => {
  const [, group = '', reason = ''] = /^(?:(CO|PR|OA|PI)[\s-]*)?([A-Z]?\d{1,3})$/i.exec(typed.trim()) ?? [];
  if (reason === '') return typed;
  return reasonWords({ group: group.toUpperCase(), reason: reason.toUpperCase() }).trim();
};

export const remarkWords = (code: string): string =>
  `${code}: ${REMARKS[code] ?? "See the payer's list of remarks."}`;

/** PLB: what a payer adds or takes outside of claims. */
const PROVIDER_ADJUSTMENTS: Readonly<Record<string, string>> = {
  '50': 'A late charge.',
  '51': 'Interest as a penalty.',
  '72': 'A refund that the agency sent was received.',
  AM: 'Goes toward a loan.',
  AP: 'An advance payment was settled.',
  B2: 'A rebate.',
  BD: 'A bad debt was adjusted.',
  CS: 'An adjustment.',
  FB: 'Carried from one payment to another.',
  FC: 'Goes to a fund.',
  IR: 'Withheld for taxes.',
  J1: 'Not reimbursed.',
  L3: 'A penalty.',
  L6: 'Interest owed by the payer.',
  LE: 'A levy (garnishment).',
  LS: 'A lump sum.',
  WO: 'An overpayment was taken back.',
  WU: 'Recovered for an earlier debt.',
};

/** Sorted by code. If the reason is unknown, the payer took something back. */
export const PROVIDER_ADJUSTMENT_CODES: readonly string[] = Object.keys(PROVIDER_ADJUSTMENTS).toSorted();
export const DEFAULT_PROVIDER_ADJUSTMENT = 'WO';

export const providerAdjustmentWords = (code: string): string =>
  `${code}: ${PROVIDER_ADJUSTMENTS[code] ?? "See the payer's list."}`;

/** Agreed rates, and what an earlier payer paid, do not explain a refusal. */
const NO_REFUSAL = new Set(['45', '42', 'A2', '131', '23']);

/** Why less was paid than charged: largest amounts first, each reason once, followed by the remarks. */
export const deniedReason = (adjustments: readonly Adjustment[], remarks: readonly string[]): string => {
  const sums = new Map<string, { readonly words: string; amount: number; readonly last: boolean }>();
  for (const adjustment of adjustments) {
    const key = `${adjustment.group} ${adjustment.reason}`;
    const sum = sums.get(key) ?? {
      words: reasonWords(adjustment),
      amount: 0,
      last: NO_REFUSAL.has(adjustment.reason),
    };
    sums.set(key, { ...sum, amount: sum.amount + adjustment.amount });
  }
  const reasons = [...sums.values()].toSorted(
    (a, b) => Number(a.last) - Number(b.last) || Math.abs(b.amount) - Math.abs(a.amount),
  );
  return [...reasons.map(({ words }) => words), ...[...new Set(remarks)].map(remarkWords)].join(' ');
};
