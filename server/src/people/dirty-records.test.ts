import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { DoublesIndex, type KnownPerson } from '@homecare/domain/people/doubles.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import { checkPerson } from '@homecare/domain/people/rules.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { expect, test } from 'vitest';
import { examplePerson } from '../operations/example-people.ts';
import { readPlaces } from '../operations/example-places.ts';
import { type Random, randomOf } from '../operations/example-random.ts';

/** Records typed in a hurry, each with one planted fault: at least 95% of 500 must be reported, and at most 2% of the clean ones asked about. */

const today = Temporal.PlainDate.from('2026-11-20');
const DIRTY = 500;
const AGENCY = 2_000;

const two = (value: number) => String(value).padStart(2, '0');
/** A number that could have been issued. The product's examples have numbers that were never issued, so that they belong to nobody. */
const issuedSsn = (serial: number) => {
  const group = 1 + (serial % 98);
  return `${300 + (serial % 300)}-${two(group)}-${String(1 + ((serial * 7919) % 9_998)).padStart(4, '0')}`;
};

const clean = (): (PersonDraft & { readonly kind: PersonKind })[] => {
  const setting = { today, places: readPlaces(), reach: 1 };
  return Array.from({ length: AGENCY }, (_, n) => {
    const kind = n % 3 === 0 ? ('Provider' as const) : ('Client' as const);
    const person = examplePerson(kind, 50_000 + n, setting);
    return { ...person, kind, ...(person['SSI #'] && { 'SSI #': issuedSsn(n + 1) }) };
  });
};

/** The record with a planted fault; undefined if this person has nothing to spoil in this way. */
type Spoil = (person: PersonDraft, r: Random) => PersonDraft | undefined;

const shiftYear = (date: string | null | undefined, years: number) =>
  date ? `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}` : undefined;
const swapYearDigits = (date: string | null | undefined) =>
  date ? `${date.slice(0, 2)}${date[3]}${date[2]}${date.slice(4)}` : undefined;
const given = <K extends keyof PersonDraft>(field: K, value: PersonDraft[K] | undefined) =>
  value ? { [field]: value } : undefined;
const slip = (word: string, r: Random) => {
  const at = r.int(1, word.length - 2);
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
};

const FAULTS: Record<string, Spoil> = {
  'home visit in a later century': (p) => given('Home Visit', shiftYear(p['Home Visit'], 100)),
  'home visit with swapped digits of the year': (p) => given('Home Visit', swapYearDigits(p['Home Visit'])),
  'identity card for a century': (p) => given('ID Expiration', shiftYear(p['ID Expiration'], 100)),
  'training of next year': (p) => given('Safety Training', shiftYear(p['Safety Training'], 1)),
  'background check ahead': (p) => given('BackgroundCheck', shiftYear(p.BackgroundCheck, 10)),
  'evaluation with swapped digits of the year': (p) =>
    given('Staff Evaluation', swapYearDigits(p['Staff Evaluation'])),
  'birth in the last century but one': (p) => given('DOB', shiftYear(p.DOB, -100)),
  'birth tomorrow and later': (p) => given('DOB', shiftYear(p.DOB, 100)),
  'PAR for ever': (p) => given('PAR Expiration', shiftYear(p['PAR Expiration'], 60)),
  'SSN that was never issued': (p, r) =>
    given('SSI #', p['SSI #'] && r.pick(['000', '666', '912']) + p['SSI #'].slice(3)),
  'SSN with an empty middle': (p) =>
    given('SSI #', p['SSI #'] && `${p['SSI #'].slice(0, 4)}00${p['SSI #'].slice(6)}`),
  'phone with an area code of nobody': (p, r) =>
    given('Phone', p.Phone && `(${r.pick(['111', '055', '297', '999'])})${p.Phone.slice(5)}`),
  'emergency phone that begins with 1': (p) =>
    given(
      'Emergency Phone',
      p['Emergency Phone'] && `${p['Emergency Phone'].slice(0, 6)}1${p['Emergency Phone'].slice(7)}`,
    ),
  'ZIP of another state': (p, r) =>
    given('PostalCode', p.PostalCode && r.pick(['30015', '08015', '88015', '08210'])),
  'Medicaid number without its letter': (p) => given('Medicaid', p.Medicaid?.slice(1)),
  'Medicaid number with a digit too many': (p) => given('Medicaid', p.Medicaid && `${p.Medicaid}7`),
};

/** A second record of someone the agency already has. */
const DOUBLES: Record<string, Spoil> = {
  'typed again with a slip in the last name': (p, r) =>
    (p.LastName ?? '').length > 4 ? { LastName: slip(p.LastName ?? '', r) } : undefined,
  'first and last name the other way round': (p) => ({
    LastName: p.FirstName ?? '',
    FirstName: p.LastName ?? '',
  }),
  'another digit in the birth date': (p) =>
    given('DOB', p.DOB && `${p.DOB.slice(0, 9)}${(Number(p.DOB[9]) + 1) % 10}`),
  'without accents, at another phone': (p) => ({
    LastName: (p.LastName ?? '').normalize('NFD').replace(/\p{M}/gu, ''),
    Phone: '(303) 555-0100',
  }),
  'moved, with another phone': () => ({
    Address: '1 Unknown Way',
    PostalCode: '80203',
    Phone: '(303) 555-0199',
  }),
};

const isQuestioned = (person: PersonDraft, kind: PersonKind) =>
  askAboutPerson(person, kind, today).length > 0 ||
  checkPerson(person, { kind, mode: 'update', today }).length > 0;

test('95% of 500 records with a planted fault are reported, and 2% of clean ones asked about', () => {
  const people = clean();
  const index = { Provider: new DoublesIndex<KnownPerson>(), Client: new DoublesIndex<KnownPerson>() };
  let cleanAsked = 0;
  for (const [n, { kind, ...person }] of people.entries()) {
    if (isQuestioned(person, kind) || index[kind].find(person).length > 0) cleanAsked += 1;
    index[kind].add({ ...person, ID: n, Cur: person.Cur ?? 'y' });
  }
  expect(cleanAsked / people.length).toBeLessThanOrEqual(0.02);

  const r = randomOf('dirty records');
  const kinds = [...Object.entries(FAULTS), ...Object.entries(DOUBLES)];
  const missed = new Map<string, number>();
  let planted = 0;
  for (let n = 0; planted < DIRTY; n += 1) {
    const { kind, ...person } = r.pick(people);
    const [name, spoil] = kinds[n % kinds.length] ?? r.pick(kinds);
    const fault = spoil(person, r);
    if (!fault) continue;
    planted += 1;
    const dirty = { ...person, ...fault };
    const isDouble = Object.hasOwn(DOUBLES, name);
    if (isDouble) dirty['SSI #'] = null;
    const isFound = isDouble ? index[kind].find(dirty).length > 0 : isQuestioned(dirty, kind);
    if (!isFound) missed.set(name, (missed.get(name) ?? 0) + 1);
  }
  const all = [...missed.values()].reduce((sum, count) => sum + count, 0);
  expect([planted, Object.fromEntries(missed), all / planted <= 0.05]).toEqual([
    DIRTY,
    Object.fromEntries(missed),
    true,
  ]);
});
