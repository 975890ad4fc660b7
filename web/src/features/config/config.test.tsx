import { OutsidePostcode, PlanType } from '@homecare/domain/plan-types/schema.ts';
import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { NO_TEMPLATES } from '@homecare/domain/staffing/notifications-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAPABILITIES, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { ConfigPage } from './ConfigPage.tsx';

const TODAY = '2026-11-20';
const term = (validFrom: string, rateCents: number | null) => ({
  validFrom,
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up',
  rateCents,
  addrateCents: rateCents,
  payCategory: 'PCP/RPCP' as const,
  source: 'Fee schedule',
});
const typeOf = (values: object = {}): PlanType =>
  PlanType.parse({
    id: 1,
    Name: 'Personal Care',
    Code: 'PCP',
    ihss: false,
    relative: false,
    evvNeeded: true,
    aggregatorCode: 'PRSNL',
    pcItems: ['Bathing', 'Dressing'],
    hmItems: ['Laundry'],
    terms: [term('2027-01-01', 600), term('2026-07-01', 517), term('2020-01-01', null)],
    plans: 3,
    rev: 4,
    ...values,
  });
const SETTINGS = {
  switches: {
    smsEnabled: true,
    emailEnabled: true,
    sandataEnabled: true,
    eligibility: true,
    temporaryEnabled: true,
    archiveOnSaveEnabled: true,
    sendsCompleteVisits: false,
    ...SWITCH_DEFAULTS,
    ownClientsOnly: false,
    correctsOwnRecords: false,
    startOnToday: false,
    langGroup: ['English', 'Spanish'],
    timeZone: 'America/Denver',
  },
  paper: {
    agency: 'Front Range Home Care',
    address: ['14201 E 4th Avenue'],
    phone: '',
    fax: '',
    email: '',
    medicaidProviderId: '',
    officerName: '',
    officerTitle: '',
    officerPhone: '',
    confidentiality: 'Confidential.',
    incidentNotice: '',
    phone24h: '',
    reportAtOnce: [],
    timesheetStatement: '',
    diagnosisOnPlan: true,
    orderSheet: true,
  },
  operator: { premium: true, version: 2, maxClients: 100, billing: true },
  logo: null,
  services: { updateSandata: 'No address of Sandata is set', balance: 'No text messaging account is set up' },
  rev: 2,
};

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
}
interface Refused {
  readonly status: number;
  readonly reason?: string;
  readonly Info: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** The agency as it is on the server; only the network is replaced. */
const network = () => {
  const state = {
    types: [typeOf()],
    typesFail: false,
    /** Parts of the addresses that do not answer. */
    silent: [] as string[],
    services: SETTINGS.services as Record<'updateSandata' | 'balance', string | null>,
    codes: [OutsidePostcode.parse({ code: '80117', clients: 2 })],
    templates: [{ id: 7, name: 'Reminder', text: 'Hello %username%', rev: 0 }],
    log: [
      {
        id: 2,
        time: '2026-11-20T21:05:00Z',
        type: 'SMS',
        to: '+13035550100',
        from: 'MR',
        name: 'Baca, Ana',
        subject: null,
        text: 'Second',
        status: 'recorded',
        error: null,
        maySendAgain: false,
        sentAgain: false,
      },
      {
        id: 1,
        time: '2026-11-20T15:30:00Z',
        type: 'Email',
        to: 'ana@example.org',
        from: 'MR',
        name: null,
        subject: 'Hi',
        text: 'First',
        status: 'sent',
        error: null,
        maySendAgain: false,
        sentAgain: false,
      },
    ],
    refusals: [] as Refused[],
    sent: [] as Sent[],
  };
  const reads = (path: string, cmd: string | null): unknown => {
    if (state.silent.some((part) => path.includes(part))) return undefined;
    if (path.includes('getPremium')) return CAPABILITIES;
    if (path.includes('list-types')) return state.typesFail ? undefined : state.types;
    if (path.includes('list-postcodes')) return state.codes;
    if (path.includes('get-settings')) return { ...SETTINGS, services: state.services };
    if (path.includes('getTwillioBalance')) return { amount: '12.50' };
    if (path.includes('info.php')) return { PRSNL: 'Personal Care', HMKR: 'Homemaker' };
    if (path.includes('get-holidays'))
      return { holidays: [{ day: '2026-12-25', name: 'Christmas' }], rev: 4 };
    if (path.includes('get-telling'))
      return { templates: { ...NO_TEMPLATES, spanish: NO_TEMPLATES }, rev: 3 };
    if (path.includes('getSendLog')) return state.log;
    return cmd === 'msg_get' ? state.templates : undefined;
  };
  const writes = (path: string, cmd: string | null): unknown => {
    if (cmd === 'msg_insert') return { rev: 0 };
    if (cmd === 'msg_update') return { rev: 1 };
    if (cmd === 'msg_delete') return null;
    if (path.includes('add-postcodes')) return { added: 1, already: 0, bad: ['Kiowa'] };
    if (/save-|add-type|remove-term/.test(path)) return { rev: 5 };
    return undefined;
  };
  const reply = (status: number, more: object) =>
    new Response(JSON.stringify({ result: status === 200 ? 'OK' : 'ERROR', code: status, ...more }), {
      status,
      headers: { 'Content-Type': 'application/json' },
    });
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    const form = new URLSearchParams(text);
    const cmd = form.get('cmd');
    const read = reads(path, cmd);
    if (read !== undefined) return reply(200, { data: read });
    const data = writes(path, cmd);
    if (data === undefined) return reply(404, { Info: path });
    const body = cmd
      ? { cmd, id: form.get('id'), fields: JSON.parse(form.get('data') ?? '[]') }
      : JSON.parse(text);
    state.sent.push({ path, body });
    const refused = state.refusals.shift();
    if (refused) return reply(refused.status, refused);
    return reply(200, { data, ...(cmd === 'msg_insert' && { insert_id: 8 }) });
  });
  return state;
};

const open = () => openPages({ '/config': ConfigPage, '/dashboard': () => <p>People</p> }, '/config');
const toastTexts = () => shownToasts().map(({ kind, text }) => `${kind}: ${text}`);
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
const chooseType = async () => {
  await screen.findByRole('option', { name: 'PCP · Personal Care' });
  fireEvent.change(screen.getByLabelText('Care plan type'), { target: { value: '1' } });
  await screen.findByRole('heading', { name: /Personal Care/ });
};
const openTab = async (name: RegExp) => fireEvent.click(await screen.findByRole('tab', { name }));

let state: ReturnType<typeof network>;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${TODAY}T19:00:00Z`), toFake: ['Date'] });
  signInAs('admin');
  onDesk();
  state = network();
});
afterEach(() => {
  closePages();
  closeAllToasts();
  vi.useRealTimers();
});

describe('care plan types', () => {
  it('are chosen before anything of them is changed', async () => {
    await open();
    await screen.findByRole('option', { name: 'PCP · Personal Care' });
    click('Save');
    click('New rates');
    expect(toastTexts()).toEqual([
      'error: Error: Select Care Plan Type first',
      'error: Error: Select Care Plan Type',
    ]);
  });

  it('that cannot be loaded are told of', async () => {
    state.typesFail = true;
    await open();
    expect(await screen.findByText('Couldn’t load the care plan types')).toBeTruthy();
    expect(toastTexts()).toEqual(["error: Error: Can't get types"]);
  });

  it('say that the procedure codes of Sandata cannot be had', async () => {
    state.silent = ['info.php'];
    await open();
    await chooseType();
    await waitFor(() => expect(toastTexts()).toEqual(["error: Error: Can't get Sandata Procedure Code"]));
  });

  it('show the rates that count and keep the past ones', async () => {
    await open();
    await chooseType();
    const rows = within(screen.getByRole('table', { name: 'Pay rates of Personal Care' })).getAllByRole(
      'row',
    );
    expect(rows.slice(1).map((row) => row.textContent)).toEqual([
      expect.stringContaining('01-01-2027Future$6.00'),
      expect.stringContaining('07-01-2026Counts now$5.17'),
      expect.stringContaining('01-01-2020Past–'),
    ]);
    expect(isOff('Remove rates from 01-01-2027')).toBe(false);
    for (const kept of ['07-01-2026', '01-01-2020']) expect(isOff(`Remove rates from ${kept}`)).toBe(true);
  });

  it('take new rates from a day on, in whole cents, once', async () => {
    await open();
    await chooseType();
    click('New rates');
    const dialog = await screen.findByRole('dialog', { name: 'New rates of Personal Care' });
    const save = within(dialog).getByRole('button', { name: 'Save' });
    fireEvent.click(save);
    expect(await within(dialog).findByText('Enter the day from which they count.')).toBeTruthy();
    type(/Valid from/, '11-21-2026');
    type('Inside area, per unit', '5.555');
    type(/Source/, 'Fee schedule of 2026');
    fireEvent.click(save);
    expect(await within(dialog).findByText(/at most two decimals/)).toBeTruthy();
    expect(state.sent).toEqual([]);
    type('Inside area, per unit', '5.55');
    fireEvent.click(save);
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(state.sent.map(({ body }) => body)).toEqual([
      {
        id: 1,
        rev: 4,
        isNew: true,
        validFrom: '2026-11-21',
        procedureCode: 'T1019',
        modifiers: ['U1'],
        unitRule: 'up',
        rateCents: 555,
        addrateCents: 517,
        payCategory: 'PCP/RPCP',
        source: 'Fee schedule of 2026',
      },
    ]);
    expect(toastTexts()).toEqual(['success: Success: Pay Rates saved']);
  });

  it('say with success styling that rates were not saved, and keep what was typed', async () => {
    state.refusals = [{ status: 409, reason: 'stale', Info: 'Changed by K.O. at 11-20-2026 10:00 AM' }];
    await open();
    await chooseType();
    click('New rates');
    await screen.findByRole('dialog', { name: 'New rates of Personal Care' });
    type(/Valid from/, '12-01-2026');
    type(/Source/, 'Letter');
    state.types = [typeOf({ rev: 9 })];
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Changed by K.O. at/)).toBeTruthy();
    expect(toastTexts()).toEqual(["success: Error: Can't update pay rate"]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(state.sent.map(({ body }) => [body.rev, body.source])).toEqual([
      [4, 'Letter'],
      [9, 'Letter'],
    ]);
  });

  it('have options that are added, renamed, moved and removed', async () => {
    await open();
    await chooseType();
    type('New option of Personal care options', ' Walking ');
    fireEvent.keyDown(screen.getByLabelText('New option of Personal care options'), { key: 'Enter' });
    type('Homemaking options, option 1', 'Washing');
    click('Move Walking up');
    click('Remove Bathing');
    expect(screen.getByText('Changed: Personal care options, Homemaking options')).toBeTruthy();
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Saved']));
    expect(state.sent[0]?.body).toMatchObject({
      id: 1,
      rev: 4,
      pcItems: ['Walking', 'Dressing'],
      hmItems: ['Washing'],
    });
  });

  it('name an option once in a table', async () => {
    await open();
    await chooseType();
    type('Personal care options, option 2', 'bathing');
    click('Save');
    expect(await screen.findByText('bathing is already in the list.')).toBeTruthy();
    expect(state.sent).toEqual([]);
  });

  it('changed in another window keep what was typed here', async () => {
    await open();
    await chooseType();
    type(/^Name/, 'Personal Care at home');
    state.types = [typeOf({ rev: 8, hmItems: ['Laundry', 'Dusting'] })];
    state.refusals = [{ status: 409, reason: 'stale', Info: 'Changed by K.O. at 11-20-2026 10:00 AM' }];
    click('Save');
    expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
    click('Keep my changes');
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Saved']));
    expect(state.sent[1]?.body).toMatchObject({
      rev: 8,
      Name: 'Personal Care at home',
      hmItems: ['Laundry', 'Dusting'],
    });
  });

  it('are not left with unsaved changes unasked', async () => {
    await open();
    await chooseType();
    type(/^Name/, 'Other');
    await openTab(/Outside area/);
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    click('Stay');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByDisplayValue('Other')).toBeTruthy();
    await openTab(/Outside area/);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByLabelText('Add ZIP codes')).toBeTruthy();
  });
});

describe('the outside area', () => {
  it('that cannot be loaded is told of', async () => {
    state.silent = ['list-postcodes'];
    await open();
    await openTab(/Outside area/);
    await waitFor(() => expect(toastTexts()).toEqual(["error: Error: Can't get Postcodes List"]));
  });

  it('takes a pasted list; what is no postcode stays in the box, named', async () => {
    await open();
    await openTab(/Outside area/);
    expect(await screen.findByText('2 active clients')).toBeTruthy();
    type('Add ZIP codes', '80117;80101-0001 Kiowa');
    expect(screen.getByText('1 new ZIP code')).toBeTruthy();
    const add = screen.getByRole('button', { name: 'Add' });
    fireEvent.click(add);
    fireEvent.click(add);
    expect(await screen.findByText('Not understood: Kiowa. A ZIP code has 5 digits.')).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText('Add ZIP codes')).toHaveProperty('value', 'Kiowa'));
    expect(state.sent.map(({ body }) => body)).toEqual([{ text: '80117;80101-0001 Kiowa' }]);
  });
});

describe('holidays', () => {
  it('are entered with a day of their own, and removed', async () => {
    await open();
    await openTab(/Holidays/);
    await screen.findByText('12-25-2026, Friday');
    click('New holiday');
    await screen.findByRole('dialog', { name: 'New holiday' });
    type(/Name/, 'Thanksgiving');
    type(/Day/, '12-25-2026');
    click('Save');
    expect(await screen.findByText('This day is a holiday already.')).toBeTruthy();
    type(/Day/, '11-26-2026');
    click('Save');
    await waitFor(() =>
      expect(state.sent[0]?.body).toEqual({
        holidays: [
          { day: '2026-11-26', name: 'Thanksgiving' },
          { day: '2026-12-25', name: 'Christmas' },
        ],
        rev: 4,
      }),
    );
  });
});

describe('templates', () => {
  it('tell contacts that another caregiver comes, in the words of the agency', async () => {
    state.templates.push({ id: 8, name: 'Who comes', text: '%caregiver% comes on %day%.', rev: 0 });
    state.templates.push({ id: 9, name: 'Empty', text: '', rev: 0 });
    await open();
    await openTab(/Templates/);
    click('When the caregiver or time changes');
    const choose = async (value: string, language = 'English', label = 'Another caregiver comes') => {
      const group = within(await screen.findByRole('group', { name: language }));
      fireEvent.change(group.getByLabelText(label), { target: { value } });
    };
    await choose('9');
    click('Save');
    expect(await screen.findByText('This template is empty.')).toBeTruthy();
    await choose('8');
    expect(screen.getByText('Ana comes on 11-24-2026.')).toBeTruthy();
    await choose('8', 'Spanish', 'A visit has another time');
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Saved']));
    const spanish = { ...NO_TEMPLATES, moved: 8 };
    expect(state.sent[0]?.body).toEqual({ templates: { ...NO_TEMPLATES, covered: 8, spanish }, rev: 3 });
  });

  const choose = async () => {
    await openTab(/Templates/);
    await screen.findByRole('option', { name: 'Reminder' });
    fireEvent.change(screen.getByLabelText('Template'), { target: { value: '7' } });
    await screen.findByRole('textbox', { name: 'Text' });
  };
  it('are created with a name', async () => {
    await open();
    await openTab(/Templates/);
    click('New template');
    await screen.findByRole('dialog', { name: 'New template' });
    click('Create');
    expect(toastTexts()).toEqual(['error: Error: Please write template name']);
    type(/Template name/, 'Birthday');
    click('Create');
    await waitFor(() => expect(toastTexts()).toContain('success: Success: New template created'));
    expect(state.sent[0]?.body).toMatchObject({ cmd: 'msg_insert' });
  });

  it('that could not be created say why at the name', async () => {
    state.refusals = [{ status: 409, Info: 'There is a template of this name.' }];
    await open();
    await openTab(/Templates/);
    click('New template');
    await screen.findByRole('dialog', { name: 'New template' });
    type(/Template name/, 'Reminder');
    click('Create');
    await waitFor(() => expect(toastTexts()).toEqual(["error: Error: Can't create template"]));
    expect(screen.getByText('There is a template of this name.')).toBeTruthy();
  });

  it('are saved, and deleted after a question', async () => {
    await open();
    await choose();
    expect(screen.getByText('In an e-mail it reads: Hello Ana Baca')).toBeTruthy();
    type('Text', 'Hi %username%');
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Template saved']));
    click('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete Reminder' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toContain('success: Success: Template deleted'));
    expect(state.sent.map(({ body }) => body.cmd)).toEqual(['msg_update', 'msg_delete']);
  });

  it('that could not be saved say so and keep the text', async () => {
    state.refusals = [{ status: 503, Info: 'The server cannot answer now. Try again in a moment.' }];
    await open();
    await choose();
    type('Text', 'Hi');
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(["error: Error: Can't save template"]));
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'Hi');
    type(/Template name/, ' ');
    click('Save');
    expect(toastTexts()).toContain('error: Error: Please write template name');
  });
});

describe('the site', () => {
  it('is switched, with the operator’s part to look at', async () => {
    await open();
    await openTab(/Site/);
    fireEvent.click(await screen.findByRole('switch', { name: /^Temporary care plans/ }));
    fireEvent.click(screen.getByRole('switch', { name: /^Employees see their own clients only/ }));
    type('Idle time', '45');
    type('Languages', 'English\nSomali\n');
    expect(screen.getByText('Set by the operator')).toBeTruthy();
    click('Save');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Saved']));
    expect(state.sent[0]?.body).toMatchObject({
      rev: 2,
      switches: {
        temporaryEnabled: false,
        smsEnabled: true,
        ownClientsOnly: true,
        idleMinutes: 45,
        messagesPerDay: 10_000,
        langGroup: ['English', 'Somali'],
      },
      paper: { confidentiality: 'Confidential.' },
    });
  });

  it('says at the field what cannot be', async () => {
    await open();
    await openTab(/Site/);
    await screen.findByRole('switch', { name: /^Order sheet/ });
    type('E-mail address', 'office');
    type('Idle time', 'soon');
    type('Messages a day', '10001');
    click('Save');
    expect(await screen.findByText('Enter an email address, such as name@example.org.')).toBeTruthy();
    expect(screen.getByText('The idle time is 10 to 120.')).toBeTruthy();
    expect(screen.getByText('The messages of a day are 1 to 10,000.')).toBeTruthy();
    expect(state.sent).toEqual([]);
  });

  it('says why outside services do nothing', async () => {
    await open();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Update Sandata' }).getAttribute('data-tip')).toBe(
        'No address of Sandata is set',
      ),
    );
    expect(screen.getByRole('button', { name: 'Twilio Balance' }).getAttribute('data-tip')).toBe(
      'No text messaging account is set up',
    );
    click('Update Sandata');
    click('Twilio Balance');
    expect([state.sent, toastTexts()]).toEqual([[], []]);
  });

  it('tells the balance of the text messaging account, and why it could not be had', async () => {
    state.services = { updateSandata: null, balance: null };
    await open();
    await waitFor(() => expect(isOff('Twilio Balance')).toBe(false));
    click('Twilio Balance');
    await waitFor(() => expect(toastTexts()).toEqual(['success: Success: Balance is: $12.50']));
    state.silent = ['getTwillioBalance', 'updateSandata'];
    click('Twilio Balance');
    await waitFor(() => expect(toastTexts().at(-1)).toMatch(/^error: Error: /));
    click('Update Sandata');
    await waitFor(() =>
      expect(toastTexts().filter((one) => one.startsWith('error: Error: '))).toHaveLength(2),
    );
  });
});

it('the send log shows the messages of a day, the newest first', async () => {
  await open();
  await screen.findByRole('option', { name: 'PCP · Personal Care' });
  click('Send log');
  const dialog = await screen.findByRole('dialog', { name: 'Send log' });
  await within(dialog).findByText('Second');
  const table = within(dialog).getByRole('table', { name: 'Send log' });
  const rows = within(table).getAllByRole('row');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Time', 'Type', 'To', 'From', 'Text', 'Actions']);
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    '02:05 PMSMS+13035550100Baca, AnaMRSecondRecorded, not sent',
    '08:30 AMEmailana@example.orgMRHi: FirstSent',
  ]);
  expect(within(table).queryByRole('button', { name: /^Send again/ })).toBeNull();
});
