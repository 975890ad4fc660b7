import { describe, expect, test } from 'vitest';
import { checkReasons, problemsOf, reasonProblems, reasonsIn, undescribed } from './check-reasons.mjs';

describe('a screen', () => {
  test.each([
    'if (sent.status === 409) ask();',
    'return answer.status >= 500 ? again() : stop();',
    'const isGone = (sent) => sent.code === 404;',
  ])('cannot compare a status number: %s', (source) =>
    expect(reasonProblems(source)).toEqual(['compares a status number']),
  );

  test.each([
    'if (sent.info === LOGIN_TAKEN) toast.error(sent.info);',
    "if (sent.info.startsWith('Changed by')) ask();",
    "const isEnd = message.includes('end');",
    'toast.error(OWN_WORDS.has(info) ? info : MAILS_NOT_SENT);',
    'if (/^Error/.test(sent.info)) stop();',
    'const isOld = (fault) => old.some(({ message }) => message === fault.message);',
    'const isSame = faults.some((fault) => known === fault.message);',
    'const open = questions.filter(({ message }) => !confirmed.includes(message));',
  ])('cannot compare a sentence: %s', (source) =>
    expect(reasonProblems(source)).toEqual(['compares a sentence']),
  );

  test.each([
    "if (sent.errors.some(({ field }) => field === 'again')) ask();",
    'else if (result.errors[0]?.field === ENROL_FIELD) onMustEnrol();',
    "const isOfOverride = refusal.errors.some(({ field }) => field.startsWith('override'));",
  ])('cannot take the name of a field for what happened: %s', (source) =>
    expect(reasonProblems(source)).toEqual(['takes the name of a field for what happened']),
  );

  test.each([
    "if (sent.reason === 'stale') setStale(sent);",
    'const errorOf = (name) => sent.errors.find(({ field }) => field === name)?.message;',
    "if (plan.Status === 'Active' && message !== undefined && info !== '') show(message);",
    'const read = list.flatMap(([field, message]) => (message === false ? [] : [{ field, message }]));',
    "if (typeof message === 'string') return { whyNot: message };",
    '/** Where sent.info === LOGIN_TAKEN stood. */',
  ])('may act on the reason, and put a sentence at its field: %s', (source) =>
    expect(reasonProblems(source)).toEqual([]),
  );
});

test('a rule of the domain cannot compare a sentence either', () => {
  expect(
    problemsOf([['domain/src/a/rules.ts', 'const isEnd = ({ message }) => message === NO_END;']]),
  ).toHaveLength(1);
});

test('a breach names its file', () => {
  expect(problemsOf([['web/src/features/a/api.ts', 'if (sent.status === 409) ask();']])).toEqual([
    'web/src/features/a/api.ts: compares a status number; the reason of a refusal says it (docs/rules/calls.md, rule 17)',
  ]);
});

describe('a declared reason', () => {
  const source =
    "const DECLARED = {\n  sameFile: { status: 409, info: 'x' },\n  pastDays: {\n    status: 409 } }";

  test('is read from its table', () => {
    expect(reasonsIn(source)).toEqual(['sameFile', 'pastDays']);
  });

  test('is described, and a test gets it', () => {
    const page = '| `sameFile` | 409 | the file came before | `upload.php` |';
    expect(undescribed(['sameFile'], page, ["expect(sent.reason).toBe('sameFile');"])).toEqual([]);
    expect(undescribed(['pastDays'], page, [])).toHaveLength(2);
  });
});

test('nothing of this repository compares what a refusal said', () => {
  expect(checkReasons()).toEqual([]);
});
