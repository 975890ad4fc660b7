import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerWith, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { MonthTable } from './MonthTable.tsx';
import { useVisitNumbers } from './VisitNumber.tsx';

const OCTOBER = { worked: 40, onCards: 40, claimed: 32, paid: 24, denied: 8, planned: 0, open: 16 };
const ROW: AuthorizationRow = {
  ...OCTOBER,
  ...{ id: 5, clientId: 7, client: 'Baca, Ana', caseManager: null, program: null },
  ...{ type: 'PCP', typeName: 'Personal Care', number: 'A1', from: '2026-10-01', through: '2026-12-31' },
  ...{ authorized: 100, left: 60, short: 0, unused: 60, runsOut: null, runsOutAtPace: null, findings: [] },
};
const Months = () => {
  const numbers = useVisitNumbers(ROW);
  return (
    <>
      <MonthTable months={[{ month: '2026-10', ...OCTOBER }]} numbers={numbers} />
      {numbers.window}
    </>
  );
};

const asked: string[] = [];
beforeEach(async () => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
  answerWith(({ path }) => {
    asked.push(path);
    return { data: { rows: [], total: 0, minutes: null, units: 0 } };
  });
  await openPages({ '/authorizations/one': Months }, '/authorizations/one');
});
afterEach(closePages);

test.each([
  ['Claimed in October 2026: 32 units', /claimed, October 2026$/, 'part=claimed&month=2026-10'],
  ['Denied in all months: 8 units', /denied$/, 'part=denied'],
  ['Not paid yet in all months: 16 units', /not paid yet$/, 'part=open'],
])('%s opens the days that add up to it', async (name, title, query) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('dialog', { name: title });
  expect(asked.some((path) => path.includes('of=authorization&id=5') && path.includes(query))).toBe(true);
});
