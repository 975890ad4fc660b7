import type { DenialGroup, DenialRow } from '@homecare/domain/claims/schema.ts';
import { expect, it } from 'vitest';
import { ageingOf, foundGroups, isFound, isOfMedicaid } from './found.ts';

const row = (id: string, client: string, open: number): DenialRow => ({
  id,
  client,
  open,
  clientId: 1,
  state: 'Denied',
  month: '2026-10',
  from: '2026-10-05',
  through: '2026-10-05',
  code: 'T1019',
  units: 8,
  changes: [],
  frequency: '7',
  by: null,
  why: null,
  isBlocked: false,
});
const group = (code: string, rows: DenialRow[]): DenialGroup => ({
  code,
  title: code,
  cause: '',
  advice: '',
  open: rows.reduce((all, { open }) => all + open, 0),
  rows,
});

it('finds a claim by its client, without accents and in any spacing, and by the beginning of its number', () => {
  const claim = { client: 'Lê, Hương', claim: '12-3' };
  expect(['huong', 'le, huong', 'Le  Huong', '12-'].map((search) => isFound(claim, search))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isFound(claim, '2-3')).toBe(false);
});

it('keeps of each reason the claims that are looked for and what is open of them; a reason without one goes', () => {
  const groups = [
    group('4', [row('7-1', 'Baca, Ana', 300), row('8-1', 'Ortiz, Luz', 200)]),
    group('18', [row('9-1', 'Diaz, Eva', 50)]),
  ];
  expect(foundGroups(groups, 'ortiz', new Set()).map(({ code, open }) => [code, open])).toEqual([['4', 200]]);
  expect(foundGroups(groups, 'tp1.x12', new Set([9])).map(({ code, open }) => [code, open])).toEqual([
    ['18', 50],
  ]);
  expect(foundGroups(groups, ' ', new Set())).toEqual(groups);
});

it('shows what one payer owes, and claims for Medicaid alone', () => {
  const unpaid = {
    ageing: [
      { payer: 'Medicaid', buckets: [1, 0, 0, 0, 0], total: 1 },
      { payer: '5', buckets: [2, 0, 0, 0, 0], total: 2 },
    ],
  };
  expect(ageingOf(unpaid, '5').map(({ total }) => total)).toEqual([2]);
  expect(ageingOf(unpaid, 'all')).toHaveLength(2);
  expect(['all', 'Medicaid', '5', 'Private'].map(isOfMedicaid)).toEqual([true, true, false, false]);
});
