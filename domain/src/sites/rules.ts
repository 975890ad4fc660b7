import type { Switch } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { isEmail } from '../people/formats.ts';
import type { Capabilities } from './contract.ts';
import type { SiteSettings } from './schema.ts';

/** What decides about switches. */
export type Switches = Pick<Capabilities, Exclude<Switch, 'version2'> | 'version'>;

/** Does the site's present state open this switch? */
export const isSwitchedOn = (capabilities: Switches, needed: Switch) =>
  needed === 'version2' ? capabilities.version >= 2 : capabilities[needed];

// ---- outside services

interface Services extends Pick<Capabilities, 'sandataEnabled' | 'smsEnabled'> {
  readonly aggregatorAddress: boolean;
}

/** Why 'Update Sandata' does nothing now; null: it works. */
export const sandataReason = ({ sandataEnabled, aggregatorAddress }: Services): string | null => {
  if (!sandataEnabled) return 'Sandata is not switched on for your agency';
  return aggregatorAddress ? null : 'No address of Sandata is set: records wait and nothing is sent';
};

/** What 'Update Sandata' did. */
export const sandataUpdated = (codes: number, asked: number) =>
  `Success: ${codes === 0 ? 'The procedure codes are up to date' : `Procedure codes updated: ${codes}`}. Pending records asked about: ${asked}.`;

/** Why 'Twilio Balance' does nothing now; null: it works. */
export const balanceReason = ({ smsEnabled }: Services): string | null =>
  smsEnabled
    ? 'No text messaging account is set up: messages are recorded, not sent'
    : 'Text messages are not switched on for your agency';

// ---- what an admin may set

const MAX_LANGUAGES = 30;
const MAX_LANGUAGE = 40;
const MAX_LINES = 4;
const MAX_LINE = 80;
const MAX_TEXT = 600;

const lines = (list: readonly string[]) => list.map((line) => line.trim()).filter(Boolean);

/** Blanks around and empty lines say nothing. */
export const tidySettings = ({ switches, paper }: SiteSettings): SiteSettings => ({
  switches: { ...switches, langGroup: lines(switches.langGroup) },
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
  },
});

const languageFault = (languages: readonly string[]) => {
  if (languages.length > MAX_LANGUAGES) return `At most ${MAX_LANGUAGES} languages.`;
  if (languages.some((name) => name.length > MAX_LANGUAGE))
    return `A language has at most ${MAX_LANGUAGE} characters.`;
  const twice = languages.find((name, at) =>
    languages.slice(0, at).some((other) => other.toLowerCase() === name.toLowerCase()),
  );
  return twice === undefined ? undefined : `${twice} stands in the list twice.`;
};

const addressFault = (address: readonly string[]) => {
  if (address.length > MAX_LINES) return `The letterhead has room for ${MAX_LINES} lines of address.`;
  return address.some((line) => line.length > MAX_LINE)
    ? `A line has at most ${MAX_LINE} characters.`
    : undefined;
};

/** Settings as tidied. */
export const checkSettings = ({ switches, paper }: SiteSettings): FieldError[] => {
  const { address, email, confidentiality, incidentNotice } = paper;
  const short = [
    'agency',
    'phone',
    'fax',
    'medicaidProviderId',
    'officerName',
    'officerTitle',
    'officerPhone',
  ] as const;
  const long = { confidentiality, incidentNotice };
  const found: readonly (readonly [string, string | undefined])[] = [
    ['switches.langGroup', languageFault(switches.langGroup)],
    ['paper.address', addressFault(address)],
    ['paper.email', email === '' || isEmail(email) ? undefined : 'This is no e-mail address.'],
    ...short.map(
      (name) =>
        [
          `paper.${name}`,
          paper[name].length > MAX_LINE ? `At most ${MAX_LINE} characters.` : undefined,
        ] as const,
    ),
    ...Object.entries(long).map(
      ([name, text]) =>
        [`paper.${name}`, text.length > MAX_TEXT ? `At most ${MAX_TEXT} characters.` : undefined] as const,
    ),
  ];
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
};
