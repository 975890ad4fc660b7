import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { ParDialog } from './ParDialog.tsx';

afterEach(closePages);

test('an authorization that was entered is not lost by Escape', async () => {
  onDesk();
  signInAs('admin');
  answerWith(({ path }) => ({ data: path.includes('getPremium') ? CAPABILITIES : [] }));
  const onClose = vi.fn();
  const Page = () => (
    <ParDialog fresh={{ clientId: 21, type: '', from: '' }} stored={null} onClose={onClose} />
  );
  await openPages({ '/people': Page }, '/people');
  const number = await screen.findByLabelText(/^PAR number/);
  fireEvent.change(number, { target: { value: 'A-4821' } });
  fireEvent.keyDown(number, { key: 'Escape' });
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(question.textContent).toContain('The authorization you entered will be lost.');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByRole('button', { name: 'Leave' }));
  expect(onClose).toHaveBeenCalledOnce();
});
