import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PlanPage } from './PlanPage.tsx';

const lineOf = (planId: number, Client: string, ProviderID: number | null): ProposalLine => ({
  visit: {
    planId,
    day: '2026-11-24',
    date: '2026-11-24',
    visitId: planId,
    isExempt: false,
    ClientID: 20 + planId,
    Client,
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
  },
  ProviderID,
  Provider: ProviderID === null ? null : 'Archuleta, Ana',
  why: '9 visits in 90 days',
  tooFar: ProviderID === null ? 3 : 0,
  notes: [],
  whyNot: null,
  visitsHere: 9,
  visitsOfClient: 14,
  extraMinutes: 9,
  overtimeMinutes: 0,
  overtimeCents: null,
  isFixed: false,
  others: [],
});
const NO_TOTALS: Proposal['totals'] = {
  visits: 3,
  covered: 2,
  minutes: 450,
  coveredMinutes: 300,
  caregivers: 1,
  mostAtOneClient: 1,
  overtimeMinutes: 0,
  overtimeCents: null,
  payCents: null,
  extraMinutes: 18,
};
const proposal: Proposal = {
  lines: [lineOf(1, 'Vigil, Rosa', 11), lineOf(2, 'Ortiz, Ben', 11), lineOf(3, 'Baca, Eva', null)],
  totals: NO_TOTALS,
  oneByOne: NO_TOTALS,
  hours: [
    { week: '2026-11-22', weekMinutes: 2_295, addedMinutes: 300, overtimeMinutes: 195 },
    { week: '2026-11-29', weekMinutes: 600, addedMinutes: 105, overtimeMinutes: 0 },
  ].map((one) => ({ ProviderID: 11, Provider: 'Archuleta, Ana', wishedMinutes: 2_400, ...one })),
  unproven: null,
  approval: null,
  compared: 118,
  milliseconds: 1_840,
};
const BUSY = 'Archuleta, Ana: With Baca, Eva until 2:00 PM';

/** The paths that were asked, in order; what is not given is answered as done. */
const answer = (
  given: Readonly<Record<string, { status?: number; data?: unknown; Info?: string }[]>> = {},
) => {
  const asked: string[] = [];
  answerWith(({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    asked.push(name);
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('plan-open-visits')) return given[name]?.shift() ?? { data: proposal };
    if (path.includes('other-time'))
      return {
        data: { start: '16:00', end: '18:30', count: 2, Providers: ['Archuleta, Ana', 'Yoder, Caleb'] },
      };
    const next = given[name]?.shift();
    if (next) return next;
    if (name === 'uncover-visits')
      return { data: [1, 2].map((planId) => ({ planId, day: '2026-11-24', refused: null })) };
    if (name === 'send') return { data: { asked: 1, later: null } };
    if (name === 'cover-visits')
      return {
        data: [1, 2].map((planId) => ({ planId, day: '2026-11-24', coverId: 90 + planId, refused: null })),
      };
    return { status: 404, Info: path };
  });
  return asked;
};
const countOf = (asked: readonly string[], name: string) => asked.filter((one) => one === name).length;
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
};
const texts = () => shownToasts().map(({ text }) => text);

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(() => {
  closeAllToasts();
  closePages();
});

describe('the plan of open visits', () => {
  it('opens the story of a visit by Alt Enter, and pages through those of the proposal', async () => {
    answer();
    const Story = () => {
      const { visit, around } = usePageState();
      return <p>{`${visit} of ${String(around).split(';').length}`}</p>;
    };
    await openPages({ '/schedule/plan': PlanPage, '/visitstory': Story }, '/schedule/plan');
    fireEvent.keyDown(await screen.findByRole('row', { name: /Ortiz/ }), { key: 'Enter', altKey: true });
    expect((await screen.findByText(/ of 3$/)).textContent).toBe('2026-11-24 2   of 3');
  });

  it('shows a day once, and says it in every row to those who listen', async () => {
    answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Vigil, Rosa');
    const rows = screen.getAllByRole('row').slice(1);
    const days = rows.map((row) => within(row).getAllByRole('cell')[0]);
    expect(days.map((cell) => cell?.textContent)).toEqual([
      'Tue, Nov 24Tue 24',
      'Tue, Nov 24',
      'Tue, Nov 24',
    ]);
    expect(days.map((cell) => cell?.querySelector('[aria-hidden]')?.textContent)).toEqual([
      'Tue 24',
      undefined,
      undefined,
    ]);
  });

  it('shows a visit that was moved on the day on which it is, and asks for nobody farther away to take it', async () => {
    const moved =
      'This visit was moved from 11-24-2026 to 11-26-2026. Move it back before another caregiver takes it.';
    const line = lineOf(1, 'Vigil, Rosa', null);
    const lines = [{ ...line, visit: { ...line.visit, date: '2026-11-26' }, why: moved, tooFar: 0 }];
    answer({ 'plan-open-visits': [{ data: { ...proposal, lines } }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Martinez, Dolores cannot come Nov 26: 1 visit needs a caregiver');
    expect(within(screen.getByRole('row', { name: /Vigil/ })).getAllByRole('cell')[0]?.textContent).toMatch(
      /^Thu, Nov 26/,
    );
    const side = within(screen.getByRole('complementary', { name: 'Hours and open visits' }));
    side.getByText('Thu, Nov 26, 1:00 PM stays open.');
    side.getByText(/Move it back before another caregiver takes it\.$/);
    expect(side.queryByRole('button', { name: 'Ask farther' })).toBeNull();
  });

  it('counts and takes back the choices among the lines that are shown, not those for other days', async () => {
    sessionStorage.setItem(
      'kept.schedule.plan.draft',
      JSON.stringify({
        choices: [
          { planId: 1, day: '2026-11-24', providerId: null },
          { planId: 1, day: '2026-12-15', providerId: 11 },
        ],
      }),
    );
    answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('1 line set by you.');
    await press('Undo');
    await waitFor(() => expect(screen.queryByText('1 line set by you.')).toBeNull());
    expect(sessionStorage.getItem('kept.schedule.plan.draft')).toContain('2026-12-15');
  });

  it('shows by each number the lines that it counts, and all of them again', async () => {
    answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Baca, Eva');
    const rows = () => screen.getAllByRole('row').length - 1;
    const covered = screen.getByRole('button', { name: 'Covered: 2 of 3' });
    fireEvent.click(covered);
    expect(rows()).toBe(2);
    expect(covered.getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('cell', { name: /^Baca, Eva/ })).toBeNull();
    fireEvent.click(covered);
    expect(rows()).toBe(3);
    // No line has overtime: that number opens nothing.
    expect(screen.queryByRole('button', { name: /^Overtime added/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Caregivers: 1' }));
    const side = screen.getByRole('complementary', { name: 'Hours and open visits' });
    expect(document.activeElement).toBe(side);
  });

  it('says of a client’s caregiver what is true of all of their visits, also where some are hidden', async () => {
    const ofRosa = (planId: number, ProviderID: number | null) => {
      const line = lineOf(planId, 'Vigil, Rosa', ProviderID);
      return { ...line, visit: { ...line.visit, ClientID: 21 } };
    };
    const data = { ...proposal, lines: [ofRosa(1, 11), ofRosa(2, 11), ofRosa(3, null)] };
    answer({ 'plan-open-visits': [{ data }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    fireEvent.click(await screen.findByRole('button', { name: 'Covered: 2 of 3' }));
    expect(screen.getAllByText('9 of 14 visits here in 90 days')).toHaveLength(2);
    expect(screen.queryByText(/same caregiver every time/)).toBeNull();
  });

  it('does not count a choice that cannot come among the covered lines', async () => {
    const blocked = { ...lineOf(3, 'Baca, Eva', 11), isFixed: true, whyNot: BUSY };
    const data = { ...proposal, lines: [lineOf(1, 'Vigil, Rosa', 11), lineOf(2, 'Ortiz, Ben', 11), blocked] };
    answer({ 'plan-open-visits': [{ data }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    fireEvent.click(await screen.findByRole('button', { name: 'Covered: 2 of 3' }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByRole('cell', { name: /^Baca, Eva/ })).toBeNull();
  });

  it('shows the hours of each workweek apart', async () => {
    answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    const side = await screen.findByRole('complementary', { name: 'Hours and open visits' });
    expect(
      within(side)
        .getAllByRole('heading')
        .map((one) => one.textContent),
    ).toEqual(['Hours, week of Nov 22', 'Hours, week of Nov 29']);
    expect(
      within(side)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Archuleta, Ana +5 h43.25 h, +3.25 h overtime', 'Archuleta, Ana +1.75 h11.75 h of 40 wanted']);
  });

  it('takes back all covers that it made, and asks for one new proposal', async () => {
    const asked = answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Assign 2');
    await waitFor(() => expect(texts()).toEqual(['2 visits assigned']));
    const before = countOf(asked, 'plan-open-visits');
    shownToasts()[0]?.undo?.();
    await waitFor(() => expect(texts()).toContain('Undone. 2 visits open again.'));
    expect(countOf(asked, 'uncover-visits')).toBe(1);
    expect(countOf(asked, 'plan-open-visits')).toBe(before + 1);
  });

  it('says how far it is, and takes back what it assigned when the page is opened again', async () => {
    const gate = Promise.withResolvers<void>();
    const asked = answer();
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const headers = { 'Content-Type': 'application/json' };
      // The first is stored already.
      if (url.includes('list-open'))
        return new Response(
          JSON.stringify({ result: 'OK', code: 200, data: [lineOf(2, 'Ortiz, Ben', 11).visit] }),
          { headers },
        );
      if (url.includes('/cover-visits')) await gate.promise;
      return plain(url, init);
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Assign 2');
    await screen.findByText('Assigning: 1 of 2 visits', undefined, { timeout: 20_000 });
    cleanup();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Assigning: 1 of 2 visits');
    gate.resolve();
    await screen.findByText(/^2 visits assigned /);
    expect(countOf(asked, 'cover-visits')).toBe(1);
    closeAllToasts();
    cleanup();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Take back 2');
    await waitFor(() => expect(texts()).toContain('Undone. 2 visits open again.'));
    expect(countOf(asked, 'uncover-visits')).toBe(1);
    await waitFor(() => expect(screen.queryByText(/^2 visits assigned /)).toBeNull());
  });

  it('asks once about what the office should know, and leaves out a choice that cannot be', async () => {
    const lines = [
      { ...lineOf(1, 'Vigil, Rosa', 11), notes: ['Only 10 minutes between two visits'] },
      { ...lineOf(2, 'Ortiz, Ben', 11), isFixed: true, whyNot: 'With Vigil, Rosa until 3:30 PM' },
    ];
    const asked = answer({ 'plan-open-visits': [{ data: { ...proposal, lines } }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Only 10 minutes between two visits.');
    screen.getByText('Your choice can’t come: With Vigil, Rosa until 3:30 PM');
    await press('Assign 1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 1 visit?' }));
    dialog.getByText('Vigil, Rosa, Tue, Nov 24: Archuleta, Ana: Only 10 minutes between two visits.');
    expect(countOf(asked, 'cover-visits')).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(countOf(asked, 'cover-visits')).toBe(1));
  });

  it('offers again to take back what the server did not hear', async () => {
    const asked = answer({ 'uncover-visits': [{ status: 503, Info: 'Busy. Try again.' }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Assign 2');
    await waitFor(() => expect(texts()).toEqual(['2 visits assigned']));
    shownToasts()[0]?.undo?.();
    await waitFor(() => expect(texts().at(-1)).toBe('Not undone: 2 visits. Busy. Try again.'));
    shownToasts().at(-1)?.undo?.();
    await waitFor(() => expect(texts()).toContain('Undone. 2 visits open again.'));
    expect(countOf(asked, 'uncover-visits')).toBe(2);
  });

  it('says of what it did not assign which visit and why, and takes back only the rest', async () => {
    const asked = answer({
      'cover-visits': [
        {
          data: [
            { planId: 1, day: '2026-11-24', coverId: 91, refused: null },
            { planId: 2, day: '2026-11-24', coverId: null, refused: BUSY },
          ],
        },
      ],
      'uncover-visits': [{ data: [{ planId: 1, day: '2026-11-24', refused: 'This visit has started.' }] }],
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Assign 2');
    await waitFor(() =>
      expect(texts()).toEqual([
        `1 visit was not assigned. Ortiz, Ben, Tue, Nov 24: ${BUSY}.`,
        '1 visit assigned',
      ]),
    );
    shownToasts()[1]?.undo?.();
    await waitFor(() =>
      expect(texts()).toContain(
        '1 visit was not taken back. Vigil, Rosa, Tue, Nov 24: This visit has started.',
      ),
    );
    expect(countOf(asked, 'uncover-visits')).toBe(1);
  });

  it('sends each line as an offer, and says who was not asked', async () => {
    const asked = answer({ send: [{ data: { asked: 0, later: null } }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Send 2 as offers');
    await waitFor(() =>
      expect(texts()).toEqual([
        '1 offer sent. The first yes takes the visit.',
        '1 visit was not offered. Vigil, Rosa, Tue, Nov 24: Archuleta, Ana was asked already.',
      ]),
    );
    expect(countOf(asked, 'send')).toBe(2);
    expect(countOf(asked, 'cover-visits')).toBe(0);
  });

  it('says of whom the limit of offers a day keeps from an offer', async () => {
    const leftOut = 'Archuleta, Ana: Has had 3 offers today.';
    answer({
      send: [{ data: { asked: 0, later: null, leftOut } }, { data: { asked: 0, later: null, leftOut } }],
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Send 2 as offers');
    await waitFor(() =>
      expect(texts()).toEqual([
        '2 visits were not offered. Archuleta, Ana: Has had 3 offers today (2 visits, first Vigil, Rosa, Tue, Nov 24).',
      ]),
    );
  });

  it('keeps what the office chose when it is left and opened again, and takes it back', async () => {
    const bodies: unknown[] = [];
    answer();
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url.includes('plan-open-visits')) bodies.push(JSON.parse(String(init?.body)).fixed);
      return plain(url, init);
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Martinez, Dolores cannot come Nov 24: 3 visits need a caregiver');
    fireEvent.click(await screen.findByRole('combobox', { name: /^Caregiver for Vigil, Rosa/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Stays open' }));
    await screen.findByText('1 line set by you.');
    cleanup();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('1 line set by you.');
    expect(bodies.at(-1)).toEqual([{ planId: 1, day: '2026-11-24', providerId: null }]);
    await press('Undo');
    await waitFor(() => expect(screen.queryByText('1 line set by you.')).toBeNull());
  });

  it('says where nobody can come why, and what else can be done', async () => {
    answer();
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    const side = within(await screen.findByRole('complementary', { name: 'Hours and open visits' }));
    side.getByText('Tue, Nov 24, 1:00 PM stays open.');
    fireEvent.click(side.getByRole('button', { name: 'Ask farther' }));
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Look beyond each caregiver’s miles' })).toHaveProperty(
        'checked',
        true,
      ),
    );
    expect(await screen.findByText(/At 4:00 PM Archuleta, Ana or Yoder, Caleb can come\./)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try 4:00 PM' })).toBeDefined();
  });

  it('shows no proposal and assigns nothing while the days are wrong, and plans fewer where too much is open', async () => {
    const asked: unknown[] = [];
    answer();
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      const headers = { 'Content-Type': 'application/json' };
      const data = Array.from({ length: 61 }, () => lineOf(1, 'Vigil, Rosa', 11).visit);
      if (url.includes('list-open'))
        return Promise.resolve(new Response(JSON.stringify({ result: 'OK', code: 200, data }), { headers }));
      if (!url.includes('plan-open-visits')) return plain(url, init);
      const { only, from } = JSON.parse(String(init?.body));
      asked.push(only?.length);
      if (only || from !== '2026-11-24') return plain(url, init);
      const errors = [{ field: 'through', message: '61 visits are open then.' }];
      const refusal = { result: 'ERROR', code: 400, reason: 'badInput', Info: '61 visits', errors };
      return Promise.resolve(new Response(JSON.stringify(refusal), { status: 400, headers }));
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await screen.findByText('Vigil, Rosa');
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    const type = (box: HTMLElement, value: string) => {
      fireEvent.change(box, { target: { value } });
      fireEvent.blur(box);
    };
    type(last, '11-01-2020');
    await screen.findByText('The last day is before the first.');
    expect(screen.queryByText('Vigil, Rosa')).toBeNull();
    expect(screen.getByRole('button', { name: 'Assign' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Send as offers' })).toHaveProperty('disabled', true);
    type(first, '11-24-2026');
    type(last, '11-24-2026');
    await screen.findByText('61 visits are open then.');
    fireEvent.click(await screen.findByRole('button', { name: 'Plan 60 visits, Nov 24' }));
    await screen.findByText('This plan is for 60 chosen visits only.');
    await screen.findByText('Vigil, Rosa');
    expect(asked.at(-1)).toBe(60);
  });

  it('says after a second that it calculates, and ends it with what is found', async () => {
    const inputs: boolean[] = [];
    const blocker = Promise.withResolvers<void>();
    answer();
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('plan-open-visits')) {
        const { isQuick } = JSON.parse(String(init?.body));
        inputs.push(isQuick);
        if (isQuick) blocker.resolve();
        await blocker.promise;
      }
      return plain(url, init);
    });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    fireEvent.click(await screen.findByRole('button', { name: 'Use what is found' }, { timeout: 5000 }));
    await screen.findByText('Martinez, Dolores cannot come Nov 24: 3 visits need a caregiver');
    expect(inputs).toEqual([false, true]);
  });

  it('says when offers go out after quiet hours', async () => {
    const later = 'Nov 25, 7:00 AM';
    answer({ send: [{ data: { asked: 0, later } }, { status: 409, Info: BUSY }] });
    await openPages({ '/schedule/plan': PlanPage }, '/schedule/plan');
    await press('Send 2 as offers');
    await waitFor(() =>
      expect(texts()).toEqual([
        `Quiet hours: 1 offer will go out ${later}.`,
        `1 visit was not offered. Ortiz, Ben, Tue, Nov 24: ${BUSY}.`,
      ]),
    );
  });
});
