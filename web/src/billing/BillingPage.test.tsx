import type { BillingCard, CardDay, ClientMonth } from '@homecare/domain/billing/schema.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  type Asked,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../people/test-application.tsx';
import { keep } from '../shell/kept.ts';
import { closeAllToasts, shownToasts } from '../shell/toasts.ts';
import { refreshBilling } from './api.ts';
import { FIRST_VIEW } from './BillingBar.tsx';
import { BillingPage } from './BillingPage.tsx';

const day = (date: string, more: Partial<CardDay> = {}): CardDay => ({
  date,
  start: '08:00',
  end: '10:00',
  travel: 0,
  billing: true,
  payroll: true,
  ...more,
});
const MONDAYS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'];
const scan = (period: number, received = true, errors: number[] = []) => ({ period, received, errors });

const cardOf = (more: Partial<BillingCard> = {}, plan: Partial<BillingCard['plan']> = {}): BillingCard => ({
  plan: {
    id: 3188,
    Status: 'Active',
    StartDate: '2026-01-05',
    EndDate: null,
    excluded: null,
    covidBy: null,
    ArchiveInfo: null,
    DeleteInfo: null,
    Type: 'PCP',
    TypeName: 'Personal Care',
    evvNeeded: false,
    relative: false,
    ProviderID: 3,
    Provider: 'Bekele, Tigist',
    providerArchived: null,
    providerNotes: null,
    ...plan,
  },
  planned: MONDAYS.map((date) => day(date)),
  rates: { inside: 500, outside: 600, custom: [] },
  unitRule: 'up',
  visits: [],
  scans: [scan(0), scan(1)],
  saved: null,
  previous: null,
  ...more,
});
const savedOf = (
  more: Partial<NonNullable<BillingCard['saved']>> = {},
): NonNullable<BillingCard['saved']> => ({
  id: 77,
  careplanId: 3188,
  clientId: 2,
  providerId: 3,
  careplanType: 'PCP',
  planStatus: 'Active',
  date: '2026-11',
  customDate: null,
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  payRate: 500,
  unitRule: 'up',
  json: [day('2026-11-02'), day('2026-11-09', { billing: false })],
  Status: 'Billed',
  excluded: null,
  remarks: null,
  deniedReason: null,
  Modify: '2026-12-01T18:00:00Z',
  ModifiedBy: 'M.R.',
  rev: 4,
  ...more,
});

const pageOf = (cards: BillingCard[], client: Partial<ClientMonth['client']> = {}): ClientMonth => ({
  date: '2026-11',
  client: {
    ID: 2,
    name: 'Baca, Guadalupe',
    Medicaid: 'Y412857',
    PrivateClient: false,
    archiveDate: null,
    isOutside: false,
    ...client,
  },
  cards,
});

const shownIn = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : undefined;
const isChecked = (box: HTMLElement) => box instanceof HTMLInputElement && box.checked;

const asked: Asked[] = [];
const show = async (page: ClientMonth, answer: (one: Asked) => Answer | undefined = () => undefined) => {
  keep('billing.view', { ...FIRST_VIEW, client: 2, month: '2026-11' });
  answerWith((one) => {
    asked.push(one);
    if (one.path.includes('getPremium')) return { data: CAPABILITIES };
    if (one.cmd === 'get') return { data: [rowOf(2, { LastName: 'Baca', FirstName: 'Guadalupe' })] };
    if (one.path.includes('client-month')) return { data: page };
    return answer(one) ?? {};
  });
  await openPages({ '/billing': BillingPage }, '/billing');
  return screen.findByRole('region', { name: /, plan 3188$/ });
};
const writes = (cmd: string) => asked.filter((one) => one.cmd === cmd);
const told = () => shownToasts().map(({ text }) => text);
const cell = (card: HTMLElement, name: string) => within(card).getByRole('textbox', { name });

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  asked.length = 0;
  closeAllToasts();
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

describe('an unsaved card', () => {
  it('opens with the week of the plan and its totals, and is saved as it stands', async () => {
    const card = await show(pageOf([cardOf()]), (one) =>
      one.cmd === 'work_insert' ? { data: { id: 77, rev: 0 }, Info: 'Item Saved' } : undefined,
    );
    expect(card.textContent).toContain('$200.00');
    expect(card.textContent).toContain('40 units × $5.00');
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(told()).toEqual(['Item Saved']));
    expect(writes('work_insert')[0]?.data).toMatchObject({
      careplanId: 3188,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 5,
      json: JSON.stringify(MONDAYS.map((date) => day(date))),
    });
  });

  it('is worked by keys: 830 is 08:30, Enter goes down, Ctrl D copies down', async () => {
    const card = await show(pageOf([cardOf()]));
    const start = cell(card, 'Start, Mon 11-02');
    start.focus();
    fireEvent.change(start, { target: { value: '830' } });
    fireEvent.keyDown(start, { key: 'd', ctrlKey: true });
    expect(shownIn(cell(card, 'Start, Mon 11-30'))).toBe('08:30');
    fireEvent.keyDown(start, { key: 'Enter' });
    expect(document.activeElement).toBe(cell(card, 'Start, Mon 11-09'));
    expect(shownIn(start)).toBe('08:30');
    fireEvent.keyDown(cell(card, 'Start, Mon 11-09'), { key: 'Enter' });
    expect(document.activeElement).toBe(cell(card, 'Start, Mon 11-16'));
    fireEvent.keyDown(cell(card, 'Start, Mon 11-16'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(within(card).getByRole('checkbox', { name: 'Payroll, Mon 11-02' }));
    expect(card.textContent).toContain('7.50 work + 0.00 travel');
    expect(card.textContent).toContain('Changed');
  });

  it('asks before a day is billed that no visit proves', async () => {
    const visits = [
      {
        Date: '2026-11-02',
        PlannedDay: '2026-11-02',
        Status: 'Complete' as const,
        FactStartTime: '2026-11-02T15:02:00Z',
        FactEndTime: '2026-11-02T17:01:00Z',
      },
    ];
    const card = await show(pageOf([cardOf({ visits }, { evvNeeded: true })]));
    expect(card.textContent).toContain('Not billed, for no visit proves the day.');
    const box = within(card).getByRole('checkbox', { name: 'Billing, Mon 11-09' });
    expect(isChecked(box)).toBe(false);
    fireEvent.click(box);
    const question = await screen.findByRole('dialog', { name: 'Bill a day without a visit?' });
    expect(isChecked(box)).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: 'Bill' }));
    await waitFor(() => expect(isChecked(box)).toBe(true));
  });

  it('is not saved while its scans block it, and says why', async () => {
    const card = await show(pageOf([cardOf({ scans: [scan(0, true, [1]), scan(1, false)] })]));
    expect(card.textContent).toContain(
      'Save is off: 1st half has a scan with Missing Signature, 2nd half has no scan.',
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    expect(writes('work_insert')).toEqual([]);
  });

  it('tells what is wrong with period and month of calculation', async () => {
    const card = await show(pageOf([cardOf()]));
    fireEvent.click(within(card).getByRole('switch', { name: 'Month of calculation' }));
    fireEvent.change(within(card).getByLabelText('End period'), { target: { value: '' } });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    expect(told()).toEqual([
      'Error: Start/End Period is incorrect',
      'Error: Month of calculation is empty. Please select correct date',
    ]);
    expect(writes('work_insert')).toEqual([]);
  });

  it('shows the time check until it is closed', async () => {
    const Info = 'Error: This provider has billed time 08:00 – 09:00 on 11-09-2026 already (plan 9).';
    const card = await show(pageOf([cardOf()]), (one) =>
      one.cmd === 'work_insert'
        ? { status: 409, Info, errors: [{ field: 'time', message: Info }] }
        : undefined,
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: Info, life: null }]));
  });

  it('offers the outside rate outside, and refuses a custom rate that exists', async () => {
    const card = await show(pageOf([cardOf()], { isOutside: true }));
    const rate = within(card).getByLabelText('Pay rate');
    expect(
      within(rate)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Inside rate $5.00', 'Outside rate $6.00', 'Custom...']);
    expect(shownIn(rate)).toBe('600');
    fireEvent.change(rate, { target: { value: 'custom' } });
    const dialog = await screen.findByRole('dialog', { name: 'Custom rate' });
    const add = (dollars: string) => {
      fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: dollars } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Add rate' }));
    };
    add('5.00');
    expect(told()).toEqual(['Error: This rate already exists']);
    add('7.25');
    await waitFor(() => expect(shownIn(rate)).toBe('725'));
  });

  it('is omitted from the page', async () => {
    const card = await show(pageOf([cardOf()]));
    fireEvent.click(within(card).getByRole('button', { name: 'Omit' }));
    await waitFor(() => expect(card.isConnected).toBe(false));
    expect(told()).toEqual(['Item omited']);
  });
});

describe('a saved card', () => {
  it('is read only until Modify, and Cancel leaves it', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]));
    expect(within(card).queryByRole('textbox', { name: /^Start/ })).toBeNull();
    expect(card.textContent).toContain('8 units × $5.00');
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    expect(shownIn(cell(card, 'Start, Mon 11-02'))).toBe('08:00');
    fireEvent.click(within(card).getByRole('button', { name: 'Cancel' }));
    expect(within(card).queryByRole('button', { name: 'Modify' })).not.toBeNull();
  });

  it('being modified is not written over what somebody else changed meanwhile', async () => {
    const page = pageOf([cardOf({ saved: savedOf() })]);
    const card = await show(page, (one) =>
      one.cmd === 'work_update' ? { status: 409, Info: 'Changed by D.P. at 12-01-2026 11:00 AM' } : undefined,
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    page.cards = [cardOf({ saved: savedOf({ rev: 5, remarks: 'By another hand' }) })];
    await act(() => refreshBilling());
    fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '1030' } });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(told()).toEqual(['Changed by D.P. at 12-01-2026 11:00 AM']));
    expect(writes('work_update').map(({ data }) => data.rev)).toEqual([4]);
    fireEvent.click(within(card).getByRole('button', { name: 'Cancel' }));
    expect(shownIn(within(card).getByLabelText('Remarks'))).toBe('By another hand');
  });

  it('takes status and remarks, each with its revision', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]), (one) =>
      one.cmd === 'work_update'
        ? { data: { id: 77, rev: 5 }, Info: one.data.Status ? 'Status updated' : 'Remarks updated' }
        : undefined,
    );
    fireEvent.change(within(card).getByLabelText('Status'), { target: { value: 'Paid' } });
    await waitFor(() => expect(told()).toEqual(['Status updated']));
    const remarks = within(card).getByLabelText('Remarks');
    fireEvent.change(remarks, { target: { value: 'Called' } });
    fireEvent.blur(remarks);
    await waitFor(() => expect(told()).toEqual(['Status updated', 'Remarks updated']));
    expect(writes('work_update').map(({ data }) => data)).toEqual([
      { Status: 'Paid', rev: 4 },
      { remarks: 'Called', rev: 4 },
    ]);
  });

  it('keeps its status while the scans block it', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf(), scans: [scan(0, false), scan(1)] })]));
    expect(within(card).getByLabelText('Status').hasAttribute('disabled')).toBe(true);
  });

  it('is deleted after one question', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]), (one) =>
      one.cmd === 'work_delete' ? { data: null, Info: 'Item deleted' } : undefined,
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: /^Delete the billing of Bekele/ });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(told()).toEqual(['Item deleted']));
    expect(writes('work_delete')[0]?.data).toEqual({ rev: 4 });
  });
});

describe('what is shown', () => {
  it('leaves empty and deleted plans out until they are asked for', async () => {
    const cards = [
      cardOf(),
      cardOf({ planned: [] }, { id: 2, Provider: 'Empty, Plan' }),
      cardOf({ planned: [] }, { id: 3, Provider: 'Deleted, Plan', Status: 'Deleted' }),
    ];
    await show(pageOf(cards));
    const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(names()).toEqual(['Bekele, Tigist']);
    fireEvent.click(screen.getByRole('switch', { name: 'Show empty' }));
    expect(names()).toEqual(['Bekele, Tigist', 'Empty, Plan']);
    fireEvent.click(screen.getByRole('switch', { name: 'Deleted care plans' }));
    expect(names()).toEqual(['Bekele, Tigist', 'Empty, Plan', 'Deleted, Plan']);
    const deleted = screen.getByRole('region', { name: 'Deleted, Plan, plan 3' });
    expect(within(deleted).getByRole('button', { name: 'Save' }).getAttribute('aria-description')).toBe(
      'This care plan is deleted: nothing is billed by it.',
    );
  });
});
