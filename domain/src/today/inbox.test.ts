import { describe, expect, test } from 'vitest';
import { EXPIRY_RULES, GAP_RULES } from '../notices/expiry-rules.ts';
import type { Notice } from '../notices/schema.ts';
import { inboxRows, noticeKey, sayDue } from './inbox.ts';
import { ROW_KEY } from './schema.ts';

const NOTICE: Notice = {
  menu: 'warning',
  group: null,
  rule: 'homeVisit',
  tone: 'danger',
  at: 'person',
  id: 7,
  name: 'Le, Ana',
  text: 'Home visit expired',
  field: 'Home Visit',
  day: '2026-11-01',
  month: null,
};
const SCAN: Notice = { ...NOTICE, menu: 'tsErrors', rule: 'scan', at: 'plan', month: '2026-10', day: null };
const NOW = Temporal.Instant.from('2026-11-20T17:00:00Z');
const mark = (until: string) => ({
  key: noticeKey(NOTICE),
  snoozed: { until, by: 'A.L.' },
  assigned: { id: 3, name: 'Bo Ray', by: 'A.L.' },
});

test('every notice has a key that a row may have', () => {
  for (const { key } of [...EXPIRY_RULES, ...GAP_RULES])
    expect(noticeKey({ ...NOTICE, rule: key })).toMatch(ROW_KEY);
  expect(noticeKey(SCAN)).toMatch(ROW_KEY);
  expect(noticeKey(SCAN)).not.toBe(noticeKey({ ...SCAN, month: '2026-09' }));
  // Who looked after the paper before it was renewed does not have the next one.
  expect(noticeKey(NOTICE)).not.toBe(noticeKey({ ...NOTICE, day: '2029-11-01' }));
  expect(noticeKey({ ...NOTICE, day: null })).toMatch(ROW_KEY);
});

describe('the inbox', () => {
  test('leaves out what is put off until its time has come', () => {
    const ahead = inboxRows([NOTICE, SCAN], { marks: [mark('2026-11-20T17:00:01Z')] }, NOW);
    expect(ahead.open.map(({ rule }) => rule)).toEqual(['scan']);
    expect(ahead.putOff).toMatchObject([{ rule: 'homeVisit', assigned: { name: 'Bo Ray' } }]);
    const past = inboxRows([NOTICE, SCAN], { marks: [mark('2026-11-20T17:00:00Z')] }, NOW);
    expect(past.open.map(({ rule }) => rule)).toEqual(['homeVisit', 'scan']);
    expect(past.putOff).toEqual([]);
  });

  test.each([
    ['2026-11-20', 'today'],
    ['2026-11-21', 'tomorrow'],
    ['2026-11-19', 'yesterday'],
    ['2026-12-02', 'in 12 days'],
    ['2026-11-17', '3 days ago'],
    ['2027-01-04', 'in 45 days'],
    ['2027-01-05', ''],
    ['2024-11-20', ''],
  ])('says of %s when it is due: %s', (day, words) => {
    expect(sayDue(day, '2026-11-20')).toBe(words);
  });
});
