import type { AuthorizationDetail, ClientProgram } from '@homecare/domain/authorizations/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { useKept } from '../../platform/kept.ts';
import { AuthorizationPage } from './AuthorizationPage.tsx';

const READ = { from: '2026-10-01', program: 'CFC', name: null } as const;
const CFC: ClientProgram = { ...READ, id: 3, rev: 2 };
const TYPE = {
  ...{ id: 9, Name: 'Personal care', Code: 'PCP', rate: null, addrate: null, ihss: false, relative: false },
  ...{ evvNeeded: true, aggregatorCode: null, procedureCode: null, modifiers: [], unitRule: 'up' },
  ...{ payCategory: null, taskOptions: { pcItems: [], hmItems: [] } },
};
const detailOf = (programs: AuthorizationDetail['programs']): AuthorizationDetail => ({
  day: '2026-11-20',
  row: {
    ...{ id: 5, clientId: 7, client: 'Vigil, Rosa', type: 'PCP', typeName: 'Personal care', number: 'PAR 5' },
    ...{ from: '2026-07-01', through: '2026-12-31', authorized: null, left: null, runsOut: null },
    ...{ worked: 0, onCards: 0, claimed: 0, paid: 0, denied: 0, planned: 8, short: 0, unused: 0 },
    ...{ runsOutAtPace: null, caseManager: null, program: 'CFC' },
    findings: [{ kind: 'uncoded', day: '2026-11-23', until: '2026-12-31', units: 8, cents: null }],
  },
  findingDays: [{ kind: 'uncoded', days: ['2026-11-23', '2026-11-25', '2026-12-02'], visits: 3 }],
  ...{ rev: 1, shortCents: null, paidCents: null, deniedCents: null, rateCents: null, programs },
  ...{ limits: [], deniedClaims: [], exceeded: [], justifications: [], months: [], days: [] },
});

const Config = () => <p>Type {useKept('config.type', 0)[0]}</p>;
const open = async (programs: AuthorizationDetail['programs'], more: Partial<AuthorizationDetail> = {}) => {
  answerWith(({ path, cmd }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-programs')) return { data: programs.length > 0 ? [CFC] : [] };
    if (path.includes('authorizations/get')) return { data: { ...detailOf(programs), ...more } };
    if (path.includes('list-behind')) return { data: { rows: [], total: 0, minutes: null, units: null } };
    if (cmd === 'type_get') return { data: [TYPE] };
    return { status: 404, Info: path };
  });
  await openPages({ '/authorizations/one': AuthorizationPage, '/config': Config }, '/authorizations/one', {
    id: 5,
  });
  return within(await screen.findByRole('complementary', { name: 'What to do' }));
};
const namesIn = (side: Awaited<ReturnType<typeof open>>) =>
  side.getAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => {
  onDesk();
  signInAs('admin');
});
afterEach(closePages);

test('a type without a code for the program leads to the program of the day and to the codes of the type', async () => {
  const side = await open([{ ...READ, code: null }]);
  expect(namesIn(side)).toEqual(['Add code', 'Change program']);
  fireEvent.click(side.getByRole('button', { name: 'Change program' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change program' }));
  expect(dialog.getByLabelText<HTMLSelectElement>('Program').value).toBe('CFC');
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(side.getByRole('button', { name: 'Add code' }));
  expect(await screen.findByText('Type 9')).toBeDefined();
});

test('what is short is asked for by the one filled button, and its days are named and listed', async () => {
  const { row } = detailOf([]);
  const short = {
    kind: 'runningOut',
    day: '2026-12-23',
    until: '2026-12-31',
    units: 38,
    cents: null,
  } as const;
  const days = ['2026-12-23', '2026-12-25', '2026-12-28', '2026-12-30'];
  const side = await open([{ ...READ, code: 'T1019' }], {
    row: { ...row, authorized: 760, left: 152, short: 38, runsOut: '2026-12-23', findings: [short] },
    findingDays: [{ kind: 'runningOut', days, visits: 4 }],
  });
  expect(side.getByText('The visits of Dec 23, 25, 28 and 30 would not be paid.')).toBeDefined();
  expect(namesIn(side)).toEqual(['Request units', 'Show 4 visits', 'Change plan']);
  const filled = screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('data-variant') === 'filled');
  expect(filled.map(({ textContent }) => textContent)).toEqual(['Request 38 units']);
  fireEvent.click(side.getByRole('button', { name: 'Show 4 visits' }));
  expect(
    await screen.findByRole('dialog', { name: 'Visits: Vigil, Rosa, Personal care, short' }),
  ).toBeDefined();
});

test('a client without a program on the day gets one first', async () => {
  const side = await open([{ ...READ, from: '2026-12-01', code: 'T1019' }]);
  expect(namesIn(side)).toEqual(['Add program', 'Add code']);
});

test('a manager, who may change neither, is offered neither', async () => {
  signInAs('user');
  const side = await open([{ ...READ, code: null }]);
  expect(side.queryAllByRole('button')).toEqual([]);
});
