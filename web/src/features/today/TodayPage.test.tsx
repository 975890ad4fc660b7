import type { AskedVisit } from '@homecare/domain/offers/schema.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import type { Place, Today, TodayRow } from '@homecare/domain/today/schema.ts';
import { useLocation } from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { hrefOf } from '../../platform/address.ts';
import { usePageState } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { markStale } from '../../platform/query.ts';
import { openedFigure } from '../staffing/opened-figure.ts';
import { TodayPage } from './TodayPage.tsx';

const row = (key: string, more: Partial<TodayRow> = {}): TodayRow => ({
  key,
  kind: 'late',
  part: 'now',
  tone: 'danger',
  title: `${key} has not checked in`,
  text: 'Bao Nguyen, planned 9:30 AM',
  named: [],
  visit: null,
  figure: { main: '1 h 12 min late', note: '' },
  count: 1,
  cents: null,
  at: '2026-11-17T16:30:00Z',
  place: { list: 'visits', date: '2026-11-17', hour: null, state: 'late' },
  placeCount: 1,
  button: 'Call',
  mend: { by: 'call', phone: '(303) 555-0101', name: 'Chidi Okafor', visit: null },
  snoozed: null,
  assigned: null,
  ...more,
});
const today = (more: Partial<Today> = {}): Today => ({
  rows: [row('Chidi')],
  snoozed: [],
  parts: [{ part: 'now', count: 1, cents: 0 }],
  unsolved: [],
  hours: [
    { hour: 9, state: 'late', count: 1 },
    { hour: 10, state: 'upcoming', count: 4 },
  ],
  out: [],
  nextOpen: null,
  through: '2026-11-30',
  people: [{ id: 4, name: 'Tom Reyes' }],
  isCounting: false,
  ...more,
});

const week = (name: string, filled: number) => ({
  week: name,
  fill: { part: filled, whole: 100 },
  onTime: { part: 90, whole: 100 },
  unedited: { part: 80, whole: 90 },
  overtime: { part: 60, whole: 6_000 },
});
const someWeeks = () => ({
  weeks: [week('2026-11-08', 94), week('2026-11-15', 95)],
  countedAt: '2026-11-17T16:45:00Z',
});

let capabilities = CAPABILITIES;
let weeks: ReturnType<typeof someWeeks> | undefined;
const day = Temporal.Now.zonedDateTimeISO('America/Denver').toPlainDate();
const stampAt = (date: Temporal.PlainDate, time: string) =>
  date.toZonedDateTime({ timeZone: 'America/Denver', plainTime: time }).toInstant().toString();
const askedOf = (planId: number, more: Partial<AskedVisit>): AskedVisit => ({
  planId,
  day: day.toString(),
  date: day.toString(),
  ClientID: 31,
  Client: 'Whitfield, Earl',
  town: null,
  start: '07:00',
  end: '09:00',
  started: stampAt(day, '05:04'),
  asked: 2,
  covered: null,
  calledOut: { ProviderID: 12, Provider: 'Martinez, Dolores' },
  round: {
    wave: 1,
    waves: 3,
    people: 4,
    nextAt: null,
    isPaused: false,
    ended: null,
    isUnsent: false,
    isAutomatic: true,
    isAfterQuiet: false,
  },
  ...more,
});
let asked: readonly AskedVisit[];
let answer: Today | undefined;
const sent: string[] = [];
beforeEach(() => {
  capabilities = CAPABILITIES;
  answer = today();
  asked = [];
  weeks = someWeeks();
  sent.length = 0;
  signInAs('admin');
  answerWith(({ path, cmd }) => {
    if (path.includes('today/get')) return answer ? { data: answer } : { status: 500, Info: 'It failed.' };
    if (path.includes('week-figures/list'))
      return weeks ? { data: weeks } : { status: 500, Info: 'It failed.' };
    if (path.includes('list-asked')) return { data: asked };
    if (path.includes('list-unread')) return { data: [] };
    if (path.includes('today/')) {
      sent.push(path);
      return { data: null };
    }
    return { data: cmd === 'get' ? [] : capabilities };
  });
});
afterEach(() => {
  vi.useRealTimers();
  return closePages();
});

const usePathname = () => useLocation({ select: ({ pathname }) => pathname });
const open = () => openPages({ '/today': TodayPage }, '/today');

describe('Today', () => {
  it('shows who is late and their phone without a press', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    expect(screen.getByRole('link', { name: '(303) 555-0101' }).getAttribute('href')).toBe(
      'tel:+13035550101',
    );
    expect(screen.getByRole('link', { name: 'Call Chidi Okafor, (303) 555-0101' })).toBeTruthy();
    expect(screen.getByText('1 that cannot wait')).toBeTruthy();
  });

  it('keeps the place of the figures of the week above the rows before there are any', async () => {
    answer = undefined;
    const plain = globalThis.fetch;
    const isNeverAnswered = (url: unknown) => String(url).includes('today/get');
    vi.stubGlobal('fetch', (...of: Parameters<typeof fetch>) =>
      isNeverAnswered(of[0]) ? new Promise(() => undefined) : plain(...of),
    );
    await open();
    const waiting = await screen.findByRole('status', { name: 'Loading what is to be decided…' });
    const figures = screen.getByRole('region', { name: 'Figures of the week' });
    expect(figures.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('says when the figures of the week were counted', async () => {
    await open();
    const figures = await screen.findByRole('region', { name: 'Figures of the week' });
    expect(await within(figures).findByText(/^Counted at \d+:\d\d [AP]M$/)).toBeTruthy();
  });

  it('says how the day stands, each number with a button to its list', async () => {
    await open();
    const day = await screen.findByRole('region', { name: 'Visits today' });
    expect(within(day).getByRole('button', { name: '5 visits today' })).toBeTruthy();
    expect(within(day).getByRole('button', { name: '9 AM: 1 late' })).toBeTruthy();
    expect(within(day).getByRole('button', { name: '0 complete' })).toHaveProperty('disabled', true);
  });

  it('leads to no list of visits where the site has none, and says as much', async () => {
    capabilities = { ...CAPABILITIES, premium: false };
    await open();
    const day = await screen.findByRole('region', { name: 'Visits today' });
    expect(within(day).queryAllByRole('button')).toEqual([]);
    expect(within(day).getByRole('img', { name: '9 AM: 1 late' })).toBeTruthy();
  });

  it('says of each part how many rows there are, with those that it does not show', async () => {
    answer = today({ parts: [{ part: 'now', count: 7, cents: 0 }] });
    await open();
    expect(await screen.findByText('7 that cannot wait')).toBeTruthy();
  });

  it('says who is out today, each with their page, and until when', async () => {
    answer = today({
      out: [
        { id: 2, name: 'Martinez, Dolores', why: 'calledOut', through: '2000-11-17', hours: null, open: 1 },
        { id: 3, name: 'Boateng, Kofi', why: 'timeOff', through: '2999-11-20', hours: null, open: 0 },
        {
          ...{ id: 4, name: 'Yoder, Caleb', why: 'timeOff', through: '2000-11-17', open: 0 },
          hours: { from: '13:00', to: '14:00' },
        },
      ],
    });
    await open();
    const out = within(await screen.findByRole('region', { name: 'Out today' }));
    expect(out.getByRole('link', { name: 'Dolores Martinez' }).getAttribute('href')).toMatch(/^\/person\//);
    expect(out.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Called outDolores Martineztoday only, 1 visit open today',
      'Time offKofi Boatenguntil Nov 20, no open visits today',
      'Time offCaleb Yoder1:00 PM to 2:00 PM, no open visits today',
    ]);
  });

  it('leads to the schedule of those whom a row names, in an address that says nothing of them', async () => {
    const place: Place = { list: 'schedule', day: '2026-11-17', people: [12, 11] };
    answer = today({
      rows: [row('Ana', { kind: 'callOutText', title: 'Ana Archuleta may not come', place })],
    });
    const Schedule = () => <p>schedule {JSON.stringify(usePageState())}</p>;
    const router = await openPages({ '/today': TodayPage, '/schedule': Schedule }, '/today');
    const link = await screen.findByRole('link', { name: 'Ana Archuleta may not come' });
    const href = link.getAttribute('href');
    expect(href).toMatch(/^\/schedule\?at=k[0-9a-z]+$/);
    fireEvent.click(link);
    await screen.findByText('schedule {"day":"2026-11-17","people":"12 11"}');
    expect(router.state.location.href).toBe(href);
  });

  it('says who called out, which visits are covered and how many were asked, each with its place', async () => {
    const tomorrow = day.add({ days: 1 }).toString();
    const visit = askedOf(1, { day: tomorrow, date: tomorrow, Client: 'Stavropoulos, Helen', asked: 4 });
    const covered = { Provider: 'Archuleta, Ana', at: '2026-11-17T12:12:00Z' };
    const evening = { covered, started: stampAt(day.subtract({ days: 1 }), '21:40') };
    asked = [askedOf(2, { covered }), visit, askedOf(3, { calledOut: null }), askedOf(4, evening)];
    await open();
    const block = within(await screen.findByRole('region', { name: /^Call-outs (this morning|today)$/ }));
    const rows = block.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(
      /^5:04 AMNobody yet, 4 asked, starts in .*Helen Stavropoulos, .* 7:00 AM, without Dolores Martinez$/,
    );
    expect(rows[1]).toMatch(/^5:04 AMCovered by Ana Archuleta at .*, 2 asked.*, without Dolores Martinez$/);
    expect(rows[2]).toMatch(/^[A-Z][a-z]{2} \d+, 9:40 PMCovered by Ana Archuleta at /);
    expect(rows).toHaveLength(3);
    const hrefs = block.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[0]);
    const [client, provider] = [personPath(31), personPath(12)];
    const ofRow = ['/visitstory', client, '/schedule', provider];
    expect(hrefs).toEqual(['/config', '/schedule', ...ofRow, ...ofRow, ...ofRow]);
    block.getByRole('link', { name: '2 of 3 visits covered, 1 waiting' });
    fireEvent.click(block.getByRole('link', { name: 'Autopilot log' }));
  });

  it('leads from each name of a row to its person, and from the rest of the title to its list', async () => {
    const named = [
      { id: 7, name: 'Chidi Okafor' },
      { id: 8, name: 'Bao Nguyen' },
    ];
    answer = today({ rows: [row('Chidi', { title: 'Chidi Okafor has not checked in', named })] });
    await open();
    await screen.findByRole('heading', { name: 'Chidi Okafor has not checked in' });
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Chidi Okafor')).toBe(personPath(7));
    expect(hrefOf('Bao Nguyen')).toBe(personPath(8));
    expect(hrefOf('has not checked in')).toBe('/evvadmin');
  });

  const ABOUT_PEOPLE: Partial<TodayRow> = {
    kind: 'expiring',
    part: 'today',
    named: [{ id: 12, name: 'Ana Cruz' }],
    mend: { by: 'list' },
  };
  it.each<[string, Partial<TodayRow>, string]>([
    ['its visit', { visit: { planId: 349, day: '2026-11-17' } }, '2026-11-17 349  '],
    ['its person', { ...ABOUT_PEOPLE, place: { list: 'people', ids: [12] } }, personPath(12)],
    [
      'the list of many',
      { ...ABOUT_PEOPLE, count: 3, place: { list: 'people', ids: [12, 13] } },
      '/dashboard',
    ],
  ])('opens by Alt Enter what a row is about: %s', async (_, more, shown) => {
    answer = today({ rows: [row('Chidi', more)] });
    const Shown = () => {
      const [path, { visit }] = [usePathname(), usePageState()];
      return <p>{`Opened ${visit ?? path}`}</p>;
    };
    const pages = { '/today': TodayPage, '/visitstory': Shown, [personPath(12)]: Shown, '/dashboard': Shown };
    await openPages(pages, '/today');
    const heading = await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    fireEvent.keyDown(heading, { key: 'Enter', altKey: true });
    expect((await screen.findByText(/^Opened/)).textContent).toBe(`Opened ${shown}`);
  });

  it('opens unread texts beside it', async () => {
    const texts = { kind: 'texts', title: '2 texts are unread', mend: { by: 'list' } } as const;
    answer = today({ rows: [row('texts', { ...texts, button: 'Read 2', place: { list: 'texts' } })] });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /^Read 2/ }));
    expect(await screen.findByRole('dialog', { name: 'New texts' })).toBeTruthy();
  });

  it('says that nothing needs anybody, and when the next visit is open', async () => {
    answer = today({ rows: [] });
    await open();
    await screen.findByText('Nothing needs you right now.');
    expect(screen.getByText('Next visit without a caregiver: none until Nov 30.')).toBeTruthy();
  });

  it('says of when a count is that is not from now', async () => {
    const ago = (minutes: number) => Temporal.Now.instant().subtract({ minutes }).toString();
    answer = today({ since: ago(0) });
    await open();
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    expect(screen.queryByText(/^Some rows were counted at/)).toBeNull();
    answer = today({ since: ago(12), isCounting: true });
    await act(() => markStale(getToday));
    await screen.findByText(/^Some rows were counted at \d+:\d\d [AP]M\. Counting again…$/);
  });

  it('says that it could not be loaded, and tries again', async () => {
    answer = undefined;
    await open();
    await screen.findByText('Couldn’t load Today');
    answer = today();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
  });

  it('keeps what is there when the server does not answer, and says how old it is', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    answer = undefined;
    await act(() => markStale(getToday));
    await screen.findByText(/^Not updated since/);
    expect(screen.getByRole('heading', { name: 'Chidi has not checked in' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('strikes through what is solved before it goes', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    answer = today({ rows: [] });
    await act(() => markStale(getToday));
    await screen.findByText('Done');
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
  });

  it('puts nothing above what is read until everything was counted once', async () => {
    const paper = row('Caleb', { kind: 'expired', part: 'today', title: 'Caleb’s DL/ID expired' });
    const ready = row('ready', { kind: 'ready', part: 'money', title: '287 clients are ready to claim' });
    const missed = row('missed', { kind: 'missed', part: 'today', title: '3 visits were missed' });
    const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    answer = today({ rows: [paper, ready], isCounting: true });
    await open();
    await screen.findByRole('heading', { name: paper.title });
    const late = row('Chidi');
    answer = today({ rows: [late, missed, paper, ready], isCounting: true });
    await act(() => markStale(getToday));
    await screen.findByRole('heading', { name: late.title });
    expect(titles()).toEqual([late.title, paper.title, ready.title]);
    answer = today({ rows: [late, missed, paper, ready] });
    await act(() => markStale(getToday));
    await screen.findByRole('heading', { name: missed.title });
    expect(titles()).toEqual([late.title, missed.title, paper.title, ready.title]);
  });

  it('folds what can wait beyond ten rows, and nothing of what cannot', async () => {
    const urgent = Array.from({ length: 11 }, (_, n) =>
      row(`late:${n}`, { title: `Late${n} has not checked in` }),
    );
    const missed = Array.from({ length: 2 }, (_, n) =>
      row(`missed:${n}`, { kind: 'missed', part: 'today', title: `${n + 2} visits were missed` }),
    );
    answer = today({ rows: [...urgent, ...missed] });
    await open();
    await screen.findByRole('heading', { name: 'Late0 has not checked in' });
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(11);
    fireEvent.click(screen.getByRole('button', { name: '2 more can wait' }));
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(13);
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(11);
  });

  it('says how the agency does this week, beside the week before, each figure with its list', async () => {
    await open();
    const fill = await screen.findByRole('link', { name: /^Fill rate/ });
    expect(fill.textContent).toContain('95.0%up 1.0, bettergoal 92%, this weekGoal met.');
    expect(fill.textContent).toContain('Nov 8 – 14: 94.0%; Nov 15 – 21: 95.0%');
    expect(screen.getByRole('link', { name: /^Overtime/ }).textContent).toContain('1.0%goal 3%, this week');
    const page = openedFigure({ figure: 'fill', from: '2026-11-15', through: '2026-11-21' });
    expect(fill.getAttribute('href')).toBe(hrefOf({ to: '/schedule/figures', page }));
    expect(screen.getByRole('link', { name: /^On time/ }).getAttribute('href')).toMatch(/^\/weekfigures\?/);
    expect(screen.queryByRole('link', { name: /^Denial rate/ })).toBeNull();
  });

  it('goes on without the figures of the weeks, which can be asked for again', async () => {
    weeks = undefined;
    await open();
    await screen.findByText(/^Couldn’t load the figures of the week/);
    await screen.findByRole('heading', { name: 'Chidi has not checked in' });
    weeks = someWeeks();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /^Fill rate/ });
  });

  it('puts a row off from its menu', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'More: Chidi has not checked in' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Snooze 1 hour' }));
    await waitFor(() => expect(sent).toEqual([expect.stringContaining('today/snooze')]));
  });
});
