import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CAPABILITIES, closePages, rowOf } from '../../../testing/application.tsx';
import { shownToasts } from '../../platform/toasts.ts';
import { refreshBilling } from './api.ts';
import {
  cardOf,
  cell,
  day,
  MONDAYS,
  pageOf,
  savedOf,
  scan,
  setServerTime,
  show,
  startBilling,
  toastTexts,
  writes,
} from './test-cards.tsx';

const shownIn = (field: HTMLElement) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : undefined;
const isChecked = (box: HTMLElement) => box instanceof HTMLInputElement && box.checked;

beforeEach(startBilling);
afterEach(closePages);

describe('an unsaved card', () => {
  it('opens with the week of the plan and its totals, and is saved as it stands', async () => {
    const card = await show(pageOf([cardOf()]), (one) =>
      one.cmd === 'work_insert' ? { data: { id: 77, rev: 0 }, Info: 'Item Saved' } : undefined,
    );
    expect(card.textContent).toContain('$200.00');
    expect(card.textContent).toContain('40 units × $5.00');
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Item Saved']));
    expect(writes('work_insert')[0]?.data).toMatchObject({
      careplanId: 3188,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 5,
      json: JSON.stringify(MONDAYS.map((date) => day(date))),
    });
  });

  it('says why it cannot be saved while nobody says how time becomes units', async () => {
    const card = await show(pageOf([cardOf({ unitRule: null })]), ({ path }) =>
      path.includes('getPremium') ? { data: { ...CAPABILITIES, state: 'ZZ' } } : undefined,
    );
    expect(card.textContent).toContain('Units not known');
    expect(card.textContent).toMatch(/Can’t save yet: .*how time becomes units.*Enter it with the rates/);
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

  const visits = [
    {
      date: '2026-11-02',
      plannedDay: '2026-11-02',
      Status: 'Complete' as const,
      startedAt: '2026-11-02T15:02:00Z',
      endedAt: '2026-11-02T17:01:00Z',
      ClosedCode: null,
      ClosedMemo: null,
    },
  ];
  it('pays no missed visit, and asks before a day is billed or paid that no visit proves', async () => {
    const card = await show(pageOf([cardOf({ visits }, { evvNeeded: true })]));
    expect(card.textContent).toContain('Not billed or paid. There is no visit: 11-09, 11-16, 11-23, 11-30.');
    const box = (name: string) => within(card).getByRole('checkbox', { name: `${name}, Mon 11-09` });
    expect([isChecked(box('Billing')), isChecked(box('Payroll'))]).toEqual([false, false]);
    fireEvent.click(box('Billing'));
    const question = await screen.findByRole('dialog', { name: 'Bill a day without a visit?' });
    expect(isChecked(box('Billing'))).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: 'Bill' }));
    await waitFor(() => expect(isChecked(box('Billing'))).toBe(true));
    fireEvent.click(box('Payroll'));
    const second = await screen.findByRole('dialog', { name: 'Pay a day without a visit?' });
    fireEvent.click(within(second).getByRole('button', { name: 'Pay' }));
    await waitFor(() => expect(isChecked(box('Payroll'))).toBe(true));
    expect(card.textContent).toContain('Paid above verified time: 11-09 (2.00 h paid, 0.00 h verified).');
  });

  it('bills and pays no day to come: its boxes cannot be checked, also not by copying down', async () => {
    setServerTime('2026-11-16T17:00:00Z');
    const card = await show(pageOf([cardOf()]));
    const box = (day: string, name = 'Payroll') =>
      within(card).getByRole('checkbox', { name: `${name}, Mon ${day}` });
    expect(['11-16', '11-23'].map((day) => isChecked(box(day)))).toEqual([true, false]);
    expect(card.textContent).toContain('Not billed or paid. The day is still to come: 11-23, 11-30.');
    fireEvent.click(box('11-23'));
    expect(box('11-23').getAttribute('aria-description')).toBe('The day is still to come');
    box('11-02', 'Billing').focus();
    fireEvent.keyDown(box('11-02', 'Billing'), { key: 'd', ctrlKey: true });
    expect([isChecked(box('11-23')), isChecked(box('11-23', 'Billing'))]).toEqual([false, false]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not saved while its scans block it, and says why', async () => {
    const card = await show(pageOf([cardOf({ scans: [scan(0, true, [1]), scan(1, false)] })]));
    expect(card.textContent).toContain(
      'Can’t save yet: 1st half has a scan with Missing Signature, 2nd half has no scan.',
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    fireEvent.keyDown(within(card).getByRole('button', { name: 'Save' }), { key: 's', ctrlKey: true });
    expect(toastTexts()).toEqual([
      'Can’t save yet: 1st half has a scan with Missing Signature, 2nd half has no scan.',
    ]);
    expect(writes('work_insert')).toEqual([]);
  });

  it('counts records with nothing to claim apart when a month gets another status', async () => {
    await show(pageOf([cardOf()]), ({ path }) =>
      path.includes('statusSet')
        ? {
            Info: 'Records updated',
            data: {
              changed: 2,
              nothing: 1,
              ids: [1, 2, 3],
              undo: [1, 2, 3].map((id) => ({ id, rev: 1 })),
            },
          }
        : undefined,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Status Set' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Status Set' }));
    fireEvent.change(dialog.getByLabelText(/^From status/), { target: { value: 'Billed' } });
    fireEvent.change(dialog.getByLabelText(/^To status/), { target: { value: 'Denied' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Set status' }));
    await dialog.findByText('2 records, 1 more with nothing to claim of 2026-11: Billed to Denied.');
  });

  it('says what is wrong with period and month of calculation', async () => {
    const card = await show(pageOf([cardOf()]));
    fireEvent.click(within(card).getByRole('switch', { name: 'Month of calculation' }));
    const end = within(card).getByLabelText('End period');
    fireEvent.keyDown(end, { key: 'PageDown' });
    expect(shownIn(end)).toBe('11-30-2026');
    fireEvent.change(end, { target: { value: '' } });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    expect(toastTexts()).toEqual([
      'Error: Start/End Period is incorrect',
      'Error: Month of calculation is empty. Please select correct date',
    ]);
    expect(writes('work_insert')).toEqual([]);
  });

  it('shows the time check until it is closed', async () => {
    const Info = 'Error: This provider has billed time 08:00 – 09:00 on 11-09-2026 already (plan 9).';
    const card = await show(pageOf([cardOf()]), (one) =>
      one.cmd === 'work_insert'
        ? { status: 409, reason: 'hoursTaken', Info, errors: [{ field: 'time', message: Info }] }
        : undefined,
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: Info, life: null }]));
  });

  it('asks before hours in two places are saved, and saves them after a yes', async () => {
    const text = 'This provider also works 08:00 – 10:00 on 11-09-2026 by plan 9, where the hour is billed.';
    const card = await show(pageOf([cardOf()]), (one) => {
      if (one.cmd !== 'work_insert') return undefined;
      const isAllowed = JSON.stringify(one.data).includes('"allowOverlap":true');
      return isAllowed
        ? { data: { id: 77, rev: 0 }, Info: 'Item Saved' }
        : {
            status: 409,
            reason: 'hoursElsewhere',
            Info: text,
            errors: [{ field: 'overlap', message: text }],
          };
    });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Save hours in two places?' });
    expect(question.textContent).toContain(text);
    expect(toastTexts()).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Item Saved']));
    expect(writes('work_insert')).toHaveLength(2);
  });

  it('asks why more is billed than is authorized, where the agency wants to know it', async () => {
    const text = 'PAR N1 ran out Nov 9: 8 units short until Nov 30';
    const card = await show(pageOf([cardOf()]), (one) => {
      if (one.cmd !== 'work_insert') return undefined;
      return JSON.stringify(one.data).includes('"limitJustification":"Approved by phone"')
        ? { data: { id: 77, rev: 0 }, Info: 'Item Saved' }
        : {
            status: 409,
            reason: 'justificationMissing',
            Info: text,
            errors: [{ field: '', message: text }],
          };
    });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Beyond a limit' });
    expect(question.textContent).toContain(text);
    fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'Approved by phone' } });
    fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Item Saved']));
    expect(writes('work_insert')).toHaveLength(2);
  });

  it('offers the outside rate outside, and refuses a custom rate that exists', async () => {
    const card = await show(pageOf([cardOf()], { isOutside: true }));
    const rate = within(card).getByLabelText('Pay rate');
    expect(
      within(rate)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Inside rate $5.00', 'Outside rate $6.00', 'Custom...']);
    expect(shownIn(rate)).toBe('outside 600');
    fireEvent.change(rate, { target: { value: 'custom' } });
    const dialog = await screen.findByRole('dialog', { name: 'Custom rate' });
    const add = (dollars: string) => {
      fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: dollars } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Add rate' }));
    };
    add('5.00');
    expect(toastTexts()).toEqual(['Error: This rate already exists']);
    add('7.25');
    await waitFor(() => expect(shownIn(rate)).toBe('custom 725'));
  });

  it('goes on as a change of the record that somebody else saved in the meantime: nothing typed is lost', async () => {
    const page = pageOf([cardOf()]);
    const card = await show(page, (one) => {
      if (one.cmd === 'work_update') return { data: { id: 77, rev: 5 }, Info: 'Item Saved' };
      return one.cmd === 'work_insert'
        ? { status: 409, Info: 'Error: Billing for this careplan already exists' }
        : undefined;
    });
    fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '1030' } });
    page.cards = [cardOf({ saved: savedOf({ modifiedBy: 'D.P.' }) })];
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error: Billing for this careplan already exists']));
    expect(await within(card).findByText(/^D\.P\. just saved this record\./)).not.toBeNull();
    expect(shownIn(cell(card, 'End, Mon 11-02'))).toBe('1030');
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes('work_update').map(({ data }) => data.rev)).toEqual([4]));
    await within(card).findByRole('button', { name: 'Modify' });
    expect(card.textContent).not.toContain('just saved');
  });

  it('of which nothing was changed shows the record that somebody else saved', async () => {
    const page = pageOf([cardOf()]);
    const card = await show(page);
    page.cards = [cardOf({ saved: savedOf() })];
    await act(() => refreshBilling());
    await within(card).findByRole('button', { name: 'Modify' });
    // As long as something is typed, a refresh alone leaves it.
    page.cards = [cardOf()];
    await act(() => refreshBilling());
    await within(card).findByText('Not saved');
    fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '1030' } });
    page.cards = [cardOf({ saved: savedOf() })];
    await act(() => refreshBilling());
    await within(card).findByText(/just saved this record/);
    expect(shownIn(cell(card, 'End, Mon 11-02'))).toBe('1030');
    fireEvent.click(within(card).getByRole('button', { name: 'Cancel' }));
    await within(card).findByRole('button', { name: 'Modify' });
  });

  it('is omitted from the page', async () => {
    const card = await show(pageOf([cardOf()]));
    fireEvent.click(within(card).getByRole('button', { name: 'Omit' }));
    await waitFor(() => expect(card.isConnected).toBe(false));
    expect(toastTexts()).toEqual(['Item omited']);
  });
});

describe('a saved card', () => {
  it('without a billed unit is Billed as saved, says that there is nothing to claim, and whose hours are billed', async () => {
    const unbilled = [day('2026-11-02', { billing: false })];
    const card = await show(pageOf([cardOf({ saved: savedOf({ days: unbilled }) })]));
    expect(card.textContent).toContain('$0.000 units');
    expect(within(card).getByText('Nothing to claim')).toBeDefined();
    expect(shownIn(within(card).getByRole('combobox', { name: 'Status' }))).toBe('Billed');
    expect(within(card).getByText('Billed hours')).toBeDefined();
    expect(within(card).getByText('Paid hours')).toBeDefined();
  });

  it('with a billed unit says nothing of the kind', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]));
    expect(within(card).queryByText('Nothing to claim')).toBeNull();
  });

  it('is read only until Modify, and Cancel leaves it', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]));
    expect(within(card).queryByRole('textbox', { name: /^Start/ })).toBeNull();
    expect(card.textContent).toContain('8 units × $5.00');
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    expect(shownIn(cell(card, 'Start, Mon 11-02'))).toBe('08:00');
    fireEvent.click(within(card).getByRole('button', { name: 'Cancel' }));
    expect(within(card).queryByRole('button', { name: 'Modify' })).not.toBeNull();
  });

  it('being modified is not written over what somebody else changed in the meantime', async () => {
    const page = pageOf([cardOf({ saved: savedOf() })]);
    const card = await show(page, (one) =>
      one.cmd === 'work_update'
        ? { status: 409, reason: 'stale', Info: 'Changed by D.P. at 12-01-2026 11:00 AM' }
        : undefined,
    );
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    page.cards = [cardOf({ saved: savedOf({ rev: 5, remarks: 'By another hand' }) })];
    await act(() => refreshBilling());
    fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '1030' } });
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Changed by D.P. at 12-01-2026 11:00 AM']));
    expect(writes('work_update').map(({ data }) => data.rev)).toEqual([4]);
    fireEvent.click(within(card).getByRole('button', { name: 'Cancel' }));
    expect(shownIn(within(card).getByLabelText('Remarks'))).toBe('By another hand');
  });

  it('being modified is kept when somebody has deleted it in the meantime, and can be saved anew', async () => {
    const page = pageOf([cardOf({ saved: savedOf() })]);
    const card = await show(page, (one) => {
      if (one.cmd === 'work_insert') return { data: { id: 78, rev: 0 }, Info: 'Item Saved' };
      return one.cmd === 'work_update' ? { status: 404, Info: 'This record was not found.' } : undefined;
    });
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '1030' } });
    page.cards = [cardOf()];
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(card.textContent).toContain('Not saved'));
    expect(toastTexts()).toEqual([
      'Someone deleted this record while you were editing. Your changes are still here.',
    ]);
    expect(shownIn(cell(card, 'End, Mon 11-02'))).toBe('1030');
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes('work_insert')).toHaveLength(1));
  });

  it('keeps remarks that are on their way while it is opened to be modified', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]), (one) =>
      one.cmd === 'work_update' ? { data: { id: 77, rev: 5 }, Info: 'Remarks updated' } : undefined,
    );
    const remarks = within(card).getByLabelText('Remarks');
    remarks.focus();
    fireEvent.change(remarks, { target: { value: 'Called' } });
    // Ctrl S in the field is for the remarks.
    fireEvent.keyDown(remarks, { key: 's', ctrlKey: true });
    fireEvent.click(within(card).getByRole('button', { name: 'Modify' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Remarks updated']));
    expect(shownIn(within(card).getByLabelText('Remarks'))).toBe('Called');
    fireEvent.click(within(card).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes('work_update')).toHaveLength(2));
    expect(writes('work_update').map(({ data }) => [data.remarks, data.rev])).toEqual([
      ['Called', 4],
      ['Called', 5],
    ]);
  });

  it('is opened and saved by Ctrl S, and the keys go on where the button was', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]), (one) =>
      one.cmd === 'work_update' ? { data: { id: 77, rev: 5 }, Info: 'Item Saved' } : undefined,
    );
    const modify = within(card).getByRole('button', { name: 'Modify' });
    modify.focus();
    fireEvent.keyDown(modify, { key: 's', ctrlKey: true });
    const start = cell(card, 'Start, Mon 11-02');
    expect(document.activeElement).toBe(start);
    fireEvent.change(start, { target: { value: '830' } });
    expect(fireEvent.keyDown(start, { key: 's', ctrlKey: true })).toBe(false);
    await waitFor(() => expect(toastTexts()).toEqual(['Item Saved']));
    expect(writes('work_update')[0]?.data.json).toContain('08:30');
    await waitFor(() =>
      expect(document.activeElement).toBe(within(card).getByRole('button', { name: 'Modify' })),
    );
  });

  it('takes status and remarks, each with its revision', async () => {
    const card = await show(pageOf([cardOf({ saved: savedOf() })]), (one) =>
      one.cmd === 'work_update'
        ? { data: { id: 77, rev: 5 }, Info: one.data.Status ? 'Status updated' : 'Remarks updated' }
        : undefined,
    );
    fireEvent.change(within(card).getByLabelText('Status'), { target: { value: 'Paid' } });
    await waitFor(() => expect(toastTexts()).toEqual(['Status updated']));
    const remarks = within(card).getByLabelText('Remarks');
    fireEvent.change(remarks, { target: { value: 'Called' } });
    fireEvent.blur(remarks);
    await waitFor(() => expect(toastTexts()).toEqual(['Status updated', 'Remarks updated']));
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
    await waitFor(() => expect(toastTexts()).toEqual(['Item deleted']));
    expect(writes('work_delete')[0]?.data).toEqual({ rev: 4 });
  });
});

describe('what is shown', () => {
  it('offers clients of the report group, without those archived more than a year ago', async () => {
    const archived = (archiveDate: string) => ({ Cur: 'n' as const, archiveDate });
    const people = [
      rowOf(2, { LastName: 'Baca', FirstName: 'Guadalupe' }),
      rowOf(4, { LastName: 'Archived', FirstName: 'Lately', ...archived('2025-12-02') }),
      rowOf(5, { LastName: 'Archived', FirstName: 'Long ago', ...archived('2025-12-01') }),
      rowOf(6, { LastName: 'Pays', FirstName: 'Himself', PrivateClient: true }),
      rowOf(7, { LastName: 'Not', FirstName: 'Client', 'Provider or Client': 'Provider' }),
    ];
    await show(pageOf([cardOf()]), ({ cmd }) => (cmd === 'get' ? { data: people } : undefined));
    const offered = async () => {
      fireEvent.click(screen.getByRole('combobox', { name: 'Client' }));
      const options = await screen.findAllByRole('option', { hidden: true });
      return options.map(({ textContent }) => textContent).filter((text) => text?.includes('ID '));
    };
    expect((await offered()).map((text) => text?.split(',')[0])).toEqual(['Archived', 'Baca', 'Pays']);
    fireEvent.change(screen.getByLabelText('Report group'), { target: { value: 'private' } });
    // Who is shown stays in the list.
    expect((await offered()).map((text) => text?.split(',')[0])).toEqual(['Baca', 'Pays']);
  });

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
    expect(deleted.textContent).toContain('This care plan is deleted: nothing is billed by it.');
    expect(within(deleted).getByRole('button', { name: 'Save' }).getAttribute('aria-description')).toBe(
      'This care plan is deleted: nothing is billed by it.',
    );
  });
});
