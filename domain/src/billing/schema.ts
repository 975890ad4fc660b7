import { z } from 'zod';
import { PLAN_NAMES, PLAN_STATUSES } from '../care-plans/schema.ts';
import { UNIT_RULES } from '../unit-rules.ts';
import { CLOSE_CODES, TIME_NAMES, VISIT_STATUSES } from '../visits/schema.ts';
import { dateText, monthText, stampText, timeText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

/** All statuses of a card (docs/rules/billing.md, rule 29). */
export const CARD_STATUSES = [
  'Billed',
  'Paid',
  'Denied',
  'PartPaid',
  'Adjust',
  'Problem',
  'Pending',
] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/** One row of a card's grid. Times are local to the site, and an end before the start is on the next day. Travel is in minutes. */
export const CardDay = z.strictObject({
  date: dateText,
  start: timeText.nullable(),
  end: timeText.nullable(),
  travel: z.int().min(0).max(1440),
  billing: z.boolean(),
  payroll: z.boolean(),
});
export type CardDay = z.output<typeof CardDay>;

/** Rates that a care plan type has by day. Old and Custom rates apply to a whole card. */
export const DATED_RATES = ['inside', 'outside'] as const;
export type DatedRate = (typeof DATED_RATES)[number];

/** Cents per unit from a day on. */
export const RateFrom = z.strictObject({ from: dateText, cents: z.int() });
export type RateFrom = z.output<typeof RateFrom>;

/** What the wire calls the fields of billing records. */
export const CARD_NAMES = {
  careplanId: 'planId',
  careplanType: 'typeCode',
  json: 'days',
  Status: 'status',
} as const;
const STAMP_NAMES = { Modify: 'modifiedAt', ModifiedBy: 'modifiedBy' } as const;

const cardShape = z.strictObject({
  id: z.int(),
  careplanId: z.int(),
  clientId: z.int(),
  providerId: z.int(),
  /** The code of the care plan type. */
  careplanType: z.string(),
  planStatus: z.enum(PLAN_STATUSES),
  date: monthText,
  customDate: monthText.nullable(),
  startPeriod: dateText,
  endPeriod: dateText,
  /** The rate of the first billed day. */
  payRate: z.int(),
  /** Which of its type's rates each day is billed at; null if one rate applies to the whole card. */
  rateKind: z.enum(DATED_RATES).nullable(),
  /** The rates of its days when it was saved, in order. If empty, payRate applies to all days. */
  rates: z.array(RateFrom),
  unitRule: z.enum(UNIT_RULES),
  json: z.array(CardDay),
  Status: z.enum(CARD_STATUSES),
  excluded: dateText.nullable(),
});
/** A live billing record ('work'), from which a plan's month is billed and paid. Rates are cents per unit of 15 minutes. */
export const Card = renamed(cardShape, CARD_NAMES);
export type Card = z.output<typeof Card>;

/** What billing needs from a visit: its current day, its planned day, its actual times (UTC), and why it was closed if nobody came. */
const evvVisitShape = z.strictObject({
  Date: dateText,
  PlannedDay: dateText,
  Status: z.enum(VISIT_STATUSES),
  FactStartTime: stampText.nullable(),
  FactEndTime: stampText.nullable(),
  ClosedCode: z.enum(CLOSE_CODES).nullable(),
  ClosedMemo: z.string().nullable(),
});
export const EvvVisit = renamed(evvVisitShape, { ...TIME_NAMES, Date: 'date', PlannedDay: 'plannedDay' });
export type EvvVisit = z.output<typeof EvvVisit>;

const hours = z.number().min(0);

/** A billing record as the work_ calls return it (docs/rules/billing.md, rule 39): hours with 2 decimals, dollars per unit. */
const workShape = z.strictObject({
  id: z.int(),
  careplanId: z.int(),
  clientId: z.int(),
  providerId: z.int(),
  working_hours: hours,
  travel_hours: hours,
  /** The rate of the first billed day. */
  payRate: z.number().min(0),
  /** Null if one rate applies to the whole record. */
  rateKind: z.enum(DATED_RATES).nullable(),
  /** All worked units; billed units are `unit` less `no_billing_unit`. */
  unit: z.int().min(0),
  json: z.array(CardDay),
  date: monthText,
  startPeriod: dateText,
  endPeriod: dateText,
  careplanType: z.string(),
  no_billing_working: hours,
  no_billing_travel: hours,
  no_billing_unit: z.int().min(0),
  no_payroll_working: hours,
  no_payroll_travel: hours,
  no_payroll_unit: z.int().min(0),
  Status: z.enum(CARD_STATUSES),
  deniedReason: z.string().nullable(),
  remarks: z.string().nullable(),
  excluded: dateText.nullable(),
  customDate: monthText.nullable(),
  covid: z.boolean(),
  /** When and by whom (initials) it was last changed. */
  Modify: stampText,
  ModifiedBy: z.string(),
  rev: z.int(),
});
export const Work = renamed(workShape, { ...CARD_NAMES, ...STAMP_NAMES, covid: PLAN_NAMES.covid });
export type Work = z.output<typeof Work>;

/** What has come in for a half of a card: scanned pages, and the open errors of the timesheet. */
export const CardScan = z.strictObject({
  period: z.int().min(0).max(1),
  /** All of its sheets have come. */
  received: z.boolean(),
  /** Some of its sheets have come, but not all. */
  incomplete: z.boolean().optional(),
  errors: z.array(z.int()),
});
export type CardScan = z.output<typeof CardScan>;

/** One card on the billing page, saved or not, with everything the page needs. Rates are in cents per unit. */
export const BillingCard = z.strictObject({
  plan: renamed(
    z.strictObject({
      id: z.int(),
      Status: z.enum(PLAN_STATUSES),
      StartDate: dateText,
      EndDate: dateText.nullable(),
      excluded: dateText.nullable(),
      covidBy: z.int().nullable(),
      ArchiveInfo: z.string().nullable(),
      DeleteInfo: z.string().nullable(),
      Type: z.string(),
      TypeName: z.string(),
      evvNeeded: z.boolean(),
      relative: z.boolean(),
      ProviderID: z.int(),
      /** 'LastName, FirstName' */
      Provider: z.string(),
      providerArchived: dateText.nullable(),
      providerNotes: z.string().nullable(),
    }),
    { covidBy: PLAN_NAMES.covidBy },
  ),
  /** Planned days of the month. */
  planned: z.array(CardDay),
  /** Planned days of other months whose visit is now in this one. */
  plannedElsewhere: z.array(CardDay),
  rates: z.strictObject({
    /** The month's rates by day; empty until the agency enters them. */
    inside: z.array(RateFrom),
    outside: z.array(RateFrom),
    custom: z.array(z.int()),
  }),
  /** Of the saved record, else of the type; null: nobody says it, and nothing is billed. */
  unitRule: z.enum(UNIT_RULES).nullable(),
  visits: z.array(EvvVisit),
  /** Both halves of the month; empty below version 2. */
  scans: z.array(CardScan),
  saved: renamed(
    cardShape.extend({
      remarks: z.string().nullable(),
      deniedReason: z.string().nullable(),
      Modify: stampText,
      ModifiedBy: z.string(),
      rev: z.int(),
    }),
    { ...CARD_NAMES, ...STAMP_NAMES },
  ).nullable(),
  previous: renamed(z.strictObject({ date: monthText, json: z.array(CardDay) }), {
    json: CARD_NAMES.json,
  }).nullable(),
});
export type BillingCard = z.output<typeof BillingCard>;
export type SavedCard = NonNullable<BillingCard['saved']>;

/** The billing page of one client and month. */
export const ClientMonth = z.strictObject({
  date: monthText,
  client: z.strictObject({
    ID: z.int(),
    name: z.string(),
    Medicaid: z.string().nullable(),
    PrivateClient: z.boolean(),
    archiveDate: dateText.nullable(),
    /** The client lives in a ZIP code of the outside area. */
    isOutside: z.boolean(),
  }),
  cards: z.array(BillingCard),
});
export type ClientMonth = z.output<typeof ClientMonth>;

/** A plan of a month without any billing record (docs/rules/billing.md, rule 34). */
const notAssignedShape = z.strictObject({
  careplanId: z.int(),
  date: monthText,
  ClientID: z.int(),
  Client: z.string(),
  PrivateClient: z.boolean(),
  ProviderID: z.int(),
  Provider: z.string(),
  ProviderPhone: z.string().nullable(),
  Type: z.string(),
  TypeName: z.string(),
  /** Minutes without travel, and the first and last planned day. */
  plannedMinutes: z.int(),
  /** Minutes worked up to today, and those still to come. Missed days are in neither (estimate.ts). */
  workedMinutes: z.int(),
  toComeMinutes: z.int(),
  firstDay: dateText,
  lastDay: dateText,
  /** Scans of the 1st and 2nd half: yes, no or errors; null below version 2. */
  scans: z.tuple([z.enum(['yes', 'no', 'errors']), z.enum(['yes', 'no', 'errors'])]).nullable(),
  completeVisits: z.int(),
  /** The value in cents of what was worked and is to come; null without a rate. */
  estimated: z.int().nullable(),
});
export const NotAssigned = renamed(notAssignedShape, { careplanId: CARD_NAMES.careplanId });
export type NotAssigned = z.output<typeof NotAssigned>;
