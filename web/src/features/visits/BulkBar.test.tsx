import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { visitOf } from '../../../testing/visits.ts';
import { closeAllToasts } from '../../platform/toasts.ts';
import { EvvAdminPage } from './EvvAdminPage.tsx';

const NINE = Array.from({ length: 9 }, (_, n) => visitOf(n + 1, { aggregatorStatus: null }));
const EXCLUDED = 'Visits of an excluded plan are not sent.';

const answer = (visits = NINE) => {
  const asked: string[] = [];
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: { ...CAPABILITIES, sandataEnabled: true } };
    if (path.includes('getEVVList')) return { data: visits };
    if (path.includes('list-exceptions')) return { data: { visits: [], more: false } };
    asked.push(path);
    if (path.includes('undo-bulk'))
      return { data: { bulk: null, done: NINE.slice(1).map(({ id }) => id), refused: [] } };
    const refused = [{ id: 1, name: 'Bekele 1, Tigist, 11-20-2026', reason: EXCLUDED }];
    return { data: { bulk: 7, done: NINE.slice(1).map(({ id }) => id), refused } };
  });
  return asked;
};

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('selected visits', () => {
  it('nine unsent visits take two clicks; what was refused is named, the rest can be put back', async () => {
    const asked = answer();
    await openPages({ '/evvadmin': EvvAdminPage }, '/evvadmin');
    await screen.findByText('Bekele 2, Tigist');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    const bar = within(screen.getByRole('region', { name: 'Selected visits' }));
    bar.getByText('9 selected');
    fireEvent.click(bar.getByRole('button', { name: 'Send to Sandata (9)' }));
    await bar.findByText('8 visits sent to Sandata. 1 visit left as before:');
    bar.getByText(`Bekele 1, Tigist, 11-20-2026: ${EXCLUDED}`);
    expect(asked).toHaveLength(1);
    fireEvent.click(bar.getByRole('button', { name: 'Undo' }));
    await bar.findByText('8 visits put back.');
    expect(asked).toHaveLength(2);
  });

  it('what the action does not fit is left out and said; what Sandata has goes again only by choice', async () => {
    const waiting = { id: 1, move: 'Check-In' as const, at: NINE[0]?.startedAt ?? '' };
    const place = { late: false, latitude: null, longitude: null, distance: null, locationError: false };
    const mixed = [
      ...NINE.slice(0, 4),
      visitOf(10, { aggregatorStatus: 'Success' }),
      visitOf(11, {
        Status: 'Planned',
        aggregatorStatus: null,
        startedAt: null,
        endedAt: null,
        Attempts: [{ ...waiting, ...place }],
      }),
    ];
    const asked = answer(mixed);
    await openPages({ '/evvadmin': EvvAdminPage }, '/evvadmin');
    await screen.findByText('Bekele 10, Tigist');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    const bar = within(screen.getByRole('region', { name: 'Selected visits' }));
    bar.getByRole('button', { name: 'Resend to Sandata (1)' });
    bar.getByRole('button', { name: 'Accept recorded times (1)' });
    bar.getByRole('button', { name: 'Reject recorded times (1)' });
    fireEvent.click(bar.getByRole('button', { name: 'Send to Sandata (4)' }));
    await bar.findByText(/2 of 6 left out\. Sent already: 1\. Only a complete visit can be sent: 1\./);
    expect(asked).toHaveLength(1);
  });

  it('one at a time, and none again', async () => {
    answer();
    await openPages({ '/evvadmin': EvvAdminPage }, '/evvadmin');
    fireEvent.click(await screen.findByRole('checkbox', { name: /^Select Bekele 2, Tigist/ }));
    const bar = within(screen.getByRole('region', { name: 'Selected visits' }));
    bar.getByText('1 selected');
    fireEvent.click(bar.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected visits' })).toBeNull());
  });
});
