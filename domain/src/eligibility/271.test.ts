import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { AGENCY } from '../claims/testing/example-month.ts';
import { writeInterchange } from '../claims/x12/writing.ts';
import { COLORADO_CLAIMS, COLORADO_MEMBER } from '../states/colorado/claims.ts';
import { type ClientToAsk, chooseMembers, inFiles, requestFileName, writeRequest } from './270-write.ts';
import { readEligibility } from './271.ts';
import { refusalWords } from './271-words.ts';
import { matchEligibility } from './entries.ts';
import { valuesOf } from './rules.ts';
import question from './samples/subscriber-health-benefit-check.270?raw';
import sample from './samples/subscriber-health-benefit-check.271?raw';

const read = (text: string) => {
  const reading = readEligibility(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
};
const faults = (text: string) => {
  const reading = readEligibility(text);
  return reading.ok ? [] : reading.faults.map(({ message }) => message);
};

const CLIENT: ClientToAsk = {
  id: 7,
  lastName: 'Jaramillo',
  firstName: 'José',
  medicaid: 'A123456',
  dob: '1950-02-28',
  gender: 'Male',
  isPrivate: false,
  isArchived: false,
};
const NUMBERS = { interchange: 102, group: 102, date: '2026-11-22', time: '0915' };

/** An answer as the payer would write it: levels of payer and agency, then these segments of members. */
const answer = (members: readonly string[], head: readonly string[] = []) => {
  const none = { qualifier: '00', value: '' };
  const stamp = { date: '2026-11-22', time: '1000', control: 9 };
  const body = [
    'BHT*0022*11*E1*20261122*1000',
    'HL*1**20*1',
    'NM1*PR*2*COLORADO MEDICAL ASSISTANCE PROGRAM*****PI*CO_TXIX',
    'HL*2*1*21*1',
    'NM1*1P*2*AGENCY*****XX*1234567893',
    ...head,
    ...members,
  ];
  return writeInterchange(
    {
      ...stamp,
      authorization: none,
      security: none,
      sender: { qualifier: 'ZZ', value: 'COMEDASSISTPROG' },
      receiver: { qualifier: 'ZZ', value: AGENCY.tpid },
      acknowledgement: false,
      usage: 'P',
    },
    { ...stamp, functional: 'HB', sender: 'P', receiver: 'A', version: '005010X279A1' },
    [{ set: '271', control: '0001', version: '005010X279A1', body }],
  );
};
const member = (n: number, number: string, ...more: string[]) => [
  `HL*${n}*2*22*0`,
  `TRN*2*E1-${n - 2}*9123456789`,
  `NM1*IL*1*JARAMILLO*JOSE****MI*${number}`,
  ...more,
];
const HCBS = ['EB*1**30*MC*HCBS ELDERLY BLIND AND DISABLED WAIVER', 'DTP*346*RD8*20260101-20261231'];

describe('the answer of a payer', () => {
  it('in the standard’s example is read with the plan and the first day of coverage', () => {
    const file = read(sample);
    expect(file).toMatchObject({ usage: 'T', date: '2006-05-01', refusals: [] });
    const [john] = file.members;
    expect(john).toMatchObject({
      memberId: '123456789',
      lastName: 'SMITH',
      born: '1963-05-19',
      refusals: [],
    });
    expect(john?.benefits[0]).toMatchObject({
      coverage: 'active',
      services: ['30'],
      plan: 'GOLD 123 PLAN',
      start: '2006-01-01',
      end: null,
    });
    const clients = [{ id: 4, medicaid: '123-456-789', dob: '1963-05-19' }];
    expect(matchEligibility(file, clients, []).entries).toEqual([
      {
        clientId: 4,
        status: 'Eligible',
        date: '2006-05-01',
        start: '2006-01-01',
        end: null,
        data: { Plan: 'GOLD 123 PLAN', HCBS: 'not named', Medicaid: '123456789', Test: 'yes' },
        raw: john?.raw,
        trace: '93175-012547',
      },
    ]);
    expect(matchEligibility(file, [], []).unmatched).toEqual([
      'SMITH, JOHN (123456789, segment 9): no client has this Medicaid number.',
    ]);
    expect(
      matchEligibility(file, [{ id: 4, medicaid: '123456789', dob: '1963-05-20' }], []).unmatched,
    ).toEqual([
      'SMITH, JOHN (123456789, segment 9): the client with this Medicaid number was born on another day.',
    ]);
  });

  const of = (...segments: string[]) =>
    matchEligibility(
      read(answer(member(3, 'A123456', ...segments))),
      [{ id: 7, medicaid: 'A123456', dob: '1950-02-28' }],
      [],
    );

  test.each<[string, string[], [string, string | null, string | null]]>([
    [
      'HCBS before other coverage',
      ['EB*1**30*MC*STATE PLAN', 'DTP*346*D8*20200101', ...HCBS],
      ['Eligible', '2026-01-01', '2026-12-31'],
    ],
    [
      'HCBS in a message',
      ['EB*1**30*MC', 'DTP*356*D8*20260301', 'DTP*357*D8*20270228', 'MSG*HCBS EBD'],
      ['Eligible', '2026-03-01', '2027-02-28'],
    ],
    [
      'dates of the member where the benefit has none',
      ['DTP*307*RD8*20260701-20270630', 'EB*1**30*MC*TXIX'],
      ['Eligible', '2026-07-01', '2027-06-30'],
    ],
    ['inactive', ['EB*6**30*MC*TXIX', 'DTP*347*D8*20261031'], ['Not eligible', null, '2026-10-31']],
    ['Medicare is no Medicaid', ['EB*1**30*MA*MEDICARE', 'EB*6**30*MC*TXIX'], ['Not eligible', null, null]],
    ['a limit says nothing about coverage', ['EB*F**30*MC*TXIX'], ['Unclear', null, null]],
    ['not known', ['AAA*N**75*C'], ['Refused', null, null]],
  ])('%s', (_, segments, [status, start, end]) => {
    const { entries, unmatched } = of(...segments);
    expect(unmatched).toEqual([]);
    expect(entries.map((entry) => [entry.status, entry.start, entry.end])).toEqual([[status, start, end]]);
  });

  it('with two spans of HCBS gives two entries', () => {
    const { entries } = of(...HCBS, 'EB*1**30*MC*HCBS CHILDREN WAIVER', 'DTP*346*RD8*20270101-20271231');
    expect(entries.map(({ end }) => end)).toEqual(['2026-12-31', '2027-12-31']);
  });

  it('may refuse members with a reason in plain words, found by the number of our question', () => {
    const file = read(answer([...member(3, '', 'AAA*N**72*C'), ...member(4, 'B999999', 'AAA*N**75*N')]));
    const asked = [{ trace: 'E1-1', clientId: 7, memberId: 'A123456', date: '2026-11-20' }];
    const { entries, unmatched } = matchEligibility(file, [{ id: 7, medicaid: 'A123456', dob: null }], asked);
    expect(entries).toMatchObject([
      {
        clientId: 7,
        status: 'Refused',
        date: '2026-11-20',
        data: { Reason: 'The Medicaid number is missing or wrong. Correct it and ask again.' },
      },
    ]);
    expect(unmatched).toEqual(['JARAMILLO, JOSE (B999999, segment 13): no client has this Medicaid number.']);
    expect(refusalWords('XX')).toBe('The payer refused the question with code XX.');
  });

  it('may refuse the whole agency', () => {
    const file = read(answer([], ['AAA*N**51*C']));
    expect(matchEligibility(file, [], []).unmatched).toEqual([
      'The payer rejected the whole file: The agency is not on the file of the payer. Correct it and ask again.',
    ]);
  });

  test.each<[string, string, string]>([
    [
      'another kind of file',
      question,
      'Segment 3 (ST): this is a 270, not a set of eligibility answers (271).',
    ],
    ["somebody else's letter", 'Dear payer', 'This is not an X12 file: it does not begin with ISA.'],
    ['a truncated file', sample.slice(0, 700), ''],
    [
      'a date that is none',
      answer(member(3, 'A123456', 'EB*1**30', 'DTP*346*D8*20261301')),
      'the day of the coverage is not a date.',
    ],
    [
      'a span backwards',
      answer(member(3, 'A123456', 'EB*1**30', 'DTP*356*D8*20260301', 'DTP*357*D8*20260201')),
      'the coverage ends before it begins.',
    ],
    [
      'a level below nothing',
      answer(['HL*3*9*22*0', 'NM1*IL*1*A*B****MI*A123456', 'EB*1**30']),
      'the member is not below the level that it needs.',
    ],
    [
      'a segment of claims',
      answer(member(3, 'A123456', 'CLM*1*2')),
      'it is not expected here, or not supported.',
    ],
    ['a member without a name', answer(['HL*3*2*22*0', 'EB*1**30']), 'the member is not named (NM1).'],
    ['nobody', answer([]), 'The file has no answers about members.'],
  ])('is refused entirely: %s', (_, text, said) => {
    expect(faults(text).join(' ')).toContain(said);
    expect(faults(text).length).toBeGreaterThan(0);
  });

  it('is never half understood, whatever is damaged', () => {
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.string({ maxLength: 3 }), (at, noise) => {
        const reading = readEligibility(`${sample.slice(0, at)}${noise}${sample.slice(at + 1)}`);
        if (reading.ok) matchEligibility(reading.value, [], []);
        else expect(reading.faults[0].message).toMatch(/[.]$/);
      }),
    );
  });
});

const PAYEE = { agency: AGENCY, rules: COLORADO_CLAIMS };

describe('an eligibility request', () => {
  const asked = (changes: Partial<ClientToAsk>) =>
    chooseMembers([{ ...CLIENT, ...changes }], { day: '2026-11-22', memberId: COLORADO_MEMBER });

  test.each<[Partial<ClientToAsk>, string]>([
    [{ medicaid: null }, 'The Medicaid number is missing.'],
    [{ medicaid: '12' }, 'The Medicaid number must be one letter and six digits.'],
    [{ dob: null }, 'The date of birth is missing.'],
    [{ dob: '2026-11-23' }, 'The date of birth comes after the day that is asked about.'],
    [{ isArchived: true }, 'The client is archived.'],
    [{ isPrivate: true }, 'The client pays privately.'],
    [{ lastName: '王' }, 'The last name has no letters that a file can hold.'],
  ])('leaves out %j', (changes, reason) => {
    expect(asked(changes)).toMatchObject({ members: [], refused: [{ clientId: 7, reason }] });
  });

  it('is split into files of at most so many members, sorted by number', () => {
    const clients = ['C000003', 'a-000001', 'B000002'].map((medicaid, id) => ({ ...CLIENT, id, medicaid }));
    const { members } = chooseMembers(clients, { day: '2026-11-22', memberId: COLORADO_MEMBER });
    expect(members.map(({ id }) => id)).toEqual([1, 2, 0]);
    expect(inFiles(members, 2).map((file) => file.length)).toEqual([2, 1]);
    expect(inFiles([], 2)).toEqual([]);
  });

  it('has the structure of the standard’s example', () => {
    const file = writeRequest(PAYEE, { id: 3, day: '2026-11-22', members: [CLIENT], numbers: NUMBERS });
    const ids = (text: string) => text.split('~').map((line) => line.trim().split('*')[0]);
    expect(ids(file)).toEqual(ids(`${question}`));
    expect(file).toContain('TRN*1*E3-1*9');
    expect(file).toContain('NM1*IL*1*JARAMILLO*JOSE****MI*A123456~');
    expect(file).toContain('DMG*D8*19500228*M~\nDTP*291*D8*20261122~\nEQ*30~');
    expect(requestFileName({ filePrefix: 'tp', tpid: '12345678', usage: 'T' }, '2026-11-22', 102)).toBe(
      'tp12345678_270_20261122_000000102_TEST.x12',
    );
  });

  it('gets no additional segment from a name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (lastName, firstName) => {
        const members = [{ ...CLIENT, lastName, firstName }];
        const file = writeRequest(PAYEE, { id: 3, day: '2026-11-22', members, numbers: NUMBERS });
        expect(file.split('~')).toHaveLength(18);
      }),
    );
  });
});

test('the values of an entry begin with what somebody must act on', () => {
  const data = { Test: 'yes', Medicaid: 'A123456', Reason: 'Not known.' };
  expect(valuesOf({ data })).toBe('Reason: Not known., Test: yes, Medicaid: A123456');
});
