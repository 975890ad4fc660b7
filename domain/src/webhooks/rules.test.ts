import { expect, it, test } from 'vitest';
import {
  isTaken,
  MOST_TRIES,
  NO_KINDS,
  NO_WEBHOOK_NAME,
  saySubject,
  sayTry,
  settleTry,
  signatureHeader,
  signedText,
  validateWebhook,
  WAITS,
  WEBHOOK_NAME_TOO_LONG,
} from './rules.ts';

const HOOK = { name: 'Payroll', url: 'https://payroll.example.org/hooks', kinds: ['visits'] } as const;
const HTTPS = 'This address must begin with https.';
const BESIDE = 'Services beside the server are set by the operator.';
const LOOKS = 'An address looks like https://service.example.org.';

test.each<[string, Partial<Parameters<typeof validateWebhook>[0]>, boolean, [string, string][]]>([
  ['with valid values', {}, false, []],
  ['without a name', { name: ' ' }, false, [['name', NO_WEBHOOK_NAME]]],
  ['with a long name', { name: 'x'.repeat(41) }, false, [['name', WEBHOOK_NAME_TOO_LONG]]],
  ['without kinds', { kinds: [] }, false, [['kinds', NO_KINDS]]],
  ['without https', { url: 'http://payroll.example.org' }, false, [['url', HTTPS]]],
  ['on this server', { url: 'https://localhost/hooks' }, false, [['url', BESIDE]]],
  ['on this server, if the operator allows it', { url: 'http://127.0.0.1:9000' }, true, []],
  ['with something that is no address', { url: 'payroll' }, true, [['url', LOOKS]]],
])('a webhook %s', (_, change, allowsLocal, faults) => {
  const found = validateWebhook({ ...HOOK, ...change }, allowsLocal);
  expect(found.map(({ field, message }) => [field, message])).toEqual(faults);
});

it('is tried eight times at growing intervals and then parked', () => {
  const settled = Array.from({ length: MOST_TRIES }, (_, n) => settleTry(n + 1, false));
  expect(MOST_TRIES).toBe(8);
  expect(settled.map(({ wait }) => wait)).toEqual([...WAITS, null]);
  expect(settled.map(({ state }) => state)).toEqual([...WAITS.map(() => 'waiting'), 'parked']);
  expect(WAITS.every((wait, at) => at === 0 || wait > (WAITS[at - 1] ?? 0))).toBe(true);
  expect(settleTry(3, true)).toEqual({ state: 'sent', wait: null });
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [302, false],
  [400, false],
  [500, false],
])('an answer of %i: taken %s', (status, taken) => expect(isTaken(status)).toBe(taken));

it('signs the time together with the body', () => {
  expect(signedText(1_763_658_000, '{}')).toBe('1763658000.{}');
  expect(signatureHeader(1_763_658_000, 'ab')).toBe('t=1763658000,v1=ab');
});

test.each([
  [{ status: null, error: null, tries: 0 }, 'Not tried yet'],
  [{ status: null, error: 'No answer within 10 seconds', tries: 1 }, 'No answer within 10 seconds'],
  [{ status: 500, error: null, tries: 2 }, 'Answered 500'],
])('%j is said', (delivery, words) => expect(sayTry(delivery)).toBe(words));

test.each([
  [{ entity: 'person', subjectId: 12, claim: null }, 'person 12'],
  [{ entity: 'claims', subjectId: 7, claim: null }, 'claims 7'],
  [{ entity: 'claims', subjectId: 7, claim: '7-3' }, 'claim 7-3'],
  [{ entity: 'claims', subjectId: null, claim: null }, 'claims'],
])('%j is named', (delivery, words) => expect(saySubject(delivery)).toBe(words));
