import { type FieldError, type Refusal, refuse, refuseAll, refuseFields } from '../errors.ts';
import { isEmail, phoneDigits } from '../formats.ts';

export const EMPTY_MESSAGE = "Error: Can't send empty message.";
export const EMPTY_LIST = 'Error: Empty send list. Please add people to send.';
export const BAD_MEDIA = 'Error: Incorrect media resource.';
export const NO_EMAIL = 'Error: This user not have valid email!';
export const QUEUED = 'Success: Message added to queue.';
export const notQueued = (code: number | string) => `Error: Can't send message. Error code: ${code}`;

export const TEMPLATE_NAME_MISSING = 'Error: Please write template name';
export const TEMPLATE_NOT_CREATED = "Error: Can't create template";
export const TEMPLATE_NOT_SAVED = "Error: Can't save template";
export const TEMPLATE_CREATED = 'Success: New template created';
export const TEMPLATE_SAVED = 'Success: Template saved';
export const TEMPLATE_DELETED = 'Success: Template deleted';

/** So that a stolen session cannot turn the site into a mass sender (docs/rules/messaging.md, rule 5). */
export const MAX_PER_CALL = 500;
/** Characters: the longest text that the text messaging account can send, and what one mail may reasonably contain. */
export const MAX_SMS = 1_600;
export const MAX_MAIL = 20_000;
export const MAX_SUBJECT = 200;

/** +1 and the digits without punctuation (docs/rules/messaging.md, rule 2); '' if it is not a US number. */
export const smsNumber = (phone: string | null) => {
  const digits = phoneDigits(phone ?? '');
  return digits ? `+1${digits}` : '';
};

/** Numbers that charge the sender: area code 900 and exchange 976. */
const isPremium = (number: string) => /^\+1(900|\d{3}976)/.test(number);

/** +1 and ten digits: no other country and no premium number. */
export const isSmsNumber = (number: string) => /^\+1\d{10}$/.test(number) && !isPremium(number);

/** Whether a phone number, as it is in a record, can receive texts. */
export const canText = (phone: string | null) => isSmsNumber(smsNumber(phone));
export const canMail = (address: string | null): address is string =>
  address !== null && isEmail(address) && isOneLine(address);

/** Whether the text fits in one line of a mail's header, where a line break would add another header. */
export const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

interface Named {
  readonly name: string;
  /** Given only for e-mail, because text messages do not replace %id%. */
  readonly id?: number;
}

/** Replaces the placeholders in one pass, so that those in a name, or `$&` in it, stay as they are. */
export const fillTemplate = (text: string, { name, id }: Named) =>
  text.replace(/%(username|id)%/g, (token, word: string) =>
    word === 'username' ? name : id === undefined ? token : String(id),
  );
export const hasPlaceholder = (text: string) => /%(username|id)%/.test(text);

/** Web addresses, and placeholders for links. */
const LINKS = /https?:\/\/\S+|%link%/g;
const linksIn = (text: string): string[] => text.match(LINKS) ?? [];

/**
 * Replaces a message by a template. Links of the message are added below, unless the template has them or they came with the
 * template chosen before.
 */
export const withTemplate = (message: string, template: string, before = ''): string => {
  const known = new Set([...linksIn(template), ...linksIn(before)]);
  const kept = [...new Set(linksIn(message))].filter((link) => !known.has(link));
  return kept.length === 0 ? template : [template.trimEnd(), ...kept].filter(Boolean).join('\n');
};

interface Sms {
  readonly number: string;
  readonly text: string;
}
interface Mail {
  readonly email: string;
  readonly text: string;
  readonly subject: string;
}

const tooLong = (text: string, max: number) =>
  text.length > max ? `A message has at most ${max.toLocaleString('en-US')} characters.` : undefined;

const smsFault = ({ number, text }: Sms): string | undefined => {
  if (text.trim() === '') return EMPTY_MESSAGE;
  if (!isSmsNumber(smsNumber(number))) return `Error: Can't send message to ${number}`;
  return tooLong(text, MAX_SMS);
};

const mailFault = ({ email, text, subject }: Mail): string | undefined => {
  if (text.trim() === '') return EMPTY_MESSAGE;
  if (!canMail(email)) return NO_EMAIL;
  if (!isOneLine(subject)) return 'A subject is one line.';
  if (subject.length > MAX_SUBJECT) return `A subject has at most ${MAX_SUBJECT} characters.`;
  return tooLong(text, MAX_MAIL);
};

const checkList = <M>(
  field: 'sms' | 'email',
  list: readonly M[],
  fault: (one: M) => string | undefined,
): Refusal | undefined => {
  if (list.length === 0) return refuseFields([{ field, message: EMPTY_LIST }]);
  if (list.length > MAX_PER_CALL) return refuse('tooLarge', `At most ${MAX_PER_CALL} messages at once.`);
  return refuseAll(
    list.flatMap((one, index): FieldError[] => {
      const message = fault(one);
      return message === undefined ? [] : [{ field: `${field}.${index}`, message }];
    }),
  );
};

export const checkSms = (list: readonly Sms[]) => checkList('sms', list, smsFault);
export const checkMails = (list: readonly Mail[]) => checkList('email', list, mailFault);

/** Pictures of text messages may only come from the agency's own pages, so that nobody can make the server fetch anything else. */
export const isOwnImage = (source: string, hosts: readonly string[]) => {
  const m = /^https:\/\/([a-z0-9.:-]+)\/([^?#\\\s]*)(\?[^#\\\s]*)?$/i.exec(source);
  return m !== null && hosts.includes((m[1] ?? '').toLowerCase()) && /\.(png|jpg)/i.test(m[2] ?? '');
};

/** How many hours a confirmation link works (docs/rules/messaging.md, rule 14). */
export const CONFIRMATION_HOURS = 72;
/** Placeholder for a link that is filled in when the message is sent. */
export const LINK_PLACE = '%link%';

/** The text for readers who may not see caregivers' pay: 'about $63.00' becomes 'about $…'. */
export const withoutAmounts = (text: string): string => text.replace(/\$\d[\d,]*(\.\d+)?/g, () => '$…');

const SEND_LINK = /https?:\/\/[^\s/]+\/l\/([\w-]{43})(?![\w-])/g;

/** Takes the token of a link out of a message, so that it is stored sealed and appears in no log. */
export const takeLink = (text: string): { readonly text: string; readonly token: string | undefined } => {
  const tokens = new Set([...text.matchAll(SEND_LINK)].map(([, token]) => token));
  const [token] = tokens;
  return tokens.size === 1 && token
    ? { text: text.replace(SEND_LINK, LINK_PLACE), token }
    : { text, token: undefined };
};

export const confirmationWaits = (address: string) =>
  `A confirmation mail to ${address} waits to be sent already.`;
export const ALREADY_CONFIRMED = 'This address is confirmed already.';

/** The confirmation mail, which contains no data of the record except the name. */
export const confirmationMail = (name: string, agency: string) => ({
  subject: `${agency}: confirm your e-mail address`,
  text: `Hello ${name},

${agency} would like to write to you at this address. Open this page and confirm it:

${LINK_PLACE}

The page works once, for ${CONFIRMATION_HOURS} hours. If you did not expect this message, you can ignore it.

Español: para confirmar su dirección de correo, abra la página de arriba.`,
});
