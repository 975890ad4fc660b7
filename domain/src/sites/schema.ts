import { z } from 'zod';

/** What an admin may switch (decisions.md, Sites and switches). */
export const SiteSwitches = z.strictObject({
  smsEnabled: z.boolean(),
  emailEnabled: z.boolean(),
  sandataEnabled: z.boolean(),
  eligibility: z.boolean(),
  /** Temporary plans. */
  temporaryEnabled: z.boolean(),
  /** 'Is Archive Careplan' on the form of a plan. */
  archiveOnSaveEnabled: z.boolean(),
  /** Languages that group care plans. */
  langGroup: z.array(z.string()),
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
  /** Whether a care plan prints the client's diagnosis (documents-and-reports.md, C1). */
  diagnosisOnPlan: z.boolean(),
  /** Whether service orders begin with the order sheet (documents-and-reports.md, C3). */
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
  timeZone: z.string(),
});
export type OperatorPart = z.output<typeof OperatorPart>;
