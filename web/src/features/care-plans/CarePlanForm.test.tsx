import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { CarePlanFormPage } from './CarePlanFormPage.tsx';
import type { StoredPlanMode } from './plan-mode.ts';
import { planOf } from './test-care-plan.ts';

const TYPE = {
  id: 1,
  Name: 'Personal Care',
  Code: 'PCP',
  rate: null,
  addrate: null,
  taskOptions: { pcItems: [{ Name: 'Bathing' }, { Name: 'Dressing' }], hmItems: [] },
  ihss: false,
  relative: false,
  evvNeeded: true,
  aggregatorCode: null,
  procedureCode: null,
  modifiers: [],
  unitRule: 'up',
  payCategory: null,
};

interface Server {
  /** The plan as it is stored now. */
  plan: CarePlan | undefined;
  /** What it answers to a modify. */
  update: () => Answer;
  sent: Readonly<Record<string, unknown>>[];
}

const NO_VISITS = { created: 0, changed: 0, removed: 0 };
const saved = (plan: CarePlan): Answer => ({
  data: {
    id: plan.id,
    Status: plan.Status,
    EndDate: plan.EndDate,
    rev: plan.rev + 1,
    visits: NO_VISITS,
    coveredVisits: NO_VISITS,
    messages: ['Success: Careplan modified'],
  },
});

const serverWith = (plan: CarePlan | undefined): Server => {
  const server: Server = { plan, update: () => ({ status: 500 }), sent: [] };
  answerWith(({ path, cmd, data }): Answer => {
    if (cmd === 'get') return { data: [rowOf(1, {}), rowOf(2, {})] };
    if (cmd === 'type_get') return { data: [TYPE] };
    if (cmd === 'care_get') return { data: [] };
    if (cmd === 'care_read')
      return server.plan ? { data: server.plan } : { status: 404, Info: 'This record was not found.' };
    if (cmd === 'care_update') {
      server.sent.push(data);
      return server.update();
    }
    return path.includes('getPremium') ? { data: { ...CAPABILITIES, carePlanPass: true } } : { data: [] };
  });
  return server;
};

const List = () => <h2>The list</h2>;
const open = (mode: StoredPlanMode, id = 7) =>
  openPages({ '/careplan': CarePlanFormPage, '/careplanlist': List }, '/careplan', { mode, id });

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};
const remarks = () => screen.getByLabelText<HTMLTextAreaElement>('Remarks').value;
const toastTexts = () => shownToasts().map(({ text }) => text);

beforeEach(() => {
  closeAllToasts();
  onDesk();
  signInAs('admin');
});
afterEach(closePages);

describe('Modify', () => {
  it('shows what stays as words, and leaves for the list without a call when nothing changed', async () => {
    const server = serverWith(planOf({}));
    await open('Modify');
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      'Person00001, Ana for Person00002, Ana',
    );
    expect(screen.getByText('ID 7 · Personal Care · starts 03-02-2026 · New client')).toBeDefined();
    for (const label of [/^Provider/, /^Client/, /^Start Date/, /^Type/, /^Create reason/])
      expect(screen.queryByLabelText(label)).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Is Temporary Careplan' })).toHaveProperty('disabled', true);
    press('Modify and Exit');
    expect(await screen.findByText('The list')).toBeDefined();
    expect(server.sent).toEqual([]);
  });

  it('stays with what is stored now, and offers the other ways', async () => {
    const server = serverWith(planOf({}));
    server.update = () => {
      server.plan = planOf({ rev: 4, Remarks: 'Ring twice' });
      return saved(planOf({}));
    };
    await open('Modify');
    await screen.findByLabelText('Remarks');
    enter('Remarks', 'Ring twice ');
    press('Modify');
    await screen.findByRole('button', { name: 'Exit to list' });
    expect(server.sent[0]).toMatchObject({ Remarks: 'Ring twice', rev: 3, approvedDays: '[]' });
    expect(server.sent[0]).not.toHaveProperty('ProviderID');
    expect(toastTexts()).toEqual(['Success: Careplan modified']);
    await waitFor(() => expect(remarks()).toBe('Ring twice'));
    enter('Remarks', 'Ring three times');
    expect(screen.queryByRole('button', { name: 'Exit to list' })).toBeNull();
    press('Modify');
    await waitFor(() => expect(server.sent[1]).toMatchObject({ rev: 4 }));
  });

  it('of a plan that somebody else saved keeps what was typed and says who and when', async () => {
    const server = serverWith(planOf({}));
    server.update = () => {
      server.plan = planOf({ rev: 4, Remarks: 'Dog in the yard' });
      return { status: 409, reason: 'stale', Info: 'Changed by T.K. at 11-21-2026 03:10 PM' };
    };
    await open('Modify');
    await screen.findByLabelText('Remarks');
    enter('Travel Time minutes, Monday', '25');
    press('Modify');
    const note = await screen.findByRole('alert');
    expect(note.textContent).toContain('Not saved. Changed by T.K. at 11-21-2026 03:10 PM.');
    expect(note.textContent).toContain('They changed Remarks. Keeping yours keeps theirs too.');
    press('Keep my changes');
    await waitFor(() => expect(remarks()).toBe('Dog in the yard'));
    expect(screen.getByLabelText('Travel Time minutes, Monday')).toHaveProperty('value', '25');
    server.update = () => saved(planOf({ rev: 4 }));
    press('Modify');
    await waitFor(() => expect(server.sent[1]).toMatchObject({ rev: 4 }));
  });

  it('asks an admin for the code and a remark, and stops when the code is locked', async () => {
    const server = serverWith(planOf({}));
    const refuse = (status: number, message: string): Answer => ({
      status,
      reason: status === 429 ? 'tooMany' : 'overrideRejected',
      Info: message,
      errors: [{ field: 'overridePassword', message }],
    });
    server.update = () => refuse(400, 'You enter incorrect code!');
    await open('Modify');
    await screen.findByLabelText('Remarks');
    enter('Time Out, Monday', '930');
    press('Modify');
    const mismatch = 'Error: You have time mismatch in Care Plan on Monday';
    expect(within(await screen.findByRole('dialog')).getByText(mismatch)).toBeDefined();
    press('Continue');
    const password = await screen.findByLabelText(/^Plan override password/);
    press('Save');
    await screen.findByText('Write a remark that says why.');
    expect(server.sent).toEqual([]);
    fireEvent.change(password, { target: { value: 'Guessed-1' } });
    fireEvent.change(screen.getByLabelText(/^Remark \*|^Remark$/), { target: { value: 'Agreed' } });
    expect(screen.getByText('Added to the remarks: 279 of 285 characters left')).toBeDefined();
    press('Save');
    await waitFor(() => expect(screen.getByText('You enter incorrect code!')).toBeDefined());
    expect(server.sent[0]).toMatchObject({ overridePassword: 'Guessed-1', overrideRemark: 'Agreed' });
    expect(toastTexts()).toContain('You enter incorrect code!');
    const locked = 'Too many wrong codes. Try again at 04:15 PM.';
    server.update = () => refuse(429, locked);
    fireEvent.change(screen.getByLabelText(/^Plan override password/), { target: { value: 'Guessed-2' } });
    press('Save');
    expect(await screen.findByText(locked)).toBeDefined();
  });

  it('stops a user at a time error, with its message', async () => {
    signInAs('user');
    const server = serverWith(planOf({}));
    await open('Modify');
    await screen.findByLabelText('Remarks');
    enter('Time Out, Monday', '930');
    press('Modify');
    expect(toastTexts()).toEqual(['Error: You have time mismatch in Care Plan on Monday']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sent).toEqual([]);
  });
});

describe('a plan that cannot be modified', () => {
  it('is shown with the reason when it is archived', async () => {
    serverWith(planOf({ Status: 'Archive', EndDate: '2026-06-01', ArchiveInfo: '06-01-2026 10:00 AM M.R.' }));
    await open('Modify');
    expect(await screen.findByText('This care plan is archived. Set it active first.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Modify' })).toBeNull();
    expect(screen.getByText('06-01-2026 10:00 AM M.R.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('row', { name: /^Bathing/ }).textContent).toBe('Bathing3030');
  });

  it('offers no temporary clone when it is deleted', async () => {
    serverWith(planOf({ Status: 'Deleted', DeleteInfo: '06-01-2026 10:00 AM M.R.' }));
    await open('Show');
    const button = await screen.findByRole('button', { name: 'Clone temp' });
    expect(button.getAttribute('aria-description')).toBe('This care plan is deleted.');
  });

  it('is said not to be there', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    serverWith(undefined);
    await open('Modify', 99);
    expect(await screen.findByText('This care plan was not found')).toBeDefined();
    press('Back to the list');
    expect(await screen.findByText('The list')).toBeDefined();
    error.mockRestore();
  });
});
