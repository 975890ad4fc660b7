import { addDays } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { formatPhone, formatZip, isEmail, isPhone, isState, isZip } from '../formats.ts';
import type { ClientPayer, PayerFacts, PayerKind } from './schema.ts';

/** Rules about payers (docs/rules/payers.md). */

/** Days to pay an invoice, for clients without a payer of their own. */
export const DEFAULT_TERMS_DAYS = 15;

/** Name for the clients who pay themselves and have no payer entered. */
export const SELF_PAYERS = 'Clients who pay themselves';

/** Brings phone, state and ZIP code into their stored form. */
export const tidyPayer = (payer: PayerFacts): PayerFacts => ({
  ...payer,
  phone: formatPhone(payer.phone),
  state: payer.state.toUpperCase(),
  zip: formatZip(payer.zip),
});

/** Validates a payer field by field (docs/rules/payers.md, rule 2). */
export const checkPayer = (payer: PayerFacts): FieldError[] => {
  const { kind, name, address, city, state, zip, phone, email, payerNumber } = payer;
  const errors: FieldError[] = [];
  const fault = (field: keyof PayerFacts, isWrong: boolean, message: string) => {
    if (isWrong) errors.push({ field, message });
  };
  fault('name', name === '', 'Enter the name of the payer');
  fault('phone', phone !== '' && !isPhone(phone), 'Enter a phone as (303) 555-0100');
  fault('email', email !== '' && !isEmail(email), 'Enter an e-mail address as name@example.com');
  fault('state', state !== '' && !isState(state), 'Enter a state as CO');
  fault('zip', zip !== '' && !isZip(zip), 'Enter a ZIP code as 80202');
  const isAddressed = kind !== 'Medicaid';
  fault('address', isAddressed && address === '', 'Enter the street');
  fault('city', isAddressed && city === '', 'Enter the city');
  fault('state', isAddressed && state === '', 'Enter the state');
  fault('zip', isAddressed && zip === '', 'Enter the ZIP code');
  fault('payerNumber', kind === 'Other' && payerNumber === '', 'Enter the payer ID that claims name it by');
  return errors;
};

/** What validation needs to know of each payer. */
export interface KnownPayer {
  readonly kind: PayerKind;
  readonly name: string;
  readonly isActive: boolean;
}

const OPEN_END = '9999-12-31';
type Span = Pick<ClientPayer, 'from' | 'through'>;
const overlap = (a: Span, b: Span) => a.from <= (b.through ?? OPEN_END) && b.from <= (a.through ?? OPEN_END);

export const UNKNOWN_PAYER = 'Choose a payer of the list';
export const MEDICAID_LAST = 'Medicaid pays last: move it below the other payers of these days';
export const PRIVATE_AND_MEDICAID =
  'A client with Medicaid is not billed privately for the same days. Change the days of one of them';

/** The first fault of one payer, given those listed before it. */
const faultOf = (
  one: ClientPayer,
  before: readonly ClientPayer[],
  known: ReadonlyMap<number, KnownPayer>,
): (Omit<FieldError, 'field'> & { readonly part: keyof ClientPayer }) | undefined => {
  const payer = known.get(one.payerId);
  if (!payer) return { part: 'payerId', message: UNKNOWN_PAYER };
  if (one.through !== null && one.through < one.from)
    return { part: 'through', message: 'The last day is before the first day' };
  if (payer.kind === 'Other' && one.memberId === '')
    return { part: 'memberId', message: `Enter the member number at ${payer.name}` };
  const together = before.filter((other) => overlap(one, other));
  const kinds = together.map(({ payerId }) => known.get(payerId)?.kind);
  if (together.some(({ payerId }) => payerId === one.payerId))
    return { part: 'from', message: `${payer.name} is entered twice for the same days` };
  if (
    (payer.kind === 'Private' && kinds.includes('Medicaid')) ||
    (payer.kind === 'Medicaid' && kinds.includes('Private'))
  )
    return { part: 'from', message: PRIVATE_AND_MEDICAID };
  if (payer.kind !== 'Medicaid' && kinds.includes('Medicaid'))
    return { part: 'payerId', message: MEDICAID_LAST };
  return undefined;
};

/** Validates a client's list of payers, in order (docs/rules/payers.md, rules 4 and 5). */
export const checkClientPayers = (
  payers: readonly ClientPayer[],
  known: ReadonlyMap<number, KnownPayer>,
): FieldError[] =>
  payers.flatMap((one, place) => {
    const fault = faultOf(one, payers.slice(0, place), known);
    return fault ? [{ field: `payers.${place}.${fault.part}`, message: fault.message }] : [];
  });

/** What the rules need to know of a client to decide who pays. */
export interface CoveredClient {
  /** Private Client of the record, which decides on days without an entered payer. */
  readonly isPrivate: boolean;
  readonly payers: readonly (ClientPayer & { readonly kind: PayerKind })[];
}

/** Who pays for a day. `payerId` is null if no payer is entered and the client record decides. */
export interface PayerOfDay {
  readonly kind: PayerKind;
  readonly payerId: number | null;
}

/** All payers of a day, in the order in which they are billed (docs/rules/payers.md, rule 6). */
export const payersOn = (
  { isPrivate, payers }: CoveredClient,
  day: string,
): readonly [PayerOfDay, ...PayerOfDay[]] => {
  const [first, ...others] = payers.filter(
    ({ from, through }) => from <= day && day <= (through ?? OPEN_END),
  );
  return first ? [first, ...others] : [{ kind: isPrivate ? 'Private' : 'Medicaid', payerId: null }];
};

/** The payer of a billing card: the first payer of its first day (docs/rules/payers.md, rule 7). */
export const payerOfCard = (card: { readonly startPeriod: string }, client: CoveredClient): PayerOfDay =>
  payersOn(client, card.startPeriod)[0];

/** Whether Medicaid is billed for a day, even if after other payers. */
export const asksMedicaid = (client: CoveredClient, day: string): boolean =>
  payersOn(client, day).some(({ kind }) => kind === 'Medicaid');

/** Whether Medicaid is billed for a card (docs/rules/payers.md, rules 7 and 8). */
export const hasMedicaid = (card: { readonly startPeriod: string }, client: CoveredClient): boolean =>
  asksMedicaid(client, card.startPeriod);

/**
 * Whether Medicaid is billed for any day of a span. It checks only days on which a payer begins or has just ended, because
 * nothing changes in between.
 */
export const asksMedicaidWithin = (
  client: CoveredClient,
  { from, through }: { readonly from: string; readonly through: string },
): boolean =>
  [
    from,
    ...client.payers.flatMap((payer) => [
      payer.from,
      ...(payer.through === null ? [] : [addDays(payer.through, 1)]),
    ]),
  ].some((day) => from <= day && day <= through && asksMedicaid(client, day));

export const NO_REMITTANCE = 'Choose the remittance (835) of the insurer';
export const NOT_AN_INSURER = 'Only Medicaid and insurers send remittances. Choose one of them.';
export const SAME_REMITTANCE = 'This file was loaded before.';
