import type { Absence, CoverLimits, CoverResult, StandIn } from '@homecare/domain/care-plans/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import { optionsForAll, optionsForPart } from './StandInPicker.tsx';

const FROM = Temporal.Now.plainDateISO('America/Denver').toString();
const part = (id: number, over: Partial<Absence['parts'][number]> = {}) => ({
  id,
  ClientID: id + 100,
  Client: `Client${id}, Chris`,
  Type: 'PCP',
  from: FROM,
  through: FROM,
  week: [{ day: 'Mon' as const, from: '08:00', to: '10:00' }],
  days: 1,
  hours: 2,
  why: [],
  ...over,
});
const standIn = (id: number, whys: readonly string[][], over: Partial<StandIn> = {}): StandIn => ({
  id,
  Name: `Substitute${id}, Pat`,
  hours: 10,
  mayNotWork: [],
  parts: whys.map((why, n) => ({ rate: 50 + n, distance: 2, errorMiles: 0, why })),
  ...over,
});
const SAME_TIME = 'This provider have same time in Monday with client Yang, Mei (09:00 – 11:00)';
const ABSENCE: Absence = {
  parts: [
    part(7),
    part(8),
    part(9, { why: ['This plan is temporary itself. Change its end, then cover plan 3.'] }),
  ],
  standIns: [standIn(5, [[], [], []]), standIn(6, [[SAME_TIME], [], []])],
  moved: [{ ClientID: 108, Client: 'Client8, Chris', day: FROM, date: FROM, start: '14:00', end: '16:00' }],
};

const sentTo: unknown[] = [];
let limits: readonly CoverLimits[] = [];
const Page = () => <AbsenceDialog providerId={1} onClose={vi.fn()} />;
/** Answers `results` one request after the other. */
const answerAbsence = (...results: readonly CoverResult[][]) => {
  const left = [...results];
  answerWith(({ path, cmd, input }) => {
    if (path.includes('preview-absence')) return { data: ABSENCE };
    if (path.includes('preview-cover-limits')) return { data: limits };
    if (path.includes('cover-absence')) {
      sentTo.push(input);
      return { data: left.shift() ?? [] };
    }
    if (cmd === 'care_update')
      return {
        status: 409,
        Info: "Can't delete Care plan with visits that were begun or done. Archive it instead.",
      };
    if (cmd === 'type_get') return { data: [] };
    if (cmd === 'get') return { data: [rowOf(1, { LastName: 'Away', FirstName: 'Pat' })] };
    return { data: CAPABILITIES };
  });
};
const made = (planId: number): CoverResult => ({
  planId,
  from: FROM,
  made: { id: planId + 1000, visits: 1 },
  refused: null,
  gapDays: [],
  exceeded: [],
});

beforeEach(() => {
  signInAs('user');
  onDesk();
  sentTo.length = 0;
});
afterEach(closePages);

const chooseFor = async (label: RegExp, name: string) => {
  const box = await screen.findByRole('combobox', { name: label });
  fireEvent.click(box);
  const list = await waitFor(() => {
    const found = document.getElementById(box.getAttribute('aria-controls') ?? '');
    if (!found) throw new Error('no list');
    return found;
  });
  fireEvent.click(await within(list).findByRole('option', { name: new RegExp(`^${name}`), hidden: true }));
};

it('shows each plan, who nobody can take over says why, and creates what was chosen', async () => {
  answerAbsence([made(7), { ...made(8), made: null, refused: SAME_TIME }]);
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await screen.findByText('Client7, Chris');
  screen.getByText(/^Nobody can take this over: This plan is temporary itself/);
  within(screen.getByRole('list', { name: 'Moved visits' })).getByText(
    /^Client8, Chris: .+ was moved to 2:00 PM – 4:00 PM\. The substitute comes then\.$/,
  );
  await chooseFor(/^One substitute for all/, 'Substitute5');
  fireEvent.click(await screen.findByRole('button', { name: 'Create 2 temporary plans' }));
  await screen.findByText('Temporary plan 1007 created: 1 visit in the next 14 days.');
  screen.getByText(`Not created: ${SAME_TIME}`);
  // The refused one can go to somebody else; the other one is done.
  screen.getByRole('button', { name: 'Create 1 temporary plan' });
  screen.getByRole('button', { name: 'Undo 1 temporary plan' });
});

it('asks for short gaps, and sends the days that were accepted', async () => {
  answerAbsence(
    [{ ...made(7), made: null, refused: '10 minutes after the visit', gapDays: ['Mon'] }],
    [made(7)],
  );
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  fireEvent.click(await screen.findByRole('button', { name: 'Create 1 temporary plan' }));
  fireEvent.click(await screen.findByLabelText('Accept short gaps on Monday for Client7, Chris'));
  fireEvent.click(screen.getByRole('button', { name: 'Create 1 temporary plan' }));
  await screen.findByText(/^Temporary plan 1007 created/);
});

it('asks why care is needed beyond a limit, and sends what was written', async () => {
  const exceeded = ['23', '24', '25', '26', '27'].map(
    (day) => `11-${day}-2026, 8:00 AM: 42 h that week, at most 40 h`,
  );
  answerAbsence(
    [{ ...made(7), made: null, refused: exceeded[0] ?? null, exceeded, asksWhy: true }],
    [made(7)],
  );
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  fireEvent.click(await screen.findByRole('button', { name: 'Create 1 temporary plan' }));
  const text = await screen.findByRole('textbox', { name: 'Justification for Client7, Chris' });
  screen.getByText('Not created: this goes beyond a limit. Write why, then create it again.');
  const list = screen.getByRole('list', { name: 'Beyond a limit: Client7, Chris' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([...exceeded.slice(0, 3), 'and 2 more']);
  fireEvent.change(text, { target: { value: 'Alone at home' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create 1 temporary plan' }));
  await screen.findByText(/^Temporary plan 1007 created/);
  expect(sentTo.at(-1)).toMatchObject({ covers: [{ planId: 7, justification: 'Alone at home' }] });
});

it('says before it is saved what goes beyond a limit, and asks why at once', async () => {
  const said = '11-23-2026, 8:00 AM: 42 h that week, at most 40 h';
  limits = [{ planId: 7, from: FROM, refused: null, exceeded: [said], asksWhy: true }];
  answerAbsence([made(7)]);
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  await screen.findByText(said);
  const text = screen.getByRole('textbox', { name: 'Justification for Client7, Chris' });
  const create = screen.getByRole('button', { name: 'Create temporary plans' });
  expect(create.getAttribute('aria-description')).toBe('Write a justification for Client7, Chris.');
  fireEvent.change(text, { target: { value: 'Alone at home' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create 1 temporary plan' }));
  await screen.findByText(/^Temporary plan 1007 created/);
  expect(sentTo.at(-1)).toMatchObject({ covers: [{ planId: 7, justification: 'Alone at home' }] });
  limits = [];
});

it('creates nothing for a part that is refused, and says why', async () => {
  const refused = '11-23-2026, 8:00 AM: 42 h that week, at most 40 h';
  limits = [{ planId: 7, from: FROM, refused, exceeded: [] }];
  answerAbsence([made(8)]);
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  await screen.findByText(`Cannot be created: ${refused}`);
  const create = screen.getByRole('button', { name: 'Create temporary plans' });
  expect(create.getAttribute('aria-description')).toBe(`Choose somebody else for Client7, Chris: ${refused}`);
  // The other one is created alone.
  await chooseFor(/^Substitute for Client8/, 'Substitute6');
  fireEvent.click(await screen.findByRole('button', { name: 'Create 1 temporary plan' }));
  await screen.findByText(/^Temporary plan 1008 created/);
  expect(sentTo.at(-1)).toMatchObject({ covers: [{ planId: 8, providerId: 6 }] });
  limits = [];
});

it('says by which other type somebody who is no relative would come', async () => {
  const otherType = 'Covered as Personal Care: not a relative';
  limits = [{ planId: 7, from: FROM, refused: null, exceeded: [], otherType }];
  answerAbsence([made(7)]);
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  await screen.findByText(otherType);
  limits = [];
});

it('keeps a plan whose undo was refused, with the reason', async () => {
  answerAbsence([made(7)]);
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  await chooseFor(/^Substitute for Client7/, 'Substitute5');
  fireEvent.click(await screen.findByRole('button', { name: 'Create 1 temporary plan' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo 1 temporary plan' }));
  await screen.findByText(/^Not undone: Can't delete Care plan with visits/);
  screen.getByText(/^Temporary plan 1007 created/);
});

it('puts who cannot step in below the others, with the reasons', () => {
  const { can, cannot } = optionsForPart(ABSENCE.standIns, 0);
  expect(can.map(({ label }) => label)).toEqual(['Substitute5, Pat']);
  expect(cannot.map(({ label, facts, disabled }) => [label, facts, disabled])).toEqual([
    ['Substitute6, Pat', SAME_TIME, true],
  ]);
  const lapsed = standIn(4, [[], [], []], { mayNotWork: ['no CAPS check on record'] });
  expect(optionsForAll([lapsed, ...ABSENCE.standIns], [0, 1])).toMatchObject({
    can: [
      { label: 'Substitute5, Pat', facts: '2 of 2 care plans · 10.00 h a week' },
      { label: 'Substitute6, Pat', facts: '1 of 2 care plans · 10.00 h a week' },
    ],
    cannot: [{ label: 'Substitute4, Pat', facts: 'no CAPS check on record' }],
  });
});

it('of somebody without visits on these days says so', async () => {
  answerWith(({ path, cmd }) => {
    if (path.includes('preview-absence')) return { data: { parts: [], standIns: [] } };
    if (cmd === 'get') return { data: [rowOf(1, {})] };
    return { data: cmd === 'type_get' ? [] : CAPABILITIES };
  });
  await openPages({ '/careplanlist': Page }, '/careplanlist');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('No visits on these days');
});
