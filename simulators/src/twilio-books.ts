import { createHmac, randomBytes } from 'node:crypto';

/** What the simulated provider of text messages has taken over, refused and told. */

export interface Text {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  /** Addresses of its images. */
  readonly media: readonly string[];
  readonly service: string | null;
  readonly callback: string | null;
  readonly created: Date;
  status: 'queued' | 'sent' | 'delivered' | 'undelivered';
  errorCode: number | null;
}

/** One request of the provider to the application, and how it was answered. */
export interface DeliveryReport {
  readonly sid: string;
  readonly status: string;
  readonly answered: number;
}

export interface Refused {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const refused = (code: number, message: string, status = 400): Refused => ({ status, code, message });

/** The provider's own numbers for tries: each is refused with its code, whatever the text. */
const MAGIC: Readonly<Record<string, Refused>> = {
  '+15005550001': refused(21211, "Invalid 'To' Phone Number"),
  '+15005550002': refused(21612, 'The To phone number cannot be reached from this From number'),
  '+15005550003': refused(21408, 'Permission to send an SMS has not been enabled for this region'),
  '+15005550004': refused(21610, 'Attempt to send to unsubscribed recipient'),
  '+15005550009': refused(21614, "'To' number is not a valid mobile number"),
};

/** A number that ends so is never reached, for this reason. */
const FATES = [30003, 30004, 30005, 30006, 30007, 30008];
const fateOf = (to: string) => FATES.find((code) => to.endsWith(String(code).slice(1)));

const E164 = /^\+[1-9]\d{6,14}$/;
const MOST_CHARACTERS = 1_600;

export const newSid = (kind: string) => `${kind}${randomBytes(16).toString('hex')}`;

/** base64(HMAC-SHA1(token, address and the fields in the order of their names)). */
export const signatureOf = (token: string, url: string, fields: Readonly<Record<string, string>>) =>
  createHmac('sha1', token)
    .update(
      Object.keys(fields)
        .sort()
        .reduce((text, name) => `${text}${name}${fields[name]}`, url),
    )
    .digest('base64');

export const newBooks = (own: string) => {
  const texts: Text[] = [];
  const reports: DeliveryReport[] = [];
  const stopped = new Set<string>();
  const refusals: (Refused & { readonly to: string })[] = [];

  const check = (form: URLSearchParams): Refused | undefined => {
    const to = form.get('To') ?? '';
    const from = form.get('From');
    const service = form.get('MessagingServiceSid');
    const body = form.get('Body') ?? '';
    if (to === '') return refused(21604, "A 'To' phone number is required.");
    if (!from && !service) return refused(21603, "A 'From' phone number is required.");
    if (from && from !== own)
      return refused(21606, `The 'From' phone number ${from} is not a valid number of this account`);
    if (MAGIC[to]) return MAGIC[to];
    if (!E164.test(to)) return refused(21211, `The 'To' number ${to} is not a valid phone number.`);
    if (body === '' && !form.has('MediaUrl')) return refused(21602, 'Message body is required.');
    if (body.length > MOST_CHARACTERS)
      return refused(21617, 'The concatenated message body exceeds the 1600 character limit.');
    if (form.getAll('MediaUrl').some((url) => !/^https?:\/\//.test(url)))
      return refused(21620, 'Invalid media URL(s)');
    if (stopped.has(to)) return refused(21610, 'Attempt to send to unsubscribed recipient');
    return undefined;
  };

  return {
    check: (form: URLSearchParams): Refused | undefined => {
      const found = check(form);
      if (found) refusals.push({ ...found, to: form.get('To') ?? '' });
      return found;
    },
    take: (form: URLSearchParams): Text => {
      const media = form.getAll('MediaUrl');
      const text: Text = {
        sid: newSid(media.length > 0 ? 'MM' : 'SM'),
        to: form.get('To') ?? '',
        from: form.get('From') ?? own,
        body: form.get('Body') ?? '',
        media,
        service: form.get('MessagingServiceSid'),
        callback: form.get('StatusCallback'),
        created: new Date(),
        status: 'queued',
        errorCode: null,
      };
      texts.push(text);
      return text;
    },
    /** The last status of a text, and its code. */
    fateOf: ({ to }: Text) => {
      const code = fateOf(to);
      return code
        ? ({ status: 'undelivered', code } as const)
        : ({ status: 'delivered', code: null } as const);
    },
    hear: (from: string, body: string) => {
      const word = body.trim().toUpperCase();
      if (['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].includes(word)) stopped.add(from);
      if (['START', 'UNSTOP', 'YES'].includes(word)) stopped.delete(from);
    },
    noteDelivery: (entry: DeliveryReport) => void reports.push(entry),
    state: () => ({ texts, reports: reports, refusals, stopped: [...stopped] }),
  };
};
export type Books = ReturnType<typeof newBooks>;
