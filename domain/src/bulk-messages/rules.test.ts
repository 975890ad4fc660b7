import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addGroup,
  addPeople,
  checkBulk,
  compose,
  isImageSource,
  type ListFacts,
  listChanged,
  listMark,
  sendListOf,
  takePerson,
  textFor,
  unreachable,
} from './rules.ts';
import { type Chosen, GROUPS, type Listed, MAX_BY_HAND, NOBODY } from './schema.ts';

const person = (id: number, values: Partial<Listed> = {}): Listed => ({
  id,
  kind: id % 2 ? 'Provider' : 'Client',
  name: `Person${id}, Ana`,
  called: `Ana Person${id}`,
  phone: `(303) 555-${String(id).padStart(4, '0')}`,
  email: `ana${id}@example.org`,
  verified: false,
  birthday: null,
  language: null,
  stopped: false,
  ...values,
});
const factsOn = (date: string, months: Record<string, readonly number[]> = {}): ListFacts => ({
  today: Temporal.PlainDate.from(date),
  withoutTimesheet: new Map(Object.entries(months).map(([month, ids]) => [month, new Set(ids)])),
});
const FACTS = factsOn('2026-11-22');
const ids = (people: readonly Listed[]) => people.map(({ id }) => id);
const chosen = (values: Partial<Chosen>): Chosen => ({ ...NOBODY, ...values });

describe('the send list of texts', () => {
  const people = [1, 2, 3, 4].map((id) => person(id));
  const cases: readonly [string, Partial<Chosen>, readonly number[]][] = [
    ['is empty at first', {}, []],
    ['All Providers', { groups: ['providers'] }, [1, 3]],
    ['All Clients', { groups: ['clients'] }, [2, 4]],
    ['All', { groups: ['providers', 'clients'] }, [1, 2, 3, 4]],
    ['takes people one by one', { plus: [4, 1] }, [1, 4]],
    ['takes a group without a person who was taken out', { groups: ['providers'], minus: [3] }, [1]],
    ['leaves out a person who was taken out, however added', { plus: [2], minus: [2] }, []],
    ['ignores an unknown id', { plus: [99] }, []],
  ];
  test.each(cases)('%s', (_, of, wanted) =>
    expect(ids(sendListOf('SMS', people, chosen(of), FACTS))).toEqual(wanted),
  );

  it('takes birthdays of today, and on February 28 of a common year also those on the 29th', () => {
    const born = [
      person(1, { birthday: '02-28' }),
      person(2, { birthday: '02-29' }),
      person(3, { birthday: '03-01' }),
      person(4),
    ];
    const on = (date: string) =>
      ids(sendListOf('SMS', born, chosen({ groups: ['birthday'] }), factsOn(date)));
    expect([on('2026-02-28'), on('2026-03-01'), on('2028-02-28'), on('2028-02-29')]).toEqual([
      [1, 2],
      [3],
      [1],
      [2],
    ]);
  });

  it('takes people without a timesheet for a month, but nobody while that is unknown', () => {
    const facts = factsOn('2026-11-22', { '2026-10': [3, 99] });
    expect(ids(sendListOf('SMS', people, chosen({ months: ['2026-10', '2026-09'] }), facts))).toEqual([3]);
  });
});

describe('the send list of e-mails', () => {
  const people = [
    person(1),
    person(2),
    person(3, { email: 'ana@' }),
    person(4, { verified: true }),
    person(5, { email: null }),
  ];
  const list = (of: Partial<Chosen>) => ids(sendListOf('Email', people, chosen(of), FACTS));

  it('contains providers with a valid address and people with a verified one', () => {
    expect(list({ groups: ['providers'] })).toEqual([1]);
    expect(list({ groups: ['verified'] })).toEqual([4]);
    expect(list({ groups: ['providers', 'verified'] })).toEqual([1, 4]);
  });

  it('takes nobody else, even if their ids are sent', () =>
    expect(list({ plus: [1, 2, 3, 4, 5] })).toEqual([1, 4]));
});

describe('adding people and taking them out', () => {
  const people = Array.from({ length: 12 }, (_, n) =>
    person(n + 1, { birthday: n % 3 ? '11-22' : null, verified: n % 4 === 0 }),
  );
  const at = (n: number) => people[n % people.length] ?? person(1);

  it('brings a person back with their group', () => {
    const all = addGroup(NOBODY, { groups: ['providers'] }, people, FACTS);
    const less = takePerson(all, at(0), FACTS) ?? all;
    expect(less.minus).toEqual([1]);
    expect(addGroup(less, { groups: ['providers'] }, people, FACTS)).toEqual(all);
  });

  it('follows the last press, whatever was pressed before', () => {
    const step = fc.oneof(
      fc.record({ add: fc.constantFrom(...GROUPS) }),
      fc.record({ person: fc.nat(11), on: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let now = NOBODY;
        const wanted = new Set<number>();
        for (const one of steps) {
          if ('add' in one) {
            now = addGroup(now, { groups: [one.add] }, people, FACTS);
            const added = sendListOf('SMS', people, chosen({ groups: [one.add] }), FACTS);
            for (const { id } of added) wanted.add(id);
          } else if (one.on) {
            now = addPeople(now, [at(one.person)], FACTS) ?? now;
            wanted.add(at(one.person).id);
          } else {
            now = takePerson(now, at(one.person), FACTS) ?? now;
            wanted.delete(at(one.person).id);
          }
          expect(new Set(ids(sendListOf('SMS', people, now, FACTS)))).toEqual(wanted);
        }
      }),
    );
  });

  it('is limited for single people, but not for groups', () => {
    const many = Array.from({ length: MAX_BY_HAND + 1 }, (_, n) => person(2 * n + 1));
    expect(addPeople(NOBODY, many.slice(1), FACTS)?.plus).toHaveLength(MAX_BY_HAND);
    expect(addPeople(NOBODY, many, FACTS)).toBeUndefined();
    const all = addGroup(NOBODY, { groups: ['providers'] }, many, FACTS);
    expect(addPeople(all, many, FACTS)).toEqual(all);
    const full = { ...all, minus: ids(many.slice(1)) };
    expect(takePerson(full, person(1), FACTS)).toBeUndefined();
  });
});

describe('what each person gets', () => {
  test.each([
    ['(303) 555-0100', undefined],
    ['+1 303 555 0100', undefined],
    ['(303) 555', 'Phone has fewer than ten digits'],
    ['', 'No phone on record'],
    [null, 'No phone on record'],
    ['(900) 555-0100', 'Premium-rate number'],
  ])('a text to %s: %s', (phone, says) => expect(unreachable('SMS', person(1, { phone }))).toBe(says));

  it('a phone that answered STOP gets no texts, but its owner still gets e-mails', () => {
    const stopped = person(1, { stopped: true });
    expect(unreachable('SMS', stopped)).toBe('Answered STOP');
    expect(unreachable('Email', stopped)).toBeUndefined();
  });

  it('a name that looks like a pattern stays as it is', () =>
    expect(textFor('SMS', 'Hi %username%, %id%', { id: 7, called: "$& $' %id%" })).toBe(
      "Hi $& $' %id%, %id%",
    ));
  it('%id% is only replaced in e-mails', () => {
    expect(textFor('Email', '%username% %id%', { id: 7, called: 'Ana' })).toBe('Ana 7');
    expect(textFor('SMS', '%username% %id%', { id: 7, called: 'Ana' })).toBe('Ana %id%');
  });

  it('people who share a phone get the same text once, but personalized texts each', () => {
    const couple = [person(1), person(2, { phone: '303-555-0001' })];
    const same = compose('SMS', couple, 'Office closed');
    expect(same.going.map(({ recipient }) => recipient)).toEqual(['+13035550001']);
    expect(same.leftOut.map(({ reason }) => reason)).toEqual(['Same phone and same words as Person1, Ana']);
    expect(compose('SMS', couple, 'Hi %username%').going).toHaveLength(2);
  });

  it('everybody on the list is either written to or skipped with a reason', () => {
    const phone = fc.oneof(fc.constantFrom(null, '', '(303) 555', '(303) 555-0001', '(900) 555-0001'));
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 20 }), fc.string(), (phones, text) => {
        const members = phones.map((one, n) => person(n + 1, { phone: one }));
        const { going, leftOut } = compose('SMS', members, text);
        const addressed = [...going.map((one) => one.person.id), ...leftOut.map((one) => one.person.id)];
        expect(addressed.sort((a, b) => a - b)).toEqual(ids(members));
        for (const { recipient } of going) expect(recipient).toMatch(/^\+1\d{10}$/);
      }),
    );
  });
});

describe('a bulk send is refused', () => {
  const draft = { subject: '', text: 'Hello', image: '' };
  test.each([
    ['without text', 'SMS', [person(1)], { text: ' \n' }, "Error: Can't send empty message."],
    ['to nobody', 'SMS', [], {}, 'Error: Empty send list. Please add people to send.'],
    ['for a mail to nobody', 'Email', [], {}, 'Error: Empty send list. Please add people to send.'],
    [
      'with a PDF as image',
      'SMS',
      [person(1)],
      { image: 'https://a.org/a.pdf' },
      'Error: Incorrect media resource.',
    ],
    ['for a subject with two lines', 'Email', [person(1)], { subject: 'a\nb' }, 'A subject is one line.'],
    [
      'when nobody can be reached',
      'SMS',
      [person(1, { phone: '303' })],
      {},
      'Nobody on the send list can be reached: no phone takes texts.',
    ],
    [
      'when it gets too long with a name',
      'SMS',
      [person(1, { called: 'Al' }), person(2, { called: 'Alexandra' })],
      { text: `%username%${'x'.repeat(1595)}` },
      'A message has at most 1,600 characters. For Alexandra it has 1,604.',
    ],
    [
      'when it is too long',
      'SMS',
      [person(1)],
      { text: 'x'.repeat(1601) },
      'A message has at most 1,600 characters.',
    ],
  ] as const)('%s', (_, channel, members, more, says) =>
    expect(checkBulk(channel, [...members], { ...draft, ...more }, 10_000)?.info).toBe(says),
  );

  it('but not without a reason', () => {
    expect(checkBulk('SMS', [person(1), person(2, { phone: null })], draft, 10_000)).toBeUndefined();
    expect(checkBulk('Email', [person(1)], { ...draft, image: 'unused' }, 10_000)).toBeUndefined();
  });

  test.each([
    ['https://care.agency.test/card.png', true],
    ['https://care.agency.test/card.JPG?v=1', true],
    ['http://care.agency.test/card.png', false],
    ['card.png', false],
    ['https://care.agency.test/card.gif', false],
    ['', false],
  ])('image source %s: %s', (source, fits) => expect(isImageSource(source)).toBe(fits));
});

describe('the mark of a send list', () => {
  const people = [1, 2, 3].map((id) => person(id));
  const changes: readonly [string, readonly Listed[]][] = [
    ['one more', [...people, person(4)]],
    ['one fewer', people.slice(1)],
    ['another one', [person(1), person(2), person(4)]],
    ['another name', [person(1, { called: 'Ann Person1' }), ...people.slice(1)]],
  ];
  const ofPhones: typeof changes = [
    ['another phone', [person(1, { phone: '(303) 555-9999' }), ...people.slice(1)]],
    ['a STOP', [person(1, { stopped: true }), ...people.slice(1)]],
  ];
  const ofMails: typeof changes = [
    ['another address', [person(1, { email: 'bob@example.org' }), ...people.slice(1)]],
  ];

  test.each([
    ...[...changes, ...ofPhones].map(([what, list]) => ['SMS', what, list] as const),
    ...[...changes, ...ofMails].map(([what, list]) => ['Email', what, list] as const),
  ])('changes for %s with %s', (channel, _, list) =>
    expect(listMark(channel, list)).not.toBe(listMark(channel, people)),
  );

  test.each([
    ['SMS', ofMails],
    ['Email', ofPhones],
  ] as const)('does not change for %s with data it does not use', (channel, lists) => {
    for (const [, list] of lists) expect(listMark(channel, list)).toBe(listMark(channel, people));
  });

  it('differs whenever the list differs', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 50 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 50 }),
        (one, two) => {
          const mark = (list: readonly number[]) =>
            listMark(
              'SMS',
              list.map((id) => person(id)),
            );
          expect(mark(one)).toMatch(/^[0-9a-f]{16}$/);
          expect(mark(one) === mark(two)).toBe(one.join() === two.join());
        },
      ),
    ));

  it('a list of another length has its own message', () => {
    expect(listChanged(1, 2)).toMatch(/^The send list has changed: 1 person now, 2 on your screen\./);
    expect(listChanged(2, 2)).toMatch(/^The send list has changed: other people, /);
  });
});
