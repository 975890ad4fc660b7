import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, nestErrors } from '../../platform/form/values.ts';
import { problemsOf } from './form-problems.ts';
import {
  checkForm,
  EMPTY_SERVICE,
  type FormContext,
  formOf,
  labelOf,
  type PersonForm,
  recordOf,
  sectionOf,
  writeOf,
} from './person-form.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const provider: FormContext = { kind: 'Provider', mode: 'update', role: 'admin', version: 2, today };
const client: FormContext = { ...provider, kind: 'Client' };

const base: PersonDraft = {
  LastName: 'Anderson',
  FirstName: 'Kjersti',
  Gender: 'Female',
  DOB: '1980-04-04',
  Address: '4683 Oakland St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80015',
  AddressLatitude: 39.62914,
  AddressLongitude: -104.84721,
  AddressApproximate: true,
  Phone: '(720) 220-2389',
  'Emergency Contact': 'Lars Anderson',
  'Emergency Phone': '(303) 555-0148',
};
const anderson: PersonDraft = {
  ...base,
  'SSI #': '185-33-1919',
  'Start Date': '2022-02-14',
  'ID Expiration': '2028-06-30',
  'Safety Training': '2026-03-02',
  BackgroundCheck: '2025-10-19',
  'Staff Evaluation': '2026-02-01',
};
const baca: PersonDraft = {
  ...base,
  LastName: 'Baca',
  Medicaid: 'Y123456',
  Services: ['PRSNL'],
  Diagnosis: 'Stroke',
  EmergencyAddress: '1 Main St',
  EmergencyRelation: 'Son',
  'Case Manager': 'Kim Lee',
  'Managers Phone': '(303) 555-0100',
  Doctor: 'Ahmed',
  'Doctors Phone #': '(303) 555-0101',
  'Home Visit': '2026-10-01',
  StartOfCare: '2024-01-01',
};

const typed = (person: PersonDraft, changes: Partial<PersonForm>): PersonForm => ({
  ...formOf(person),
  ...changes,
});
const sentences = (form: PersonForm, context: FormContext) =>
  checkForm(form, context).map(({ field, message }) => `${field}: ${message}`);

describe('what is typed into the record form', () => {
  it('is in order when the stored record is', () => {
    expect(checkForm(formOf(anderson), provider)).toEqual([]);
    expect(checkForm(formOf(baca), client)).toEqual([]);
  });

  it('stays as typed when it cannot be read, and is named', () => {
    const form = typed(anderson, { DOB: '13-45-1980', 'Start Date': 'soon', withholdAllow: 'two' });
    expect(sentences(form, provider)).toEqual([
      'DOB: DOB does not exist',
      'withholdAllow: Withholding allowances must be a whole number',
      'Start Date: Start Date does not exist',
    ]);
  });

  it('asks for a month that looks like one, only while its box is ticked', () => {
    const ticked = { ...formOf(anderson).toggles, fluShot: true };
    expect(sentences(typed(anderson, { toggles: ticked }), provider)).toEqual([
      'flushotVaccine: Flu shot date is required',
    ]);
    expect(sentences(typed(anderson, { toggles: ticked, flushotVaccine: '2026-13' }), provider)).toEqual([
      'flushotVaccine: Error: Wrong date, date format (YYYY-MM)',
    ]);
    expect(sentences(typed(anderson, { flushotVaccine: '2026-13' }), provider)).toEqual([]);
  });

  it('places the sentences about covid at the date they are about', () => {
    const toggles = { ...formOf(baca).toggles, covidPositive: true };
    const covid = (from: string, to: string) =>
      sentences(typed(baca, { toggles, covidStatus: { from, to } }), client);
    expect(covid('', '')).toEqual(['covidStatus.from: Error: Please enter a valid covid start time.']);
    expect(covid('2026-11-02', '2026-11-01')).toEqual(['covidStatus.to: Covid end date is before its start']);
  });

  it('names the company of another service and its times in their row', () => {
    const toggles = { ...formOf(baca).toggles, otherServices: true };
    const otherService = [{ ...EMPTY_SERVICE, From: '09:00' }];
    const errors = nestErrors(checkForm(typed(baca, { toggles, otherService }), client));
    expect(problemsOf(errors)).toEqual([
      { name: 'otherService.0.CompanyName', label: 'Company name' },
      { name: 'otherService.0.To', label: 'To' },
    ]);
  });

  it('hides pay rates from everyone but an admin, in what is checked and in what is sent', () => {
    const rates = { ...formOf(anderson).providerPayRate, Homemaker: 'a lot' };
    const form = typed(anderson, { providerPayRate: rates });
    expect(sentences(form, provider)).toEqual([expect.stringMatching(/^providerPayRate\.Homemaker: /)]);
    const own = typed(anderson, {
      providerPayRate: { ...rates, Homemaker: 18.75, 'Dr%2E visits': 31.4, 'Private pay': '' },
    });
    expect(writeOf(own, undefined, { ...provider, mode: 'insert' }).providerPayRate).toMatchObject({
      Homemaker: 18.75,
      'Dr. visits': 31.4,
    });
    expect(writeOf(own, undefined, { ...provider, mode: 'insert' }).providerPayRate).not.toHaveProperty(
      'Private pay',
    );
    const good = typed(anderson, { providerPayRate: { ...rates, Homemaker: 18.75 } });
    expect(writeOf(good, undefined, { ...provider, mode: 'insert', role: 'user' })).not.toHaveProperty(
      'providerPayRate',
    );
    expect(writeOf(good, formOf(anderson), provider).providerPayRate?.Homemaker).toBe(18.75);
  });
});

describe('what is sent', () => {
  it('is nothing when nothing changed', () => {
    expect(writeOf(formOf(anderson), formOf(anderson), provider)).toEqual({});
  });

  it('is only what changed, read like the server reads it', () => {
    const form = typed(anderson, { Phone: '+1 720.220.0000', City: ' Aurora ', notes: `It's "new" & here` });
    expect(writeOf(form, formOf(anderson), provider)).toEqual({
      Phone: '(720) 220-0000',
      notes: 'It&apos;s &quot;new&quot; &amp; here',
    });
  });

  it('leaves the point out where there is none, so that the server looks it up', () => {
    const form = typed(anderson, { Address: '9 New Rd', AddressLatitude: null, AddressLongitude: null });
    expect(writeOf(form, formOf(anderson), provider)).toEqual({ Address: '9 New Rd' });
  });

  it('empties what a closed box hides', () => {
    const stored: PersonDraft = { ...baca, Daycare: true, DaycareName: 'Sunny', DaycareDays: ['Mon'] };
    expect(writeOf(typed(stored, { Daycare: false }), formOf(stored), client)).toEqual({
      Daycare: false,
      DaycareName: null,
      DaycareDays: null,
    });
  });

  it('names the type of a new person and holds no field of the other type', () => {
    const data = writeOf(typed(baca, { capsCheck: '2026-01-01' }), undefined, { ...client, mode: 'insert' });
    expect(data).toMatchObject({ 'Provider or Client': 'Client', Medicaid: 'Y123456' });
    expect(data).not.toHaveProperty('capsCheck');
    expect(data).not.toHaveProperty('MiddleName');
  });

  it('is the same record again, whatever was stored', () => {
    const text = fc.string({ maxLength: 30 }).map((words) => words.trim().replace(/ {2,}/g, ' ') || null);
    const stored = fc.record({
      LastName: text,
      Language: text,
      Services: fc.constantFrom<string[] | null>(null, ['PRSNL'], ['PRSNL', 'HMKR']),
      TotalUnits: fc.constantFrom<Record<string, number> | null>(null, { PRSNL: 12 }),
      telehealthConsent: fc.boolean(),
      covidStatus: fc.constantFrom(null, '2026-01-02|', '2026-01-02|2026-02-03'),
      'Home Visit': fc.constantFrom(null, '2026-10-01'),
    });
    fc.assert(
      fc.property(stored, (person) => {
        expect(recordOf(formOf(person), 'Client')).toMatchObject(person);
      }),
    );
  });
});

describe('captions', () => {
  it.each([
    ['SSI #', 'SSI #', 'Identity'],
    ['providerPayRate.PCP/RPCP', 'PCP/RPCP', 'Pay rates'],
    ['otherService.2.CompanyName', 'Company name', 'Daycare and other services'],
    ['covidStatus.to', 'Covid positive', 'Health'],
    ['toggles.noUnit', 'No Unit/Apt', undefined],
  ])('%s is %s of section %s', (field, label, section) => {
    expect(labelOf(field)).toBe(label);
    expect(sectionOf(field)).toBe(section);
  });

  it('say what two people changed', () => {
    const mine = typed(anderson, { Phone: '(720) 111-2222' });
    expect(differences(mine, formOf(anderson))).toEqual(['Phone']);
  });
});
