import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { Offer, OfferRound } from '@homecare/domain/offers/schema.ts';
import type { Board, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import type { Candidate, OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  onPhone,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { storyOf } from '../../../testing/visit-story.ts';
import { markAllStale } from '../../platform/query.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { VisitStoryPage } from '../visit-story/VisitStoryPage.tsx';
import { SchedulePage } from './SchedulePage.tsx';

const today = Temporal.Now.zonedDateTimeISO('America/Denver').toPlainDate();
const day = today.add({ days: 1 }).toString();
const visit: BoardVisit = {
  planId: 1,
  byPlanId: 1,
  day,
  visitId: 7,
  ClientID: 21,
  ProviderID: 11,
  Type: 'PC',
  program: 'Medicaid',
  date: day,
  start: '09:30',
  end: '12:00',
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  isCover: false,
  isExempt: false,
  closed: null,
};
const caregiver = (id: number, name: string, overtime = 0) => ({
  id,
  name,
  town: 'Aurora',
  language: 'English',
  hours: { worked: 0, planned: 2280 + overtime, overtime },
  wished: 2400,
});
const board: Board = {
  week: { from: today.toString(), through: today.add({ days: 6 }).toString() },
  caregivers: [caregiver(11, 'Archuleta, Ana'), caregiver(12, 'Martinez, Dolores', 210)],
  clients: [
    { id: 21, name: 'Vigil, Rosa', town: 'Denver', language: 'Spanish', latitude: 39.7, longitude: -104.9 },
  ],
  visits: [
    visit,
    { ...visit, planId: 2, byPlanId: 2, visitId: 8, ProviderID: 12, start: '13:00', end: '15:30' },
  ],
  away: [{ ProviderID: 12, day, words: 'Called out' }],
};
const open: OpenVisit = {
  planId: 2,
  day,
  date: day,
  visitId: 8,
  isExempt: false,
  ClientID: 21,
  Client: 'Vigil, Rosa',
  town: 'Denver',
  ProviderID: 12,
  Provider: 'Martinez, Dolores',
  Type: 'PC',
  start: '13:00',
  end: '15:30',
  minutes: 150,
  reason: 'calledOut',
  since: null,
  note: null,
};
const TYPES = [
  {
    id: 1,
    Name: 'Personal Care',
    Code: 'PC',
    rate: null,
    addrate: null,
    taskOptions: { pcItems: [], hmItems: [] },
    ihss: false,
    relative: false,
    evvNeeded: true,
    aggregatorCode: null,
    procedureCode: null,
    modifiers: [],
    unitRule: 'up',
    payCategory: null,
  },
];
const candidate = (ProviderID: number, Provider: string, changes: Partial<Candidate>): Candidate => ({
  ProviderID,
  Provider,
  town: 'Aurora',
  obstacle: null,
  why: null,
  score: 88,
  parts: [{ name: 'knows', why: '9 visits in 90 days', points: 18, most: 24 }],
  cost: { payCents: null, overtimeCents: null, overtimeMinutes: 0 },
  extraMinutes: 9,
  miles: 2,
  from: null,
  visitsHere: 9,
  visitsOfClient: 14,
  warnings: [],
  weekMinutes: 2280,
  wishedMinutes: 2400,
  toJustify: [],
  whyNoOffer: null,
  ...changes,
});
const cannot: Partial<Candidate> = {
  obstacle: 'working',
  why: 'With Ortiz, Ben until 2:00 PM',
  score: null,
  parts: [],
  cost: null,
};
const candidates = [candidate(11, 'Archuleta, Ana', {}), candidate(12, 'Martinez, Dolores', cannot)];

const answer = (
  covers: {
    readonly status?: number;
    readonly reason?: string;
    readonly Info?: string;
    readonly errors?: readonly { field: string; message: string }[];
  }[] = [],
  {
    visit: shown = open,
    proposed = open,
    candidates: found = candidates,
    offers = [],
    isTaken = false,
  }: {
    readonly visit?: OpenVisit;
    readonly proposed?: OpenVisit;
    readonly candidates?: readonly Candidate[];
    readonly offers?: readonly Offer[];
    /** Somebody else has it. */
    readonly isTaken?: boolean;
  } = {},
) => {
  const round: OfferRound | null =
    offers.length === 0
      ? null
      : {
          wave: 1,
          waves: 1,
          people: 2,
          nextAt: null,
          isPaused: false,
          isAfterQuiet: false,
          isUnsent: false,
          ended: offers.some(({ state }) => state === 'covered') ? 'Baca, Eva has taken this visit.' : null,
          isAutomatic: false,
        };
  const asked: string[] = [];
  let isOpen = !isTaken;
  answerWith(({ path }) => {
    asked.push(path);
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('schedule/board')) return { data: board };
    if (path.includes('list-open-requests')) return { data: [] };
    if (path.includes('list-open')) return { data: isOpen ? [shown] : [] };
    if (path.includes('list-candidates'))
      return { data: { visit: proposed, units: { type: 'Personal Care', left: 38 }, candidates: found } };
    if (path.includes('offers/list?') || path.endsWith('offers/list')) return { data: { round, offers } };
    if (path.includes('-bulk')) return { data: { bulk: 3, done: [7], refused: [] } };
    if (path.includes('visit-story')) return { data: story };
    if (path.includes('staffing/uncover')) {
      isOpen = true;
      return { data: { id: 9 } };
    }
    if (!path.includes('staffing/cover')) return { status: 404, Info: path };
    const refused = covers.shift();
    if (refused) return refused;
    isOpen = false;
    // The server says at which times they come.
    return { data: { id: 9, visits: 1, times: { start: '14:15', end: '16:45' } } };
  });
  return asked;
};
const offered = (state: Offer['state']): Offer => ({
  id: 5,
  ProviderID: 13,
  Provider: 'Baca, Eva',
  wave: 1,
  channel: 'phone',
  sent: `${day}T12:00:00Z`,
  opened: null,
  state,
  answered: state === 'covered' ? `${day}T12:05:00Z` : null,
  cause: null,
  words: null,
});
const story = storyOf(day);
const show = () => openPages({ '/schedule': SchedulePage, '/visitstory': VisitStoryPage }, '/schedule');
const openChip = () => screen.findByRole('button', { name: /1:00 PM to 3:30 PM.*needs a caregiver/ });
const countOf = (asked: readonly string[], path: string) => asked.filter((one) => one.endsWith(path)).length;

beforeEach(() => {
  onDesk();
  // Room for rows: a page of tests has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('the schedule', () => {
  it('shows caregivers with their hours, visits and days away, and open visits above them', async () => {
    answer();
    await show();
    await screen.findByRole('button', { name: /^9:30 AM to 12:00 PM.*Vigil, Rosa/ });
    await openChip();
    screen.getByText('38 of 40 h');
    screen.getByText('41.5 h, 3.5 overtime');
    screen.getByText('Called out');
    expect(screen.getByRole('grid', { name: 'Schedule' })).toBeTruthy();
    // The open visit has left the row of its caregiver.
    expect(screen.getAllByRole('button', { name: /1:00 PM to 3:30 PM/ })).toHaveLength(1);
  });

  it('shows the visit of today that an open request asks for, as urgent as an open one', async () => {
    answer();
    const answered = globalThis.fetch;
    const noTimes = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
    const weekday = weekdayOf(today);
    const clocks = (Name: string, at: string) => ({ Name, ...noTimes, [weekday]: at });
    const travel = Object.fromEntries(Object.keys(noTimes).map((one) => [one, 0]));
    const time = [
      clocks('Time In', '23:58'),
      clocks('Time Out', '23:59'),
      { Name: 'Travel Time', ...travel },
    ];
    const request = {
      ...{ id: 4, ClientID: 22, Client: 'Ortiz, Ben', town: 'Denver', Type: 'PC', status: 'Open', rev: 1 },
      ...{ StartDate: today.toString(), Remarks: null, createReason: 'New client', carePlanId: null },
      ...{ at: `${today}T12:00:00Z`, by: 'A.D.' },
      week: { personalCareItems: [], homeMakingItems: [], time },
    };
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.includes('list-open-requests')
        ? Promise.resolve(
            new Response(JSON.stringify({ result: 'OK', code: 200, data: [request] }), {
              headers: { 'Content-Type': 'application/json' },
            }),
          )
        : answered(url, init),
    );
    await show();
    await screen.findByRole('button', { name: '11:58 PM to 11:59 PM, today, Ortiz, Ben, open request' });
    screen.getByText('1 open request for today');
  });

  it('groups the same visits by client', async () => {
    answer();
    await show();
    await openChip();
    fireEvent.click(screen.getByRole('tab', { name: 'By client' }));
    await screen.findByRole('rowheader', { name: /^Vigil, Rosa/ });
    expect(screen.queryByRole('rowheader', { name: /^Archuleta/ })).toBeNull();
  });

  it('says what to enter where a date is none, and stays where it is', async () => {
    answer();
    await show();
    await openChip();
    const date = screen.getByLabelText('Date');
    fireEvent.change(date, { target: { value: '99-99-2026' } });
    fireEvent.blur(date);
    await screen.findByText('Enter a date as MM-DD-YYYY');
    await openChip();
  });

  it('leaves those with problems', async () => {
    answer();
    await show();
    await openChip();
    fireEvent.click(screen.getByRole('button', { name: /^Only with problems/ }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Archuleta/ })).toBeNull());
    screen.getByRole('rowheader', { name: /^Martinez/ });
    expect(screen.getByText('1 of 2 caregivers')).toBeTruthy();
  });

  it('shows the rows of those alone whom a link of Today names, until their name is taken away', async () => {
    answer();
    const router = await openPages({ '/schedule': SchedulePage }, '/schedule', { day, people: '12' });
    const grid = await screen.findByRole('grid', { name: 'Schedule' });
    expect(within(grid).getByText('Martinez, Dolores')).toBeTruthy();
    expect(within(grid).queryByText('Archuleta, Ana')).toBeNull();
    expect(await openChip()).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove Dolores Martinez' }));
    await within(grid).findByText('Archuleta, Ana');
    expect(router.state.location.state.page ?? {}).toEqual({});
  });

  it('plans the open visits that a search leaves, and says so where it leaves nobody and no visit', async () => {
    answer();
    await show();
    await openChip();
    const search = screen.getByLabelText('Search the schedule');
    const plan = () => screen.getByRole('button', { name: /^Plan / });
    fireEvent.change(search, { target: { value: 'denver' } });
    await openChip();
    expect(plan().textContent).toBe('Plan 1 open visit');
    fireEvent.change(search, { target: { value: 'parker' } });
    await screen.findByText('Nobody matches the search and filters');
    screen.getByText('0 of 1 open visit');
    expect(plan()).toHaveProperty('disabled', true);
    // Nothing moves: the head stays as it is.
    const print = screen.getByRole('button', { name: 'Print week' });
    expect(print.getAttribute('aria-disabled')).toBe('true');
    screen.getByRole('columnheader', { name: /^Caregiver/ });
    fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await openChip();
  });

  it('opens who can come with C, without a dollar for role user, and assigns with Undo', async () => {
    const asked = answer();
    await show();
    fireEvent.keyDown(await openChip(), { key: 'c' });
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('1 can come');
    // Messages are above the buttons of its foot.
    expect(document.documentElement.style.getPropertyValue('--save-bar')).not.toBe('');
    expect(document.body.textContent).not.toContain('$');
    expect(drawer.getAllByText(/1 already working/)).toHaveLength(2);
    fireEvent.click(drawer.getByRole('button', { name: 'Assign Archuleta, Ana' }));
    await waitFor(() => expect(shownToasts()[0]?.text).toMatch(/^Archuleta, Ana covers Vigil.* 2:15.*4:45/));
    shownToasts()[0]?.undo?.();
    await waitFor(() => expect(countOf(asked, 'staffing/uncover')).toBe(1));
  });

  it('proposes times of its own for a visit whose start has passed, and sends those of the office', async () => {
    const late = { ...open, day: today.toString(), date: today.toString(), start: '00:00', end: '00:30' };
    const sent = answer([], { visit: late, proposed: { ...late, start: '22:15', end: '22:45' } });
    await show();
    fireEvent.click(await screen.findByRole('button', { name: /12:00 AM to 12:30 AM.*needs a caregiver/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('The planned start has passed. The cover works from');
    const end = drawer.getByLabelText('Time Out');
    expect(end).toHaveProperty('value', '10:45 PM');
    const assign = drawer.getByRole('button', { name: 'Assign Archuleta, Ana' });
    fireEvent.change(end, { target: { value: '22:15' } });
    fireEvent.blur(end);
    expect(assign).toHaveProperty('disabled', true);
    drawer.getByText('Enter a time after Time In.');
    fireEvent.change(end, { target: { value: '2315' } });
    fireEvent.blur(end);
    await waitFor(() => expect(sent.some((path) => /start=22%3A15.*end=23%3A15/.test(path))).toBe(true));
    await waitFor(() => expect(assign).toHaveProperty('disabled', false));
    fireEvent.click(drawer.getByRole('checkbox', { name: /Archuleta, Ana/ }));
    drawer.getByText('Offers ask for the next quarter hour, not for your times');
    fireEvent.click(assign);
    await waitFor(() => expect(shownToasts()[0]?.text).toContain('10:15–11:15 PM'));
    expect(countOf(sent, 'staffing/cover')).toBe(1);
  });

  it('asks once about short gaps, and sends the days with the yes', async () => {
    const refusal = {
      status: 409,
      reason: 'shortGaps',
      Info: 'Only 10 minutes on Tuesday. Assign?',
      errors: [{ field: 'Tue', message: '10 minutes' }],
    };
    const asked = answer([refusal]);
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    fireEvent.click(await drawer.findByRole('button', { name: 'Assign Archuleta, Ana' }));
    await screen.findByText('Only 10 minutes on Tuesday. Assign?');
    fireEvent.click(screen.getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(shownToasts()[0]?.text).toMatch(/^Archuleta, Ana covers/));
    expect(countOf(asked, 'staffing/cover')).toBe(2);
  });

  it('gives the focus back to the visit after Escape, and opens its menu with Shift F10', async () => {
    answer();
    await show();
    const chip = await openChip();
    chip.focus();
    fireEvent.keyDown(chip, { key: 'c' });
    await screen.findByRole('dialog', { name: 'Cover this visit' });
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(chip));
    fireEvent.keyDown(chip, { key: 'F10', shiftKey: true });
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Visit story/ }));
    await screen.findByText('Planned by care plan 1');
  });

  it('says of a visit that has a caregiver that C is not for it, and opens its story by its menu', async () => {
    answer();
    await show();
    const chip = await screen.findByRole('button', { name: /^9:30 AM to 12:00 PM.*Vigil, Rosa/ });
    fireEvent.keyDown(chip, { key: 'c' });
    await waitFor(() => expect(shownToasts()[0]?.text).toMatch(/^This visit has a caregiver/));
    fireEvent.contextMenu(chip);
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Visit story/ }));
    const steps = within(await screen.findByRole('list', { name: 'What happened' }));
    steps.getByText('9:30 AM to 12:00 PM', { exact: false });
  });

  it('cancels a visit ahead with a reason of the client, by its menu and from the drawer, and takes it back', async () => {
    const asked = answer();
    await show();
    fireEvent.contextMenu(await screen.findByRole('button', { name: /^9:30 AM to 12:00 PM.*Vigil, Rosa/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancel visit…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Cancel visit: Vigil, Rosa/ }));
    expect(dialog.queryByLabelText('Caregiver absent')).toBeNull();
    fireEvent.click(dialog.getByLabelText('Client in hospital'));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel visit' }));
    await waitFor(() => expect(shownToasts()[0]?.text).toBe('Success: Visit closed'));
    shownToasts()[0]?.undo?.();
    await waitFor(() => expect(shownToasts().at(-1)?.text).toBe('Undone. The visit is planned again.'));
    expect(countOf(asked, 'visits/apply-bulk')).toBe(1);
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    fireEvent.click(await drawer.findByRole('button', { name: 'Cancel visit' }));
    await screen.findByRole('dialog', { name: /^Cancel visit: Vigil, Rosa/ });
  });

  it('opens the story of a visit by Alt Enter', async () => {
    answer();
    await show();
    fireEvent.keyDown(await screen.findByRole('button', { name: /^9:30 AM to 12:00 PM.*Vigil, Rosa/ }), {
      key: 'Enter',
      altKey: true,
    });
    await screen.findByRole('heading', { name: 'Vigil, Rosa with Archuleta, Ana' });
  });

  it('leaves the rows of those who can come while a visit is moved, where the office wants that', async () => {
    answer();
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Only who can come' }));
    const chip = await openChip();
    chip.focus();
    fireEvent.keyDown(chip, { code: 'Space', key: ' ' });
    await screen.findByText('1 of 2 can come. Drop on a row to assign.');
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /^Martinez/ })).toBeNull());
    screen.getByRole('rowheader', { name: /^Archuleta/ });
    screen.getByText('1 of 2 caregivers');
    fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' });
    await screen.findByRole('rowheader', { name: /^Martinez/ });
  });

  it('keeps what it shows when the server does not answer any more, and tries again when asked', async () => {
    let isDown = false;
    answer();
    const whileUp = globalThis.fetch;
    vi.stubGlobal('fetch', (...of: Parameters<typeof fetch>) =>
      isDown
        ? Promise.resolve(
            new Response(JSON.stringify({ result: 'ERROR', code: 500, Info: 'Broken', reason: 'internal' }), {
              status: 500,
              headers: { 'Content-Type': 'application/json' },
            }),
          )
        : whileUp(...of),
    );
    await show();
    await openChip();
    isDown = true;
    await markAllStale();
    await screen.findByText(/^Not updated since /, undefined, { timeout: 20_000 });
    await openChip();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/^Not updated since /)).toBeNull());
  }, 30_000);

  it('does not say that every visit has a caregiver while the open ones are not known', async () => {
    answerWith(({ path }) => {
      if (path.includes('getPremium')) return { data: CAPABILITIES };
      if (path.includes('schedule/board')) return { data: board };
      return { status: 403, Info: 'Not for you' };
    });
    await show();
    await screen.findByText('Couldn’t load the schedule', undefined, { timeout: 20_000 });
    expect(screen.queryByText('Every visit has a caregiver')).toBeNull();
  }, 30_000);

  it('asks once about what is to be known of who can come, where it was moved to a row', async () => {
    const warned = candidate(11, 'Archuleta, Ana', {
      warnings: ['Only 5 minutes between two visits', '12-03-2026 is a holiday'],
      asksFirst: ['12-03-2026 is a holiday'],
    });
    const asked = answer([], { candidates: [warned] });
    await show();
    fireEvent.keyDown(await openChip(), { code: 'Space' });
    await screen.findByText(/^1 of 1 can come/);
    screen.getByText('Can come, asks first');
    fireEvent.keyDown(document, { code: 'ArrowDown' });
    fireEvent.keyDown(document, { code: 'Enter' });
    await screen.findByText('12-03-2026 is a holiday.');
    expect(countOf(asked, 'staffing/cover')).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(countOf(asked, 'staffing/cover')).toBe(1));
  });

  it('answers in the rows of a day where a night of the day before lies on it', async () => {
    const before = today.subtract({ days: 1 }).toString();
    const night = { ...open, day: before, date: before, start: '22:00', end: '06:00', minutes: 480 };
    answer([], { visit: night });
    await show();
    fireEvent.click(await screen.findByRole('tab', { name: 'Day' }));
    const chip = await screen.findByRole('button', { name: /10:00 PM to 6:00 AM.*needs a caregiver/ });
    fireEvent.keyDown(chip, { code: 'Space' });
    await screen.findByText(/^1 of 2 can come/);
    const verdict = screen.getByText('Can come').closest<HTMLElement>('[data-answer]');
    expect(verdict?.style.left).toBe('0.000%');
    fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' });
  });

  it('asks once before it assigns while others can still say yes', async () => {
    const asked = answer([], { offers: [offered('waiting')] });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('PC, 2.5 h, 38 units left of Personal Care');
    await drawer.findByText('1 asked, nobody yet');
    fireEvent.click(await drawer.findByRole('button', { name: 'Assign Archuleta, Ana' }));
    await screen.findByText(/^1 other caregiver was asked and can still say yes/);
    expect(countOf(asked, 'staffing/cover')).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(countOf(asked, 'staffing/cover')).toBe(1));
  });

  it.each([
    ['ahead of the days for which visits exist', { visitId: null }, 1],
    ['of a pair that checks in nowhere', { visitId: null, isExempt: true }, 0],
    ['that is created', {}, 0],
  ] as const)('says of an open visit %s whether it is not created yet', async (_, changes, count) => {
    const visit = { ...open, ...changes };
    answer([], { visit, proposed: visit });
    await show();
    const chip = await openChip();
    expect(within(chip).queryAllByText(/needs a caregiver.*not created yet/)).toHaveLength(count);
    expect(within(chip).queryAllByText('not created yet')).toHaveLength(count);
    fireEvent.click(chip);
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('Open because');
    expect(drawer.queryAllByText('Not created yet. It can be offered and covered now.')).toHaveLength(count);
  });

  it('says in words what is to be known of who can come, and a reason of many once', async () => {
    const warned = candidate(11, 'Archuleta, Ana', {
      warnings: ['Only 0 minutes between two visits', 'Covered as Personal Care: not a relative'],
    });
    const busy = [12, 13].map((id) => candidate(id, `Ortiz, Ben ${id}`, cannot));
    answer([], { candidates: [warned, ...busy] });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('Only 0 minutes between two visits. Covered as Personal Care: not a relative.');
    drawer.getByText('With Ortiz, Ben until 2:00 PM: Ortiz, Ben 12; Ortiz, Ben 13');
  });

  it('offers an undo again that the server did not hear', async () => {
    answer();
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    fireEvent.click(await drawer.findByRole('button', { name: 'Assign Archuleta, Ana' }));
    await waitFor(() => expect(shownToasts()[0]?.text).toMatch(/^Archuleta, Ana covers Vigil/));
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    shownToasts()[0]?.undo?.();
    await waitFor(() =>
      expect(shownToasts().at(-1)?.text).toMatch(/^Not undone\. The server cannot be reached/),
    );
    vi.stubGlobal('fetch', answered);
    shownToasts().at(-1)?.undo?.();
    await waitFor(() => expect(shownToasts().at(-1)?.text).toMatch(/^Undone\. Archuleta, Ana does not come/));
  }, 30_000);

  it('calls a service by its name', async () => {
    answer();
    const answered = globalThis.fetch;
    const types = { result: 'OK', code: 200, data: TYPES };
    vi.stubGlobal('fetch', (...of: Parameters<typeof fetch>) =>
      String(of[1]?.body).includes('cmd=type_get')
        ? Promise.resolve(
            new Response(JSON.stringify(types), { headers: { 'Content-Type': 'application/json' } }),
          )
        : answered(...of),
    );
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('Personal Care, 2.5 h, 38 units left');
  });

  it('names who has taken the visit, with the way back, and nobody else to assign', async () => {
    const asked = answer([], { offers: [offered('covered')] });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByRole('button', { name: 'Assign Archuleta, Ana' });
    // Somebody says yes on their phone.
    answer([], { offers: [offered('covered')], isTaken: true });
    await markAllStale();
    await drawer.findByText('This visit has a caregiver now.');
    expect(drawer.queryByRole('button', { name: /^Assign / })).toBeNull();
    fireEvent.click(drawer.getByRole('button', { name: 'Undo: Baca, Eva has taken this visit.' }));
    await waitFor(() => expect(shownToasts()[0]?.text).toBe('Undone. The visit is open again.'));
    expect(countOf(asked, 'staffing/cover')).toBe(0);
  });

  it('says at once why nobody at all can take a visit that was moved', async () => {
    const why =
      'This visit was moved from 12-03-2026 to 12-05-2026. Move it back before another caregiver takes it.';
    const moved: Partial<Candidate> = { ...cannot, obstacle: 'sameClient', why };
    answer([], { candidates: [candidate(11, 'Archuleta, Ana', moved), candidate(13, 'Baca, Eva', moved)] });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    const said = await drawer.findByText(/^Nobody can come\./, { selector: 'b' });
    expect(said.parentElement?.textContent?.trim()).toBe(`Nobody can come. ${why}`);
    expect(drawer.queryByRole('button', { name: 'Ask farther' })).toBeNull();
    expect(drawer.queryByText(/cannot$/)).toBeNull();
  });

  it('asks nobody whose tick went out of sight with those who live farther away', async () => {
    answer();
    const plain = globalThis.fetch;
    const far = candidate(13, 'Baca, Eva', { score: 40 });
    const tooFar = { ...far, ...cannot, obstacle: 'tooFar' as const, why: '17.9 miles, at most 10' };
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!url.includes('list-candidates')) return plain(url, init);
      const found = [...candidates, url.includes('farther=1') ? far : tooFar];
      const data = { visit: open, units: null, candidates: found };
      const headers = { 'Content-Type': 'application/json' };
      return Promise.resolve(new Response(JSON.stringify({ result: 'OK', code: 200, data }), { headers }));
    });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    fireEvent.click(await drawer.findByRole('checkbox', { name: /Archuleta, Ana/ }));
    const beyond = drawer.getByRole('switch', { name: 'Look beyond each caregiver’s miles' });
    fireEvent.click(beyond);
    fireEvent.click(await drawer.findByRole('checkbox', { name: /Baca, Eva/ }));
    drawer.getByRole('button', { name: 'Offer to 2' });
    fireEvent.click(beyond);
    await drawer.findByRole('button', { name: 'Offer to 1' });
  });

  it('says who is closest where nobody can come, and asks farther', async () => {
    const far = candidate(11, 'Archuleta, Ana', {
      ...cannot,
      obstacle: 'tooFar',
      why: '17.9 miles, at most 10',
    });
    const asked = answer([], { candidates: [candidates[1] ?? far, far] });
    await show();
    fireEvent.click(await openChip());
    const drawer = within(await screen.findByRole('dialog', { name: 'Cover this visit' }));
    await drawer.findByText('Closest: Archuleta, Ana: 17.9 miles, at most 10.', { exact: false });
    fireEvent.click(drawer.getByRole('button', { name: 'Ask farther' }));
    await waitFor(() => expect(asked.some((path) => path.includes('farther=1'))).toBe(true));
    drawer.getByRole('button', { name: /^Reschedule/ });
  });

  it('shows a day as a list on a phone, open visits first', async () => {
    onPhone();
    answer();
    await show();
    const list = await screen.findByRole('list', { name: 'Schedule' });
    expect(list.textContent).toMatch(/^Needs a caregiver: 1/);
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('says what failed and that nothing was changed', async () => {
    answerWith(({ path }) =>
      path.includes('getPremium')
        ? { data: CAPABILITIES }
        : { status: 503, reason: 'unavailable', Info: 'busy' },
    );
    await show();
    await screen.findByText('Couldn’t load the schedule', undefined, { timeout: 20_000 });
  }, 30_000);
});
