import { addDays } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { formatPhone, formatZip, isEmail, isPhone, isState, isZip } from '../formats.ts';
import type { ClientPayer, PayerFacts, PayerKind } from './schema.ts';

/** Payers (docs/rules/payers.md). */

/** Of an invoice to a client who has no payer of their own. */
export const DEFAULT_TERMS_DAYS = 15;

/** Clients who pay without a payer of their own. */
export const SELF_PAYERS = 'Clients who pay themselves';

/** As it is stored: phones, states and ZIP codes in their one form. */
export const tidyPayer = (payer: PayerFacts): PayerFacts => ({
  ...payer,
  phone: formatPhone(payer.phone),
  state: payer.state.toUpperCase(),
  zip: formatZip(payer.zip),
});

/** What is wrong with a payer, field by field (docs/rules/payers.md, rule 2). */
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

/** What a list of payers needs to know of each. */
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

/** What is wrong with one payer of a client, beside those before it. */
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

/** What is wrong with the payers of a client, in their order (docs/rules/payers.md, rules 4 and 5). */
export const checkClientPayers = (
  payers: readonly ClientPayer[],
  known: ReadonlyMap<number, KnownPayer>,
): FieldError[] =>
  payers.flatMap((one, place) => {
    const fault = faultOf(one, payers.slice(0, place), known);
    return fault ? [{ field: `payers.${place}.${fault.part}`, message: fault.message }] : [];
  });

/** A client as far as payers are concerned. */
export interface CoveredClient {
  /** Private Client of the record: it decides where no payer is entered for a day. */
  readonly isPrivate: boolean;
  readonly payers: readonly (ClientPayer & { readonly kind: PayerKind })[];
}

/** Who pays for a day: `payerId` is null where the record of the client alone says it. */
export interface PayerOfDay {
  readonly kind: PayerKind;
  readonly payerId: number | null;
}

/** Everyone who pays for a day, in the order in which they are asked (docs/rules/payers.md, rule 6). */
export const payersOn = (
  { isPrivate, payers }: CoveredClient,
  day: string,
): readonly [PayerOfDay, ...PayerOfDay[]] => {
  const [first, ...others] = payers.filter(
    ({ from, through }) => from <= day && day <= (through ?? OPEN_END),
  );
  return first ? [first, ...others] : [{ kind: isPrivate ? 'Private' : 'Medicaid', payerId: null }];
};

/** The one payer that a billing card belongs to: the first of its first day (docs/rules/payers.md, rule 7). */
export const payerOfCard = (card: { readonly startPeriod: string }, client: CoveredClient): PayerOfDay =>
  payersOn(client, card.startPeriod)[0];

/** Whether Medicaid is asked for a day, be it after others. */
export const asksMedicaid = (client: CoveredClient, day: string): boolean =>
  payersOn(client, day).some(({ kind }) => kind === 'Medicaid');

/** Whether Medicaid is asked for a card (docs/rules/payers.md, rules 7 and 8). */
export const hasMedicaid = (card: { readonly startPeriod: string }, client: CoveredClient): boolean =>
  asksMedicaid(client, card.startPeriod);

/** Whether Medicaid is asked for any day of a span: that changes only where a payer begins or has ended. */
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
