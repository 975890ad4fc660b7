import { NO_HOURS } from '@homecare/domain/availability/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { markAllStale } from '../../platform/query.ts';
import { AvailabilityDialog } from './AvailabilityDialog.tsx';

const Page = () => <AvailabilityDialog person={rowOf(11, {})} onClose={() => undefined} />;

beforeEach(() => signInAs('user'));
afterEach(closePages);

it('keeps what is typed when somebody else saves, and asks whose hours stay', async () => {
  let saved = { miles: 10, rev: 3 };
  let reads = 0;
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('list-skills')) return { data: [] };
    if (path.includes('save-hours'))
      return {
        status: 409,
        reason: 'stale',
        Info: 'Someone changed this record while you were editing.',
      };
    reads += 1;
    return {
      data: { hours: { ...NO_HOURS, windows: null, farthestMiles: saved.miles }, skills: [], rev: saved.rev },
    };
  });
  await openPages({ '/people': Page }, '/people');
  const miles = await screen.findByLabelText<HTMLInputElement>('Farthest miles');
  fireEvent.change(miles, { target: { value: '15' } });
  saved = { miles: 14, rev: 4 };
  // Anyone who comes back to this window has it asked again.
  await markAllStale();
  await waitFor(() => expect(reads).toBeGreaterThan(1));
  expect(screen.getByLabelText<HTMLInputElement>('Farthest miles').value).toBe('15');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: /Keep my changes/ });
  expect(screen.getByLabelText<HTMLInputElement>('Farthest miles').value).toBe('15');
});
