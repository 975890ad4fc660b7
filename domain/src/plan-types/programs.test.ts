import { describe, expect, it } from 'vitest';
import { programOn, termsOfClient } from './programs.ts';
import { termsOn } from './rules.ts';
import type { Term } from './schema.ts';

const TERM: Term = {
  validFrom: '2020-01-01',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  cfcCode: 'T1019',
  cfcModifiers: ['U9'],
  unitRule: 'up',
  rateCents: 500,
  addrateCents: null,
  payCategory: null,
  source: 'letter',
};
const PROGRAMS = [
  { from: '2026-10-01', program: 'CFC' },
  { from: '2026-01-01', program: 'Waiver' },
] as const;
const codeOn = (terms: readonly Term[], day: string) => {
  const term = termsOn(terms, day);
  return term && [term.procedureCode, ...term.modifiers].join(' ');
};

describe('the program of a client', () => {
  it('is the one that began last', () => {
    expect(programOn(PROGRAMS, '2025-12-31')).toBeUndefined();
    expect(programOn(PROGRAMS, '2026-09-30')?.program).toBe('Waiver');
    expect(programOn(PROGRAMS, '2026-10-01')?.program).toBe('CFC');
  });

  it('chooses the code of each day, across changes of the terms', () => {
    const later = {
      ...TERM,
      validFrom: '2026-11-01',
      modifiers: ['U2'],
      cfcModifiers: ['UA'],
      rateCents: 510,
    };
    const own = termsOfClient([TERM, later], PROGRAMS);
    expect(['2025-06-01', '2026-09-30', '2026-10-01', '2026-11-01'].map((day) => codeOn(own, day))).toEqual([
      'T1019 U1',
      'T1019 U1',
      'T1019 U9',
      'T1019 UA',
    ]);
    expect(termsOn(own, '2026-11-05')?.rateCents).toBe(510);
  });

  it('has no code where the type has none for it', () => {
    const { cfcCode: _, cfcModifiers: __, ...plain } = TERM;
    const own = termsOfClient([plain], PROGRAMS);
    expect(termsOn(own, '2026-10-01')).toMatchObject({ procedureCode: null, modifiers: [], rateCents: 500 });
  });

  it('leaves the terms alone where none is recorded', () =>
    expect(termsOfClient([TERM], [])).toEqual([TERM]));
});
