import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../testing/application.tsx';
import { openClone } from './clone-plan.ts';
import { weekOf } from './plan-form.ts';
import { changeOf, cloneOf, formOf, itemsWith, requestForm, temporaryCloneOf } from './stored-plan.ts';
import { planOf, MONDAY_WEEK as week } from './test-care-plan.ts';

const TODAY = '2026-11-21';
const plan = planOf({});
const items = { pcItems: [{ Name: 'Bathing' }], hmItems: [] };

describe('a saved plan in the form', () => {
  it('comes back as it was saved', () => {
    const form = formOf(plan, TODAY);
    expect(weekOf(form.cells, items)).toEqual(week);
    expect(changeOf(form, week)).toEqual({
      week,
      weekFrom: TODAY,
      Remarks: null,
      excluded: null,
      EndDate: null,
      Status: 'Active',
    });
  });

  it('is archived by its tick; a temporary one keeps its status and only moves its end', () => {
    const archived = { ...formOf(plan, TODAY), ending: 'archive', endDate: '2026-12-01' } as const;
    expect(changeOf(archived, week)).toMatchObject({ Status: 'Archive', EndDate: '2026-12-01' });
    const temporary = planOf({
      Status: 'Archive',
      EndDate: '2026-12-01',
      isTemporary: true,
      coversPlanId: 5,
    });
    const change = changeOf({ ...formOf(temporary, TODAY), endDate: '2026-12-09' }, week);
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
      ...formOf(planOf({ Remarks: 'Ring twice' }), TODAY),
      weekFrom: '',
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
    const temporary = planOf({
      Status: 'Archive',
      EndDate: '2026-12-01',
      isTemporary: true,
      coversPlanId: 5,
    });
    expect(temporaryCloneOf(temporary, TODAY)).toMatchObject({ covers: 5 });
    // Who steps in does not live with the client.
    const livesIn = planOf({ excluded: '2026-03-02' });
    expect(temporaryCloneOf(livesIn, TODAY)).toMatchObject({ isExcluded: false, excluded: '' });
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

it('an open request keeps its first day until a caregiver is chosen for it', () => {
  const request: OpenRequest = {
    id: 3,
    ClientID: 2,
    Client: 'Person00002, Ana',
    town: null,
    Type: 'PCP',
    StartDate: TODAY,
    Remarks: null,
    createReason: 'Discharged home',
    week,
    status: 'Open',
    carePlanId: null,
    at: '2026-11-21T15:00:00Z',
    by: 'A.',
    rev: 0,
  };
  expect(requestForm(request, null, '2026-11-22')).toMatchObject({ provider: null, startDate: TODAY });
  expect(requestForm(request, 1, '2026-11-22')).toMatchObject({ provider: 1, startDate: '2026-11-22' });
});
