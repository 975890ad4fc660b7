import { z } from 'zod';
import { postCall } from '../call.ts';
import { PERSON_KINDS } from '../people/dictionary.ts';
import { dateText, monthText, timeText } from '../wire.ts';

/** Most hits answered per kind. The rest is only counted; typing one more letter narrows the search. */
export const MOST_FOUND = { people: 6, plans: 4, visits: 4, claims: 3, invoices: 3 } as const;
/** Longer than any name plus number. */
export const LONGEST_SEARCH = 80;

export const FoundPerson = z.strictObject({
  ID: z.int(),
  LastName: z.string(),
  FirstName: z.string(),
  kind: z.enum(PERSON_KINDS),
  city: z.string().nullable(),
  phone: z.string().nullable(),
  isArchived: z.boolean(),
  archivedOn: dateText.nullable(),
  /** Planned end of the visit that is under way now; null if there is none. */
  visitUntil: timeText.nullable(),
  /** Last day of approved time off or of a call-out that has begun; null if there is none. */
  offThrough: dateText.nullable(),
});
export type FoundPerson = z.output<typeof FoundPerson>;

export const FoundPlan = z.strictObject({
  id: z.int(),
  Client: z.string(),
  ClientID: z.int(),
  Provider: z.string(),
  ProviderID: z.int(),
  type: z.string(),
  /** 'Mon-Fri'; '' if no weekday is planned. */
  days: z.string(),
  isOver: z.boolean(),
});
export type FoundPlan = z.output<typeof FoundPlan>;

export const FoundVisit = z.strictObject({
  id: z.int(),
  planId: z.int(),
  /** The planned day, which together with the plan identifies the visit. */
  day: dateText,
  Client: z.string(),
  ClientID: z.int(),
  Provider: z.string(),
  ProviderID: z.int(),
  start: timeText,
  end: timeText,
  status: z.string(),
});
export type FoundVisit = z.output<typeof FoundVisit>;

export const CLAIM_STATES = ['sent', 'rejected', 'denied', 'paid'] as const;

export const FoundClaim = z.strictObject({
  id: z.string(),
  /** The claim number given by the payer. */
  icn: z.string().nullable(),
  Client: z.string(),
  ClientID: z.int(),
  month: monthText,
  state: z.enum(CLAIM_STATES),
  /** In cents: the paid amount, or the claimed one if nothing was paid. */
  cents: z.int(),
});
export type FoundClaim = z.output<typeof FoundClaim>;

export const FoundInvoice = z.strictObject({
  id: z.int(),
  number: z.string(),
  Client: z.string(),
  ClientID: z.int(),
  issued: dateText,
  cents: z.int(),
  isVoid: z.boolean(),
});
export type FoundInvoice = z.output<typeof FoundInvoice>;

/** The hits of each kind. A kind that the caller's role may not find is empty. */
export const Found = z.strictObject({
  people: z.strictObject({
    rows: z.array(FoundPerson).max(MOST_FOUND.people),
    active: z.int(),
    archived: z.int(),
  }),
  plans: z.array(FoundPlan).max(MOST_FOUND.plans),
  visits: z.array(FoundVisit).max(MOST_FOUND.visits),
  claims: z.array(FoundClaim).max(MOST_FOUND.claims),
  invoices: z.array(FoundInvoice).max(MOST_FOUND.invoices),
});
export type Found = z.output<typeof Found>;

/** Searches all kinds. The typed text may be a name, so it travels in the body, never in a URL. */
export const search = postCall(['find/search'], {
  name: 'find.search',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ text: z.string().trim().min(1).max(LONGEST_SEARCH) }),
  output: Found,
});
