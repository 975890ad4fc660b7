import { z } from 'zod';
import { shownSwitches } from './page-contract.ts';

/** What an admin may switch (docs/rules/sites.md, rule 2). */
export const SiteSwitches = z.strictObject({
  smsEnabled: z.boolean(),
  emailEnabled: z.boolean(),
  sandataEnabled: z.boolean(),
  eligibility: z.boolean(),
  /** A visit that becomes Complete without an exception is sent to the aggregator at once. */
  sendsCompleteVisits: z.boolean(),
  /** Temporary plans. */
  temporaryEnabled: z.boolean(),
  /** 'Is Archive Careplan' on the form of a plan. */
  archiveOnSaveEnabled: z.boolean(),
  /** Languages that group care plans. */
  langGroup: z.array(z.string()),
  /** IANA name of the zone in which days begin; '' is the site file's. */
  timeZone: z.string(),
  ...shownSwitches,
});
export type SiteSwitches = z.output<typeof SiteSwitches>;

/** What printed documents say of the agency; an empty text is the site file's, or our own. */
export const PaperTexts = z.strictObject({
  agency: z.string(),
  address: z.array(z.string()),
  phone: z.string(),
  fax: z.string(),
  email: z.string(),
  medicaidProviderId: z.string(),
  /** Who signs letters about employees. */
  officerName: z.string(),
  officerTitle: z.string(),
  officerPhone: z.string(),
  confidentiality: z.string(),
  incidentNotice: z.string(),
  /** Answered day and night, on care plans. */
  phone24h: z.string(),
  /** What a provider reports at once, a line each. */
  reportAtOnce: z.array(z.string()),
  /** What is signed for on a timesheet. */
  timesheetStatement: z.string(),
  /** Whether a care plan prints the client's diagnosis (docs/rules/sites.md, rule 10). */
  diagnosisOnPlan: z.boolean(),
  /** Whether service orders begin with the order sheet (docs/rules/sites.md, rule 10). */
  orderSheet: z.boolean(),
});
export type PaperTexts = z.output<typeof PaperTexts>;

export const SiteSettings = z.strictObject({ switches: SiteSwitches, paper: PaperTexts });
export type SiteSettings = z.output<typeof SiteSettings>;

/** The operator's part: shown, not changed here. */
export const OperatorPart = z.strictObject({
  premium: z.boolean(),
  version: z.int(),
  maxClients: z.int(),
  billing: z.boolean(),
});
export type OperatorPart = z.output<typeof OperatorPart>;

/** The agency as its Medicaid payer knows it; '' is 'not entered'. */
export const PayerSettings = z.strictObject({
  /** Trading partner number. */
  tpid: z.string(),
  /** Before it in the names of files. */
  filePrefix: z.string(),
  usage: z.enum(['T', 'P']),
  /** Of the envelope: to whom files go. */
  receiver: z.string(),
  /** Of the payer inside them. */
  payerId: z.string(),
  npi: z.string(),
  taxonomy: z.string(),
  medicaidProviderId: z.string(),
  ein: z.string(),
  name: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  /** Of one question about eligibility (270). */
  membersPerFile: z.int(),
});
export type PayerSettings = z.output<typeof PayerSettings>;
