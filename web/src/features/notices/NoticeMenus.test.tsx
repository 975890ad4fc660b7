import { listNotices } from '@homecare/domain/notices/contract.ts';
import type { Notice } from '@homecare/domain/notices/schema.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../../testing/application.tsx';
import { perform } from '../../platform/form/use-action.ts';
import { markStale } from '../../platform/query.ts';
import { SAVE_SCAN } from '../timesheets/api.ts';
import { NoticeMenus } from './NoticeMenus.tsx';

const notice = (more: Partial<Notice>): Notice => ({
  menu: 'warning',
  group: null,
  rule: 'backgroundCheck',
  tone: 'danger',
  at: 'person',
  id: 7,
  name: 'Anderson, Kjersti',
  text: 'Background check expired',
  field: 'BackgroundCheck',
  day: '2026-10-02',
  month: null,
  ...more,
});
const flu = (id: number) =>
  notice({
    id,
    name: `Person${id}`,
    menu: 'notifications',
    group: 'employeeVaccine',
    tone: 'info',
    text: 'No flu shot',
    field: 'flushotVaccine',
    day: null,
  });

let asked = 0;
const answer = (notices: readonly Notice[], more: Partial<typeof CAPABILITIES> = {}) =>
  answerWith(({ path, cmd }) => {
    if (path.includes('notices/list')) asked += 1;
    if (path.includes('notices/list')) return { data: { today: '2026-11-20', notices, marks: [] } };
    if (path.includes('TS_scan/update')) return { data: { rev: 0 } };
    return { data: cmd === 'get' ? [] : { ...CAPABILITIES, ...more } };
  });

const isWindow = (wide: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), {
        matches: wide,
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }) as MediaQueryList,
  );

const open = () => openPages({ '/dashboard': NoticeMenus, '/careplanlist': NoticeMenus }, '/dashboard');
/** Of the notices: the way to the inbox is below them. */
const linksOf = (menu: HTMLElement) =>
  within(menu)
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href') !== '/inbox');
const badges = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  asked = 0;
  isWindow(true);
  signInAs('admin');
});
afterEach(closePages);

describe('the badges of the toolbar', () => {
  it('are in their fixed order, each with its count in the tone of its worst notice', async () => {
    answer([
      notice({}),
      notice({ menu: 'notifications', tone: 'warn', text: 'Home visit due 12-05' }),
      flu(8),
    ]);
    await open();
    await screen.findByRole('button', { name: 'Warnings: 1' });
    expect(badges()).toEqual([
      'Eligibility: 0',
      'Timesheet errors: 0',
      'Telehealth: 0',
      'Provider birthdays: 0',
      'Client birthdays: 0',
      'Warnings: 1',
      'Notifications: 2',
    ]);
    const look = (name: string) =>
      screen.getByRole('button', { name }).querySelector('[data-look]')?.getAttribute('data-look');
    expect(look('Warnings: 1')).toBe('danger');
    expect(look('Notifications: 2')).toBe('warn');
    expect(look('Eligibility: 0')).toBe('info');
  });

  it('are those of the switches', async () => {
    answer([], { premium: false, version: 1 });
    await open();
    await screen.findByRole('button', { name: 'Warnings: 0' });
    expect(badges()).toEqual([
      'Provider birthdays: 0',
      'Client birthdays: 0',
      'Warnings: 0',
      'Notifications: 0',
    ]);
  });

  it('say what the list is, or that there is nothing', async () => {
    answer([notice({})]);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Warnings: 1' }));
    const menu = await screen.findByRole('dialog');
    await within(menu).findByText('Expired, missing or wrong dates');
    const [link] = linksOf(menu);
    if (!link) throw new Error('the notice is missing');
    expect(link.textContent).toBe('Anderson, KjerstiBackground check expired10-02-2026');
    within(menu).getByRole('button', { name: 'Open Background Check of Anderson, Kjersti' });
    fireEvent.click(link);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Eligibility: 0' }));
    await screen.findByText('No eligibility has ended or ends within a month.');
  });

  it('keep missing vaccines in a list of their own, drawn when it is opened, 100 at a time', async () => {
    answer(Array.from({ length: 230 }, (_, index) => flu(index + 1)));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications: 230' }));
    const menu = await screen.findByRole('dialog');
    expect(linksOf(menu)).toHaveLength(0);
    const fold = (await within(menu).findByText('No flu shot')).closest('details');
    if (!fold) throw new Error('the list of flu shots is missing');
    fold.open = true;
    fireEvent(fold, new Event('toggle'));
    await waitFor(() => expect(linksOf(menu)).toHaveLength(100));
    fireEvent.click(within(menu).getByRole('button', { name: 'Show 100 more of 130' }));
    expect(linksOf(menu)).toHaveLength(200);
    fireEvent.click(within(menu).getByRole('button', { name: 'Show 30 more of 30' }));
    expect(linksOf(menu)).toHaveLength(230);
  });

  it('keep the month of the timesheet errors until Clear, or until it has none any more', async () => {
    const scan = (id: number, month: string) =>
      notice({
        id,
        name: `Plan${id}`,
        menu: 'tsErrors',
        rule: 'scan',
        tone: 'info',
        at: 'plan',
        text: `${month}, 1st half: Missing Signature`,
        day: null,
        month,
      });
    const all = [scan(3, '2026-11'), scan(2, '2026-10'), scan(1, '2026-10')];
    answer(all);
    await open();
    const show = async () => {
      fireEvent.click(await screen.findByRole('button', { name: /^Timesheet errors/ }));
      return screen.findByRole('dialog');
    };
    const names = (menu: HTMLElement) => linksOf(menu).map((link) => link.textContent?.slice(0, 5));
    const first = await show();
    expect(names(first)).toEqual(['Plan3', 'Plan2', 'Plan1']);
    const months = within(first).getByLabelText('Month');
    expect([...months.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      'All months',
      '2026-11',
      '2026-10',
    ]);
    fireEvent.change(months, { target: { value: '2026-10' } });
    expect(names(first)).toEqual(['Plan2', 'Plan1']);
    fireEvent.click(linksOf(first)[0] ?? first);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The badge still counts all.
    screen.getByRole('button', { name: 'Timesheet errors: 3' });
    const second = await show();
    expect(names(second)).toEqual(['Plan2', 'Plan1']);
    fireEvent.click(within(second).getByRole('button', { name: 'Clear' }));
    expect(names(second)).toEqual(['Plan3', 'Plan2', 'Plan1']);
    fireEvent.change(within(second).getByLabelText('Month'), { target: { value: '2026-11' } });
    // The last error of the month is fixed: the filter hides nothing.
    answer(all.slice(1));
    await markStale(listNotices);
    await waitFor(() => expect(names(second)).toEqual(['Plan2', 'Plan1']));
    expect(within(second).getByRole('button', { name: 'Clear' })).toHaveProperty('disabled', true);
  });

  it('are one bell with the sum below 1100 pixels', async () => {
    isWindow(false);
    answer([notice({}), flu(8), flu(9)]);
    await open();
    await screen.findByRole('button', { name: 'Notices: 3' });
    expect(badges()).toEqual(['Notices: 3']);
  });

  it('ask again when an error of a scan was saved here', async () => {
    answer([]);
    await open();
    await screen.findByRole('button', { name: 'Timesheet errors: 0' });
    const before = asked;
    await perform(SAVE_SCAN, { id: 44, date: '2026-10', period: 0, error: '1', rev: null });
    await waitFor(() => expect(asked).toBe(before + 1));
  });

  it('ask again when people change', async () => {
    answer([notice({})]);
    await open();
    await screen.findByRole('button', { name: 'Warnings: 1' });
    const before = asked;
    const { queryClient, readQuery } = await import('../../platform/query.ts');
    await queryClient.fetchQuery(readQuery(getPeople, {}));
    expect(asked).toBe(before);
    await markStale(getPeople);
    await waitFor(() => expect(asked).toBe(before + 1));
  });
});
