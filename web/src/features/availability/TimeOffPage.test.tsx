import type { TimeOffRow } from '@homecare/domain/availability/schema.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { useKept } from '../../platform/kept.ts';
import { NO_DAYS, PLAN_DAYS } from '../staffing/use-proposal.ts';
import { TimeOffPage } from './TimeOffPage.tsx';

const today = Temporal.Now.zonedDateTimeISO('America/Denver').toPlainDate();
const through = today.add({ days: 4 }).toString();
const row: TimeOffRow = {
  id: 1,
  providerId: 12,
  Provider: 'Martinez, Dolores',
  from: today.subtract({ days: 2 }).toString(),
  through,
  fromTime: null,
  throughTime: null,
  reason: null,
  status: 'Approved',
  requested: `${today}T12:00:00Z`,
  requestedBy: 'A.D.',
  decided: `${today}T12:00:00Z`,
  decidedBy: 'A.D.',
  rev: 1,
};
const open = (planId: number, ProviderID: number): OpenVisit => ({
  ...{
    planId,
    day: through,
    date: through,
    visitId: planId,
    isExempt: false,
    ClientID: 21,
    Client: 'Vigil, Rosa',
    town: null,
    ProviderID,
  },
  ...{ Provider: 'Martinez, Dolores', Type: 'PC', start: '13:00', end: '15:30', minutes: 150 },
  ...{ reason: 'timeOff', since: null, note: null },
});
const Asked = () => JSON.stringify(useKept(PLAN_DAYS, NO_DAYS)[0]);

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(closePages);

it('opens one proposal for the open visits of who is off, of the days that are ahead', async () => {
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-open')) return { data: [open(1, 12), open(2, 13)] };
    return { data: [row] };
  });
  const router = await openPages({ '/timeoff': TimeOffPage, '/schedule/plan': Asked }, '/timeoff');
  fireEvent.click(await screen.findByRole('button', { name: 'Plan open visits' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/schedule/plan'));
  const asked = { from: today.toString(), through, only: [{ planId: 1, day: through }] };
  await screen.findByText(JSON.stringify(asked));
});
