import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';

const asked = {
  ...{ id: 1, providerId: 12, Provider: 'Martinez, Dolores' },
  ...{ from: '2026-11-20', through: '2026-11-21', fromTime: null, throughTime: null },
};
let approved: number;
let isDown: boolean;
const Page = () => (
  <ApproveDialog
    rows={[asked]}
    busy={false}
    onApprove={() => {
      approved += 1;
    }}
    onClose={() => undefined}
  />
);

beforeEach(() => {
  signInAs('user');
  [approved, isDown] = [0, true];
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    return isDown ? { status: 409, Info: 'Nothing is counted.' } : { data: { visits: [3] } };
  });
});
afterEach(closePages);

it('approves nothing before it is known how many visits that opens, and says where that failed', async () => {
  await openPages({ '/timeoff': Page }, '/timeoff');
  const approve = await screen.findByRole('button', { name: 'Approve' });
  fireEvent.click(approve);
  await screen.findByText('Couldn’t load the planned visits');
  fireEvent.click(approve);
  expect(approved).toBe(0);
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: /try again/i }));
  await screen.findByText('3 planned visits will have no caregiver.');
  fireEvent.click(approve);
  await waitFor(() => expect(approved).toBe(1));
});
