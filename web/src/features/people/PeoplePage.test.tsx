import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  onWindow,
  openPages,
  rowOf as person,
  signInAs,
} from '../../../testing/application.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { PeoplePage } from './PeoplePage.tsx';

const answerPeople = (
  people: readonly PersonRow[],
  maxClients = 0,
  marks: readonly { id: number; tone: 'danger' | 'warn'; reasons: readonly string[] }[] = [],
) =>
  answerWith(({ cmd, path }) => {
    if (path.includes('notices/list')) return { data: { today: '2026-11-20', notices: [], marks } };
    if (path.includes('messaging/list-unread')) return { data: [] };
    return { data: cmd === 'get' ? people : { ...CAPABILITIES, maxClients } };
  });

const Opened = () => <p>opened {JSON.stringify(usePageState())}</p>;

const openApplication = () => openPages({ '/dashboard': PeoplePage, '/createuser': Opened }, '/dashboard');

const rowNames = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent ?? '');
const search = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Search people' }), { target: { value: text } });
const tab = (name: RegExp) => screen.getByRole('tab', { name });

beforeEach(() => {
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

describe('the People list', () => {
  it('draws 12 rows of 10,000 people, also while somebody searches', async () => {
    answerPeople(Array.from({ length: 10_000 }, (_, index) => person(index + 1, {})));
    await openApplication();
    await screen.findByText('1–12 of 10,000');
    expect(rowNames()).toHaveLength(12);
    search('person0007');
    await screen.findByText('1–10 of 10');
    expect(tab(/^All/).textContent).toBe('All10');
    expect(tab(/^Clients/).textContent).toBe('Clients5');
    search('ID=4412');
    await screen.findByText('1–1 of 1');
    expect(rowNames()).toEqual(['Person04412, Ana']);
  });

  it('shows the first people and all counts while the others are on their way', async () => {
    const all = Array.from({ length: 300 }, (_, index) => person(index + 1, {}));
    let send: (people: readonly PersonRow[]) => void = () => undefined;
    const whole = new Promise<readonly PersonRow[]>((resolve) => {
      send = resolve;
    });
    const okay = async (data: unknown) => new Response(JSON.stringify({ result: 'OK', code: 200, data }));
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.endsWith('people/list-first'))
        return okay({ rows: all.slice(0, 50), counts: { All: 300, Providers: 150, Clients: 150 } });
      if (String(init?.body).startsWith('cmd=get&')) return okay(await whole);
      if (url.includes('notices/list')) return okay({ today: '2026-11-20', notices: [], marks: [] });
      return okay(url.includes('getPremium') ? CAPABILITIES : []);
    });
    await openApplication();
    await screen.findByText('1–12 of 50 while the others are loading');
    expect(tab(/^Clients/).textContent).toBe('Clients150');
    fireEvent.click(tab(/^Clients/));
    await waitFor(() => expect(rowNames()[0]).toBe('Person00002, Ana'));
    // The others may be whom somebody looks for.
    search('person00200');
    await waitFor(() => expect(screen.queryByText('Person00002, Ana')).toBeNull());
    expect(screen.queryByText(/No people|Nobody/)).toBeNull();
    send(all);
    await screen.findByText('1–1 of 1');
    expect(rowNames()).toEqual(['Person00200, Ana']);
  });

  it('colours a row of which something is expired or soon to be, and says what', async () => {
    answerPeople([person(1, { LastName: 'Anderson' }), person(2, { LastName: 'Baca' })], 0, [
      { id: 1, tone: 'danger', reasons: ['Background check expired'] },
      { id: 2, tone: 'warn', reasons: ['Home visit due 12-05', 'PAR expires 12-31'] },
    ]);
    await openApplication();
    // Seen are the first reason and how many more there are; all of them are read out and are in the tip.
    await waitFor(() =>
      expect(rowNames()).toEqual([
        'Anderson, AnaBackground check expired',
        'Baca, AnaHome visit due 12-05 +1 · PAR expires 12-31',
      ]),
    );
    expect(screen.getByText('Home visit due 12-05').dataset.tip).toBe(
      'Home visit due 12-05 · PAR expires 12-31',
    );
    expect(screen.getAllByRole('row').map((row) => row.dataset.tone)).toEqual([undefined, 'danger', 'warn']);
  });

  it('shows archived people with their date only when asked, and finds them when nobody else matches', async () => {
    answerPeople([
      person(1, { LastName: 'Abeyta' }),
      person(2, { LastName: 'Dominguez', Cur: 'n', archiveDate: '2026-08-31' }),
    ]);
    await openApplication();
    await screen.findByText('1–1 of 1');
    search('dominguez');
    await screen.findByText('No one matches “dominguez”');
    screen.getByText('1 archived person matches.');
    fireEvent.click(screen.getByRole('button', { name: 'Show Archived' }));
    await waitFor(() => expect(rowNames()).toEqual(['Dominguez, AnaArchived 08-31-2026']));
    // An archived row is shown, an active one edited.
    screen.getByRole('button', { name: 'Show Dominguez, Ana' });
  });

  it('comes back as it was left: search, tab, page and the row', async () => {
    answerPeople(Array.from({ length: 60 }, (_, index) => person(index + 1, {})));
    const router = await openApplication();
    await screen.findByText('1–12 of 60');
    search('ana');
    fireEvent.click(tab(/^Providers/));
    await screen.findByText('1–12 of 30');
    fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('13–24 of 30');
    fireEvent.click(screen.getByRole('button', { name: 'Edit Person00027, Ana' }));
    await screen.findByText('opened {"mode":"Modify","id":27}');
    expect(router.state.location.pathname).toBe('/createuser');
    await router.navigate({ to: '/dashboard' });
    await screen.findByText('13–24 of 30');
    expect(screen.getByRole('textbox', { name: 'Search people' })).toHaveProperty('value', 'ana');
    expect(tab(/^Providers/).getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement?.textContent).toContain('Person00027');
  });

  it('says why no client can be created once the maximum is reached', async () => {
    answerPeople([person(2, {}), person(4, {}), person(6, { Cur: 'n' })], 2);
    await openApplication();
    await screen.findByText('1–2 of 2');
    const [create] = screen.getAllByRole('button', { name: 'Create New Client' });
    await waitFor(() =>
      expect(create?.getAttribute('data-tip')).toBe(
        'Your agency has reached its maximum of 2 active clients.',
      ),
    );
    if (create) fireEvent.click(create);
    expect(screen.queryByText(/^opened/)).toBeNull();
  });

  it('has boxes for those who may write to several people, before its switches are told too', async () => {
    answerWith(({ cmd, path }) => {
      if (path.includes('notices/list')) return { data: { today: '2026-11-20', notices: [], marks: [] } };
      if (path.includes('messaging/list-unread')) return { data: [] };
      return cmd === 'get' ? { data: [person(1, {})] } : { status: 500 };
    });
    await openApplication();
    await screen.findByText('1–1 of 1');
    expect(screen.getAllByRole('checkbox', { name: /^Select/ })).toHaveLength(2);
    closePages();
    answerPeople([person(1, {})]);
    signInAs('provider');
    onDesk();
    await openApplication();
    await screen.findByText('1–1 of 1');
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  });

  it('lets a provider look, but create and edit nobody', async () => {
    signInAs('provider');
    answerPeople([person(1, {})]);
    await openApplication();
    await screen.findByText('1–1 of 1');
    expect(screen.queryByRole('button', { name: 'Create New Provider' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show Person00001, Ana' }));
    await screen.findByText('opened {"mode":"Show","id":1}');
  });

  it('keeps a candidate that is being typed while the window is made narrower, and wider again', async () => {
    vi.restoreAllMocks();
    const setPhone = onWindow();
    answerWith(({ cmd, path }) => {
      if (path.includes('notices/list')) return { data: { today: '2026-11-20', notices: [], marks: [] } };
      if (path.includes('messaging/list-unread')) return { data: [] };
      if (cmd === 'candidate_get') return { data: [] };
      return { data: cmd === 'get' ? [person(1, {})] : CAPABILITIES };
    });
    await openApplication();
    await screen.findByRole('table', { name: 'People, All' });
    fireEvent.click(screen.getByRole('button', { name: 'Candidates' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Add Candidate' }));
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Rosa Delgado' } });
    for (const isPhone of [true, false]) {
      act(() => setPhone(isPhone));
      if (isPhone) await screen.findByLabelText('More of the people list');
      else await waitFor(() => expect(screen.queryByLabelText('More of the people list')).toBeNull());
      expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Rosa Delgado');
    }
  });

  it('on a phone says what the aggregator has of a person, and exports, for a provider too', async () => {
    vi.restoreAllMocks();
    onPhone();
    answerPeople([person(1, { SunDataStatus: 'Failed' })]);
    await openApplication();
    await screen.findByText(/Sandata: Failed/);
    const entries = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'More of the people list' }));
      return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    };
    expect(await entries()).toContain('Export Excel (.xlsx)');
    closePages();

    signInAs('provider');
    onPhone();
    answerPeople([person(1, {})]);
    await openApplication();
    await screen.findByRole('list', { name: 'People, All' });
    expect(await entries()).toEqual(['Export Excel (.xlsx)', 'Export CSV (.csv)']);
  });
});
