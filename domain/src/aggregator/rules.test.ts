import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { messageOf, queueingOf, rawEntry } from './rules.ts';

describe('queueing a record', () => {
  test.each([
    [undefined, 'queue', 'queue'],
    ['Planned', 'keep', 'refuse'],
    ['Pending', 'resend', 'refuse'],
  ] as const)('with %s open: a save → %s, Send → %s', (open, save, send) => {
    expect(queueingOf(open, 'save')).toBe(save);
    expect(queueingOf(open, 'send')).toBe(send);
  });
});

describe('the message of a log row', () => {
  const answer = (message: unknown) => JSON.stringify({ data: { message } });
  test.each([
    ['is its own message first', 'Refused', [answer('Received')], 'Refused'],
    [
      'is otherwise the last message in an answer',
      null,
      [answer('Received'), answer('Updated'), '{}'],
      'Updated',
    ],
    ['is not taken from a request', null, ['{"data":[{"ClientID":"1"}]}'], null],
    ['is not a number, an empty text or broken JSON', null, [answer(1), answer(''), '{', 'null'], null],
  ])('%s', (_, message, exchange, shown) => expect(messageOf({ message, exchange })).toBe(shown));

  it('is a text or null, whatever was answered', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (exchange) => {
        const shown = messageOf({ message: null, exchange });
        expect(shown === null || shown.length > 0).toBe(true);
        for (const text of exchange) expect(rawEntry(text)).toBeTypeOf('string');
      }),
    );
  });
});
