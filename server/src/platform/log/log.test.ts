import { expect, test, vi } from 'vitest';
import { processLog } from './log.ts';

const WORD = 'Kanarienvogel';

/** What an error leaves in the log. */
const logged = (error: unknown): string => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    processLog(false).error('ref-1', error);
    return written.mock.calls.map(([line]) => String(line)).join('');
  } finally {
    written.mockRestore();
  }
};
const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

test.each([
  ['a value that is no JSON', thrown(() => JSON.parse(`${WORD} {`))],
  ['a value that is no date', thrown(() => Temporal.PlainDate.from(WORD))],
  ['a value that is no number', thrown(() => BigInt(WORD))],
  ['a value that is no address', thrown(() => new URL(WORD))],
  [
    'the words of the database',
    Object.assign(new Error(`value ${WORD}`), { code: '23514', detail: `Failing row contains (${WORD}).` }),
  ],
  ['a thrown text', WORD],
])('%s leaves no value in the log, but its kind and reference', (_, error) => {
  const line = logged(error);
  expect(line).not.toContain(WORD);
  expect(JSON.parse(line)).toMatchObject({ level: 'error', reference: 'ref-1', kind: expect.any(String) });
});

test('our own sentences are logged, with their place', () => {
  const line = JSON.parse(logged(new Error('the confirmation mail was not queued')));
  expect(line).toMatchObject({ kind: 'Error', message: 'the confirmation mail was not queued' });
  expect(line.place[0]).toContain('log.test.ts');
});
