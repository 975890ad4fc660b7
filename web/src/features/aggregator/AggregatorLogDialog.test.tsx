import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  rowOf,
  signInAs,
} from '../../../testing/application.tsx';
import { personPath } from '../../platform/person-path.ts';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { PeoplePage } from '../people/PeoplePage.tsx';

const item = (id: number, more: object) => ({
  id,
  type: 'Client',
  record_id: 2,
  Status: 'Failed',
  created_ts: '2026-11-20T17:00:00Z',
  modify_ts: '2026-11-20T18:30:00Z',
  message: null,
  json: [],
  resend: false,
  hold: null,
  ...more,
});

interface Network {
  readonly log?: Answer;
  readonly send?: Answer;
  readonly on?: boolean;
  readonly rehearsal?: boolean;
}
const answer = ({
  log = { data: [] },
  send = { data: { Status: 'Planned' } },
  on = true,
  rehearsal = false,
}: Network) => {
  const sent: unknown[] = [];
  answerWith(({ path, cmd, data }) => {
    if (path.includes('getPremium')) return { data: { ...CAPABILITIES, sandataEnabled: on, rehearsal } };
    if (cmd === 'get')
      return { data: [rowOf(2, { LastName: 'Baca', SunDataStatus: 'Failed' }), rowOf(4, {})] };
    if (cmd === 'sandata_get') return log;
    if (cmd !== 'sandata_insert') return { status: 404, Info: path };
    sent.push(data);
    return send;
  });
  return sent;
};
const Person = () => <p>The person</p>;
const open = () => openPages({ '/dashboard': PeoplePage, [personPath(2)]: Person }, '/dashboard');
const openLog = async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Failed: aggregator log of Baca, Ana' }));
  return screen.findByRole('dialog', { name: 'Aggregator log of Baca, Ana' });
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

describe('the aggregator log', () => {
  it('opens from the status button and shows status, stamps and message', async () => {
    answer({ log: { data: [item(7, { json: ['{"data":{"message":"Client not found"}}'] })] } });
    await openLog();
    await screen.findByText('Client not found');
    screen.getByText('11-20-2026 10:00 AM');
    screen.getByText('11-20-2026 11:30 AM');
    fireEvent.click(screen.getByRole('button', { name: 'Log of record 7' }));
    const entry = await screen.findByRole('region', { name: 'Entry 1 of 1' });
    expect(JSON.parse(entry.textContent ?? '')).toEqual({ data: { message: 'Client not found' } });
  });

  it('opens the person whom a record is about', async () => {
    answer({ log: { data: [item(7, {})] } });
    const log = await openLog();
    const row = await within(log).findByRole('row', { name: /Failed/ });
    fireEvent.keyDown(row, { key: 'Enter', altKey: true });
    await screen.findByText('The person');
  });

  it('resends the record, and says that no address is configured', async () => {
    const hold = 'No address configured: the record waits until Sandata’s address is set.';
    const sent = answer({ log: { data: [item(7, { Status: 'Planned', hold })] } });
    await openLog();
    await screen.findByText(hold);
    fireEvent.click(screen.getByRole('button', { name: 'Resend record' }));
    await waitFor(() => expect(texts()).toEqual(['Success: Sandata record set to Planned']));
    expect(sent).toEqual([{ type: 'Client', record_id: 2, Status: 'Planned' }]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('marks a rehearsal, and nothing else: %s', async (rehearsal, marks) => {
    answer({ rehearsal, log: { data: [item(7, {})] } });
    await openLog();
    await screen.findByRole('button', { name: 'Log of record 7' });
    expect(screen.queryAllByText('Demo mode: nothing is sent to Sandata.')).toHaveLength(marks);
  });

  it('shows the refusal of a record that is planned already', async () => {
    const Info = 'Error: This record already planned in Sandata';
    answer({ send: { status: 409, Info } });
    await openLog();
    fireEvent.click(screen.getByRole('button', { name: 'Resend record' }));
    await waitFor(() => expect(texts()).toEqual([Info]));
  });

  it('says so when it cannot be loaded', async () => {
    answer({ log: { status: 400, Info: 'No' } });
    await openLog();
    await waitFor(() => expect(texts()).toEqual(['Error: Something wrong']));
    screen.getByRole('button', { name: 'Try again' });
  });
});

describe('the People list', () => {
  it('sends from the row menu', async () => {
    const sent = answer({});
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'More for Baca, Ana' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Send to the aggregator' }));
    await waitFor(() => expect(texts()).toEqual(['Success: Sandata record set to Planned']));
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['while it is switched off', 'user', false],
    ['to a provider', 'provider', true],
  ] as const)('shows nothing of the aggregator %s', async (_, role, on) => {
    signInAs(role);
    answer({ on });
    await open();
    await screen.findByText('1–2 of 2');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByText('Sandata')).toBeNull();
    expect(screen.queryByRole('button', { name: /aggregator log/ })).toBeNull();
  });
});
