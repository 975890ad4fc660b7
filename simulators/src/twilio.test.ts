import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text as whole } from 'node:stream/consumers';
import twilio from 'twilio';
import { afterAll, describe, expect, it, test } from 'vitest';
import { startTwilio } from './twilio.ts';
import { signatureOf } from './twilio-books.ts';
import published from './twilio-interface.json' with { type: 'json' };

const ACCOUNT = `AC${'a'.repeat(32)}`;
const NUMBER = '+15005550006';
const simulator = await startTwilio({
  accountSid: ACCOUNT,
  authToken: 'token',
  number: NUMBER,
  callbackMs: 1,
});
afterAll(() => simulator.stop());

const ask = (path: string, form?: Readonly<Record<string, string>>, token = 'token') =>
  fetch(`${simulator.url}/2010-04-01/Accounts/${ACCOUNT}/${path}`, {
    method: form ? 'POST' : 'GET',
    ...(form && { body: new URLSearchParams(form) }),
    headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${token}`).toString('base64')}` },
  });
const text = (more: Readonly<Record<string, string>> = {}) => ({
  To: '+13035550199',
  From: NUMBER,
  Body: 'Hello',
  ...more,
});

interface Field {
  readonly type?: string;
  readonly pattern?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly enum?: readonly string[];
}
const misfit = (name: string, value: unknown, field: Field): string | undefined => {
  if (value === undefined) return `${name} is missing`;
  if (value === null) return field.nullable ? undefined : `${name} is null`;
  const text = String(value);
  const fits =
    (field.type === 'integer' ? Number.isInteger(value) : typeof value === field.type) &&
    (field.pattern === undefined || new RegExp(field.pattern).test(text)) &&
    (field.enum?.includes(text) ?? true) &&
    (field.format !== 'date-time-rfc-2822' || /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/.test(text));
  return fits ? undefined : `${name}: ${text}`;
};

/** Where an answer differs from the published one. */
const differences = (body: unknown, fields: Readonly<Record<string, Field>>): string[] => {
  const answer = new Map<string, unknown>(Object.entries(Object(body)));
  return [
    ...[...answer.keys()].filter((name) => !(name in fields)),
    ...Object.entries(fields).flatMap(([name, field]) => misfit(name, answer.get(name), field) ?? []),
  ];
};

describe('the simulated provider answers like the published interface', () => {
  it.each([
    ['a text', text()],
    ['a picture', text({ MediaUrl: 'https://care.agency.test/a.png' })],
    ['a messaging service', { To: '+13035550199', MessagingServiceSid: `MG${'b'.repeat(32)}`, Body: 'Hi' }],
  ])('%s', async (_, form) => {
    const answer = await ask('Messages.json', form);
    expect(answer.status).toBe(201);
    expect(differences(await answer.json(), published.message)).toEqual([]);
  });

  it('the balance', async () => {
    expect(differences(await (await ask('Balance.json')).json(), published.balance)).toEqual([]);
  });

  it.each([
    [21211, { To: '555' }],
    [21211, { To: '+15005550001' }],
    [21604, { To: '' }],
    [21606, { From: '+13035550100' }],
    [21602, { Body: '' }],
    [21617, { Body: 'x'.repeat(1_601) }],
    [21614, { To: '+15005550009' }],
    [21620, { MediaUrl: 'file:///etc/passwd' }],
  ])('refuses with %i', async (code, more) => {
    const answer = await ask('Messages.json', text(more));
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code,
        message: expect.any(String),
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status: 400,
      },
    ]);
  });

  it('knows who has answered STOP', async () => {
    const send = async () => (await ask('Messages.json', text({ To: '+13035550177' }))).status;
    await simulator.reply('+13035550177', 'Stop');
    expect(await send()).toBe(400);
    await simulator.reply('+13035550177', 'START');
    expect(await send()).toBe(201);
  });

  it('a wrong token, another account', async () => {
    const wrong = await ask('Balance.json', undefined, 'guess');
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 20003 }]);
    const other = await fetch(`${simulator.url}/2010-04-01/Accounts/AC0/Balance.json`, {
      headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}` },
    });
    expect(other.status).toBe(404);
  });
});

test('the simulator signs as the provider documents it, and as its library expects', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  expect(signatureOf('12345', url, fields)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
  expect(twilio.validateRequest('12345', signatureOf('12345', url, fields), url, fields)).toBe(true);
});

test('one request that is answered two times is one text', async () => {
  const { port } = new URL(simulator.url);
  const form = new URLSearchParams(text({ Body: 'Said twice' })).toString();
  simulator.script.push('twice');
  const line = connect(Number(port), '127.0.0.1');
  line.write(
    [
      `POST /2010-04-01/Accounts/${ACCOUNT}/Messages.json HTTP/1.1`,
      'Host: twilio',
      `Authorization: Basic ${Buffer.from(`${ACCOUNT}:token`).toString('base64')}`,
      `Content-Length: ${form.length}`,
      '',
      form,
    ].join('\r\n'),
  );
  const said = await whole(line);
  expect(said.match(/HTTP\/1\.1 201 Created/g)).toHaveLength(2);
  expect(new Set(said.match(/"sid":"SM[0-9a-f]{32}"/g)).size).toBe(1);
  expect(simulator.state().texts.filter(({ body }) => body === 'Said twice')).toHaveLength(1);
});

test('every simulator has a port of its own, so that all can be tried at once', async () => {
  const folder = import.meta.dirname;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const sources = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const ports = sources.flatMap((source) => /\bPORT\b[^=\n]*?(?:=|\?\?) '(\d{4})'/.exec(source)?.[1] ?? []);
  expect(ports.length).toBeGreaterThanOrEqual(6);
  expect(new Set(ports).size).toBe(ports.length);
});
