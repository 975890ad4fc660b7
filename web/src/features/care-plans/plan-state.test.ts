import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { type Reason, refuse } from '@homecare/domain/errors.ts';
import { describe, expect, test } from 'vitest';
import { weekOf } from './plan-form.ts';
import {
  openPlan,
  type PlanAction,
  type PlanRefusal,
  type PlanState,
  type PlanToSave,
  questionAfter,
  questionBefore,
  reducePlan,
} from './plan-state.ts';
import { formOf } from './stored-plan.ts';
import { MONDAY_WEEK, planOf } from './test-care-plan.ts';

const TODAY = '2026-11-20';
const stored = planOf({});
const form = formOf(stored, TODAY);
const open = openPlan(form, stored);
const after = (state: PlanState, ...actions: PlanAction[]) => actions.reduce(reducePlan, state);
const remarks = (text: string): PlanAction => ({ do: 'set', fields: { remarks: text } });

const toSave = (more: Partial<PlanToSave> = {}): PlanToSave => ({
  week: weekOf(form.cells, { pcItems: [{ Name: 'Bathing' }], hmItems: [] }),
  fieldErrors: [],
  wrong: [],
  timed: true,
  conflicts: [],
  gapDays: [],
  approvedDays: [],
  draft: {
    ProviderID: 1,
    ClientID: 2,
    Type: 'PCP',
    StartDate: '2026-03-02',
    EndDate: null,
    Remarks: null,
    createReason: 'New client',
    Status: 'Active',
    excluded: null,
    coversPlanId: null,
  },
  change: { week: MONDAY_WEEK },
  sent: form,
  after: 'stay',
  ...more,
});
const conflict: DayFinding = { day: 'Mon', message: 'Error: same time', planId: 9 };
const refusal = (reason: PlanRefusal['reason'] & Reason, info = 'No'): PlanRefusal => refuse(reason, info);

describe('the state of the care plan form', () => {
  test('typing changes the form alone, leaving a cell settles it', () => {
    const typed = after(open, { do: 'type', row: 'out', day: 'Mon', text: '930' });
    expect([typed.form.cells.out?.Mon, typed.settled.out?.Mon]).toEqual(['930', '09:00']);
    const left = after(typed, { do: 'settle', row: 'out', day: 'Mon' });
    expect([left.form.cells.out?.Mon, left.settled.out?.Mon, left.base.cells.out?.Mon]).toEqual([
      '09:30',
      '09:30',
      '09:00',
    ]);
  });

  test('a refresh that wrote over a time out is taken back', () => {
    const items = { pcItems: [{ Name: 'Bathing' }], hmItems: [] };
    const changed = after(
      open,
      { do: 'type', row: 'out', day: 'Mon', text: '10:00' },
      { do: 'refresh', items },
    );
    expect([changed.form.cells.out?.Mon, changed.overwritten !== undefined]).toEqual(['09:00', true]);
    const back = after(changed, { do: 'undoRefresh' });
    expect([back.form.cells.out?.Mon, back.overwritten]).toEqual(['10:00', undefined]);
  });

  test('what is typed while a save is under way stays on top of what is stored then', () => {
    const fresh = planOf({ rev: 4, Remarks: 'Ring twice' });
    const saved = after(
      after(open, remarks('Ring twice')),
      { do: 'try' },
      { do: 'save' },
      { do: 'set', fields: { endDate: '2026-12-01' } },
      { do: 'reload', sent: { ...form, remarks: 'Ring twice' }, fresh, rev: 4 },
    );
    expect(saved).toMatchObject({ isSaved: true, tries: 0, stored: { rev: 4 }, base: { endDate: '' } });
    expect([saved.form.remarks, saved.form.endDate]).toEqual(['Ring twice', '2026-12-01']);
  });

  test('a plan that cannot be read after its save keeps its revision up to date', () => {
    const saved = after(open, { do: 'save' }, { do: 'reload', sent: form, fresh: undefined, rev: 4 });
    expect([saved.stored?.rev, saved.base]).toEqual([4, form]);
  });

  test('a new plan that was saved is not one that was modified', () =>
    expect(after(openPlan(form, undefined), { do: 'save' }).isSaved).toBe(false));

  describe('after somebody else has saved', () => {
    const stale = {
      info: 'Changed by M.',
      fresh: planOf({ rev: 5, Remarks: 'Theirs', createReason: 'Par' }),
    };
    const met = after(
      open,
      { do: 'try' },
      { do: 'set', fields: { endDate: '2026-12-01' } },
      { do: 'meetOther', stale },
    );

    test('mine stay on top of theirs', () => {
      const kept = after(met, { do: 'keepMine' });
      expect(kept).toMatchObject({ stale: undefined, stored: { rev: 5 } });
      expect([kept.form.endDate, kept.form.remarks]).toEqual(['2026-12-01', 'Theirs']);
    });

    test('theirs replace mine', () => {
      const taken = after(met, { do: 'takeTheirs' });
      expect([taken.form.endDate, taken.form.remarks, taken.stored?.rev]).toEqual(['', 'Theirs', 5]);
    });

    test('the next try forgets it', () => expect(after(met, { do: 'try' }).stale).toBeUndefined());
  });

  test('a refusal closes a question and stands until the next try', () => {
    const refused = after(
      open,
      { do: 'ask', question: { about: 'gaps', plan: toSave() } },
      { do: 'refuse', refusal: refusal('conflict') },
    );
    expect([refused.question, refused.refusal?.info]).toEqual([undefined, 'No']);
    expect(after(refused, { do: 'try' })).toMatchObject({ refusal: undefined, tries: 1 });
  });

  test('another week is shown under what is typed', () => {
    const shown = after(open, remarks('Typed'), { do: 'showWeek', from: '2026-12-01' });
    expect([shown.form.weekFrom, shown.form.remarks]).toEqual(['2026-12-01', 'Typed']);
  });
});

describe('before a plan is sent', () => {
  test('nothing is asked of one without faults', () =>
    expect(questionBefore(toSave(), true)).toBeUndefined());

  test('short gaps that were not approved are asked about first, by their days', () =>
    expect(
      questionBefore(toSave({ gapDays: ['Mon', 'Tue'], approvedDays: ['Mon'], conflicts: [conflict] }), true),
    ).toMatchObject({ about: 'gaps', plan: { gapDays: ['Tue'] } }));

  test('an admin is asked about time errors, each once', () =>
    expect(questionBefore(toSave({ conflicts: [conflict, conflict] }), true)).toMatchObject({
      about: 'override',
      faults: ['Error: same time'],
    }));

  test('a user is not', () =>
    expect(questionBefore(toSave({ conflicts: [conflict] }), false)).toBeUndefined());

  test('times that did not change are not asked about', () =>
    expect(
      questionBefore(toSave({ timed: false, conflicts: [conflict], gapDays: ['Mon'] }), true),
    ).toBeUndefined());
});

describe('a refusal', () => {
  const override = { overridePassword: 'x', overrideRemark: 'y' };
  const ask = (reason: PlanRefusal['reason'], more: Partial<Parameters<typeof questionAfter>[3]> = {}) =>
    questionAfter(refusal(reason), toSave(), override, { mayOverride: true, asked: undefined, ...more });

  test('about past days asks, with the consent that was given', () =>
    expect(ask('pastDays')).toMatchObject({ about: 'past', consent: override, words: 'No' }));

  test('of times that the screen did not know asks an admin alone', () => {
    expect(ask('timesTaken')).toMatchObject({ about: 'override' });
    expect(ask('timesTaken', { mayOverride: false })).toBeUndefined();
  });

  test('of an override stays at its question', () => {
    const asked = { about: 'override', plan: toSave(), faults: ['Error: same time'] } as const;
    expect(ask('overrideRejected', { asked })).toMatchObject({
      ...asked,
      refusal: { reason: 'overrideRejected' },
    });
    expect(ask('overrideRejected')).toBeUndefined();
  });

  test('for another reason is a plain no', () => expect(ask('conflict')).toBeUndefined());
});
