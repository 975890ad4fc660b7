import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { NeedsDialog } from './NeedsDialog.tsx';

const Page = () => (
  <NeedsDialog person={rowOf(21, { Phone: '(303) 555-0191', Email: null })} onClose={() => undefined} />
);

beforeEach(() => signInAs('user'));
afterEach(closePages);

it('says at the field that a client has nothing on record by which they are to be notified', async () => {
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('get-needs'))
      return {
        data: {
          needs: { skills: [], languages: [], wishedLanguages: [], notifyBy: 'text' },
          rev: 1,
        },
      };
    return { data: [] };
  });
  await openPages({ '/people': Page }, '/people');
  const field = await screen.findByLabelText('Notify the client of changes');
  expect(screen.queryByText(/is on record/)).toBeNull();
  fireEvent.change(field, { target: { value: 'email' } });
  expect(screen.getByText(/^No email address is on record/)).toBeTruthy();
});
