import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvOf } from '../list-export/rules.ts';
import {
  ADD_PHOTO,
  ANSWER_THIS,
  answersInSpanish,
  CHOOSE_FROM_LIST,
  CHOOSE_ONE,
  CHOOSE_SOME,
  checkAnswers,
  checkDay,
  checkReason,
  keptAnswers,
  NOT_ASKED,
  SIGN_HERE,
  TWO_DECIMALS,
} from './answers.ts';
import { checkDefinition, fieldsAbout, isFilledOn, moved } from './definition.ts';
import { dueOf, type Filling, isOpen, isOverdue, isStartMissing, type Subject } from './due.ts';
import { correctedAfter, correctionsOf, loggedAnswers, loggedDefinition } from './logged.ts';
import { cellOf, type ReportRow, reportColumns, reportQuestions } from './report.ts';
import {
  type Answer,
  type Correction,
  type CorrectionKind,
  type FormDefinition,
  type GivenAnswer,
  type Question,
  RECORD_FIELDS,
} from './schema.ts';
import { sayAnswer, sayWhen } from './words.ts';

const asked = { help: '', isRequired: false } as const;
const text = (key = 'qa', over: Partial<Extract<Question, { kind: 'text' }>> = {}): Question => ({
  ...{ kind: 'text', key, label: 'What did you see?', ...asked, isLong: false },
  ...over,
});
const choice = (over: Partial<Extract<Question, { kind: 'choice' }>> = {}): Question => ({
  ...{ kind: 'choice', key: 'qb', label: 'How?', ...asked, options: ['Well', 'Badly'], isMany: false },
  ...over,
});
const number = (over: Partial<Extract<Question, { kind: 'number' }>> = {}): Question => ({
  ...{ kind: 'number', key: 'qc', label: 'Weight', ...asked, unit: 'lb', least: null, most: null },
  ...over,
});
const form = (over: Partial<FormDefinition> = {}): FormDefinition => ({
  ...{ title: 'Fall check', intro: '', about: 'client', by: 'either', when: { kind: 'hand' } },
  ...{ since: '2026-01-01', questions: [text()] },
  ...over,
});

describe('what a form must be', () => {
  it('is right as it is', () => {
    const questions = [text(), choice(), number({ least: 1, most: 2 })];
    expect(checkDefinition(form({ questions }))).toEqual([]);
  });

  const heading: Question = { kind: 'heading', key: 'qh', label: 'At home' };
  const field: Question = { kind: 'field', key: 'qf', label: 'Doctor', field: 'doctor' };
  const photos = Array.from(
    { length: 7 },
    (_, n): Question => ({
      ...{ kind: 'photo', key: `qp${n}`, label: 'Floor' },
      ...asked,
    }),
  );
  test.each<[string, Partial<FormDefinition>, string]>([
    ['a title', { title: ' ' }, 'title'],
    ['a question', { questions: [] }, 'questions'],
    ['a question that somebody answers', { questions: [heading, field] }, 'questions'],
    ['words for each question', { questions: [text('qa', { label: '' })] }, 'questions.0.label'],
    ['words for a heading', { questions: [text(), { ...heading, label: ' ' }] }, 'questions.1.label'],
    ['two choices', { questions: [choice({ options: ['Well'] })] }, 'questions.0.options'],
    ['different choices', { questions: [choice({ options: ['Well', 'Well'] })] }, 'questions.0.options'],
    ['bounds in order', { questions: [number({ least: 2, most: 1 })] }, 'questions.0.least'],
    ['a key for each question', { questions: [text(), text()] }, 'questions'],
    ['few photos', { questions: [text(), ...photos] }, 'questions'],
    ['the office for caregivers', { about: 'caregiver' }, 'by'],
    ['no fall of a caregiver', { about: 'caregiver', by: 'office', when: { kind: 'fall', days: 1 } }, 'when'],
    [
      'what a caregiver has on record',
      { about: 'caregiver', by: 'office', questions: [text(), field] },
      'questions.1.field',
    ],
  ])('%s', (_, over, place) => {
    expect(checkDefinition(form(over)).map((fault) => fault.field)).toEqual([place]);
  });

  it('takes of a caregiver neither a doctor nor a visit', () => {
    expect(fieldsAbout('caregiver', RECORD_FIELDS)).toEqual(['name', 'birthDate', 'phone', 'address']);
    expect(fieldsAbout('client', RECORD_FIELDS)).toEqual(RECORD_FIELDS);
  });

  test.each([
    ['office', true, false],
    ['phone', false, true],
    ['either', true, true],
  ] as const)('filled by %s', (by, atOffice, onPhone) => {
    expect([isFilledOn('office', { by }), isFilledOn('phone', { by })]).toEqual([atOffice, onPhone]);
  });

  it('moves a question one place, and never loses one', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.nat(6),
        fc.constantFrom(-1 as const, 1 as const),
        (list, at, by) => {
          expect(moved(list, at, by).toSorted()).toEqual(list.toSorted());
        },
      ),
    );
  });
});

describe('what an answer must be', () => {
  const ink = '10,10 200,20 400,90';
  const said = (question: Question, ...given: GivenAnswer[]) =>
    checkAnswers([question], given).map(({ message }) => message);
  const must = { isRequired: true } as const;
  const signature: Question = { kind: 'signature', key: 'qs', label: 'Client', ...asked };
  const photo: Question = { kind: 'photo', key: 'qp', label: 'Floor', ...asked, ...must };
  const chosen = (...list: string[]): GivenAnswer => ({ kind: 'choice', key: 'qb', chosen: list });
  const weight = (value: number): GivenAnswer => ({ kind: 'number', key: 'qc', number: value });
  test.each<[string, Question, GivenAnswer[], string[]]>([
    ['nothing where nothing must be', text(), [], []],
    ['nothing where something must be', text('qa', must), [], [ANSWER_THIS]],
    ['spaces are nothing', text('qa', must), [{ kind: 'text', key: 'qa', text: '  ' }], [ANSWER_THIS]],
    ['no choice', choice(must), [chosen()], [CHOOSE_ONE]],
    ['none of several', choice({ ...must, isMany: true }), [], [CHOOSE_SOME]],
    ['a choice that there is not', choice(), [chosen('So so')], [CHOOSE_FROM_LIST]],
    ['one too many', choice(), [chosen('Well', 'Badly')], [CHOOSE_ONE]],
    ['several', choice({ isMany: true }), [chosen('Well', 'Badly')], []],
    ['one twice', choice({ isMany: true }), [chosen('Well', 'Well')], [CHOOSE_FROM_LIST]],
    ['a weight', number({ least: 10, most: 20 }), [weight(10)], []],
    ['below', number({ least: 10, most: 20 }), [weight(9.99)], ['Enter a number from 10 to 20.']],
    ['above', number({ most: 20 }), [weight(21)], ['Enter a number up to 20.']],
    ['below the only bound', number({ least: 10 }), [weight(1)], ['Enter a number from 10 up.']],
    [
      'more than a phone could keep',
      number(),
      [weight(30_355_501_101)],
      ['Enter a number from -1000000000 to 1000000000.'],
    ],
    ['three decimals', number(), [weight(98.123)], [TWO_DECIMALS]],
    ['two decimals, as a float has them', number(), [weight(0.07)], []],
    ['no signature', { ...signature, ...must }, [], [SIGN_HERE]],
    ['strokes', signature, [{ kind: 'signature', key: 'qs', name: 'Ana', ink }], []],
    ['a confirmed name', signature, [{ kind: 'signature', key: 'qs', name: 'Ana', ink: null }], []],
    [
      'strokes of nobody',
      signature,
      [{ kind: 'signature', key: 'qs', name: '', ink }],
      ['Enter the full name of the person who signs.'],
    ],
    ['no photo', photo, [], [ADD_PHOTO]],
    ['an answer of another kind', number(), [{ kind: 'text', key: 'qc', text: '9' }], [NOT_ASKED]],
    ['a question that is not asked', text(), [{ kind: 'text', key: 'qz', text: 'x' }], [NOT_ASKED]],
  ])('%s', (_, question, given, messages) => {
    expect(said(question, ...given)).toEqual(messages);
  });

  it('is one answer to each question', () => {
    const twice: GivenAnswer[] = [
      { kind: 'text', key: 'qa', text: 'x' },
      { kind: 'text', key: 'qa', text: 'y' },
    ];
    expect(checkAnswers([text()], twice)).toEqual([
      { field: 'qa', message: 'This question is answered twice.' },
    ]);
  });

  it('is kept in the order of the form, without what says nothing', () => {
    const given: GivenAnswer[] = [weight(3), { kind: 'text', key: 'qa', text: 'x' }, chosen()];
    expect(keptAnswers([text(), choice(), number()], given).map(({ key }) => key)).toEqual(['qa', 'qc']);
  });

  it('is said in Spanish where a caregiver reads it', () => {
    expect(answersInSpanish(ANSWER_THIS)).toBe('Responda esta pregunta.');
    expect(answersInSpanish('Enter a number from 10 to 20.')).toBe('Escriba un número de 10 a 20.');
    expect(answersInSpanish('Something else')).toBeUndefined();
  });

  it('has a day that has come, and a correction its reason', () => {
    expect(checkDay('2026-11-21', '2026-11-20').map(({ field }) => field)).toEqual(['day']);
    expect(checkDay('2026-11-20', '2026-11-20')).toEqual([]);
    expect(checkReason(' ').map(({ field }) => field)).toEqual(['reason']);
  });
});

describe('who is to be asked when', () => {
  const at = (stamp: string) => Temporal.Instant.from(stamp);
  const filling = (day: string, moment = `${day}T18:00:00Z`): Filling => ({ day, at: at(moment) });
  const subject = (over: Partial<Subject> = {}): Subject => ({ start: '2026-03-10', falls: [], ...over });
  const start = form({ when: { kind: 'start', days: 7 } });
  const monthly = form({ when: { kind: 'every', months: 1 } });
  const fall = form({ when: { kind: 'fall', days: 2 } });

  test.each([
    ['by hand, nobody', form(), subject(), [], null],
    ['at the start', start, subject(), [], { opens: '2026-03-10', due: '2026-03-17' }],
    ['at a start that nobody knows', start, subject({ start: null }), [], null],
    ['at a start of a mistyped year', start, subject({ start: '9999-03-10' }), [], null],
    ['by a form of a mistyped year', form({ ...monthly, since: '9999-12-31' }), subject(), [], null],
    ['at a start before the form', start, subject({ start: '2025-12-31' }), [], null],
    ['once it was filled', start, subject(), [filling('2026-03-12')], null],
    ['filled before the first visit', start, subject(), [filling('2026-02-20')], null],
    [
      'filled in another year, before they came back',
      start,
      subject(),
      [filling('2025-03-01')],
      { opens: '2026-03-10', due: '2026-03-17' },
    ],
    ['every month, the first time', monthly, subject(), [], { opens: '2026-04-03', due: '2026-04-10' }],
    [
      'every month, from the form on',
      monthly,
      subject({ start: '2020-01-01' }),
      [],
      { opens: '2026-01-25', due: '2026-02-01' },
    ],
    [
      'every month, after the last one',
      monthly,
      subject(),
      [filling('2026-08-31')],
      { opens: '2026-09-23', due: '2026-09-30' },
    ],
    [
      'a month after the end of January',
      monthly,
      subject({ start: '2026-01-31' }),
      [],
      { opens: '2026-02-21', due: '2026-02-28' },
    ],
    [
      'every quarter, over the end of a year',
      form({ when: { kind: 'every', months: 3 } }),
      subject(),
      [filling('2026-11-15')],
      { opens: '2027-02-08', due: '2027-02-15' },
    ],
  ])('%s', (_, definition, who, fillings, due) => {
    expect(dueOf(definition, who, fillings)).toEqual(due);
  });

  const falls = [
    { day: '2026-05-01', at: at('2026-05-01T15:00:00Z') },
    { day: '2026-05-09', at: at('2026-05-09T20:00:00Z') },
  ];
  test.each([
    ['a fall', [], '2026-05-03'],
    ['a fall before the form was filled on the same day', [filling('2026-05-01')], '2026-05-11'],
    [
      'a fall after the form was filled on the same day',
      [filling('2026-05-01', '2026-05-01T14:00:00Z')],
      '2026-05-03',
    ],
    ['both answered by one', [filling('2026-05-10')], null],
    ['the last one, filled later but for its day', [filling('2026-05-09', '2026-05-12T18:00:00Z')], null],
  ])('after %s', (_, fillings, due) => {
    expect(dueOf(fall, subject({ falls }), fillings)?.due ?? null).toBe(due);
  });

  test.each([
    ['an unknown start', start, null, [], true],
    ['a start of a mistyped year', start, '9999-03-10', [], true],
    ['a start', start, '2026-03-10', [], false],
    ['a start before the form', start, '2020-03-10', [], false],
    ['an unknown start, filled already', start, null, [filling('2026-03-12')], false],
    ['an unknown start that nothing counts from', monthly, null, [], false],
  ])('%s keeps a form from ever being due, or does not', (_, definition, day, fillings, lacks) => {
    expect(isStartMissing(definition, subject({ start: day }), fillings)).toBe(lacks);
  });

  it('opens before it is due, and is overdue the day after', () => {
    const due = { opens: '2026-04-03', due: '2026-04-10' };
    expect([isOpen(due, '2026-04-02'), isOpen(due, '2026-04-03')]).toEqual([false, true]);
    expect([isOverdue(due, '2026-04-10'), isOverdue(due, '2026-04-11')]).toEqual([false, true]);
  });

  it('asks again so many months after whatever came last, counted by hand', () => {
    const day = fc
      .integer({ min: 0, max: 1_500 })
      .map((days) => Temporal.PlainDate.from('2025-01-01').add({ days }).toString());
    const monthsOf = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
    fc.assert(
      fc.property(
        day,
        day,
        fc.array(day, { maxLength: 5 }),
        fc.constantFrom(1, 2, 3, 6, 12),
        (a, b, c, n) => {
          const months = n as 1 | 2 | 3 | 6 | 12;
          const definition = form({ when: { kind: 'every', months }, since: a });
          const due =
            dueOf(
              definition,
              subject({ start: b }),
              c.map((one) => filling(one)),
            )?.due ?? '';
          const from = [a, b, ...c].reduce((one, other) => (other > one ? other : one));
          expect(monthsOf(due) - monthsOf(from)).toBe(months);
          const [dayOf, last] = [Number(due.slice(8)), Temporal.PlainDate.from(due).daysInMonth];
          expect(dayOf).toBe(Math.min(Number(from.slice(8)), last));
        },
      ),
    );
  });

  test.each([
    [{ kind: 'hand' }, 'When somebody starts it'],
    [{ kind: 'start', days: 7 }, 'Within 7 days of the start of care'],
    [{ kind: 'start', days: 0 }, 'On the day of the start of care'],
    [{ kind: 'every', months: 1 }, 'Every month'],
    [{ kind: 'every', months: 3 }, 'Every 3 months'],
    [{ kind: 'fall', days: 1 }, 'After a fall, within 1 day'],
  ] as const)('%o is said', (when, words) => {
    expect(sayWhen({ when, about: 'client' })).toBe(words);
  });
});

describe('the record log', () => {
  it('has what of a form is another', () => {
    const before = form();
    const after = form({
      title: 'Walking',
      when: { kind: 'every', months: 3 },
      questions: [text('qa', { isRequired: true })],
    });
    expect(loggedDefinition(before, after)).toEqual({
      Title: ['Fall check', 'Walking'],
      When: ['When somebody starts it', 'Every 3 months'],
      'Question 1': ['Text; What did you see?', 'Text; What did you see?; required'],
    });
    expect(loggedDefinition(before, before)).toEqual({});
    expect(loggedDefinition(null, before)).toMatchObject({ Title: [null, 'Fall check'] });
  });

  it('has what was answered before, also a signature of the same name', () => {
    const questions: Question[] = [
      number(),
      { kind: 'signature', key: 'qs', label: 'Client', ...asked },
      text(),
    ];
    const signed = (ink: string): Answer => ({ kind: 'signature', key: 'qs', name: 'Ana', ink });
    const before: Answer[] = [{ kind: 'number', key: 'qc', number: 120 }, signed('1,1 90,90')];
    const after: Answer[] = [{ kind: 'number', key: 'qc', number: 1200.5 }, signed('2,2 95,95')];
    expect(loggedAnswers(questions, before, after)).toEqual({
      '1. Weight (lb)': ['120', '1,200.5'],
      '2. Client': ['Signed by hand: Ana', 'Signed by hand: Ana, another one'],
    });
    expect(loggedAnswers(questions, before, before)).toEqual({});
    expect(loggedAnswers(questions, before, [])).toMatchObject({ '1. Weight (lb)': ['120', null] });
  });
});

describe('what was corrected', () => {
  const questions: Question[] = [number(), { kind: 'signature', key: 'qs', label: 'Client', ...asked }];
  const weigh = (value: number): Answer => ({ kind: 'number', key: 'qc', number: value });
  const signed = (ink: string): Answer => ({ kind: 'signature', key: 'qs', name: 'Ana', ink });
  const entry = (no: number, answers: Answer[], kind: CorrectionKind = 'answers'): Correction => ({
    ...{ no, kind, answers, at: `2026-11-2${no}T18:00:00Z`, by: 'A.B.', reason: 'Misread' },
  });
  const history = (...corrected: Correction[]) => ({
    ...{ definition: form({ questions }), asFilled: [weigh(120), signed('1,1 90,90')], corrected },
  });
  const first = entry(1, [weigh(130), signed('1,1 90,90')]);
  const mark = entry(2, first.answers, 'mistake');
  const back = entry(3, first.answers, 'restored');

  it('is said with each correction, beside what was there before it', () => {
    const second = entry(4, [weigh(130), signed('2,2 95,95')]);
    const said = correctionsOf(history(first, mark, back, second)).map(({ no, changes }) => [
      no,
      changes.map((one) => [one.question.key, one.said]),
    ]);
    expect(said).toEqual([
      [1, [['qc', ['120', '130']]]],
      [2, []],
      [3, []],
      [4, [['qs', ['Signed by hand: Ana', 'Signed by hand: Ana, another one']]]],
    ]);
  });

  test.each<[string, Correction[], number | undefined]>([
    ['nothing', [], undefined],
    ['a correction', [first], 1],
    ['a mark and its end', [mark, back], undefined],
    ['a new signature', [first, entry(2, [weigh(130), signed('2,2 95,95')])], undefined],
    [
      'a new signature, and another answer after it',
      [first, entry(2, [weigh(130), signed('2,2 95,95')]), entry(3, [weigh(140), signed('2,2 95,95')])],
      3,
    ],
  ])('a signature came before %s', (_, corrected, no) => {
    expect(correctedAfter(history(...corrected), 'qs')?.no).toBe(no);
  });
});

describe('a report', () => {
  const older = { no: 1, definition: form({ questions: [text('qold', { label: 'Before' }), number()] }) };
  const newer = { no: 2, definition: form({ questions: [choice(), number({ label: 'Mass' })] }) };
  const row: ReportRow = {
    ...{ id: 4, formId: 1, title: 'Fall check', version: 2, personId: 7, person: 'Baca, Guadalupe' },
    ...{ about: 'client', visitId: null, via: 'phone', day: '2026-11-20', by: 'Tigist', corrections: 0 },
    isMistake: false,
    answers: [
      { kind: 'number', key: 'qc', number: 98.6 },
      { kind: 'choice', key: 'qb', chosen: ['=1+1'] },
    ],
  };
  const titles = (...versions: { no: number; definition: FormDefinition }[]) =>
    reportQuestions(versions).map(({ title }) => title);
  it('has a column for each question of all versions, the newest first', () => {
    expect(titles(newer, older)).toEqual(['How?', 'Mass (lb)', 'Before, until version 1']);
  });

  const doctor: Question = { kind: 'field', key: 'qc', label: 'Record', field: 'doctor' };
  test.each<[string, Question, Question, string[]]>([
    ['another kind', text('qc', { label: 'Weight' }), number(), ['Weight', 'Weight (lb), until version 1']],
    ['another unit', number({ unit: 'kg' }), number(), ['Weight (kg)', 'Weight (lb), until version 1']],
    ['another field', { ...doctor, field: 'phone' }, doctor, ['Record', 'Record, until version 1']],
    ['other words', number({ label: 'Mass' }), number(), ['Mass (lb)']],
    ['other bounds', number({ least: 3 }), number(), ['Weight (lb)']],
    ['other choices', choice({ options: ['A', 'B'] }), choice({ isMany: true }), ['How?']],
  ])('a question that has %s from a version on', (_, now, before, columns) => {
    const [newest, oldest] = [now, before].map((question) => form({ questions: [question] }));
    if (!newest || !oldest) throw new Error('two versions');
    expect(titles({ no: 2, definition: newest }, { no: 1, definition: oldest })).toEqual(columns);
  });

  it('has each answer once, in the column of what was asked, however often a question changes its kind', () => {
    const kinds: readonly Question[] = [text('qc'), number(), number({ unit: 'kg' }), choice({ key: 'qc' })];
    const answers: readonly Answer[] = [
      { kind: 'text', key: 'qc', text: '12' },
      { kind: 'number', key: 'qc', number: 12 },
      { kind: 'number', key: 'qc', number: 12 },
      { kind: 'choice', key: 'qc', chosen: ['12'] },
    ];
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }), (asks) => {
        const versions = asks
          .map((kind, at) => ({ no: at + 1, definition: form({ questions: kinds.slice(kind, kind + 1) }) }))
          .toReversed();
        const columns = reportQuestions(versions);
        expect(columns).toHaveLength(new Set(asks).size);
        asks.forEach((kind, at) => {
          const answered = { ...row, version: at + 1, answers: answers.slice(kind, kind + 1) };
          const filled = columns.filter((column) => cellOf(answered, column) !== '');
          expect(filled.map(({ question }) => question)).toEqual([kinds[kind]]);
        });
        // The newest version has its plain name; no two columns are called the same.
        expect(new Set(columns.map(({ title }) => title)).size).toBe(columns.length);
      }),
    );
  });

  it('is a table that no spreadsheet calculates', () => {
    const [head, line] = csvOf(reportColumns(reportQuestions([newer, older])), [row]).split('\r\n');
    expect(head).toContain('"How?","Mass (lb)","Before, until version 1"');
    expect(line).toBe('"4","11-20-2026","Baca, Guadalupe","7","Tigist","Phone","2","","\'=1+1","98.60",""');
  });
  it('says every kind of answer', () => {
    const answers: Answer[] = [
      { kind: 'date', key: 'qd', day: '2026-11-20' },
      { kind: 'choice', key: 'qb', chosen: ['Well', 'Badly'] },
      { kind: 'photo', key: 'qp', photo: '0'.repeat(32) },
      { kind: 'signature', key: 'qs', name: 'Ana', ink: null },
      { kind: 'field', key: 'qf', text: 'Dr. Chen' },
    ];
    expect(answers.map(sayAnswer)).toEqual([
      '11-20-2026',
      'Well, Badly',
      'Photo',
      'Signed by name: Ana',
      'Dr. Chen',
    ]);
  });
});
