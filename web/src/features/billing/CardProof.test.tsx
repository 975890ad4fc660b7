import type { EvvVisit } from '@homecare/domain/billing/schema.ts';
import type { ClientProof } from '@homecare/domain/claims/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Asked, CAPABILITIES, closePages } from '../../../testing/application.tsx';
import { cardOf, cell, day, MONDAYS, pageOf, savedOf, show, startBilling } from './test-cards.tsx';

beforeEach(startBilling);
afterEach(closePages);

const times = (date: string) => ({ start: `${date}T15:00:00Z`, end: `${date}T17:00:00Z` });
const complete = (date: string): EvvVisit => ({
  date: date,
  plannedDay: date,
  Status: 'Complete',
  startedAt: times(date).start,
  endedAt: times(date).end,
  ClosedCode: null,
  ClosedMemo: null,
});
const sent = (
  date: string,
  more: Partial<ClientProof['visits'][number]> = {},
): ClientProof['visits'][number] => ({
  planId: 3188,
  date,
  status: 'Complete',
  ...times(date),
  sent: 'Success',
  message: null,
  code: 'PRSNL',
  ...more,
});
const TERM = {
  validFrom: '2020-01-01',
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up',
  rateCents: 500,
  addrateCents: 600,
  payCategory: null,
  source: 'Test',
} as const;
const proofOf = (visits: ClientProof['visits']): ClientProof => ({
  provenBy: 'aggregator',
  types: [
    {
      code: 'PCP',
      evvNeeded: true,
      aggregatorCode: 'PRSNL',
      terms: [{ ...TERM, modifiers: [...TERM.modifiers] }],
    },
  ],
  visits,
  claimed: [],
  money: [],
});
const [first = '', second = ''] = MONDAYS;
const answering =
  (visits: ClientProof['visits']) =>
  ({ path }: Asked) =>
    path.includes('client-proof') ? { data: proofOf(visits) } : undefined;
/** Every day has its visit; the second one was refused. */
const REFUSED = [sent(first), sent(second, { sent: 'Failed', message: 'No client.' })];
const visits = [complete(first), complete(second)];
const draft = cardOf({ planned: [day(first), day(second)], visits }, { evvNeeded: true });

it('is beside each line before the card is saved, and follows what is typed', async () => {
  const card = await show(pageOf([draft]), answering(REFUSED));
  expect(
    await within(card).findByRole('img', { name: 'Accepted, 8 of 8 units verified, T1019 U1' }),
  ).toBeTruthy();
  const denied = 'Will be denied: Sandata rejected the visit: No client. 0 of 8 units verified, T1019 U1';
  expect(within(card).getByRole('img', { name: denied })).toBeTruthy();
  expect(card.textContent).toContain('1 line will be denied. Sandata rejected the visit: No client: 11-09.');

  fireEvent.change(cell(card, 'End, Mon 11-02'), { target: { value: '11:00' } });
  expect(card.textContent).toContain('12 units billed, only 8 verified: 11-02');

  fireEvent.click(within(card).getByRole('button', { name: '2 will be denied' }));
  const dialog = await screen.findByRole('dialog', { name: 'Proof of Bekele, Tigist, 2026-11' });
  expect(within(dialog).getAllByRole('row')).toHaveLength(3);
});

it.each([
  ['its proof', '1 accepted, 1 will be denied', /^Proof of/],
  ['its visits', 'Visit EVV Data', /^Visit EVV Data of/],
])('opens the story of a visit by Alt Enter from %s', async (_, name, title) => {
  const saved = savedOf({ days: [day(first), day(second)] });
  const card = await show(pageOf([cardOf({ saved, visits }, { evvNeeded: true })]), answering(REFUSED));
  fireEvent.click(await within(card).findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.keyDown(within(dialog).getByRole('row', { name: /11-09-2026/ }), { key: 'Enter', altKey: true });
  expect((await screen.findByText(/^Story of/)).textContent).toMatch(/^Story of 2026-11-09 3188 .* of 2$/);
});

it('leaves only cards with a denied line when asked to, and loses nothing that was typed', async () => {
  const proven = cardOf(
    { planned: [day(first)], visits: [complete(first)] },
    { evvNeeded: true, id: 9, Provider: 'Lund, Kari' },
  );
  const paid = cardOf(
    { saved: savedOf({ status: 'Paid' }) },
    { evvNeeded: true, id: 10, Provider: 'Paid, Pat' },
  );
  const cards = pageOf([draft, proven, paid]);
  await show(cards, answering([...REFUSED, sent(first, { planId: 9 })]));
  const shown = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  await screen.findByText(/1 line will be denied/);
  expect(shown()).toEqual(['Bekele, Tigist', 'Lund, Kari', 'Paid, Pat']);
  const other = screen.getByRole('region', { name: 'Lund, Kari, plan 9' });
  fireEvent.change(within(other).getByLabelText('Remarks'), { target: { value: 'kept' } });
  fireEvent.click(screen.getByRole('switch', { name: 'Will be denied' }));
  // What is being worked on stays in sight; a paid card can be denied no more.
  await waitFor(() => expect(shown()).toEqual(['Bekele, Tigist', 'Lund, Kari']));
  fireEvent.change(within(other).getByLabelText('Remarks'), { target: { value: '' } });
  await waitFor(() => expect(shown()).toEqual(['Bekele, Tigist']));
  // The sums are the client's, whatever is looked at.
  expect(document.body.textContent).toContain('Saved $40.00');
});

it('is asked first where a card opens with verified times: a rejected visit gives none, however long it was', async () => {
  const short = { startedAt: `${first}T15:00:00Z`, endedAt: `${first}T15:45:00Z` };
  const long = { startedAt: `${first}T20:00:00Z`, endedAt: `${first}T22:00:00Z` };
  const two = [
    { ...complete(first), ...short },
    { ...complete(first), ...long },
  ];
  const answers = [
    sent(first, { start: short.startedAt, end: short.endedAt }),
    sent(first, { start: long.startedAt, end: long.endedAt, sent: 'Failed', message: 'No client.' }),
  ];
  const card = await show(
    pageOf([cardOf({ planned: [day(first)], visits: two }, { evvNeeded: true })]),
    answering(answers),
    { isVerified: true },
  );
  expect(cell(card, 'Start, Mon 11-02')).toHaveProperty('value', '08:00');
  expect(cell(card, 'End, Mon 11-02')).toHaveProperty('value', '08:45');
  expect(screen.getByText(/Of two verified visits on one day it is the longer one/)).toBeDefined();
});

it('opens a day unchecked whose verified visit has no row of its day, and says why', async () => {
  // A night that was begun only after midnight.
  const night = { startedAt: '2026-11-03T07:10:00Z', endedAt: '2026-11-03T13:00:00Z' };
  const card = await show(
    pageOf([
      cardOf(
        {
          planned: [day(first, { start: '22:00', end: '06:00' }), day(second)],
          visits: [{ ...complete(first), ...night }, complete(second)],
        },
        { evvNeeded: true },
      ),
    ]),
    answering([sent(first, { start: night.startedAt, end: night.endedAt }), sent(second)]),
    { isVerified: true },
  );
  const isBilled = (name: string) => within(card).getByRole('checkbox', { name });
  expect(isBilled('Billing, Mon 11-02')).toHaveProperty('checked', false);
  expect(isBilled('Payroll, Mon 11-02')).toHaveProperty('checked', false);
  expect(isBilled('Billing, Mon 11-09')).toHaveProperty('checked', true);
  expect(card.textContent).toContain('The clock times of the visit fit no row of its day: 11-02.');
});

it('opens a visit that was moved here from another month as long as that day was planned, at most', async () => {
  const moved = { ...complete(first), plannedDay: '2026-10-30' };
  const planned = {
    planned: [day(second)],
    plannedElsewhere: [day('2026-10-30', { start: '18:00', end: '18:45' })],
  };
  const card = await show(
    pageOf([cardOf({ ...planned, visits: [moved] }, { evvNeeded: true })]),
    answering([sent(first)]),
    { isVerified: true },
  );
  expect(cell(card, 'Start, Mon 11-02')).toHaveProperty('value', '08:00');
  expect(cell(card, 'End, Mon 11-02')).toHaveProperty('value', '08:45');
});

it('says nothing of acceptance and denial where visits are sent to no aggregator', async () => {
  const answer = ({ path }: Asked) =>
    path.includes('getPremium')
      ? { data: { ...CAPABILITIES, sandataEnabled: false } }
      : path.includes('client-proof')
        ? { data: { ...proofOf([sent(first), sent(second, { status: 'Active' })]), provenBy: 'visit' } }
        : undefined;
  const card = await show(pageOf([draft]), answer);
  expect(
    await within(card).findByRole('img', { name: 'Complete visit, 8 of 8 units verified, T1019 U1' }),
  ).toBeTruthy();
  expect(card.textContent).toContain('1 line is not verified by a visit. The visit is not complete: 11-09.');
  expect(screen.getByRole('switch', { name: 'Not verified' })).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: '1 with a Complete visit, 1 not verified' }));
  await screen.findByRole('dialog', { name: 'Proof of Bekele, Tigist, 2026-11' });
  expect(document.body.textContent).not.toMatch(/accepted|denied/i);
});

it('says so when no line will be denied', async () => {
  await show(
    pageOf([cardOf({ planned: [day(first)], visits: [complete(first)] }, { evvNeeded: true })]),
    answering([sent(first)]),
  );
  await screen.findByRole('button', { name: '1 accepted' });
  fireEvent.click(screen.getByRole('switch', { name: 'Will be denied' }));
  await screen.findByText('No line will be denied for its visit');
  fireEvent.click(screen.getByRole('button', { name: 'Show all cards' }));
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Bekele, Tigist');
});

it('is not asked of clients who pay themselves, and its absence is told', async () => {
  const card = await show(pageOf([draft], { PrivateClient: true }), answering(REFUSED));
  expect(within(card).queryByText('Proof')).toBeNull();
  await closePages();
  startBilling();
  await show(pageOf([draft]), ({ path }) =>
    path.includes('client-proof') ? { status: 500, Info: 'Something went wrong.' } : undefined,
  );
  await screen.findByText(/Couldn’t load the proof/);
});

it('has its record log on the card', async () => {
  const card = await show(pageOf([cardOf({ saved: savedOf() })]), ({ path }) =>
    path.includes('billing/record-log')
      ? {
          data: {
            entries: [
              {
                id: 5,
                at: '2026-12-01T18:00:00Z',
                who: 'Marisol Reyes',
                action: 'update',
                fields: [{ field: 'Status', old: 'Billed', new: 'Paid' }],
              },
            ],
            more: false,
          },
        }
      : undefined,
  );
  fireEvent.click(within(card).getByRole('button', { name: 'Record log' }));
  const dialog = await screen.findByRole('dialog', {
    name: 'Record log of the billing of Bekele, Tigist for 2026-11',
  });
  await within(dialog).findByText('Marisol Reyes');
});
