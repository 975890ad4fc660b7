import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { describe, expect, it, test } from 'vitest';
import { CAPABILITIES } from '../../../testing/application.tsx';
import { offeredActions } from '../../platform/row-actions.ts';
import { openingMode, PLAN_ACTIONS, type PlanViewer } from './plan-actions.tsx';
import { listRow } from './test-plans.ts';

const viewer = (values: Partial<PlanViewer> = {}): PlanViewer => ({
  role: 'admin',
  capabilities: CAPABILITIES,
  today: Temporal.PlainDate.from('2026-11-20'),
  ...values,
});
const keys = (plan: PlanListRow, as: Partial<PlanViewer> = {}) =>
  offeredActions(PLAN_ACTIONS, plan, viewer(as)).map(({ key }) => key);

const active = listRow(1);
const covered = listRow(2, {
  covered: [{ ID: 9, Provider: 'Le, Hương', StartDate: '2026-11-01', EndDate: '2026-12-04' }],
});
const archived = listRow(3, { Status: 'Archive', EndDate: '2026-08-31' });
const running = listRow(4, { Status: 'Archive', isTemporary: true, coversPlanId: 2, EndDate: '2026-12-04' });
const over = listRow(5, { Status: 'Archive', isTemporary: true, coversPlanId: 2, EndDate: '2026-11-19' });
const deleted = listRow(6, { Status: 'Deleted' });

const DOCUMENTS = [
  'visits',
  'log',
  'get-care-plan',
  'send-care-plan',
  'get-timesheet',
  'send-timesheet',
  'signatures',
];

describe('what can be done with a plan', () => {
  test.each([
    ['an active plan', active, ['modify', 'clone', 'clone-temp', 'away', ...DOCUMENTS, 'scans', 'archive']],
    ['a covered plan', covered, ['modify', 'clone-temp', 'away', ...DOCUMENTS, 'scans', 'archive']],
    [
      'an archived plan',
      archived,
      ['show', 'clone', 'clone-temp', ...DOCUMENTS, 'scans', 'set-active', 'delete'],
    ],
    ['a running temporary plan', running, ['modify', ...DOCUMENTS, 'scans', 'archive', 'delete']],
    ['a temporary plan that is over', over, ['show', ...DOCUMENTS, 'scans', 'delete']],
    ['a deleted plan', deleted, ['show', 'clone', 'visits', 'log', 'scans']],
  ])('%s', (_, plan, expected) => {
    expect(keys(plan)).toEqual(expected);
    expect(keys(plan, { role: 'user' })).toEqual(expected);
  });

  it('is to look at, for role provider', () => {
    const provider = { role: 'provider' } as const;
    for (const plan of [active, covered, archived, running])
      expect(keys(plan, provider)).toEqual(['get-care-plan', 'get-timesheet']);
    expect(keys(deleted, provider)).toEqual([]);
  });

  it('needs SMS or e-mail to send, and version 2 for scan errors', () => {
    const off = (switches: Partial<typeof CAPABILITIES>) =>
      keys(active, { capabilities: { ...CAPABILITIES, ...switches } });
    expect(off({ smsEnabled: false })).toContain('send-timesheet');
    expect(off({ smsEnabled: false, emailEnabled: false }).filter((key) => key.startsWith('send'))).toEqual(
      [],
    );
    expect(off({ version: 1 })).not.toContain('scans');
    expect(keys(active, { capabilities: undefined })).toEqual([
      'modify',
      'clone',
      'clone-temp',
      'away',
      'visits',
      'log',
      'get-care-plan',
      'get-timesheet',
      'signatures',
      'archive',
    ]);
  });

  it('says why no temporary plan can be made', () => {
    for (const name of ['clone-temp', 'away']) {
      const temporary = PLAN_ACTIONS.find(({ key }) => key === name);
      const reason = (temporaryEnabled: boolean) =>
        temporary?.disabled?.(active, viewer({ capabilities: { ...CAPABILITIES, temporaryEnabled } }));
      expect([reason(true), reason(false)]).toEqual([undefined, 'Temporary plans are not switched on']);
    }
  });

  it('is in the row where it is used most: the picture shows which', () => {
    const icons = (plan: PlanListRow) =>
      offeredActions(PLAN_ACTIONS, plan, viewer())
        .filter(({ row, inRow }) => row !== undefined && (inRow?.(plan) ?? true))
        .toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0))
        .map(({ key }) => key);
    expect(icons(active)).toEqual(['modify', 'clone', 'archive', 'get-care-plan', 'get-timesheet', 'scans']);
    expect(icons(archived)).toEqual(['set-active', 'delete', 'get-care-plan', 'get-timesheet', 'scans']);
    expect(icons(deleted)).toEqual(['scans']);
  });
});

test.each([
  [active, 'Modify'],
  [running, 'Modify'],
  [archived, 'Show'],
  [over, 'Show'],
  [deleted, 'Show'],
] as const)('Enter on %o opens it to %s', (plan, mode) => expect(openingMode(plan, viewer())).toBe(mode));
