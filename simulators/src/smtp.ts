import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { endWithStarter } from './serve.ts';

/**
 * A mail server that keeps what it takes. How it behaves wrongly: busy asks to come again (451), closed hangs up at once,
 * shy closes while the text is under way, lost takes the mail and hangs up without a word, flaky is any of these by chance.
 */
export const MOODS = ['well', 'slow', 'busy', 'closed', 'shy', 'lost', 'flaky'] as const;
export type Mood = (typeof MOODS)[number];
const WRONG: readonly Mood[] = ['busy', 'closed', 'shy', 'lost'];
const WRONG_SHARE = 0.12;

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

export interface SmtpSettings {
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly slowMs?: number | undefined;
}

export interface MailServer {
  readonly port: number;
  mood: Mood;
  /** For the next mails, one each. */
  readonly script: Mood[];
  readonly taken: TakenMail[];
  stop(): Promise<void>;
}

const MOST_BYTES = 25 * 1024 * 1024;

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const chosen = (mood: Mood): Mood => {
  if (mood !== 'flaky') return mood;
  if (Math.random() >= WRONG_SHARE) return 'well';
  return WRONG[Math.floor(Math.random() * WRONG.length)] ?? 'well';
};

export const startSmtp = async (settings: SmtpSettings = {}): Promise<MailServer> => {
  const taken: TakenMail[] = [];
  const moods = new WeakMap<object, Mood>();
  const sockets = new Map<number | undefined, Socket>();
  const hangUp = ({ remotePort }: SMTPServerSession) => void sockets.get(remotePort)?.destroy();
  const smtp = new SMTPServer({
    authOptional: !settings.user,
    disabledCommands: settings.user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MOST_BYTES,
    closeTimeout: 500,
    onConnect: (session, answer) => {
      const mood = chosen(server.script.shift() ?? server.mood);
      moods.set(session, mood);
      if (mood === 'closed') hangUp(session);
      else answer();
    },
    onAuth: ({ username, password }, _session, answer) =>
      username === settings.user && password === settings.password
        ? answer(null, { user: username })
        : answer(new Refusal(535, 'Authentication credentials invalid')),
    onRcptTo: ({ address }, session, answer) => {
      const [name = ''] = address.split('@');
      if (moods.get(session) === 'busy') answer(new Refusal(451, 'Try again later'));
      else if (name === 'nobody') answer(new Refusal(550, 'No such user here'));
      else answer();
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      const mood = moods.get(session);
      if (mood === 'shy') return void stream.once('data', () => hangUp(session));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        await pause(mood === 'slow' ? 3_000 : (settings.slowMs ?? 0));
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        if (mood === 'lost') hangUp(session);
        else answer();
      });
    },
  });
  smtp.on('error', () => undefined);
  const listener = smtp.listen(settings.port ?? 0, '127.0.0.1');
  listener.on('connection', (socket) => {
    const { remotePort } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.once('listening', () => resolve());
  });
  const address = listener.address();
  const server: MailServer = {
    port: typeof address === 'object' && address ? address.port : 0,
    mood: 'well',
    script: [],
    taken,
    stop: () =>
      new Promise((stopped) => {
        smtp.close(() => stopped());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
  return server;
};

if (import.meta.main) {
  const { PORT = '9040', SMTP_USER, SMTP_PASSWORD, MOOD = 'well' } = process.env;
  const server = await startSmtp({ port: Number(PORT), user: SMTP_USER, password: SMTP_PASSWORD });
  server.mood = MOODS.find((mood) => mood === MOOD) ?? 'well';
  process.stdout.write(`SMTP at 127.0.0.1:${server.port}\n`);
  endWithStarter();
}
