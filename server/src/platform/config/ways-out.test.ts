import { expect, test } from 'vitest';
import { MailEntry, SiteEntry, TextEntry } from './config.ts';

const text = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+13035550110' };
const mail = { host: 'smtp.agency.test', from: 'office@agency.test' };

test('accounts for texts and email have their usual addresses', () => {
  expect(TextEntry.parse(text).url).toBe('https://api.twilio.com');
  expect(MailEntry.parse(mail)).toEqual({ ...mail, port: 587, security: 'starttls' });
});

test.each([
  ['an account of another kind', TextEntry, { ...text, accountSid: 'SK00' }],
  ['a number of another country', TextEntry, { ...text, from: '+442079460018' }],
  ['a provider reached in the clear', TextEntry, { ...text, url: 'http://api.twilio.test' }],
  ['a field that is not known', TextEntry, { ...text, region: 'ie1' }],
  ['mail in the clear over a network', MailEntry, { ...mail, security: 'none' }],
  ['a user without a password', MailEntry, { ...mail, user: 'office' }],
  ['a sender that is no address', MailEntry, { ...mail, from: 'Office' }],
  [
    'a public address in the clear',
    SiteEntry,
    { name: 'mesa', title: 'Mesa', hosts: ['a'], capabilities: {}, publicUrl: 'http://care.mesa.test' },
  ],
])('refused: %s', (_, entry, value) => expect(entry.safeParse(value).success).toBe(false));

test('a simulator on this machine may be reached unencrypted', () => {
  expect(TextEntry.parse({ ...text, url: 'http://127.0.0.1:9030' }).url).toBe('http://127.0.0.1:9030');
  expect(MailEntry.safeParse({ ...mail, host: '127.0.0.1', security: 'none' }).success).toBe(true);
});
