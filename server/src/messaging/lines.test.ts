import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server as HttpsServer } from 'node:https';
import { createServer as createLine, type Server } from 'node:net';
import { createServer as createSafeLine, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { EXPIRED, OWN } from '../../testing/certificates.ts';
import type { MailAccount } from '../platform/site/connections.ts';
import { sendMail } from './mail.ts';
import { sendText } from './sms.ts';

/**
 * The connection to a provider breaks before or after a request was sent. Only the first is certainly not sent, and says why
 * (docs/rules/messaging.md, rule 7).
 */
setDefaultCACertificates([EXPIRED.cert]);

const running: (Server | HttpsServer)[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});
const listen = async (server: Server | HttpsServer): Promise<number> => {
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const text = (port: number) =>
  sendText(
    {
      accountSid: `AC${'1'.repeat(32)}`,
      authToken: 'secret',
      from: '+13035550110',
      url: `https://127.0.0.1:${port}`,
      answerSeconds: 1,
    },
    { to: '+17205550100', text: 'Hello', image: null, callback: 'https://care.agency.test/' },
  );
const mail = (port: number, security: MailAccount['security']) =>
  sendMail(
    { host: '127.0.0.1', port, security, user: undefined, password: undefined, from: 'office@agency.test' },
    { to: 'pat@example.org', sender: 'Agency', subject: 'Hi', text: 'Hello', id: '<1@agency.test>' },
  );

describe('a text over an unsafe connection is not sent', () => {
  let requests = 0;
  const heard = () => {
    requests += 1;
  };

  it.each([
    [
      'an expired certificate',
      () => createServer(EXPIRED, heard),
      'The certificate of Twilio is not valid (CERT_HAS_EXPIRED).',
    ],
    [
      'a certificate of nobody known',
      () => createServer(OWN, heard),
      'The certificate of Twilio is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    ['a server without TLS', () => createHttpServer(heard), 'Twilio cannot be reached.'],
    [
      'a line that is cut in the handshake',
      () => createLine((socket) => socket.once('data', () => socket.destroy())),
      'Twilio cannot be reached.',
    ],
    ['a server that is silent from the start', () => createLine(), 'Twilio cannot be reached.'],
  ])('%s', async (_, server, reason) => {
    requests = 0;
    expect(await text(await listen(server()))).toEqual({ kind: 'closed', reason });
    expect(requests).toBe(0);
  });
});

describe('an email over an unsafe connection is not sent', () => {
  it.each([
    [
      'an expired certificate',
      EXPIRED,
      'The certificate of the mail server is not valid (CERT_HAS_EXPIRED).',
    ],
    [
      'a certificate of nobody known',
      OWN,
      'The certificate of the mail server is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
  ])('%s', async (_, certificate, reason) => {
    expect(await mail(await listen(createSafeLine(certificate)), 'tls')).toEqual({ kind: 'closed', reason });
  });

  it('without TLS at the server', async () => {
    const offersNone = createLine((socket) => {
      socket.write('220 mail.agency.test\r\n');
      socket.on('data', (said) => socket.write(`${String(said).startsWith('EHLO') ? '250' : '502'} no\r\n`));
    });
    expect(await mail(await listen(offersNone), 'starttls')).toMatchObject({ kind: 'closed' });
  });
});

it('a text that was sent over a safe connection and never answered has an unknown outcome', async () => {
  setDefaultCACertificates([EXPIRED.cert, OWN.cert]);
  for (const [hear, reason] of [
    [() => undefined, 'Twilio did not answer.'],
    [(request: { socket: { destroy(): void } }) => request.socket.destroy(), 'Twilio did not answer.'],
  ] as const)
    expect(await text(await listen(createServer(OWN, hear)))).toEqual({ kind: 'unclear', reason });
});
