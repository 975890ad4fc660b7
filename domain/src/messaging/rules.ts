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

/** A stolen session cannot make the site a mass sender (docs/rules/messaging.md, rule 5). */
export const MAX_PER_CALL = 500;
/** Characters: the longest text of the text messaging account, and what one mail may reasonably hold. */
export const MAX_SMS = 1_600;
export const MAX_MAIL = 20_000;
export const MAX_SUBJECT = 200;

/** +1 and the digits, punctuation removed (docs/rules/messaging.md, rule 2); '' for what is no US number. */
export const smsNumber = (phone: string | null) => {
  const digits = phoneDigits(phone ?? '');
  return digits ? `+1${digits}` : '';
};

/** Numbers that bill the sender: area code 900 and exchange 976. */
const isPremium = (number: string) => /^\+1(900|\d{3}976)/.test(number);

/** At least 12 characters, +1 and ten digits: no other country, no premium number. */
export const isSmsNumber = (number: string) => /^\+1\d{10}$/.test(number) && !isPremium(number);

/** May this phone, as it is in a record, be written to? */
export const canText = (phone: string | null) => isSmsNumber(smsNumber(phone));
export const canMail = (address: string | null): address is string =>
  address !== null && isEmail(address) && isOneLine(address);

/** A line of a mail's head: a line break would add another line. */
export const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

interface Named {
  readonly name: string;
  /** Given for e-mail alone: a text message does not replace %id%. */
  readonly id?: number;
}

/** The placeholders, replaced in one pass: what a name contains is never looked at again, nor is `$&` in it. */
export const fillTemplate = (text: string, { name, id }: Named) =>
  text.replace(/%(username|id)%/g, (token, word: string) =>
    word === 'username' ? name : id === undefined ? token : String(id),
  );
export const hasPlaceholder = (text: string) => /%(username|id)%/.test(text);

/** Web addresses, and the places of links in what is sent. */
const LINKS = /https?:\/\/\S+|%link%/g;
const linksIn = (text: string): string[] => text.match(LINKS) ?? [];

/**
 * A template in place of a message: links of the message are below it, unless it has them itself or they came with the
 * template that was chosen before.
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

/** A picture of a text message comes from the agency's own pages alone: nobody makes the server fetch elsewhere. */
export const isOwnImage = (source: string, hosts: readonly string[]) => {
  const m = /^https:\/\/([a-z0-9.:-]+)\/([^?#\\\s]*)(\?[^#\\\s]*)?$/i.exec(source);
  return m !== null && hosts.includes((m[1] ?? '').toLowerCase()) && /\.(png|jpg)/i.test(m[2] ?? '');
};

/** Hours that a confirmation link works (docs/rules/messaging.md, rule 14). */
export const CONFIRMATION_HOURS = 72;
/** Stands in the text of the mail where the link goes when it is sent. */
export const LINK_PLACE = '%link%';

/** 'about $63.00' as somebody reads it who may not see what caregivers are paid: 'about $…'. */
export const withoutAmounts = (text: string): string => text.replace(/\$\d[\d,]*(\.\d+)?/g, () => '$…');

const SEND_LINK = /https?:\/\/[^\s/]+\/l\/([\w-]{43})(?![\w-])/g;

/** A link by token in a message: the token is taken out, so that it is kept sealed and is in no log. */
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

/** The mail itself: no record data but the name. */
export const confirmationMail = (name: string, agency: string) => ({
  subject: `${agency}: confirm your e-mail address`,
  text: `Hello ${name},

${agency} would like to write to you at this address. Open this page and confirm it:

${LINK_PLACE}

The page works once, for ${CONFIRMATION_HOURS} hours. If you did not expect this message, you can ignore it.

Español: para confirmar su dirección de correo, abra la página de arriba.`,
});
