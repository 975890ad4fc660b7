import { describe, expect, test } from 'vitest';
import { type CallReportVisit, callLine, groupCalls, occurringReasons, totalsOf } from './call-report.ts';

const ZONE = 'America/Denver';
const stamp = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant().toString();
const NOW = Temporal.Instant.from(stamp('2026-11-20T18:00'));

const NOTHING = {
  at: null,
  final: null,
  isMobile: false,
  isCall: false,
  late: false,
  edited: false,
  distance: null,
  error: false,
};
const tapped = (at: string, over: object = {}) => ({
  ...NOTHING,
  at: stamp(at),
  final: stamp(at),
  isMobile: true,
  isCall: false,
  distance: 12.4,
  ...over,
});
const visit: CallReportVisit = {
  id: 1,
  Date: '2026-11-20',
  Status: 'Complete',
  ClientName: 'Baca, Guadalupe',
  ProviderName: 'Ávila, Ana',
  Type: 'PCP',
  PlanStartTime: '08:00',
  PlanEndTime: '10:00',
  EditedTS: null,
  EditedBy: null,
  EditedVia: 'app',
  IOBSE: '11100',
  aggregatorStatus: null,
  Notes: null,
  start: tapped('2026-11-20T08:01:30'),
  end: tapped('2026-11-20T09:58:10'),
  changeCode: null,
  changeReason: null,
  ClosedCode: null,
  ClosedMemo: null,
};
const line = (over: Partial<CallReportVisit> = {}) => callLine({ ...visit, ...over }, NOW, ZONE);

describe('a line of the call report', () => {
  test('shows a visit that nobody touched', () => {
    expect(line()).toMatchObject({
      planned: 200,
      actual: 193,
      billed: true,
      isMissed: false,
      isEdited: false,
      start: { kind: 'Mobile', adjusted: null, metres: 12, isAway: false },
    });
  });

  test('keeps the recorded time beside the adjusted one', () => {
    const final = stamp('2026-11-20T08:15');
    const { start } = line({ start: tapped('2026-11-20T08:01:30', { final, edited: true }) });
    expect(start).toMatchObject({ call: stamp('2026-11-20T08:01:30'), adjusted: final });
  });

  test.each([
    ['a tap', tapped('2026-11-20T08:00'), 'admin', 'Mobile'],
    ['the office', tapped('2026-11-20T08:00', { isMobile: false, edited: true }), 'admin', 'Manual'],
    ['a phone call', tapped('2026-11-20T08:00', { isMobile: false }), 'call', 'Phone'],
    ['a call of the menu', tapped('2026-11-20T08:00', { isMobile: false, isCall: true }), 'app', 'Phone'],
    ['nobody', NOTHING, null, null],
  ] as const)('the kind of a call by %s', (_, start, EditedVia, kind) => {
    expect(line({ start, EditedVia }).start.kind).toBe(kind);
  });

  test.each([
    [70, false],
    [70.1, true],
  ])('%s m away', (distance, isAway) => {
    expect(line({ start: tapped('2026-11-20T08:00', { distance }) }).start.isAway).toBe(isAway);
  });
});

describe('totals and groups', () => {
  const missed = { Status: 'Planned', start: NOTHING, end: NOTHING, IOBSE: null } as const;
  const edited = { end: tapped('2026-11-20T10:00', { edited: true, error: true }), changeCode: 2 };

  test('add up the lines', () => {
    expect(totalsOf([line(), line(edited), line(missed)])).toEqual({
      visits: 3,
      complete: 2,
      missed: 1,
      edited: 1,
      locationErrors: 1,
      planned: 600,
      actual: 193 + 197,
      unedited: 50,
    });
    expect(totalsOf([]).unedited).toBeNull();
    // A visit closed with a reason counts neither as missed nor as planned; the line gives the reason.
    const closed = line({ ...missed, ClosedCode: 'hospital', ClosedMemo: 'since Monday' });
    expect(closed.closed).toBe('Closed: client in hospital (since Monday)');
    expect(totalsOf([line(), closed])).toMatchObject({ visits: 2, missed: 0, planned: 200 });
  });

  test('group by the other person, ignoring accents; a single pair is one group', () => {
    const lines = [line({ ProviderName: 'Zapata, Zoe' }), line(), line({ ProviderName: 'Bekele, Tigist' })];
    expect(groupCalls(lines, { client: 1, provider: null }).map(({ name }) => name)).toEqual([
      'Ávila, Ana',
      'Bekele, Tigist',
      'Zapata, Zoe',
    ]);
    expect(groupCalls(lines, { client: null, provider: 2 }).map(({ name }) => name)).toEqual([
      'Baca, Guadalupe',
    ]);
    expect(groupCalls(lines, { client: 1, provider: 2 })).toEqual([{ name: null, lines }]);
  });

  test('list only the reasons that occur in the legend', () => {
    expect(occurringReasons([line(edited), line(edited)]).map(({ code }) => code)).toEqual([2]);
  });
});
