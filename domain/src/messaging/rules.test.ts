import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  canMail,
  canText,
  checkMails,
  checkSms,
  EMPTY_LIST,
  EMPTY_MESSAGE,
  fillTemplate,
  isOneLine,
  isOwnImage,
  MAX_PER_CALL,
  MAX_SMS,
  NO_EMAIL,
  smsNumber,
  withTemplate,
} from './rules.ts';

describe('a phone', () => {
  test.each([
    ['(303) 555-0100', '+13035550100', true],
    ['303.555.0100', '+13035550100', true],
    ['+1 303 555 0100', '+13035550100', true],
    ['(303) 555-010', '+1303555010', false],
    ['(303) 555-01000', '', false],
    ['+44 20 7946 0018', '', false],
    ['(900) 555-0100', '+19005550100', false],
    ['(303) 976-0100', '+13039760100', false],
    ['', '', false],
    [null, '', false],
  ])('%s → %s, can receive texts: %s', (phone, number, may) => {
    expect(smsNumber(phone)).toBe(number);
    expect(canText(phone)).toBe(may);
  });

  it('that can receive texts has 12 characters, and can receive them in that form too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10 ** 9, max: 10 ** 10 - 1 }),
        fc.constantFrom('', '1', '+1 ', '1-'),
        (n, prefix) => {
          const number = smsNumber(`${prefix}${n}`);
          expect(number).toBe(`+1${n}`);
          expect(smsNumber(number)).toBe(number);
        },
      ),
    );
  });
});

describe('placeholders', () => {
  test.each([
    ['Hello %username%, ID %id%', { name: 'Ana Ruiz', id: 7 }, 'Hello Ana Ruiz, ID 7'],
    ['Hello %username%, ID %id%', { name: 'Ana Ruiz' }, 'Hello Ana Ruiz, ID %id%'],
    ['%username% %username%', { name: 'A' }, 'A A'],
    // Placeholders are replaced in one pass, so those within a name stay text.
    ['%username%', { name: '%id% $& $` %username%', id: 7 }, '%id% $& $` %username%'],
    ['100 % sure, %user%', { name: 'A' }, '100 % sure, %user%'],
  ])('%s', (text, who, filled) => expect(fillTemplate(text, who)).toBe(filled));

  it('are replaced by exactly the name, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(fillTemplate('a%username%b', { name })).toBe(`a${name}b`);
      }),
    );
  });
});

describe('a list of texts', () => {
  const sms = (more: object = {}) => ({ number: '+13035550100', text: 'Hello', ...more });
  const saysOf = (list: Parameters<typeof checkSms>[0]) => checkSms(list)?.info;
  test.each([
    ['fits', [sms()], undefined],
    ['must not be empty', [], EMPTY_LIST],
    ['must have text in each message', [sms(), sms({ text: ' \n' })], EMPTY_MESSAGE],
    [
      'must go to +1 numbers',
      [sms({ number: '+442079460018' })],
      "Error: Can't send message to +442079460018",
    ],
    [
      'goes to no premium number',
      [sms({ number: '+19005550100' })],
      "Error: Can't send message to +19005550100",
    ],
    ['may contain the longest text', [sms({ text: 'x'.repeat(MAX_SMS) })], undefined],
    [
      'holds no longer one',
      [sms({ text: 'x'.repeat(MAX_SMS + 1) })],
      'A message has at most 1,600 characters.',
    ],
    ['holds 500', Array.from({ length: MAX_PER_CALL }, () => sms()), undefined],
    [
      'must not be longer',
      Array.from({ length: MAX_PER_CALL + 1 }, () => sms()),
      'At most 500 messages at once.',
    ],
  ])('%s', (_, list, says) => expect(saysOf(list)).toBe(says));

  it('names the wrong entry', () => {
    expect(checkSms([sms(), sms({ text: '' })])?.errors).toEqual([
      { field: 'sms.1', message: EMPTY_MESSAGE },
    ]);
  });
});

describe('a list of mails', () => {
  const mail = (more: object = {}) => ({
    email: 'ana@example.org',
    text: 'Hello',
    subject: 'Visit',
    ...more,
  });
  test.each([
    ['is accepted, even without a subject', [mail(), mail({ subject: '' })], undefined],
    ['must not be empty', [], EMPTY_LIST],
    ['must have text in each mail', [mail({ text: '' })], EMPTY_MESSAGE],
    ['must go to valid addresses', [mail({ email: 'ana@' })], NO_EMAIL],
    ['must have one address per mail', [mail({ email: 'a@example.org,b@example.org' })], NO_EMAIL],
    [
      'must have no line break in an address',
      [mail({ email: 'a@example.org\r\nBcc: b@example.org' })],
      NO_EMAIL,
    ],
    [
      'has no line break in a subject',
      [mail({ subject: 'Hi\r\nBcc: b@example.org' })],
      'A subject is one line.',
    ],
    [
      'must have no long subject',
      [mail({ subject: 'x'.repeat(201) })],
      'A subject has at most 200 characters.',
    ],
  ])('%s', (_, list, says) => expect(checkMails(list)?.info).toBe(says));

  it('allows no line break in the header of a mail, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (email, subject) => {
        if (canMail(email)) expect(email).not.toMatch(/[\r\n]/);
        if (isOneLine(subject)) expect(subject).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe('the image of a picture message', () => {
  const hosts = ['care.agency.test'];
  test.each([
    ['https://care.agency.test/files/card.png', true],
    ['https://care.agency.test/files/card.jpg?v=2', true],
    ['https://care.agency.test/files/card.pdf', false],
    ['http://care.agency.test/files/card.png', false],
    ['https://169.254.169.254/card.png', false],
    ['https://localhost/card.png', false],
    ['https://care.agency.test@evil.test/card.png', false],
    ['https://care.agency.test.evil.test/card.png', false],
    ['card.png', false],
    ['', false],
  ])('%s: %s', (source, fits) => expect(isOwnImage(source, hosts)).toBe(fits));
});

describe('a template', () => {
  const link = 'https://care.agency.test/l/abcDEF_-123';
  test.each([
    ['replaces words', 'Hello', 'Dear %username%', '', 'Dear %username%'],
    [
      'leaves the link of a document below it',
      `Your plan: ${link}`,
      'Dear %username%\n',
      '',
      `Dear %username%\n${link}`,
    ],
    ['keeps a link placeholder', 'Here: %link%', 'Dear', '', 'Dear\n%link%'],
    ['adds no link twice', `Your plan: ${link}`, `See ${link}`, '', `See ${link}`],
    [
      'takes the link of the template before with it',
      `Map https://a.test/map\n${link}`,
      'Dear',
      'Map https://a.test/map',
      `Dear\n${link}`,
    ],
    ['that is empty leaves only the link', `Plan ${link}`, '', '', link],
  ])('%s', (_, message, template, before, result) =>
    expect(withTemplate(message, template, before)).toBe(result),
  );
});
