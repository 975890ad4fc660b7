import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { changedOnly, readPatch, validateChange, validateInsert } from './change.ts';
import type { PersonDraft } from './schema.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const stored: PersonDraft = {
  'Provider or Client': 'Provider',
  LastName: 'Anderson',
  FirstName: 'Kjersti',
  Cur: 'y',
  Phone: '(720) 220-2389',
};
const asAdmin = { kind: 'Provider', role: 'admin', today } as const;

describe('a change', () => {
  it('is checked for what it sends and breaks, not for what was wrong before', () => {
    expect(validateChange(stored, { notes: 'x' }, asAdmin).errors).toEqual([]);
    expect(validateChange(stored, { Phone: 'x' }, asAdmin).errors).toMatchObject([
      { field: 'Phone', message: 'Phone looks like (111) 111-1111' },
    ]);
    expect(validateChange(stored, { DOB: null }, asAdmin).errors).toMatchObject([
      { field: 'DOB', message: 'DOB is required' },
    ]);
    expect(validateChange(stored, { 'Provider or Client': 'Client' }, asAdmin).errors).toHaveLength(1);
    expect(validateChange(stored, { Cur: null }, asAdmin).errors).toEqual([
      { field: 'Cur', message: 'Status is required' },
    ]);
  });

  it('is refused if it breaks a field that it does not send, but not if that field was already wrong', () => {
    const back = { ...stored, 'Start Date': '2020-01-06', 'Return Date': '2026-12-24' };
    const later = { 'Start Date': '2027-01-04' };
    expect(validateChange(back, later, asAdmin).errors).toMatchObject([
      { field: 'Return Date', fault: 'datesTurned' },
    ]);
    const turned = { ...back, ...later };
    expect(validateChange(turned, { 'Start Date': '2027-01-05' }, asAdmin).errors).toEqual([]);
  });

  test.each([
    ['user', { Cur: 'n' }, 'Archive is for an admin.'],
    ['user', { archiveDate: '2026-11-20' }, 'Archive is for an admin.'],
    ['user', { Cur: 'y' }, undefined],
    ['admin', { Cur: 'n' }, undefined],
    ['job', { Cur: 'n' }, undefined],
  ] as const)('by %s: %o', (role, data, forbidden) => {
    expect(validateChange(stored, data, { ...asAdmin, role }).forbidden).toBe(forbidden);
  });

  it('never sets an archive date on an active person', () => {
    expect(validateChange(stored, { archiveDate: '2026-11-20' }, asAdmin).errors).toEqual([
      { field: 'archiveDate', message: 'Error: Enter correct date and reason' },
    ]);
  });

  it('clears the archive date on Set Active', () => {
    const archived = { ...stored, Cur: 'n', archiveDate: '2026-01-01' };
    const change = validateChange(archived, { Cur: 'y', 'Return Date': '2026-11-20' }, asAdmin);
    expect([change.errors, change.after.archiveDate, change.move?.done]).toEqual([
      [],
      null,
      'Success: Person Activated',
    ]);
  });

  it('requires the start date of a new name from our form, but not from an older client', () => {
    expect(
      validateChange(stored, { LastName: 'S', changeDate: null }, asAdmin).errors.map(({ field }) => field),
    ).toEqual(['changeDate']);
    expect(validateChange(stored, { LastName: 'S' }, asAdmin).errors).toEqual([]);
    expect(validateChange(stored, { LastName: 'Anderson', changeDate: null }, asAdmin).errors).toEqual([]);
  });
});

describe('a new person', () => {
  it('is active, whatever was sent', () => {
    const { person, errors } = validateInsert({ Cur: 'n', LastName: 'A' }, 'Client', today);
    expect(person.Cur).toBe('y');
    expect(errors).toContainEqual({ field: 'Cur', message: 'A new person is active' });
  });
  it('reports a wrong date of birth once', () => {
    const { errors } = validateInsert({ Month: 2, Day: 30, Year: 1980 }, 'Client', today);
    expect(errors.filter(({ field }) => field === 'DOB')).toEqual([
      { field: 'DOB', message: 'DOB does not exist' },
    ]);
  });
});

describe('the difference between two records', () => {
  it('ignores the order of keys and the spelling of empty values', () => {
    const units = fc.dictionary(fc.string({ minLength: 1 }), fc.nat());
    fc.assert(
      fc.property(units, (map) => {
        const turned = Object.fromEntries(Object.entries(map).reverse());
        expect(
          changedOnly({ TotalUnits: map, Doctor: null }, { TotalUnits: turned, Doctor: undefined }),
        ).toEqual({});
      }),
    );
  });
  it('keeps what was sent, except timestamps', () => {
    expect(readPatch({ Doctor: null, Field1: 'x', updated: 'y', rev: 3 }).values).toEqual({ Doctor: null });
  });
});
