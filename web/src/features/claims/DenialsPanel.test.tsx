import type { DenialGroups, DenialRow } from '@homecare/domain/claims/schema.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { DenialsPanel } from './DenialsPanel.tsx';

const row: DenialRow = {
  ...{ id: '12-1', clientId: 7, client: 'Baca, Guadalupe', state: 'Denied', month: '2026-10' },
  ...{ from: '2026-10-05', through: '2026-10-05', code: 'T1019 U1', units: 8, open: 4_000 },
  ...{ changes: [], frequency: '7', by: '2027-10-05', why: null, isBlocked: false },
};
const waiting: DenialGroups['waiting'] = [
  {
    ...{ id: '12-2', client: 'Vigil, Rosa', open: 4_000 },
    ...{ corrected: '2026-11-20T17:00:00Z', correctedBy: 'A.A.' },
  },
];
const groupOf = (rows: DenialRow[]): DenialGroups['groups'][number] => ({
  ...{ code: '197', title: 'No authorization', cause: 'No authorization.', advice: 'Add it', open: 4_000 },
  rows,
});

const open = async (data: DenialGroups, reason = '') => {
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-denial-groups')) return { data };
    return { status: 404, Info: path };
  });
  await openPages({ '/claims': () => <DenialsPanel search="" /> }, '/claims', { reason });
  await screen.findAllByRole('button', { name: /^Correct|^Send/ });
  return screen
    .getAllByRole('button')
    .flatMap(({ dataset, textContent }) => (dataset.variant === 'filled' ? [textContent] : []));
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

test.each<[string, DenialGroups, string[]]>([
  ['is corrected', { groups: [groupOf([row])], waiting: [] }, ['Correct 1']],
  ['is corrected before the file is made', { groups: [groupOf([row])], waiting }, ['Correct 1']],
  [
    'is not fixed yet leaves the file to be made',
    { groups: [groupOf([{ ...row, why: 'No authorization covers it.' }])], waiting },
    ['Send 1'],
  ],
])('one button is filled: what %s', async (_, groups, filled) => {
  expect(await open(groups)).toEqual(filled);
});

test.each([
  ['197', false],
  ['4', true],
])('a link to reason %s says whether it leads to another one: %s', async (reason, isSaid) => {
  await open({ groups: [groupOf([row])], waiting: [] }, reason);
  expect(screen.queryByText(/The reason with the most money is shown\.$/) !== null).toBe(isSaid);
});
