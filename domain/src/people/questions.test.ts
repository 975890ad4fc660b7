import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askAboutChange } from './change.ts';
import { PERSON_ENTRIES, type PersonKind } from './dictionary.ts';
import { beyondSpan, DATE_SPANS, latestPlausible } from './plausible-dates.ts';
import { stateOfZip } from './plausible-numbers.ts';
import { askAboutPerson, asRefusal, questionsIn, unanswered } from './questions.ts';
import { checkPerson } from './rules.ts';
import type { PersonDraft } from './schema.ts';

const today = Temporal.PlainDate.from('2026-11-22');
const asked = (person: PersonDraft, kind: PersonKind) =>
  askAboutPerson(person, kind, today).map((q) => q.message);
const refused = (person: PersonDraft, kind: PersonKind) =>
  checkPerson(person, { kind, mode: 'update', today })
    .filter(({ message }) => !message.endsWith('is required') && !message.startsWith('Error'))
    .map(({ message }) => message);

describe('dates of a record', () => {
  test('every date in the dictionary has a plausible span', () => {
    const dates = PERSON_ENTRIES.filter(
      ([, { kind, access }]) => access !== 'server' && (kind === 'date' || kind === 'month'),
    );
    expect(Object.keys(DATE_SPANS).toSorted()).toEqual(dates.map(([name]) => name).toSorted());
  });

  test.each<[PersonKind, PersonDraft, string]>([
    ['Client', { 'Home Visit': '2062-11-01' }, 'Home visit 11-01-2062 is 35 years ahead'],
    ['Client', { 'Home Visit': '2026-12-01' }, 'Home visit 12-01-2026 is 9 days ahead'],
    ['Provider', { 'ID Expiration': '2206-01-31' }, 'DL/ID expiration 01-31-2206 is 179 years ahead'],
    ['Provider', { BackgroundCheck: '2027-03-01' }, 'Background check 03-01-2027 is 3 months ahead'],
    ['Provider', { DOB: '2016-05-06' }, 'DOB 05-06-2016 makes this caregiver 10 years old'],
    ['Provider', { DOB: '1926-05-06' }, 'DOB 05-06-1926 makes this caregiver 100 years old'],
    ['Client', { DOB: '1906-05-06' }, 'DOB 05-06-1906 is 120 years ago'],
    ['Provider', { 'Start Date': '1955-01-01' }, 'Start date 01-01-1955 is 71 years ago'],
    ['Provider', { DOB: '1990-01-01', 'Start Date': '1989-01-01' }, 'Start date is before DOB'],
    ['Client', { 'DC Date': '2026-05-02', archiveDate: '2026-05-01' }, 'Archive date is before DC date'],
    ['Provider', { flushotVaccine: '2027-01' }, 'Flu shot date 2027-01 is 1 month ahead'],
  ])('%s %j is questioned', (kind, person, words) =>
    expect(asked(person, kind).map((message) => message.toLowerCase())).toEqual([words.toLowerCase()]),
  );

  test.each<[PersonKind, PersonDraft, string]>([
    ['Provider', { 'Safety Training': '2026-11-23' }, 'Safety training is in the future'],
    ['Provider', { 'Skill Validation': '2027-11-23' }, 'Skill validation is in the future'],
    ['Client', { ClientSkillTraning: '2026-11-23' }, 'Decline skill training is in the future'],
    [
      'Provider',
      { 'Start Date': '2026-05-01', 'Return Date': '2026-04-30' },
      'Return date is before start date',
    ],
  ])('%s %j is refused', (kind, person, words) =>
    expect(refused(person, kind).map((message) => message.toLowerCase())).toEqual([words.toLowerCase()]),
  );

  test('are questioned one day beyond either end of their span, but not within it', () => {
    for (const [name, { yearsBack, yearsAhead }] of Object.entries(DATE_SPANS)) {
      const field = name as keyof typeof DATE_SPANS;
      const ahead = today.add({ years: yearsAhead });
      const back = today.subtract({ years: yearsBack });
      expect([
        field,
        beyondSpan(field, ahead.toString(), today),
        beyondSpan(field, back.toString(), today),
      ]).toEqual([field, undefined, undefined]);
      expect(beyondSpan(field, ahead.add({ days: 1 }).toString(), today)).toBe('ahead');
      expect(beyondSpan(field, back.subtract({ days: 1 }).toString(), today)).toBe('back');
    }
  });

  test('have a last plausible day exactly if they have a span', () => {
    expect(latestPlausible('ID Expiration', today)).toBe('2038-11-22');
    expect(latestPlausible('Home Visit', today)).toBe('2026-11-22');
    expect(latestPlausible('eligibilityEnd', today)).toBeUndefined();
  });
});

describe('numbers of a record', () => {
  test.each([
    ['000-12-3456', 'begins with digits that were never issued'],
    ['666-12-3456', 'begins with digits that were never issued'],
    ['123-00-4567', 'has 00 in the middle, which was never issued'],
    ['123-45-0000', 'ends with 0000, which was never issued'],
  ])('SSN %s is refused', (ssn, words) =>
    expect(refused({ 'SSI #': ssn }, 'Provider')).toEqual([`SSI # ${words}`]),
  );

  test.each(['912-70-1234', '078-05-1120', '123-45-6789', '222-22-2222'])('SSN %s is asked about', (ssn) => {
    expect(refused({ 'SSI #': ssn }, 'Provider')).toEqual([]);
    expect(asked({ 'SSI #': ssn }, 'Provider')).toHaveLength(1);
  });

  test('of all nine-digit numbers, those never issued are reported, and beyond them only examples', () => {
    const digits = fc.stringMatching(/^\d{9}$/);
    fc.assert(
      fc.property(digits, (nine) => {
        const [area, group, serial] = [nine.slice(0, 3), nine.slice(3, 5), nine.slice(5)];
        const issued =
          area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000';
        const ssn = `${area}-${group}-${serial}`;
        const findings = [...refused({ 'SSI #': ssn }, 'Provider'), ...asked({ 'SSI #': ssn }, 'Provider')];
        const isExample =
          new Set(nine).size === 1 || ['123456789', '987654321', '078051120', '219099999'].includes(nine);
        expect(findings.length === 0).toBe(issued && !isExample);
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['(303) 555-0142', []],
    ['(983) 221-7788', []],
    ['(330) 355-5014', []],
    ['(111) 221-7788', ['Phone: no area code 111 is in use']],
    ['(303) 155-0142', ['Phone: no number begins with 155']],
    ['(303) 911-0142', ['Phone: no number begins with 911']],
    ['303 555', []],
  ])('phone %s', (phone, words) => expect(asked({ Phone: phone }, 'Client')).toEqual(words));

  test.each([
    ['80015', 'CO', []],
    ['800151234', 'CO', []],
    ['80015', 'KS', ['ZIP 80015 is in CO, not in KS']],
    ['00015', 'CO', ['ZIP 00015 is in no state']],
  ])('ZIP %s in %s', (zip, state, words) =>
    expect(asked({ PostalCode: zip, State: state }, 'Client')).toEqual(words),
  );

  test('the ZIP of every capital is in its state', () => {
    const capitals =
      '02108 MA,10001 NY,20001 DC,30303 GA,60601 IL,73301 TX,80202 CO,82001 WY,90012 CA,96813 HI,99501 AK,00901 PR';
    for (const [zip = '', state] of capitals.split(',').map((pair) => pair.split(' ')))
      expect([zip, stateOfZip(zip)]).toEqual([zip, state]);
  });

  test.each([
    ['Y123456', []],
    ['y123456', []],
    ['1234567', ['Medicaid: Health First Colorado numbers are one letter and six digits']],
    ['Y12345', ['Medicaid: Health First Colorado numbers are one letter and six digits']],
  ])('Medicaid number %s in Colorado', (number, words) =>
    expect(
      asked({ Medicaid: number, State: 'CO' }, 'Client').map((m) => m.replace(/^Medicaid[^:]*/, 'Medicaid')),
    ).toEqual(words),
  );

  test('a Medicaid number from another state is not questioned', () =>
    expect(asked({ Medicaid: '1234567', State: 'KS' }, 'Client')).toEqual([]));
});

describe('questions of a change', () => {
  const old: PersonDraft = {
    'Home Visit': '2062-11-01',
    PostalCode: '80015',
    State: 'CO',
    Phone: '(111) 221-7788',
  };
  test('do not repeat what nobody touched', () =>
    expect(askAboutChange(old, { ...old, FirstName: 'Ada' }, 'Client', today)).toEqual([]));
  test('include the unchanged ZIP if the state changes', () =>
    expect(askAboutChange(old, { ...old, State: 'KS' }, 'Client', today).map(({ field }) => field)).toEqual([
      'PostalCode',
    ]));
  test('are only answered by a yes to the very same sentence', () => {
    const first = askAboutPerson({ 'Home Visit': '2062-11-01' }, 'Client', today);
    const second = askAboutPerson({ 'Home Visit': '2063-11-01' }, 'Client', today);
    const yes = first.map(({ message }) => message);
    expect(unanswered(first, yes)).toEqual([]);
    expect(unanswered(second, yes)).toEqual(second);
  });
  test('can be read back from the server’s refusal', () => {
    const question = { field: 'DOB', message: 'DOB 05-06-1906 is 120 years ago' };
    expect(questionsIn([asRefusal(question), { field: 'LastName', message: 'x' }])).toEqual([question]);
  });
});
