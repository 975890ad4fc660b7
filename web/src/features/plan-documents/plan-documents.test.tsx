import { afterEach, expect, test, vi } from 'vitest';
import { closeAllToasts, shownToasts } from '../../platform/toasts.ts';
import { openBulk, openCarePlan, openTimesheet, type PrintChoice } from './open-plan-document.ts';
import { bulkItems } from './plan-document-items.ts';

const CHOICE: PrintChoice = { month: '2026-11', covidts: false, timeNeeded: true, mreport: false };
const BULK = { ...CHOICE, group: '', excluded: 'all', showTemp: false } as const;
const opened = () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  return () => open.mock.calls.map(([address]) => new URL(String(address), 'http://localhost'));
};
afterEach(() => vi.restoreAllMocks());

test('care plan and timesheet open in a new window, by id alone', () => {
  const addresses = opened();
  openCarePlan({ id: 7 });
  openTimesheet({ id: 7 }, CHOICE);
  expect(addresses().map(({ pathname, searchParams }) => [pathname, searchParams.get('id')])).toEqual([
    ['/homecare/api/CP_TS_generator/CP_Personal.php', '7'],
    ['/homecare/api/CP_TS_generator/TS_Personal.php', '7'],
  ]);
  expect(addresses()[1]?.searchParams.get('timeNeeded')).toBe('true');
});

test('without a month nothing opens, and the reason is told', () => {
  const addresses = opened();
  openTimesheet({ id: 7 }, { ...CHOICE, month: '' });
  expect(addresses()).toEqual([]);
  const toasts = shownToasts();
  expect(toasts.map(({ text }) => text)).toContain('Error: Select care plan date');
  closeAllToasts();
});

test('up to 500 filtered plans are sent by their ids, more by the filters of the list', () => {
  const addresses = opened();
  const ids = Array.from({ length: 501 }, (_, n) => n + 1);
  openBulk('both', { ...BULK, ids: ids.slice(1) }, 'run-1234567890abcdef');
  openBulk('both', { ...BULK, group: 'Spanish', ids }, 'run-1234567890abcdef');
  const [some, many] = addresses();
  expect(some?.searchParams.get('ids')?.split(',')).toHaveLength(500);
  expect([many?.searchParams.get('ids'), many?.searchParams.get('group')]).toEqual([null, 'Spanish']);
});

test('the monthly files are not offered to the provider role', () => {
  const print = vi.fn();
  expect(bulkItems(BULK, { role: 'provider' }, { print })).toEqual([]);
  expect(bulkItems(BULK, { role: 'user' }, { print })).toHaveLength(3);
});
