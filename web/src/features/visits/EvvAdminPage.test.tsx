import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { visitOf } from '../../../testing/visits.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { showVisitsOf } from './day-only.ts';
import { EvvAdminPage } from './EvvAdminPage.tsx';

const HINT = { move: 'Check-In', kind: 'repeated', value: 3 } as const;
const WORDS = 'Check-In: exactly the same coordinates as at 3 other checks';
const REFUSAL = 'ClientMedicaidID: the member is not known.';

const hinted = visitOf(1, { ReviewHints: [HINT], StartLocationError: true });
const refused = visitOf(2, { aggregatorStatus: 'Failed', aggregatorMessage: REFUSAL });

const answer = (toSave?: Answer) => {
  const asked: string[] = [];
  const saved: Readonly<Record<string, unknown>>[] = [];
  let seen = false;
  const marked = () => ({ ...hinted, ReviewSeenBy: seen ? 'M.R.' : null });
  answerWith(({ path, cmd, data }) => {
    asked.push(path);
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('staffing/list-open')) return { data: [] };
    if (path.includes('getEVVList')) return { data: [marked(), refused] };
    if (path.includes('list-exceptions')) {
      const review = { kind: 'review', detail: WORDS, fix: 'seen' };
      const notAccepted = { kind: 'notAccepted', detail: REFUSAL, fix: 'showLog' };
      const visits = [
        { visit: refused, exceptions: [notAccepted] },
        ...(seen ? [] : [{ visit: hinted, exceptions: [review] }]),
      ];
      return { data: { visits, more: false } };
    }
    if (path.includes('mark-reviewed')) {
      seen = true;
      return { data: marked() };
    }
    if (cmd !== 'evv_update') return { status: 404, Info: path };
    saved.push(data);
    return toSave ?? { data: { ...refused, aggregatorStatus: 'Pending', aggregatorMessage: null, rev: 2 } };
  });
  return { asked, saved };
};
const open = () => openPages({ '/evvadmin': EvvAdminPage }, '/evvadmin');
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} stands in no row`);
  return within(row);
};

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('EVV Admin', () => {
  it('says in words what should be looked at and why a visit was refused', async () => {
    answer();
    await open();
    const row = await rowOf('Bekele 1, Tigist');
    row.getByRole('img', { name: WORDS });
    row.getByText(WORDS);
    (await rowOf('Bekele 2, Tigist')).getByText(REFUSAL);
  });

  it('says it on a phone too, where a location error has no sign', async () => {
    onPhone();
    answer();
    await open();
    const item = (await screen.findByText('Bekele 1, Tigist')).closest('li');
    expect(item?.textContent).toContain(`Location error · ${WORDS}`);
    expect((await screen.findByText('Bekele 2, Tigist')).closest('li')?.textContent).toContain(REFUSAL);
  });

  it('exports the hour and the state that are shown', async () => {
    answer();
    const plain = globalThis.fetch;
    const bodies: string[] = [];
    vi.stubGlobal('fetch', (...of: Parameters<typeof fetch>) => {
      if (String(of[0]).includes('visits/export-list')) bodies.push(String(of[1]?.body));
      return plain(...of);
    });
    showVisitsOf('', { hour: 0, state: 'complete' });
    await open();
    await rowOf('Bekele 1, Tigist');
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() =>
      expect(bodies).toEqual([expect.stringContaining('"hour":0,"state":"complete","planId":null')]),
    );
  });

  it('lets staff say that they have seen it', async () => {
    const { asked } = answer();
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Exceptions' }));
    const row = await rowOf('Bekele 1, Tigist');
    row.getByText('Position to look at');
    row.getByText(WORDS);
    const button = row.getByRole('button', { name: /^Mark as seen/ });
    // A doubled click is one.
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(shownToasts().map(({ text }) => text)).toEqual(['Success: Marked as seen']));
    await waitFor(() => expect(screen.queryByText('Bekele 1, Tigist')).toBeNull());
    (await rowOf('Bekele 2, Tigist')).getByText(REFUSAL);
    expect(asked.filter((path) => path.includes('mark-reviewed'))).toHaveLength(1);
  });

  it('shows how a visit stands when somebody else was first', async () => {
    const Info = 'This visit was changed by A.D. at 11-20-2026 10:00 AM.';
    const { asked } = answer({ status: 409, Info });
    await open();
    fireEvent.click((await rowOf('Bekele 2, Tigist')).getByRole('button', { name: /^Edit/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit visit of Bekele 2, Tigist' }));
    fireEvent.change(dialog.getByLabelText('Notes'), { target: { value: 'Mine' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const lists = () => asked.filter((path) => path.includes('getEVVList')).length;
    const before = lists();
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Change visit reason' })).getByRole('button', {
        name: 'Save',
      }),
    );
    expect((await dialog.findByRole('alert')).textContent).toContain(Info.replace(/\.$/, ''));
    await waitFor(() => expect(lists()).toBe(before + 1));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Mine');
  });

  it('lays a correction over what somebody else saved first', async () => {
    let now = visitOf(3, { Notes: 'Came late' });
    const saved: Readonly<Record<string, unknown>>[] = [];
    answerWith(({ path, cmd, data }) => {
      if (path.includes('getPremium')) return { data: CAPABILITIES };
      if (path.includes('staffing/list-open')) return { data: [] };
      if (path.includes('getEVVList')) return { data: [now] };
      if (cmd !== 'evv_update') return { status: 404, Info: path };
      saved.push(data);
      if (data.rev === now.rev) return { data: { ...now, Notes: String(data.Notes), rev: now.rev + 1 } };
      return { status: 409, reason: 'stale', Info: 'This visit was changed by A.D.' };
    });
    await open();
    fireEvent.click((await rowOf('Bekele 3, Tigist')).getByRole('button', { name: /^Edit/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit visit of Bekele 3, Tigist' }));
    fireEvent.change(dialog.getByLabelText('Notes'), { target: { value: 'Mine' } });
    now = { ...now, rev: now.rev + 1, IOBSE: '11000' };
    const save = async () => {
      fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
      const reason = within(await screen.findByRole('dialog', { name: 'Change visit reason' }));
      fireEvent.click(reason.getByRole('button', { name: 'Save' }));
    };
    await save();
    const note = await dialog.findByRole('alert');
    expect(note.textContent).toContain('This visit was changed by A.D. They changed Bill visit.');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep my changes' }));
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Bill visit' }).checked).toBe(false);
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Mine');
    await save();
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toMatchObject({ Notes: 'Mine', rev: now.rev });
    expect(saved[1]).not.toHaveProperty('IOBSE');
  });

  it('shows all tasks, the refusal, and sends what was refused again with its correction', async () => {
    const { saved } = answer();
    await open();
    fireEvent.click((await rowOf('Bekele 2, Tigist')).getByRole('button', { name: /^Edit/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit visit of Bekele 2, Tigist' }));
    dialog.getByText(`Rejected: ${REFUSAL}`);
    const tasks = within(dialog.getByRole('table', { name: 'Tasks' }));
    expect(tasks.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'TaskMinutes',
      'Personal care',
      'Bathing30',
      'Dressing10',
      'Feeding10',
      'Exercise10',
      'Homemaking',
      'Laundry20',
      'Shopping10',
      'Total90',
    ]);
    const again = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Send to Sandata again' });
    expect(again.checked).toBe(true);
    fireEvent.change(dialog.getByLabelText('Notes'), { target: { value: 'Member number corrected' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const reason = within(await screen.findByRole('dialog', { name: 'Change visit reason' }));
    fireEvent.click(reason.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      Notes: 'Member number corrected',
      SunDataStatus: 'Pending',
      changeCode: 1,
    });
  });
});
