import type { OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { getSettings } from '@homecare/domain/sites/contract.ts';
import type { NumberName } from '@homecare/domain/sites/limits.ts';
import { tidySettings } from '@homecare/domain/sites/rules.ts';
import { PaperTexts, type SiteSettings, SiteSwitches } from '@homecare/domain/sites/schema.ts';

/** Fields of the site page, and conversion between its form and the stored settings. */

export type Stored = OutputOf<typeof getSettings>;
type OnOff =
  | Exclude<keyof SiteSwitches, 'langGroup' | 'timeZone' | NumberName>
  | 'diagnosisOnPlan'
  | 'orderSheet';
export type Lines = 'address' | 'reportAtOnce';
export type Line = Exclude<keyof PaperTexts, Lines | 'diagnosisOnPlan' | 'orderSheet'>;
/** Time zones of the United States first, then all others. */
const ZONES = [
  'America/Denver',
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];
export const zonesWith = (own: string) => [
  ...new Set([...ZONES, own, ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))]),
];
/** Lists are text with one entry per line while typing. */
export type SiteForm = Record<OnOff, boolean> &
  Record<Line | Lines | 'langGroup' | 'timeZone' | NumberName, string>;

export const SWITCHES: readonly (readonly [OnOff, string, string])[] = [
  ['smsEnabled', 'Text messages', 'Sending of SMS and the SMS sender'],
  ['emailEnabled', 'E-mail', 'Sending of e-mail and the Email sender'],
  ['sandataEnabled', 'Sandata', 'People and visits are sent to Sandata when they are saved'],
  [
    'sendsCompleteVisits',
    'Send complete visits',
    'A visit without exceptions is sent to Sandata as soon as it is Complete',
  ],
  ['eligibility', 'Eligibility', 'Eligibility of clients and its notices'],
  ['temporaryEnabled', 'Temporary care plans', 'Offered on the care plan form'],
  ['archiveOnSaveEnabled', 'Archive care plans on saving', 'Is Archive Careplan is offered on the form'],
  [
    'ownClientsOnly',
    'Employees see their own clients only',
    'People, care plans and documents of role Employee: the clients of their own plans',
  ],
  [
    'correctsOwnRecords',
    'Managers correct what they just created',
    'For 60 minutes, in a person they created: everything but pay rates',
  ],
  [
    'startOnToday',
    'Start on Today',
    'After signing in, for admins and managers who have not chosen otherwise',
  ],
  ['diagnosisOnPlan', 'Diagnosis on care plans', 'Printed care plans show the diagnosis of the client'],
  ['orderSheet', 'Order sheet', 'Service orders begin with an order sheet'],
];
export const NUMBERS: readonly (readonly [NumberName, string, string])[] = [
  ['idleMinutes', 'Idle time', 'Minutes without input until a session ends'],
  ['messagesPerDay', 'Messages a day', 'Texts and e-mails together'],
  ['passwordLength', 'Password length', 'At least 8 to 15 characters in new passwords; 0: at least 6'],
  ['temporaryBack', 'Earliest start of temporary plans', 'Days before today at most'],
  ['temporaryAhead', 'Latest start of temporary plans', 'Days after today at most'],
  ['temporaryLength', 'Maximum length of temporary plans', 'Days at most'],
  ['lateMinutes', 'Late visits are open after', 'Minutes without a check-in'],
  [
    'callTooMinutes',
    'Call the office too',
    'Minutes before the visit when a caregiver cannot come; 0: never',
  ],
];
export const LINES: readonly (readonly [Line, string])[] = [
  ['agency', 'Agency'],
  ['phone', 'Phone'],
  ['fax', 'Fax'],
  ['phone24h', 'Phone day and night'],
  ['email', 'E-mail address'],
  ['medicaidProviderId', 'Medicaid provider ID'],
  ['officerName', 'Officer who signs'],
  ['officerTitle', 'Title of the officer'],
  ['officerPhone', 'Phone of the officer'],
];
export const LONG: readonly (readonly [Line, string])[] = [
  ['confidentiality', 'Confidentiality line'],
  ['incidentNotice', 'Notice about incidents'],
  ['timesheetStatement', 'Statement signed on timesheets'],
];
const LABELS = new Map<string, string>([
  ...[...SWITCHES, ...NUMBERS].map(([name, label]) => [name, label] as const),
  ...LINES,
  ...LONG,
  ['langGroup', 'Languages'],
  ['timeZone', 'Time zone'],
  ['address', 'Address'],
  ['reportAtOnce', 'What a provider reports at once'],
]);
export const labelOf = (name: string) => LABELS.get(name) ?? name;

/** Numbers are text while typing. Invalid ones are rejected by their bounds. */
const numbersAs = <From, To>(values: Record<NumberName, From>, as: (value: From) => To) => ({
  idleMinutes: as(values.idleMinutes),
  temporaryBack: as(values.temporaryBack),
  temporaryAhead: as(values.temporaryAhead),
  temporaryLength: as(values.temporaryLength),
  lateMinutes: as(values.lateMinutes),
  callTooMinutes: as(values.callTooMinutes),
  messagesPerDay: as(values.messagesPerDay),
  passwordLength: as(values.passwordLength),
});
const numberOf = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);

export const formOf = ({ switches, paper, rev }: Stored): { value: SiteForm; rev: number } => ({
  value: {
    ...switches,
    ...paper,
    ...numbersAs(switches, String),
    langGroup: switches.langGroup.join('\n'),
    address: paper.address.join('\n'),
    reportAtOnce: paper.reportAtOnce.join('\n'),
  },
  rev,
});

const Switches = SiteSwitches.strip();
const Paper = PaperTexts.strip();

export const settingsOf = (form: SiteForm): SiteSettings => {
  const values = {
    ...form,
    ...numbersAs(form, numberOf),
    langGroup: form.langGroup.split('\n'),
    address: form.address.split('\n'),
    reportAtOnce: form.reportAtOnce.split('\n'),
  };
  return tidySettings({ switches: Switches.parse(values), paper: Paper.parse(values) });
};

/** 'paper.email' → 'email'. */
export const fieldOf = ({ field, message }: FieldError) => ({
  field: field.split('.').at(-1) ?? field,
  message,
});
