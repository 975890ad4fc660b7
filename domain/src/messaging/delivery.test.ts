import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  explainCode,
  isOfText,
  mayMove,
  maySendAgain,
  missedVisitText,
  optOutWord,
  statusOfProvider,
  waitAfter,
} from './delivery.ts';
import { MESSAGE_STATUSES, type MessageStatus } from './schema.ts';

/** How far along a message is; the last ones are final. */
const FAR: Partial<Record<MessageStatus, number>> = {
  sending: 0,
  unknown: 0,
  queued: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
};

describe('the moves of a message', () => {
  it.each<[MessageStatus, MessageStatus, boolean]>([
    ['waiting', 'sending', true],
    ['waiting', 'recorded', true],
    ['sending', 'waiting', true],
    ['sending', 'unknown', true],
    ['unknown', 'queued', true],
    ['unknown', 'waiting', false],
    ['unknown', 'sending', false],
    ['queued', 'waiting', false],
    ['queued', 'unknown', false],
    ['delivered', 'unknown', false],
    ['failed', 'waiting', false],
    ['recorded', 'sending', false],
    ['received', 'sending', false],
  ])('the worker moves it from %s to %s: %s', (from, to, may) =>
    expect(mayMove('worker', from, to)).toBe(may),
  );

  test('are only forward if made by the provider, and never from a final status', () => {
    for (const from of MESSAGE_STATUSES)
      for (const to of MESSAGE_STATUSES) {
        const [here, there] = [FAR[from], FAR[to]];
        const isForward = here !== undefined && there !== undefined && here < there;
        expect([from, to, mayMove('provider', from, to)]).toEqual([from, to, isForward]);
      }
  });

  test('lead to the same final status, reached once, whatever the order of callbacks', () => {
    const callback = fc.constantFrom<MessageStatus>('queued', 'sent', 'delivered');
    fc.assert(
      fc.property(
        fc.constantFrom<MessageStatus>('sending', 'unknown', 'queued'),
        fc.array(callback, { maxLength: 12 }),
        (from, callbacks) => {
          let status = from;
          let moves = 0;
          for (const to of callbacks)
            if (mayMove('provider', status, to)) {
              status = to;
              moves += 1;
            }
          const furthest = Math.max(FAR[from] ?? 0, ...callbacks.map((to) => FAR[to] ?? 0));
          return FAR[status] === furthest && moves <= 3;
        },
      ),
    );
  });

  it.each<[MessageStatus, boolean]>([
    ['failed', true],
    ['undelivered', true],
    ['unknown', true],
    ['waiting', false],
    ['sending', false],
    ['queued', false],
    ['sent', false],
    ['delivered', false],
    ['recorded', false],
    ['received', false],
  ])('staff may send a message that is %s again: %s', (status, may) =>
    expect(maySendAgain(status)).toBe(may),
  );
});

describe('what the provider reports', () => {
  it.each([
    ['accepted', 'queued'],
    ['scheduled', 'queued'],
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'undelivered'],
    ['partially_delivered', 'undelivered'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['receiving', undefined],
    ['received', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%j is %s', (word, status) => expect(statusOfProvider(word)).toBe(status));

  it.each([
    [30005, 'This number no longer exists. (Code 30005)'],
    [99999, 'The text was rejected. (Code 99999)'],
    [null, 'The text was not delivered.'],
  ])('code %s: %s', (code, words) => expect(explainCode(code)).toBe(words));

  it.each([
    [21408, true],
    [20003, false],
    [null, false],
  ])('code %s concerns only this text: %s', (code, own) => expect(isOfText(code)).toBe(own));
});

describe('the wait after a failure', () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [6, 960],
    [7, 1_800],
    [8, 1_800],
    [1_000, 1_800],
  ])('after %i failures is about %i seconds', (failures, seconds) => {
    expect(waitAfter(failures, 0.5)).toBe(seconds);
    expect(waitAfter(failures, 0)).toBe(seconds * 0.75);
    expect(waitAfter(failures, 1)).toBe(seconds * 1.25);
  });
});

describe('STOP and START', () => {
  it.each([
    ['STOP', 'stop'],
    ['stop', 'stop'],
    [' Stop.\n', 'stop'],
    ['“STOP”', 'stop'],
    ['Stop all', 'stop'],
    ['STOPALL', 'stop'],
    ['unsubscribe', 'stop'],
    ['opt-out', 'stop'],
    ['Cancel', 'stop'],
    ['END', 'stop'],
    ['quit!!', 'stop'],
    ['ｓｔｏｐ', 'stop'],
    ['alto', 'stop'],
    ['START', 'start'],
    ['unstop', 'start'],
    ['Yes', 'start'],
    ['Please stop', undefined],
    ['stop by at 5', undefined],
    ['yes, I can', undefined],
    ['No', undefined],
    ['', undefined],
    ['👍', undefined],
  ])('%j means %s', (text, word) => expect(optOutWord(text)).toBe(word));

  test('count only if the word stands alone', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{1,8}$/),
        (other) => optOutWord(`stop ${other}`) === undefined || other === 'all',
      ),
    );
  });
});

test('the notice of a missed visit names nobody', () => {
  expect(missedVisitText('Front Range', '(303) 555-0110', 12)).toBe(
    'Front Range: nobody checked in for a planned visit. Please call the office at (303) 555-0110. Reference: visit 12.',
  );
  expect(missedVisitText('Front Range', null, 12)).toContain('Please call the office. Reference');
});
