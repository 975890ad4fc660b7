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
  /** 'Is Archive Careplan' on the care plan form. */
  archiveOnSaveEnabled: z.boolean(),
  /** Languages by which care plans are grouped. */
  langGroup: z.array(z.string()),
  /** The IANA time zone in which days begin; '' uses the site file's. */
  timeZone: z.string(),
  ...shownSwitches,
});
export type SiteSwitches = z.output<typeof SiteSwitches>;

/** Texts about the agency on printed documents. An empty text uses the site file's or the standard one. */
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
  /** The number answered day and night, printed on care plans. */
  phone24h: z.string(),
  /** What a provider must report at once, one item per line. */
  reportAtOnce: z.array(z.string()),
  /** The statement that a timesheet's signature confirms. */
  timesheetStatement: z.string(),
  /** Whether care plans print the client's diagnosis (docs/rules/sites.md, rule 10). */
  diagnosisOnPlan: z.boolean(),
  /** Whether service orders begin with the order sheet (docs/rules/sites.md, rule 10). */
  orderSheet: z.boolean(),
});
export type PaperTexts = z.output<typeof PaperTexts>;

export const SiteSettings = z.strictObject({ switches: SiteSwitches, paper: PaperTexts });
export type SiteSettings = z.output<typeof SiteSettings>;

/** The operator's settings, which are only shown here. */
export const OperatorPart = z.strictObject({
  premium: z.boolean(),
  version: z.int(),
  maxClients: z.int(),
  billing: z.boolean(),
});
export type OperatorPart = z.output<typeof OperatorPart>;

/** The agency as its Medicaid payer knows it; '' if not entered. */
export const PayerSettings = z.strictObject({
  /** Trading partner number. */
  tpid: z.string(),
  /** The prefix of file names. */
  filePrefix: z.string(),
  usage: z.enum(['T', 'P']),
  /** The receiver in the envelope of files. */
  receiver: z.string(),
  /** The payer named inside the files. */
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
  /** The most members in one eligibility file (270). */
  membersPerFile: z.int(),
});
export type PayerSettings = z.output<typeof PayerSettings>;
