import { getAuthorization, justify, previewPlan, savePar } from '@homecare/domain/authorizations/contract.ts';
import { insertWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { listNorms, saveCap, saveLimitRule } from '@homecare/domain/calculator/contract.ts';
import type { LimitRule } from '@homecare/domain/calculator/limit-rules.ts';
import {
  coverAbsence,
  insertCarePlan,
  previewAbsence,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { getEvvProvider, rescheduleVisit } from '@homecare/domain/visits/contract.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addCaregiver, addProvider, weekOf } from '../../testing/care.ts';
import { addClaimable, addPlan } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  await server.site.pool.query(
    `update care_plan_type_terms set rate = 500 where type_id = (select id from care_plan_types where code = 'PCP')`,
  );
});
afterAll(() => server.stop());

const setRule = async (
  rule: LimitRule,
  limit: 'planUnits' | 'coverUnits' | 'providerWeek' | 'noPar' = 'planUnits',
) => {
  const { data } = await admin.call(listNorms, {});
  const rev = data?.rules.find((one) => one.limit === limit)?.rev ?? null;
  expect((await admin.call(saveLimitRule, { limit, rule, rev })).status).toBe(200);
};

/** A client with 20 units of personal care in December, and a plan whose visits take 8 units each. */
const short = async () => {
  const [clientId, providerId] = [
    await addClaimable(server.site.pool),
    await addProvider(server.site.pool, 'Overflow'),
  ];
  const par = { id: null, clientId, type: 'PCP', number: 'SH1', units: 20, rev: null };
  const made = await admin.call(savePar, { ...par, from: '2026-12-01', through: '2026-12-31' });
  const week = weekOf({ Mon: ['08:00', '10:00'], Fri: ['08:00', '10:00'] });
  return { id: made.insertId ?? 0, clientId, providerId, week };
};
type Short = Awaited<ReturnType<typeof short>>;

const planOf = ({ clientId, providerId, week }: Short, more: { limitJustification?: string } = {}) => ({
  data: {
    ProviderID: providerId,
    ClientID: clientId,
    Type: 'PCP',
    StartDate: '2026-12-02',
    createReason: 'New',
    week,
    ...more,
  },
});
const draftOf = ({ clientId, providerId, week }: Short) => ({
  planId: null,
  ...{ providerId, clientId, week },
  type: 'PCP',
  from: '2026-12-02',
  through: null,
  excluded: null,
  coversPlanId: null,
  weekFrom: null,
});

// Mondays and Fridays from Dec 4: eight visits until Dec 28, of which 20 units cover two and a half.
const TEXT = 'PAR SH1 runs out Dec 11: 50 units short until Dec 31';
const IN_DOLLARS = `${TEXT} ($250.00)`;

describe('a care plan that exceeds its authorization', () => {
  it('is saved with a warning by default, and the form shows it beforehand', async () => {
    const facts = await short();
    const preview = await admin.call(previewPlan, draftOf(facts));
    expect(preview.data, preview.text).toEqual([
      {
        limit: 'planUnits',
        rule: 'warn',
        text: IN_DOLLARS,
        isJustified: false,
      },
    ]);
    const made = await admin.call(insertCarePlan, planOf(facts));
    expect(made.status).toBe(200);
    const stored = await admin.call(getAuthorization, { id: facts.id });
    expect(stored.data?.row.short).toBe(50);
    // Saved already, it is no longer reported.
    const same = { ...draftOf(facts), planId: made.insertId ?? 0 };
    expect((await admin.call(previewPlan, same)).data).toEqual([]);
  });

  it('is reported before it is moved here from a later year', async () => {
    const facts = await short();
    const later = { ...planOf(facts).data, StartDate: '2027-12-01' };
    const made = await admin.call(insertCarePlan, { data: later });
    const moved = { ...draftOf(facts), planId: made.insertId ?? 0 };
    expect((await admin.call(previewPlan, moved)).data).toMatchObject([{ text: IN_DOLLARS }]);
    const gone = await admin.call(previewPlan, { ...moved, planId: 999_999 });
    expect(gone.reason).toBe('notFound');
  });

  it('needs a justification, which is stored with who wrote it and when', async () => {
    await setRule('justify');
    const facts = await short();
    const open = await admin.call(insertCarePlan, planOf(facts));
    expect(open).toMatchObject({ status: 409, reason: 'justificationMissing', Info: IN_DOLLARS });
    const empty = await admin.call(insertCarePlan, planOf(facts, { limitJustification: ' ' }));
    expect(empty.status).toBe(409);
    const made = await admin.call(insertCarePlan, planOf(facts, { limitJustification: 'Hip surgery' }));
    expect(made.status).toBe(200);
    const { data } = await admin.call(getAuthorization, { id: facts.id });
    expect(data?.justifications).toMatchObject([
      {
        limit: 'planUnits',
        amount: 50,
        until: '2026-12-31',
        text: 'Hip surgery',
        at: '2026-12-02T17:00:00Z',
        planId: made.insertId,
      },
    ]);
    const { rows } = await server.site.pool.query<{ changes: unknown }>(
      "select changes from change_log where entity = 'person' and entity_id = $1 and changes ? 'Justification'",
      [facts.clientId],
    );
    expect(rows).toEqual([{ changes: { Justification: [null, `${TEXT} Hip surgery`] } }]);
    // The justification covers the same amount and time; more needs a new one.
    const more = { ...facts.week, ...weekOf({ Mon: ['08:00', '12:00'], Fri: ['08:00', '10:00'] }) };
    const change = (limitJustification?: string) =>
      admin.call(updateCarePlan, {
        id: made.insertId ?? 0,
        data: { week: more, ...(limitJustification && { limitJustification }) },
      });
    expect((await change()).reason).toBe('justificationMissing');
    expect((await change('Worse')).status).toBe(200);
  });

  it('is refused if the agency blocks that', async () => {
    await setRule('block');
    const facts = await short();
    const made = await admin.call(insertCarePlan, planOf(facts, { limitJustification: 'Hip surgery' }));
    expect(made).toMatchObject({ status: 409, reason: 'overLimit', Info: IN_DOLLARS });
    const manager = await server.as('user');
    expect(await manager.call(insertCarePlan, planOf(facts))).toMatchObject({
      reason: 'overLimit',
      Info: TEXT,
    });
    expect((await manager.call(previewPlan, draftOf(facts))).data).toMatchObject([{ text: TEXT }]);
    await setRule('warn');
  });

  it('can be covered by a temporary plan of the same type without taking more units', async () => {
    await setRule('block');
    const facts = await short();
    const fits = { ...facts, week: weekOf({ Fri: ['08:00', '09:00'] }) };
    const made = await admin.call(insertCarePlan, planOf(fits));
    const other = await addCaregiver(server.site.pool, 'Standin');
    const cover = {
      ...draftOf(fits),
      providerId: other,
      from: '2026-12-04',
      through: '2026-12-11',
      coversPlanId: made.insertId ?? 0,
    };
    expect((await admin.call(previewPlan, cover)).data).toEqual([]);
    await setRule('warn');
  });
});

describe('an absence', () => {
  it('uses units of the authorization by the rule for covered visits', async () => {
    const facts = await short();
    await admin.call(insertCarePlan, planOf(facts));
    const [providerId, from, through] = [
      await addCaregiver(server.site.pool, 'Standin'),
      '2026-12-04',
      '2026-12-11',
    ];
    const { data: away } = await admin.call(previewAbsence, { id: facts.providerId, from, through });
    const ask = async (justification?: string) => {
      const covers = (away?.parts ?? []).map(({ id, from: first }) => {
        const cover = { planId: id, from: first, providerId, approvedDays: [] };
        return { ...cover, ...(justification && { justification }) };
      });
      const input = { id: facts.providerId, from, through, createReason: 'Vacation', covers };
      return (await admin.call(coverAbsence, input)).data?.[0];
    };
    // 20 units cover two visits of 8 and their travel, but not a third.
    const beyond = '12-11-2026, 8:00 AM: 7 units short: Personal Care has 2 left, this visit takes 9';
    const refused = `${beyond} ($35.00)`;
    expect(await ask('Hip surgery')).toMatchObject({ made: null, refused, exceeded: [] });
    await setRule('justify', 'coverUnits');
    expect(await ask()).toMatchObject({
      made: null,
      refused: expect.stringContaining(beyond),
      exceeded: [refused],
    });
    expect(await ask('Hip surgery')).toMatchObject({ refused: null, exceeded: [refused] });
    const { data } = await admin.call(getAuthorization, { id: facts.id });
    expect(data?.justifications).toMatchObject([
      { limit: 'coverUnits', amount: 7, until: '2026-12-11', text: 'Hip surgery' },
    ]);
    await setRule('block', 'coverUnits');
  });
});

describe('caps on hours', () => {
  /** Every day of the week from six on. */
  const daily = (end: string) => {
    const time = ['06:00', end] as const;
    return weekOf({ Mon: time, Tue: time, Wed: time, Thu: time, Fri: time, Sat: time, Sun: time });
  };
  const ofWeek = (found: { limit: string; text: string }[] | undefined) =>
    found?.filter(({ limit }) => limit === 'providerWeek').map(({ text }) => text);

  it('of a week, which decrease later, are reported before the plan is saved: 84 hours, then 70, then 56', async () => {
    const facts = { ...(await short()), week: daily('17:00') };
    expect(ofWeek((await admin.call(previewPlan, draftOf(facts))).data)).toEqual([
      expect.stringMatching(/from Jan 10: .* until Jan 10/),
      expect.stringMatching(/from Jul \d+: .* until Jul 11/),
    ]);
  });

  it('of a week apply to a week of the plan that begins later', async () => {
    const facts = { ...(await short()), week: weekOf({ Mon: ['08:00', '09:00'] }) };
    const made = await admin.call(insertCarePlan, planOf(facts));
    const change = { planId: made.insertId ?? 0, weekFrom: '2026-12-21', week: daily('19:00') };
    const found = ofWeek((await admin.call(previewPlan, { ...draftOf(facts), ...change })).data);
    expect(found?.[0]).toMatch(/until Dec 27/);
  });

  it('of a week with one caregiver block while they are hard, and follow the agency’s choice once soft', async () => {
    const facts = { ...(await short()), week: weekOf({ Mon: ['08:00', '12:00'] }) };
    const cap = { kind: 'providerWeek' as const, validFrom: '2026-12-01', minutes: 120, source: 'Letter' };
    await admin.call(saveCap, { ...cap, soft: false, rev: null });
    const hard = await admin.call(insertCarePlan, planOf(facts));
    expect(hard).toMatchObject({ status: 409, reason: 'overLimit' });
    expect(hard.Info).toBe('One provider a week: beyond it from Dec 7: 2.17 h until Dec 13. A hard limit.');
    await admin.call(saveCap, { ...cap, soft: true, rev: 0 });
    expect((await admin.call(insertCarePlan, planOf(facts))).reason).toBe('justificationMissing');
    await setRule('warn', 'providerWeek');
    expect((await admin.call(insertCarePlan, planOf(facts))).status).toBe(200);
  });
});

describe('a care plan without an authorization', () => {
  const without = async () => ({
    ...{ id: 0, clientId: await addClaimable(server.site.pool) },
    providerId: await addProvider(server.site.pool, 'Early'),
    week: weekOf({ Mon: ['08:00', '10:00'] }),
  });
  const TOLD = /^No authorization from Dec 7: \d+ units uncovered until Jan 25/;

  it('is saved with a warning, and refused if the agency blocks that', async () => {
    const facts = await without();
    const told = (await admin.call(previewPlan, draftOf(facts))).data?.find(({ limit }) => limit === 'noPar');
    expect(told).toMatchObject({ rule: 'warn', text: expect.stringMatching(TOLD) });
    await setRule('block', 'noPar');
    const refused = await admin.call(insertCarePlan, planOf(facts));
    expect(refused).toMatchObject({ status: 409, reason: 'overLimit', Info: expect.stringMatching(TOLD) });
    await setRule('warn', 'noPar');
    expect((await admin.call(insertCarePlan, planOf(facts))).status).toBe(200);
  });
});

describe('a justification entered on the authorization', () => {
  it('covers what is exceeded now; without a text or an excess it is refused', async () => {
    const user = await server.as('user');
    const facts = await short();
    const input = { id: facts.id, limit: 'planUnits' as const, text: 'Letter of Dr. Lee' };
    expect((await user.call(justify, input)).status).toBe(409);
    await admin.call(insertCarePlan, planOf(facts));
    expect((await user.call(justify, { ...input, text: ' ' })).errors).toEqual([
      { field: 'text', message: 'Write why this care is needed beyond the limit.' },
    ]);
    expect((await user.call(justify, input)).Info).toBe('Success: Justification saved');
    const { data } = await user.call(getAuthorization, { id: facts.id });
    expect(data?.exceeded).toEqual(['planUnits']);
    expect(data?.justifications).toMatchObject([{ amount: 50, text: 'Letter of Dr. Lee', planId: null }]);
  });
});

describe('permissions', () => {
  it('caregivers write no justifications, and managers choose no rules', async () => {
    const facts = await short();
    const input = { id: facts.id, limit: 'planUnits' as const, text: 'x' };
    for (const role of ['provider', 'evv'] as const) {
      const caller = await server.as(role);
      expect((await caller.call(justify, input)).status).toBe(403);
      expect((await caller.call(previewPlan, draftOf(facts))).status).toBe(403);
    }
    const user = await server.as('user');
    expect((await user.call(saveLimitRule, { limit: 'planUnits', rule: 'block', rev: null })).status).toBe(
      403,
    );
    const stale = await admin.call(saveLimitRule, { limit: 'planUnits', rule: 'block', rev: 1_000 });
    expect(stale.status).toBe(409);
  });

  it('another site sees nothing', async () => {
    const facts = await short();
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(justify, { id: facts.id, limit: 'planUnits', text: 'x' })).status).toBe(404);
    expect((await other.call(previewPlan, draftOf(facts))).data).toEqual([]);
  });
});

describe('a visit that is moved', () => {
  // Mondays of two hours and their travel: December 7 and 14 are under PAR M1, the 21st and 28th under M2.
  const mondays = async () => {
    const [clientId, providerId] = [
      await addClaimable(server.site.pool),
      await addProvider(server.site.pool, 'Mover'),
    ];
    const par = { id: null, clientId, type: 'PCP', rev: null };
    const first = { number: 'M1', from: '2026-12-01', through: '2026-12-15', units: 100 };
    const second = { number: 'M2', from: '2026-12-16', through: '2026-12-31', units: 20 };
    await admin.call(savePar, { ...par, ...first });
    const { insertId: parId = 0 } = await admin.call(savePar, { ...par, ...second });
    const week = weekOf({ Mon: ['08:00', '10:00'] });
    const { insertId: careId = 0 } = await admin.call(
      insertCarePlan,
      planOf({ id: 0, clientId, providerId, week }),
    );
    const day = { providerId, year: 2026, month: 12, day: 14 };
    const [visit] = (await admin.call(getEvvProvider, day)).data ?? [];
    if (!visit) throw new Error('no visit');
    const move = (startDate: string, justification?: string) =>
      admin.call(rescheduleVisit, {
        ...{ careId, id: visit.id, rev: visit.rev, fromDate: '2026-12-14', startDate, startTime: '08:00' },
        ...(justification !== undefined && { justification }),
      });
    return { parId, clientId, providerId, move };
  };
  const BEYOND = 'PAR M2 runs out Dec 28: 6 units short until Dec 31 ($30.00)';

  it('is refused if it exceeds the authorization and the agency blocks that', async () => {
    await setRule('block');
    const { move } = await mondays();
    expect(await move('2026-12-16')).toMatchObject({ status: 409, reason: 'overLimit', Info: BEYOND });
    expect((await move('2026-12-15')).status).toBe(200);
  });

  it('needs a justification if the agency asks for one, and stores it', async () => {
    await setRule('justify');
    const { move, parId } = await mondays();
    expect(await move('2026-12-16')).toMatchObject({ status: 409, reason: 'justificationMissing' });
    expect((await move('2026-12-16', 'Surgery on Monday')).status).toBe(200);
    const { data } = await admin.call(getAuthorization, { id: parId });
    expect(data?.justifications).toMatchObject([
      { limit: 'planUnits', amount: 6, text: 'Surgery on Monday' },
    ]);
  });

  it('must respect the hours of one caregiver on a day', async () => {
    const cap = { kind: 'providerDay' as const, validFrom: '2026-12-01', minutes: 180, source: 'Letter' };
    await admin.call(saveCap, { ...cap, soft: false, rev: null });
    await setRule('warn');
    const { move, ...people } = await mondays();
    // Two hours and ten minutes of travel are already on Wednesday, December 9, in another plan of the same two people.
    const week = weekOf({ Wed: ['13:00', '15:00'] });
    expect((await admin.call(insertCarePlan, planOf({ id: 0, ...people, week }))).status).toBe(200);
    const answer = await move('2026-12-09');
    expect(answer).toMatchObject({
      status: 409,
      reason: 'overLimit',
      Info: 'One provider a day: beyond it on Dec 9: 1.33 h. A hard limit.',
    });
    await admin.call(saveCap, { ...cap, minutes: 960, soft: false, rev: 0 });
    expect((await move('2026-12-09')).status).toBe(200);
  });

  it('is moved if the agency only warns', async () => {
    await setRule('warn');
    expect((await (await mondays()).move('2026-12-16')).status).toBe(200);
  });
});

describe('a billing record', () => {
  // Eight units are authorized for November, and each day uses eight.
  const november = async () => {
    const clientId = await addClaimable(server.site.pool);
    const par = { id: null, clientId, type: 'PCP', number: 'N1', units: 8, rev: null };
    const made = await admin.call(savePar, { ...par, from: '2026-11-01', through: '2026-11-30' });
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    const days = (billing: boolean) => [
      served('2026-11-03', '08:00', '10:00'),
      { ...served('2026-11-10', '08:00', '10:00'), billing },
    ];
    const data = {
      planId: plan,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-28',
      payRate: 5,
    };
    const save = (billing: boolean, limitJustification?: string) =>
      admin.call(insertWork, {
        data: {
          ...data,
          days: days(billing),
          ...(limitJustification !== undefined && { limitJustification }),
        },
      });
    return { parId: made.insertId ?? 0, days, save };
  };
  const BEYOND = 'PAR N1 ran out Nov 10: 8 units short until Nov 30 ($40.00)';

  it('beyond the authorization is refused if the agency blocks that; its days without Billing are still paid', async () => {
    await setRule('block');
    const { days, save } = await november();
    expect(await save(true)).toMatchObject({
      status: 409,
      reason: 'overLimit',
      Info: `${BEYOND}. Clear Billing on the days beyond it: they are still paid.`,
    });
    const saved = await save(false);
    expect(saved.status).toBe(200);
    const id = saved.insertId ?? 0;
    const more = await admin.call(updateWork, { id, data: { days: days(true) } });
    expect(more).toMatchObject({ status: 409, reason: 'overLimit' });
    expect((await admin.call(updateWork, { id, data: { remarks: 'Paid' } })).status).toBe(200);
  });

  it('needs a justification if the agency asks for one, and stores it', async () => {
    await setRule('justify');
    const { parId, save } = await november();
    expect(await save(true)).toMatchObject({ status: 409, reason: 'justificationMissing', Info: BEYOND });
    expect((await save(true, 'Approved by phone')).status).toBe(200);
    const { data } = await admin.call(getAuthorization, { id: parId });
    expect(data?.justifications).toMatchObject([
      { limit: 'planUnits', amount: 8, text: 'Approved by phone' },
    ]);
  });

  it('is saved if the agency only warns', async () => {
    await setRule('warn');
    expect((await (await november()).save(true)).status).toBe(200);
  });

  it('loads the ledger of its client once', async () => {
    const { save } = await november();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await save(false);
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked));
    query.mockRestore();
    expect(texts.filter((text) => text.includes('from client_pars')).length).toBe(1);
  });

  // Two hours each on November 3 and 10, in different weeks; two more on the 11th exceed three hours a week.
  it('beyond the weekly hours with its caregiver is refused while the cap is hard, and asks once it is soft', async () => {
    const cap = { kind: 'providerWeek' as const, validFrom: '2026-11-01', minutes: 180, source: 'Letter' };
    await admin.call(saveCap, { ...cap, soft: false, rev: null });
    const { days, save } = await november();
    const saved = await save(true);
    expect(saved.status).toBe(200);
    const id = saved.insertId ?? 0;
    const more = [...days(true), served('2026-11-11', '08:00', '10:00')];
    const change = (limitJustification?: string) =>
      admin.call(updateWork, {
        id,
        data: { days: more, ...(limitJustification !== undefined && { limitJustification }) },
      });
    expect(await change()).toMatchObject({
      status: 409,
      reason: 'overLimit',
      Info: expect.stringMatching(
        /^One provider a week: beyond it from Nov 11: 1 h until Nov 15\. A hard limit\./,
      ),
    });
    await admin.call(saveCap, { ...cap, soft: true, rev: 0 });
    await setRule('justify', 'providerWeek');
    expect(await change()).toMatchObject({ status: 409, reason: 'justificationMissing' });
    expect((await change('The daughter was away')).status).toBe(200);
    // The excess is already on record, and a remark does not add to it.
    expect((await change()).status).toBe(200);
    expect((await admin.call(updateWork, { id, data: { remarks: 'Agreed' } })).status).toBe(200);
    await admin.call(saveCap, { ...cap, minutes: null, soft: true, rev: 1 });
  });

  it('beyond the units of the client’s year needs a justification, which also covers the next save', async () => {
    const year = { kind: 'personalYear' as const, validFrom: '2026-11-01', minutes: 120, source: 'Letter' };
    const { parId, save } = await november();
    await admin.call(saveCap, { ...year, soft: true, rev: null });
    expect(await save(true)).toMatchObject({
      status: 409,
      reason: 'justificationMissing',
      Info: expect.stringMatching(/ a year: beyond it from Nov 10: \d+ units until Oct 31\. A soft limit/),
    });
    expect((await save(true, 'Letter of the case manager')).status).toBe(200);
    const { data } = await admin.call(getAuthorization, { id: parId });
    expect(data?.justifications).toMatchObject([
      { limit: 'personalYear', until: '2027-10-31', text: 'Letter of the case manager' },
    ]);
  });
});
