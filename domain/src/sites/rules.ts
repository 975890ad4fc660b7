import { allowed } from '../accounts/custom-role.ts';
import type { Call, Role, Switch } from '../call.ts';
import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import { isEmail } from '../formats.ts';
import { NUMBER_NAMES, numberFault } from './limits.ts';
import type { Capabilities } from './page-contract.ts';
import type { SiteSettings } from './schema.ts';

/** What decides about switches, including the caller's copy of a role. */
export type Switches = Pick<Capabilities, Exclude<Switch, 'version2'> | 'version' | 'custom'>;

export const NO_SUCH_STATE = 'Choose one of the states of the list.';
export const stateSaved = (name: string) => `State set to ${name}. Its rules apply now.`;
export const stateKept = (name: string, people: number) =>
  `This agency has records (${counted(people, 'person', 'people')}), so its state stays ${name}. Add another agency for another state.`;

export const stateEdited = (name: string, edited: readonly string[]) =>
  `This agency has changed its ${edited.join(', ')}, so its state stays ${name}. Add another agency for another state.`;
export const stateInFile = (name: string) =>
  `The server's settings name the aggregator of ${name}. Ask the operator to remove it first.`;
export const zoneNeeded = (name: string) => `Choose a time zone: ${name} has more than one.`;

/** Whether the site's current settings allow what needs this switch. */
export const isSwitchedOn = (capabilities: Switches, needed: Switch) =>
  needed === 'version2' ? capabilities.version >= 2 : capabilities[needed];

/** Whether the caller's role, or copy of a role, may make a call with the site's current switches. */
export const mayMake = (role: Role | undefined, call: Call, capabilities: Switches): boolean =>
  allowed(call, role, capabilities.custom) &&
  call.needs.every((needed) => isSwitchedOn(capabilities, needed));

// ---- outside services

interface Services extends Pick<Capabilities, 'sandataEnabled' | 'smsEnabled'> {
  readonly aggregatorAddress: boolean;
  readonly textAccount: boolean;
}

/** Why 'Update Sandata' does nothing now; null if it works. */
export const sandataReason = ({ sandataEnabled, aggregatorAddress }: Services): string | null => {
  if (!sandataEnabled) return 'Sandata is not switched on for your agency';
  return aggregatorAddress ? null : 'No address of Sandata is set: records wait and nothing is sent';
};

/** What 'Update Sandata' did. */
export const sandataUpdated = (codes: number, asked: number) =>
  `Success: ${codes === 0 ? 'The procedure codes are up to date' : `Procedure codes updated: ${codes}`}. Pending records asked about: ${asked}.`;

/** Why 'Twilio Balance' does nothing now; null if it works. */
export const balanceReason = ({ smsEnabled, textAccount }: Services): string | null => {
  if (!smsEnabled) return 'Text messages are not switched on for your agency';
  return textAccount ? null : 'No text messaging account is set up: messages are recorded, not sent';
};

// ---- what an admin may set

const MAX_LANGUAGES = 30;
const MAX_LANGUAGE = 40;
const MAX_LINES = 4;
const MAX_LINE = 80;
const MAX_TEXT = 600;
/** As much as fits at the foot of a timesheet and into four lines of a care plan. */
const MAX_STATEMENT = 400;
const MAX_REPORT_LINE = 200;

const lines = (list: readonly string[]) => list.map((line) => line.trim()).filter(Boolean);

/** Removes surrounding blanks and empty lines. */
export const tidySettings = ({ switches, paper }: SiteSettings): SiteSettings => ({
  switches: { ...switches, langGroup: lines(switches.langGroup), timeZone: switches.timeZone.trim() },
  paper: {
    ...paper,
    address: lines(paper.address),
    agency: paper.agency.trim(),
    phone: paper.phone.trim(),
    fax: paper.fax.trim(),
    email: paper.email.trim(),
    medicaidProviderId: paper.medicaidProviderId.trim(),
    officerName: paper.officerName.trim(),
    officerTitle: paper.officerTitle.trim(),
    officerPhone: paper.officerPhone.trim(),
    confidentiality: paper.confidentiality.trim(),
    incidentNotice: paper.incidentNotice.trim(),
    phone24h: paper.phone24h.trim(),
    reportAtOnce: lines(paper.reportAtOnce),
    timesheetStatement: paper.timesheetStatement.trim(),
  },
});

const languageFault = (languages: readonly string[]) => {
  if (languages.length > MAX_LANGUAGES) return `At most ${MAX_LANGUAGES} languages.`;
  if (languages.some((name) => name.length > MAX_LANGUAGE))
    return `A language has at most ${MAX_LANGUAGE} characters.`;
  const twice = languages.find((name, at) =>
    languages.slice(0, at).some((other) => other.toLowerCase() === name.toLowerCase()),
  );
  return twice === undefined ? undefined : `${twice} is in the list twice.`;
};

const linesFault = (list: readonly string[], most: number) => {
  if (list.length > MAX_LINES) return `There is room for ${MAX_LINES} lines.`;
  return list.some((line) => line.length > most) ? `A line has at most ${most} characters.` : undefined;
};

const longer = (text: string, most: number) =>
  text.length > most ? `At most ${most} characters.` : undefined;

/** Whether it is an IANA time zone in its standard spelling. */
export const isTimeZone = (name: string): boolean => {
  try {
    return (
      /^[A-Z]/.test(name) &&
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId === name
    );
  } catch {
    return false;
  }
};

const SHORT = [
  'agency',
  'phone',
  'fax',
  'medicaidProviderId',
  'officerName',
  'officerTitle',
  'officerPhone',
  'phone24h',
] as const;

/** Checks tidied settings. */
export const checkSettings = ({ switches, paper }: SiteSettings): FieldError[] => {
  const found: readonly (readonly [string, string | undefined])[] = [
    ['switches.langGroup', languageFault(switches.langGroup)],
    [
      'switches.timeZone',
      switches.timeZone === '' || isTimeZone(switches.timeZone)
        ? undefined
        : 'Enter a time zone, such as America/Denver.',
    ],
    ...NUMBER_NAMES.map((name) => [`switches.${name}`, numberFault(name, switches[name])] as const),
    ['paper.address', linesFault(paper.address, MAX_LINE)],
    [
      'paper.email',
      paper.email === '' || isEmail(paper.email)
        ? undefined
        : 'Enter an email address, such as name@example.org.',
    ],
    ...SHORT.map((name) => [`paper.${name}`, longer(paper[name], MAX_LINE)] as const),
    ['paper.confidentiality', longer(paper.confidentiality, MAX_TEXT)],
    ['paper.incidentNotice', longer(paper.incidentNotice, MAX_TEXT)],
    ['paper.reportAtOnce', linesFault(paper.reportAtOnce, MAX_REPORT_LINE)],
    ['paper.timesheetStatement', longer(paper.timesheetStatement, MAX_STATEMENT)],
  ];
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
};

// ---- logo, update notes

export const LOGO_BYTES = 1_000_000;
export const LOGO_TOO_LARGE = 'A logo may have at most 1 MB.';
export const NO_LOGO = 'Choose a PNG or JPEG picture.';
export const BAD_LOGO = 'This picture cannot be printed. Save it again as PNG or JPEG.';
export const NO_NOTE = 'Write the note first.';
