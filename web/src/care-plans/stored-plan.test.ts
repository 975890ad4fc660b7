import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { CarePlan as CarePlanShape } from '@homecare/domain/care-plans/schema.ts';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../people/test-application.tsx';
import { openClone } from './clone-plan.ts';
import { weekOf } from './plan-form.ts';
import { changeOf, cloneOf, formOf, itemsWith, temporaryCloneOf } from './stored-plan.ts';

const TODAY = '2026-11-21';
const none = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
const noTime = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
const bathing: TaskRow = { Name: 'Bathing', ...none, Mon: 30 };
const week: PlanWeek = {
  time: [
    { Name: 'Time In', ...noTime, Mon: '08:30' },
    { Name: 'Time Out', ...noTime, Mon: '09:00' },
    { Name: 'Travel Time', ...none, Mon: 10 },
  ],
  personalCareItems: [bathing],
  homeMakingItems: [],
};
const planOf = (values: Partial<CarePlan>): CarePlan =>
  CarePlanShape.parse({
    id: 7,
    ProviderID: 1,
    Provider: 'Person00001, Ana',
    ClientID: 2,
    Client: 'Person00002, Ana',
    Type: 'PCP',
    StartDate: '2026-03-02',
    EndDate: null,
    Remarks: null,
    createReason: 'New client',
    Modify: '2026-03-01T10:00:00Z',
    Status: 'Active',
    ArchiveInfo: null,
    DeleteInfo: null,
    Language: null,
    excluded: null,
    covid: false,
    covidBy: null,
    json: { ...week, ...computeTotals(week) },
    rev: 3,
    ...values,
  });
const plan = planOf({});
const items = { pcItems: [{ Name: 'Bathing' }], hmItems: [] };

describe('a saved plan in the form', () => {
  it('comes back as it was saved', () => {
    const form = formOf(plan);
    expect(weekOf(form.cells, items)).toEqual(week);
    expect(changeOf(form, week)).toEqual({
      json: week,
      Remarks: null,
      excluded: null,
      EndDate: null,
      Status: 'Active',
    });
  });

  it('is archived by its tick; a temporary one keeps its status and only moves its end', () => {
    const archived = { ...formOf(plan), ending: 'archive', endDate: '2026-12-01' } as const;
    expect(changeOf(archived, week)).toMatchObject({ Status: 'Archive', EndDate: '2026-12-01' });
    const temporary = planOf({ Status: 'Archive', EndDate: '2026-12-01', covid: true, covidBy: 5 });
    const change = changeOf({ ...formOf(temporary), endDate: '2026-12-09' }, week);
    expect(change).toMatchObject({ EndDate: '2026-12-09' });
    expect(change).not.toHaveProperty('Status');
  });

  it('keeps items that have left its type', () => {
    expect(itemsWith({ pcItems: [{ Name: 'Dressing' }], hmItems: [] }, week).pcItems).toEqual([
      { Name: 'Dressing' },
      { Name: 'Bathing' },
    ]);
  });
});

describe('a clone', () => {
  it('copies everything and starts today, without an end', () => {
    const source = planOf({ Status: 'Archive', EndDate: '2026-06-01', Remarks: 'Ring twice' });
    expect(cloneOf(source, TODAY)).toEqual({
      ...formOf(planOf({ Remarks: 'Ring twice' })),
      startDate: TODAY,
    });
  });

  it('of Clone temp covers its source for another provider', () => {
    expect(temporaryCloneOf(plan, TODAY)).toMatchObject({
      provider: null,
      client: 2,
      ending: 'temporary',
      covers: 7,
      endDate: '',
    });
    const temporary = planOf({ Status: 'Archive', EndDate: '2026-12-01', covid: true, covidBy: 5 });
    expect(temporaryCloneOf(temporary, TODAY)).toMatchObject({ covers: 5 });
  });

  it('chooses its provider anew: one whose checks have run out is cleared, with the error', () => {
    const provider = (values: Parameters<typeof rowOf>[1]) =>
      openClone('Clone', plan, [rowOf(1, values), rowOf(2, {})], TODAY);
    const checks = { BackgroundCheck: '2024-01-10', capsCheck: '2024-01-10' };
    expect(provider(checks)).toMatchObject({ initial: { provider: 1, client: 2 }, refusedAtOpen: {} });
    // 35 months are accepted to the day.
    expect(provider({ ...checks, BackgroundCheck: '2023-12-21' }).refusedAtOpen).toEqual({});
    expect(provider({ ...checks, BackgroundCheck: '2023-12-20' })).toMatchObject({
      initial: { provider: null, client: 2 },
      refusedAtOpen: {
        ProviderID: 'Error: Wrong Background check date. Check it before creating care plan.',
      },
    });
    expect(provider({ ...checks, BackgroundCheck: '2026-11-22' }).initial.provider).toBeNull();
    expect(provider({ ...checks, capsCheck: null }).refusedAtOpen).toEqual({
      ProviderID: 'Error: Wrong CAPS Check date. Check it before creating care plan.',
    });
  });

  it('says which person is archived', () => {
    const gone = openClone('Clone', plan, [rowOf(1, { Cur: 'n' }), rowOf(2, { Cur: 'n' })], TODAY);
    expect(gone).toMatchObject({
      initial: { provider: null, client: null },
      refusedAtOpen: {
        ProviderID: 'Person00001, Ana is archived: choose another provider.',
        ClientID: 'Person00002, Ana is archived: choose another client.',
      },
    });
  });
});
