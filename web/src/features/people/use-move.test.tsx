import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { ActivateDialog } from './ActivateDialog.tsx';

const seen = rowOf(7, { LastName: 'Baca', Cur: 'n', archiveDate: '2026-08-31', rev: 3 });
const now: PersonRow = { ...seen, Phone: '(720) 555-0188', rev: 4 };
const STALE: Answer = { status: 409, reason: 'stale', Info: 'Changed by T.K. at 11-20-2026 03:14 PM' };

/** Each save takes the next answer; the list has the record as it is now. */
const serverWith = (...answers: Answer[]) => {
  const revs: unknown[] = [];
  answerWith(({ cmd, data }) => {
    if (cmd === 'get') return { data: [now] };
    if (cmd !== 'update') return { data: CAPABILITIES };
    revs.push(data.rev);
    return answers.shift() ?? { data: { rev: 5, messages: ['Success: Client activated'] } };
  });
  return revs;
};

const activate = () => fireEvent.click(screen.getByRole('button', { name: 'Set Active' }));

const open = async () => {
  const onClose = vi.fn();
  const Page = () => <ActivateDialog person={seen} onClose={onClose} />;
  await openPages({ '/dashboard': Page }, '/dashboard');
  await screen.findByRole('dialog');
  return onClose;
};

beforeEach(() => signInAs('admin'));
afterEach(closePages);

describe('setting a person active whom somebody else has changed', () => {
  it('shows the other change, and sends nothing over it before the user goes on', async () => {
    const revs = serverWith(STALE, STALE);
    const onClose = await open();
    activate();
    expect(await screen.findByText(/They changed Phone\./)).toBeDefined();
    expect(screen.getByText('Not saved. Changed by T.K. at 11-20-2026 03:14 PM.')).toBeDefined();
    activate();
    await waitFor(() => expect(revs).toEqual([3, 3]));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my changes' }));
    activate();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(revs).toEqual([3, 3, 4]);
  });

  it('adopts nothing newer after a refusal that is another one', async () => {
    const Info = 'Your agency can have 10 active clients.';
    const revs = serverWith({ status: 409, reason: 'conflict', Info }, STALE);
    await open();
    activate();
    expect(await screen.findByText(Info)).toBeDefined();
    activate();
    expect(await screen.findByText(/They changed Phone\./)).toBeDefined();
    expect(revs).toEqual([3, 3]);
  });
});
