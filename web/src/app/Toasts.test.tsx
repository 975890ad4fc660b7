import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../testing/application.tsx';
import { closeAllToasts, toast } from '../platform/toasts.ts';
import { Toasts } from './Toasts.tsx';

afterEach(() => {
  closeAllToasts();
  closePages();
});

it('gives the focus back to where it was before a message was pressed away', async () => {
  onDesk();
  signInAs('user');
  answerWith(() => ({ data: CAPABILITIES }));
  const undone: string[] = [];
  const Page = () => (
    <>
      <button type="button">Visit</button>
      <Toasts />
    </>
  );
  await openPages({ '/schedule': Page }, '/schedule');
  const visit = await screen.findByRole('button', { name: 'Visit' });
  visit.focus();
  toast.undo('Ana covers Vigil.', () => void undone.push('Ana'));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // By keys: the focus comes to the button from the visit.
  undo.focus();
  fireEvent.click(undo);
  expect(undone).toEqual(['Ana']);
  expect(document.activeElement).toBe(visit);
});
