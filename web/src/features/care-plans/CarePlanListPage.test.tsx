import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
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
  rowOf as person,
  signInAs,
} from '../../../testing/application.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { CarePlanListPage } from './CarePlanListPage.tsx';
import { showPlanAlone } from './list-view.ts';
import { listRow } from './test-plans.ts';

const TYPES = [
  {
    id: 1,
    Name: 'IHSS Homemaker',
    Code: 'PCP',
    rate: null,
    addrate: null,
    taskOptions: { pcItems: [], hmItems: [] },
    ihss: true,
    relative: false,
    evvNeeded: true,
    aggregatorCode: null,
    procedureCode: null,
    modifiers: [],
    unitRule: 'up',
    payCategory: null,
  },
];
const days = <T,>(value: T) => Object.fromEntries(WEEKDAYS.map((day) => [day, value]));
const NO_WEEK = {
  personalCareItems: [],
  homeMakingItems: [],
  time: [
    { Name: 'Time In', ...days(null) },
    { Name: 'Time Out', ...days(null) },
    { Name: 'Travel Time', ...days(0) },
  ],
  pcTotal: 0,
  hmTotal: 0,
  computedWorking: 0,
  computedTotal: 0,
  workingHours: 0,
  travelHours: 0,
  totalHours: 0,
};
const asked: string[] = [];

/** The plans of each status; `alone` is what care_get knows of a plan by its ID. */
interface Answers {
  readonly alone?: PlanListRow;
  readonly version?: number;
  /** To the copy with its link, to the text message. */
  readonly saved?: Answer;
  readonly queued?: Answer;
}

const answerPlans = (
  plans: Partial<Record<PlanListRow['Status'], readonly PlanListRow[]>>,
  { alone, version = 2, saved, queued }: Answers = {},
) =>
  answerWith(({ path, cmd }) => {
    const url = new URL(path, 'http://localhost');
    if (path.includes('getCarePlans')) {
      asked.push(url.search);
      const status = url.searchParams.get('status');
      return { data: (status === 'Archive' || status === 'Deleted' ? plans[status] : plans.Active) ?? [] };
    }
    if (path.includes('read-progress'))
      return { data: { state: 'waiting', done: 0, total: 0, pages: 0, info: null } };
    if (path.includes('save-care-plan')) return saved ?? { data: { path: '/l/token' } };
    if (path.includes('smsQueue')) return queued ?? { data: { queued: 1 } };
    if (cmd === 'msg_get') return { data: [] };
    if (path.includes('getcount')) return { data: { count: 1, errcount: 7 } };
    if (path.includes('list-uploads')) return { data: [] };
    if (path.includes('list-behind')) {
      asked.push(path);
      return { data: { rows: [], total: 0, minutes: 0, units: 0 } };
    }
    if (path.includes('authorizations/list')) return { data: { day: '2026-11-20', rows: [] } };
    if (cmd === 'type_get') return { data: TYPES };
    if (cmd === 'get') return { data: [person(1, { Phone: '(303) 555-0100' })] };
    if (cmd === 'care_get') {
      const { ModifiedBy, covered, scan, tserror, compared, comparedTo, order, ...plan } =
        alone ?? listRow(0);
      return { data: alone ? [{ ...plan, createReason: 'New', week: NO_WEEK, weeks: [] }] : [] };
    }
    return { data: { ...CAPABILITIES, version, langGroup: ['English', 'Spanish'] } };
  });

const Form = () => <p>opened {JSON.stringify(usePageState())}</p>;
const openList = () => openPages({ '/careplanlist': CarePlanListPage, '/careplan': Form }, '/careplanlist');

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const ids = () => rows().map((row) => row.dataset.key);
const turnOn = (label: string) => fireEvent.click(screen.getByLabelText(label));
const search = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Search care plans' }), { target: { value: text } });
const row = (id: number) => {
  const found = rows().find((one) => one.dataset.key === String(id));
  if (!found) throw new Error(`no row ${id}`);
  return found;
};

beforeEach(() => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
});
afterEach(() => {
  closePages();
  closeAllToasts();
});

describe('the care plan list', () => {
  it('draws 12 rows of 5,000 plans, also while somebody searches', async () => {
    answerPlans({
      Active: Array.from({ length: 5_000 }, (_, n) => listRow(n + 1, { Client: `Client${n + 1}` })),
    });
    await openList();
    await screen.findByText('1–12 of 5,000 care plans');
    expect(ids()).toHaveLength(12);
    search('client4999');
    await screen.findByText('1–1 of 1 care plans');
    search('ID=44');
    await waitFor(() => expect(ids()).toEqual(['44']));
  });

  it('lists the visits of a plan by the key of stories', async () => {
    answerPlans({ Active: [listRow(44)] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['44']));
    fireEvent.keyDown(row(44), { key: 'Enter', altKey: true });
    await screen.findByRole('dialog', { name: 'Visits: care plan 44, Bekele, Tigist for Ortiz, Manuel' });
    expect(asked.at(-1)).toContain('of=plan&id=44');
  });

  it('asks for the month and for what its switches show', async () => {
    answerPlans({
      Active: [listRow(1)],
      Archive: [
        listRow(2, { Status: 'Archive', EndDate: '2026-08-31', ArchiveInfo: '08-31-2026 05:02 PM T.K.' }),
      ],
      Deleted: [listRow(3, { Status: 'Deleted', DeleteInfo: '05-14-2026 01:57 PM M.R.' })],
    });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    const month = Temporal.Now.plainDateISO('America/Denver').toPlainYearMonth().toString();
    expect(asked).toEqual([`?status=Active&date=${month}&showTemp=false`]);
    expect(screen.queryByText('StartDate, EndDate')).toBeNull();

    turnOn('Show Archived');
    turnOn('Show Deleted');
    await waitFor(() => expect(ids()).toEqual(['3', '2', '1']));
    screen.getByText('StartDate, EndDate');
    within(row(2)).getByText('Archived 08-31-2026 05:02 PM T.K.');
    within(row(2)).getByText('ends 08-31-2026');
    within(row(3)).getByText('Deleted 05-14-2026 01:57 PM M.R.');
    expect([row(2), row(3)].map(({ dataset }) => [dataset.tone, dataset.dimmed, dataset.edge])).toEqual([
      ['mute', 'true', undefined],
      ['mute', 'true', 'danger'],
    ]);

    turnOn('Show All Temp');
    await waitFor(() => expect(asked.at(-1)).toContain('showTemp=true'));
    fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2026-01' } });
    await waitFor(() => expect(asked.at(-1)).toContain('date=2026-01'));
  });

  it('filters by Care Plan Group, Excluded Group and covid list, and counts what is left', async () => {
    answerPlans({
      Active: [
        listRow(1),
        listRow(2, { Language: 'Spanish', excluded: '2026-01-01' }),
        listRow(3, { isTemporary: true, coversPlanId: 1, Status: 'Archive', EndDate: '2099-12-04' }),
      ],
    });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['3', '2', '1']));
    const select = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByRole('option', { name: 'Spanish' });
    select('Care Plan Group', 'Spanish');
    await waitFor(() => expect(ids()).toEqual(['2']));
    select('Care Plan Group', '');
    select('Excluded Group', 'Non-Excluded');
    await waitFor(() => expect(ids()).toEqual(['3', '1']));
    turnOn('covid list');
    await waitFor(() => expect(ids()).toEqual(['3']));
    within(row(3)).getByText('Temporary, ends 12-04-2099');
  });

  it('colours a plan of 11 months and more, says since when, and shortens its remarks', async () => {
    const Remarks = 'Interpreter needed on Mondays';
    answerPlans({
      Active: [listRow(1, { StartDate: '2020-01-05', Remarks }), listRow(2, { Remarks: 'Two dogs' })],
    });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['2', '1']));
    expect(row(1).dataset.tone).toBe('warn');
    within(row(1)).getByText(/^Started \d+ months ago$/);
    expect(within(row(1)).getByRole('button', { name: `Remarks: ${Remarks}` }).textContent).toBe(
      'Interpreter…',
    );
    within(row(2)).getByText('Two dogs');
    await waitFor(() => within(row(2)).getByText('IHSS Homemaker'));
  });

  it('shows compared plans under their primary one, with their numbers', async () => {
    answerPlans({
      Active: [
        listRow(5),
        listRow(3, {
          compared: [{ ID: 4, Client: 'a', Provider: 'b', EndDate: null, tserror: 0, order: 1 }],
        }),
        listRow(4, { comparedTo: 3, order: 1, Remarks: 'Wound' }),
      ],
    });
    await openList();
    await screen.findByText('1–2 of 2 rows · 3 care plans');
    expect(ids()).toEqual(['5', '3']);
    const button = screen.getByRole('button', { name: '1 compared plan of care plan 3' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button);
    await waitFor(() => expect(ids()).toEqual(['5', '3', '4']));
    expect(row(4).dataset).toMatchObject({ below: 'true', edge: 'info' });
    within(row(4)).getByText('1');
    fireEvent.click(button);
    await waitFor(() => expect(ids()).toEqual(['5', '3']));
    // What is searched for is never hidden.
    search('ortiz');
    await waitFor(() => expect(ids()).toEqual(['5', '3', '4']));
    search('wound');
    await waitFor(() => expect(ids()).toEqual(['4']));
  });

  it('shows weekdays, times and hours of the week, all of it where times vary, and sorts by a head', async () => {
    const varying = [
      { day: 'Mon', from: '08:00', to: '10:00' },
      { day: 'Fri', from: '09:00', to: '09:30' },
    ] as const;
    answerPlans({ Active: [listRow(2), listRow(1, { week: [...varying] })] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['2', '1']));
    within(row(2)).getByText('Mon Wed');
    within(row(2)).getByText('08:00-10:00');
    within(row(2)).getByText('4.00');
    const times = within(row(1)).getByRole('button', { name: /^varies/ });
    expect(times.dataset.tip).toBe('Mon 08:00-10:00, Fri 09:00-09:30');
    const hours = screen.getByRole('columnheader', { name: 'Hours' });
    fireEvent.click(within(hours).getByRole('button'));
    await waitFor(() => expect(ids()).toEqual(['1', '2']));
    expect(hours.getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(within(hours).getByRole('button'));
    await waitFor(() => expect(ids()).toEqual(['2', '1']));
    fireEvent.click(within(hours).getByRole('button'));
    await waitFor(() => expect(hours.getAttribute('aria-sort')).toBe('none'));
  });

  it('swaps the columns of provider and client', async () => {
    answerPlans({ Active: [listRow(1)] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads()).toEqual([
      'Compared',
      'ID',
      'Provider',
      'Client',
      'Type',
      'Week',
      'Hours',
      'StartDate',
      'Last Modify',
      'Remarks',
      'Actions',
    ]);
    turnOn('Client First');
    await waitFor(() => expect(heads().slice(2, 4)).toEqual(['Client', 'Provider']));
  });

  it('finds a plan by its ID outside the month too: a notice leads to it', async () => {
    answerPlans(
      { Active: [listRow(1)] },
      { alone: listRow(77, { Status: 'Archive', EndDate: '2024-01-01' }) },
    );
    showPlanAlone(77);
    await openList();
    await waitFor(() => expect(ids()).toEqual(['77']));
  });

  it('offers what helps when nothing matches', async () => {
    answerPlans({ Active: [listRow(1)], Archive: [listRow(2, { Status: 'Archive', Client: 'Gone, Ana' })] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    search('gone');
    await screen.findByText('No care plan matches “gone”');
    await screen.findByText('1 archived care plan can be shown.');
    fireEvent.click(screen.getByRole('button', { name: 'Show Archived' }));
    await waitFor(() => expect(ids()).toEqual(['2']));
  });

  it('comes back as it was left: search, page, switches and the row', async () => {
    answerPlans({ Active: Array.from({ length: 30 }, (_, n) => listRow(n + 1)) });
    const router = await openList();
    await screen.findByText('1–12 of 30 care plans');
    turnOn('Client First');
    search('bekele');
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('13–24 of 30 care plans');
    fireEvent.click(screen.getByRole('button', { name: 'Modify care plan 15' }));
    await screen.findByText('opened {"mode":"Modify","id":15}');
    expect(router.state.location.pathname).toBe('/careplan');
    await router.navigate({ to: '/careplanlist' });
    await screen.findByText('13–24 of 30 care plans');
    expect(screen.getByLabelText('Client First')).toHaveProperty('checked', true);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-key')).toBe('15'));
  });
});

describe('the documents of the list', () => {
  const opened = () => vi.spyOn(window, 'open').mockReturnValue(null);
  const query = (spy: ReturnType<typeof opened>) =>
    new URL(String(spy.mock.lastCall?.[0]), 'http://x').searchParams;

  it('are those of the month, or of what is filtered', async () => {
    const spy = opened();
    answerPlans({ Active: [listRow(1), listRow(2, { Client: 'Abeyta, Rosalind' })] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['2', '1']));
    fireEvent.click(screen.getByRole('button', { name: /All monthly care plans/ }));
    expect(query(spy).get('ids')).toBeNull();
    turnOn('Show TS Time');
    search('abeyta');
    await waitFor(() => expect(ids()).toEqual(['2']));
    fireEvent.click(screen.getByRole('button', { name: /Timesheets only: the 1 filtered/ }));
    expect([query(spy).get('ids'), query(spy).get('timeNeeded')]).toEqual(['[2]', 'true']);
    search('nobody');
    fireEvent.click(await screen.findByRole('button', { name: /Timesheets only: the 0 filtered/ }));
    expect(spy).toHaveBeenCalledTimes(2);
    expect(shownToasts().map(({ text }) => text)).toContain('No care plan of the list can be printed');
  });

  it('need a month', async () => {
    const spy = opened();
    answerPlans({ Active: [listRow(1)] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    fireEvent.change(screen.getByLabelText('Month'), { target: { value: '' } });
    fireEvent.blur(screen.getByLabelText('Month'));
    await waitFor(() => expect(asked.at(-1)).toBe('?status=Active&showTemp=false'));
    await waitFor(() => expect(ids()).toEqual(['1']));
    fireEvent.click(screen.getByRole('button', { name: 'Get timesheet of care plan 1' }));
    expect(shownToasts().map(({ text }) => text)).toEqual(['Error: Select care plan date']);
    expect(spy).not.toHaveBeenCalled();
  });
});

describe('a care plan is sent to its provider', () => {
  const toastTexts = () => shownToasts().map(({ text }) => text);
  const send = async (answers: Answers = {}, id = 1) => {
    answerPlans({ Active: [listRow(1), listRow(2, { ProviderID: 99 })] }, answers);
    await openList();
    await waitFor(() => expect(ids()).toEqual(['2', '1']));
    fireEvent.click(within(row(id)).getByRole('button', { name: /^More for/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Send care plan…' }));
  };
  const message = async () => within(await screen.findByRole('dialog', { name: /^Send to/ }));

  it('with the link to a kept copy, never empty', async () => {
    await send();
    const dialog = await message();
    const text = dialog.getByRole('textbox', { name: /^Message/ });
    expect(text).toHaveProperty('value', expect.stringContaining(`${window.location.origin}/l/token`));
    const link = text.textContent;
    fireEvent.change(text, { target: { value: ' ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Send SMS' }));
    await dialog.findByText("Error: Can't send empty message.");
    fireEvent.change(text, { target: { value: link || 'Your care plan' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Send SMS' }));
    // What is fixed is no longer shown.
    await waitFor(() => expect(toastTexts()).toEqual(['Success: Message send.']));
  });

  it('or the message is refused with its code, and stays to be sent again', async () => {
    await send({ queued: { status: 503, Info: 'Try again in a moment.' } });
    const dialog = await message();
    fireEvent.click(dialog.getByRole('button', { name: 'Send SMS' }));
    await waitFor(() => expect(toastTexts()).toContain("Error: Can't send message. Error code: 503"));
    dialog.getByRole('textbox', { name: /^Message/ });
  });

  it('or there is no copy, for the reason that is told', async () => {
    await send({ saved: { status: 400, Info: 'The provider has no date of birth on record.' } });
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        "Error: Can't create Timesheet",
        'The provider has no date of birth on record.',
      ]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('or the provider is gone', async () => {
    await send({}, 2);
    await waitFor(() => expect(toastTexts()).toEqual(["Error: Can't find provider"]));
  });
});

describe('who looks at the list', () => {
  it('sees TS Error from version 2 on', async () => {
    answerPlans({ Active: [listRow(1, { tserror: 2 })] });
    await openList();
    await screen.findByRole('button', { name: 'TS Error 7' });
    screen.getByRole('button', { name: 'Timesheet scan errors of care plan 1: 2' });
    closePages();
    signInAs('admin');
    onDesk();
    answerPlans({ Active: [listRow(1)] }, { version: 1 });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    await screen.findByRole('button', { name: 'New care plan' });
    expect(screen.queryByRole('button', { name: /^TS Error/ })).toBeNull();
  });

  it('only looks, as role provider: the printed plan is what Enter opens', async () => {
    signInAs('provider');
    const spy = vi.spyOn(window, 'open').mockReturnValue(null);
    answerPlans({ Active: [listRow(1)] });
    await openList();
    await waitFor(() => expect(ids()).toEqual(['1']));
    for (const name of [/New care plan/, /^TS Error/, /All monthly/, /^Modify/, /Clone/, /Archive…/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    fireEvent.keyDown(row(1), { key: 'Enter' });
    expect(String(spy.mock.lastCall?.[0])).toContain('CP_Personal.php?id=1');
  });

  it('on a phone: role provider exports the list and has no more in its menu', async () => {
    vi.restoreAllMocks();
    onPhone();
    signInAs('provider');
    answerPlans({ Active: [listRow(1)] });
    await openList();
    await screen.findByRole('list', { name: 'Care plans' });
    fireEvent.click(screen.getByRole('button', { name: 'More of the care plan list' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Export Excel (.xlsx)',
      'Export CSV (.csv)',
    ]);
  });
});
