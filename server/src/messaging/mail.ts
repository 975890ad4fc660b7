import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { isOneLine } from '@homecare/domain/messaging/rules.ts';
import { addressOf } from '../platform/net/outgoing.ts';
import type { MailAccount } from '../platform/site/connections.ts';
import { explainCertificate, type Reply } from './sms.ts';

export interface OutgoingMail {
  readonly to: string;
  /** The agency's name, shown before the address. */
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  /** Unique to this message, so that a duplicate can be recognized. */
  readonly id: string;
  readonly attachment?:
    | { readonly name: string; readonly type: string; readonly content: Buffer }
    | undefined;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** A mail server's words may contain the address, so only its number is kept. */
const withCode = (sentence: string, code: number | undefined) => (code ? `${sentence} (${code})` : sentence);

const compose = async (account: MailAccount, mail: OutgoingMail): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({
    from: { name: mail.sender, address: account.from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.attachment && {
      attachments: [
        {
          filename: mail.attachment.name,
          contentType: mail.attachment.type,
          content: mail.attachment.content,
        },
      ],
    }),
    messageId: mail.id,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
};

interface Failure {
  readonly code: string;
  /** The connection's own error, below that of the library. */
  readonly cause: string;
  readonly responseCode: number | undefined;
  readonly command: string;
}
const failureOf = (error: unknown): Failure => {
  const facts: object = error instanceof Error ? error : {};
  return {
    code: 'code' in facts ? String(facts.code) : '',
    cause: 'originalCode' in facts ? String(facts.originalCode) : '',
    responseCode: 'responseCode' in facts ? Number(facts.responseCode) : undefined,
    command: 'command' in facts ? String(facts.command) : '',
  };
};

/**
 * A server's refusal is an answer: 4xx means later and 5xx never; before a sender was named, it concerns the account. Without an
 * answer, the message may be tried again if no text had been sent; otherwise its outcome is unknown.
 */
const replyTo = (error: unknown, begun: boolean): Reply => {
  const { code, cause, responseCode, command } = failureOf(error);
  if (code === 'EAUTH')
    return { kind: 'closed', reason: withCode('The mail server refuses the login.', responseCode) };
  const isOfMessage = /^(MAIL FROM|RCPT TO|DATA)/.test(command);
  if (responseCode !== undefined && isOfMessage) {
    if (responseCode === 421)
      return { kind: 'closed', reason: withCode('The mail server is closing.', responseCode) };
    if (responseCode < 500)
      return { kind: 'later', reason: withCode('The mail server asks to try again later.', responseCode) };
    const whose = command.startsWith('RCPT') ? 'This address was refused.' : 'The mail was refused.';
    return { kind: 'refused', code: null, reason: withCode(whose, responseCode) };
  }
  if (begun) return { kind: 'unclear', reason: 'The mail server did not say whether it took the mail.' };
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return { kind: 'refused', code: null, reason: 'This address cannot be written to.' };
  const certificate = explainCertificate('the mail server', cause);
  return {
    kind: 'closed',
    reason: certificate ?? withCode('The mail server cannot be reached.', responseCode),
  };
};

/** A separate connection for each message, not opened yet. */
const connectionTo = async (account: MailAccount) => {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  return new SmtpConnection({
    // Connects to the address that was checked; the certificate must still be that of the name.
    host: await addressOf(account.host, account.reach ?? 'any'),
    port: account.port,
    secure: account.security === 'tls',
    requireTLS: account.security === 'starttls',
    ignoreTLS: account.security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(isIP(account.host) === 0 && { servername: account.host }) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
};
type Connection = Awaited<ReturnType<typeof connectionTo>>;

/** Connects and signs in, then calls `then` with the open connection. */
const signedIn = async (
  connection: Connection,
  account: MailAccount,
  then: (done: (error?: Error | null) => void) => void,
) => {
  try {
    await new Promise<void>((resolve, reject) => {
      const finish = (error?: Error | null) => (error ? reject(error) : resolve());
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('the connection ended')));
      connection.connect((failed) => {
        if (failed) return reject(failed);
        if (!account.user) return then(finish);
        const credentials = { user: account.user, pass: account.password ?? '' };
        connection.login({ credentials, ...credentials }, (refused) =>
          refused ? reject(refused) : then(finish),
        );
      });
    });
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Tries once. `begun` means that the server had already asked for the text. */
const deliver = async (account: MailAccount, to: string, text: Buffer, begin: () => void): Promise<void> => {
  const connection = await connectionTo(account);
  // Read only once the server has answered DATA.
  const body = new Readable({
    read() {
      begin();
      this.push(text);
      this.push(null);
    },
  });
  await signedIn(connection, account, (done) =>
    connection.send({ from: account.from, to: [to] }, body, (error) => done(error)),
  );
};

/** Whether the mail server accepts the account; sends nothing. */
export const tryMail = async (
  account: MailAccount,
): Promise<{ readonly works: boolean; readonly answer: string }> => {
  try {
    await signedIn(await connectionTo(account), account, (done) => done());
    return {
      works: true,
      answer: account.user ? 'The mail server accepts the account.' : 'The mail server answers.',
    };
  } catch (error) {
    const reply = replyTo(error, false);
    return {
      works: false,
      answer: 'reason' in reply ? reply.reason : 'The mail server did not answer.',
    };
  }
};

export const sendMail = async (account: MailAccount, mail: OutgoingMail): Promise<Reply> => {
  // The database and earlier rules prevent this too. A line break in a header must never be sent.
  if (![mail.to, mail.subject, mail.sender, mail.id].every(isOneLine))
    return { kind: 'refused', code: null, reason: 'An address and a subject are one line.' };
  let begun = false;
  try {
    const text = await compose(account, mail);
    await deliver(account, mail.to, text, () => {
      begun = true;
    });
    return { kind: 'taken', status: 'sent', sid: null, sender: account.from };
  } catch (error) {
    return replyTo(error, begun);
  }
};
