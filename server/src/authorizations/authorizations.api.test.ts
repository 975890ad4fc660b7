import {
  deletePar,
  deleteProgram,
  getAuthorization,
  listAuthorizations,
  listPars,
  listPrograms,
  savePar,
  saveProgram,
} from '@homecare/domain/authorizations/contract.ts';
import { NOT_MEDICAID } from '@homecare/domain/authorizations/pars.ts';
import { saveCap } from '@homecare/domain/calculator/contract.ts';
import { generateClaims, listProof } from '@homecare/domain/claims/contract.ts';
import { listPayers, saveClientPayers, savePayer } from '@homecare/domain/payers/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
});
afterAll(() => server.stop());

const newClient = (columns: Record<string, unknown> = {}) => addClaimable(server.site.pool, columns);
/** A file of everything billed on these days. */
const claimBilled = async (admin: Caller, from: string, to: string) => {
  const made = await admin.call(generateClaims, {
    from,
    to,
    status: 'Billed',
    frequency: '1',
    unproven: 'send',
    reason: 'Test',
    paymentsOnly: false,
  });
  expect(made.status).toBe(200);
};
const parOf = (clientId: number, more: Record<string, unknown> = {}) => ({
  id: null,
  clientId,
  type: 'PCP',
  number: ' ab 12 ',
  from: '2026-01-01',
  through: '2026-06-30',
  units: 100,
  rev: null,
  ...more,
});

describe('a prior authorization', () => {
  it('is entered by admins, refused a second time with its name, and can be deleted', async () => {
    const client = await newClient();
    const admin = await server.as('admin');
    const par = parOf(client);
    const made = await admin.call(savePar, par);
    expect(made.Info).toBe('Success: PAR saved');
    expect((await admin.call(savePar, par)).status).toBe(409);
    expect((await admin.call(listPars, { clientId: client })).data).toMatchObject([
      { number: 'AB12', used: 0, units: 100 },
    ]);
    const wrong = await admin.call(savePar, { ...par, type: 'None', number: '!', through: '2025-01-01' });
    expect(wrong.errors.map(({ field }) => field)).toEqual(['type', 'number', 'through']);
    expect(wrong.errors[2]?.message).toBe('Its last day cannot be before its first day.');
    const id = made.insertId ?? 0;
    const changed = await admin.call(savePar, { ...par, id, units: 200, rev: 0 });
    expect(changed.data).toEqual({ id, rev: 1 });
    expect((await admin.call(deletePar, { id, rev: 0 })).status).toBe(409);
    expect((await admin.call(deletePar, { id, rev: 1 })).Info).toBe('Success: PAR deleted');
    expect((await admin.call(listPars, { clientId: client })).data).toEqual([]);
  });

  it('cannot share a day of its type with another one', async () => {
    const client = await newClient();
    const admin = await server.as('admin');
    await admin.call(savePar, parOf(client));
    const before = await admin.call(
      savePar,
      parOf(client, { number: 'B2', from: '2025-08-01', through: '2026-01-01' }),
    );
    expect(before).toMatchObject({
      status: 409,
      errors: [
        {
          field: 'through',
          message:
            'Overlaps PAR AB12 for PCP (01-01-2026 – 06-30-2026). Change the days, or end that one first.',
        },
      ],
    });
    const after = await admin.call(
      savePar,
      parOf(client, { number: 'B2', from: '2026-06-30', through: '2026-12-31' }),
    );
    expect(after.errors.map(({ field }) => field)).toEqual(['from']);
    const next = parOf(client, { number: 'B2', from: '2026-07-01', through: '2026-12-31' });
    expect((await admin.call(savePar, next)).status).toBe(200);
    expect((await admin.call(savePar, { ...next, type: 'HMK' })).status).toBe(200);
  });

  it('is refused if Medicaid pays on none of its days, whatever the client’s record says', async () => {
    const admin = await server.as('admin');
    const payerOf = async (kind: 'Medicaid' | 'Private', name: string) => {
      const address = { address: '1 Elm St', address2: '', city: 'Denver', state: 'CO', zip: '80202' };
      const contact = { contact: '', phone: '', email: '', payerNumber: '', isActive: true };
      const facts = { kind, name, ...contact, ...address, termsDays: 15 };
      return (await admin.call(savePayer, { ...facts, id: null, rev: null })).data?.id ?? 0;
    };
    const paidBy = (clientId: number, payerId: number, from: string) => {
      const one = { payerId, from, through: null, memberId: '', groupNumber: '' };
      return admin.call(saveClientPayers, { clientId, payers: [one], rev: 0 });
    };
    const refusedFor = async (par: ReturnType<typeof parOf>) => {
      const { errors } = await admin.call(savePar, par);
      expect(errors.every(({ message }) => message === NOT_MEDICAID)).toBe(true);
      return errors.map(({ field }) => field);
    };
    const [medicaid, ana] = [
      await payerOf('Medicaid', 'Health First'),
      await payerOf('Private', 'Ana Lopez'),
    ];

    const privately = await newClient({ private_client: true });
    expect(await refusedFor(parOf(privately))).toEqual(['number']);
    await paidBy(privately, medicaid, '2026-12-01');
    expect(await refusedFor(parOf(privately))).toEqual(['number']);
    const later = { number: 'P2', from: '2026-07-01', through: '2027-06-30' };
    expect(await refusedFor(parOf(privately, later))).toEqual([]);
    // It is on the page of authorizations, whatever the record says.
    const own = (await admin.call(listAuthorizations, { clientId: privately })).data?.rows;
    expect(own?.map(({ number }) => number)).toEqual(['P2']);

    const member = await newClient();
    await paidBy(member, ana, '2026-07-01');
    expect(await refusedFor(parOf(member))).toEqual([]);
    expect(await refusedFor(parOf(member, { ...later, number: 'P3' }))).toEqual(['number']);
  });

  it('is not missing on a day that someone else pays for', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    await addPlan(server.site.pool, admin, client);
    const kinds = async () =>
      (await admin.call(listAuthorizations, { clientId: client })).data?.rows.flatMap(({ findings }) =>
        findings.map(({ kind }) => kind),
      );
    expect(await kinds()).toContain('missing');
    const payers = (await admin.call(listPayers, {})).data ?? [];
    const payerId = payers.find(({ kind }) => kind === 'Private')?.id ?? 0;
    const one = { payerId, from: '2026-01-01', through: null, memberId: '', groupNumber: '' };
    await admin.call(saveClientPayers, { clientId: client, payers: [one], rev: 0 });
    expect(await kinds()).toEqual([]);
  });

  it('saved at the same time as an overlapping one is stored once', async () => {
    const client = await newClient();
    const admin = await server.as('admin');
    const both = await Promise.all(
      ['C1', 'C2'].map((number) => admin.call(savePar, parOf(client, { number }))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the ledger of an authorization', () => {
  it('shows worked and planned units, with dollars for admins only', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    const { plan } = await addPlan(server.site.pool, admin, client);
    await saveCard(admin, plan, '2026-11', ['02', '03']);
    const par = parOf(client, { number: 'L1', from: '2026-11-01', through: '2026-12-31', units: 20 });
    const id = (await admin.call(savePar, par)).insertId ?? 0;
    const own = (await admin.call(listAuthorizations, {})).data?.rows.filter(
      ({ clientId }) => clientId === client,
    );
    const [row] = own ?? [];
    // Each day is two hours: 8 units at $5.00.
    expect(row).toMatchObject({ id, worked: 16, onCards: 16, authorized: 20, left: 4 });
    expect(row?.planned).toBeGreaterThan(4);
    const [first, ...others] = row?.findings ?? [];
    expect(first).toMatchObject({
      kind: 'runningOut',
      units: row?.short,
      cents: (row?.short ?? 0) * 500,
      until: '2026-12-31',
    });
    expect(others.map(({ kind }) => kind)).toEqual(['ending']);
    const alone = (await admin.call(listAuthorizations, { clientId: client })).data?.rows;
    expect(alone).toEqual([row]);
    const detail = (await admin.call(getAuthorization, { id })).data;
    expect(detail?.row).toEqual(row);
    expect(detail?.months.map(({ month, worked }) => [month, worked])).toEqual([
      ['2026-11', 16],
      ['2026-12', 0],
    ]);
    const user = await server.as('user');
    const seen = (await user.call(getAuthorization, { id })).data;
    expect(seen?.row.worked).toBe(16);
    expect(JSON.stringify(seen)).not.toMatch(/[cC]ents":\d/);
  });

  it('values unused units at the rate of the type, and at nothing once the client is archived', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    const unused = { number: 'U1', from: '2026-11-01', through: '2026-12-31', units: 20 };
    await admin.call(savePar, parOf(client, unused));
    await server.site.pool.query('update care_plan_type_terms set rate = 500');
    const findings = async () =>
      (await admin.call(listAuthorizations, { clientId: client })).data?.rows.flatMap((row) =>
        row.findings.map(({ kind, units, cents }) => [kind, units, cents]),
      );
    expect(await findings()).toContainEqual(['underUsed', 20, 10_000]);
    await server.site.pool.query("update people set cur = 'n', archive_date = '2026-12-01' where id = $1", [
      client,
    ]);
    expect(await findings()).toContainEqual(['underUsed', 20, 0]);
  });

  it('names the days of a type that no authorization covers', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    await addPlan(server.site.pool, admin, client);
    const rows = (await admin.call(listAuthorizations, {})).data?.rows ?? [];
    const [row] = rows.filter(({ clientId }) => clientId === client);
    expect(row).toMatchObject({ id: null, type: 'PCP', number: null, authorized: null });
    expect(row?.findings.map(({ kind }) => kind)).toEqual(['missing']);
  });
});

const programOf = (clientId: number, more: Record<string, unknown> = {}) => ({
  id: null,
  clientId,
  from: '2026-12-10',
  program: 'CFC' as const,
  name: null,
  rev: null,
  ...more,
});

describe('the program of a client', () => {
  it('is entered with its first day, at most one per day, and can be changed and deleted', async () => {
    const client = await newClient();
    const admin = await server.as('admin');
    const made = await admin.call(saveProgram, programOf(client));
    expect(made.Info).toBe('Success: Program saved');
    const twice = await admin.call(saveProgram, programOf(client, { program: 'Waiver', name: 'EBD' }));
    expect(twice.errors).toEqual([
      {
        field: 'from',
        message: 'CFC is entered from this day already. Change that one, or choose another day.',
      },
    ]);
    const id = made.insertId ?? 0;
    const waiver = programOf(client, { id, program: 'Waiver', name: ' EBD ', rev: 0 });
    expect((await admin.call(saveProgram, waiver)).data).toEqual({ id, rev: 1 });
    expect((await admin.call(saveProgram, waiver)).status).toBe(409);
    expect((await admin.call(listPrograms, { clientId: client })).data).toEqual([
      { id, from: '2026-12-10', program: 'Waiver', name: 'EBD', rev: 1 },
    ]);
    expect((await admin.call(deleteProgram, { id, rev: 1 })).Info).toBe('Success: Program deleted');
    expect((await admin.call(listPrograms, { clientId: client })).data).toEqual([]);
    const { rows } = await server.site.pool.query<{ program: unknown }>(
      `select changes->'Program' as program from change_log
       where entity = 'person' and entity_id = $1 and changes ? 'Program' order by id`,
      [client],
    );
    expect(rows.map(({ program }) => program)).toEqual([
      [null, 'CFC from 12-10-2026'],
      ['CFC from 12-10-2026', 'Waiver (EBD) from 12-10-2026'],
      ['Waiver (EBD) from 12-10-2026', null],
    ]);
  });

  it('reports days without a code of the program before their visits', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    await addPlan(server.site.pool, admin, client);
    await admin.call(savePar, parOf(client, { number: 'PR1', through: '2027-06-30', units: 5_000 }));
    const kindsNow = async () => {
      const rows = (await admin.call(listAuthorizations, { clientId: client })).data?.rows ?? [];
      return rows.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'uncoded'));
    };
    expect(await kindsNow()).toEqual([]);
    await admin.call(saveProgram, programOf(client));
    const [found] = await kindsNow();
    expect(found?.units).toBeGreaterThan(0);
    expect(found?.day).toMatch(/^2026-12-1/);
    await server.site.pool.query(
      `update care_plan_type_terms set cfc_code = 'T1019' where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    expect(await kindsNow()).toEqual([]);
  });
});

describe('claims', () => {
  it('use up the authorization of their type if two types have the same number', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    for (const [type, days] of [
      ['PCP', ['05', '12']],
      ['HMK', ['06']],
    ] as const) {
      await authorise(admin, client, 'TWOTYPES', type);
      const { plan } = await addPlan(server.site.pool, admin, client, type);
      await saveCard(admin, plan, '2026-10', days);
    }
    await claimBilled(admin, '2026-10-01', '2026-10-31');
    const pars = (await admin.call(listPars, { clientId: client })).data ?? [];
    expect(pars.map(({ type, used }) => [type, used])).toEqual([
      ['PCP', 16],
      ['HMK', 8],
    ]);
  });

  it('use up the period of their days if one number has two periods', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    const period = { number: 'RENEWED', units: 100 };
    await admin.call(savePar, parOf(client, { ...period, from: '2026-09-01', through: '2026-09-15' }));
    await admin.call(savePar, parOf(client, { ...period, from: '2026-09-16', through: '2026-12-31' }));
    const { plan } = await addPlan(server.site.pool, admin, client);
    await saveCard(admin, plan, '2026-09', ['14', '15', '16']);
    await claimBilled(admin, '2026-09-01', '2026-09-30');
    const pars = (await admin.call(listPars, { clientId: client })).data ?? [];
    expect(pars.map(({ from, used }) => [from, used])).toEqual([
      ['2026-09-01', 16],
      ['2026-09-16', 8],
    ]);
  });

  it('carry each day’s code of the program', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    const { plan } = await addPlan(server.site.pool, admin, client);
    await saveCard(admin, plan, '2026-11', ['02', '03']);
    await server.site.pool.query(
      `update care_plan_type_terms set cfc_code = 'T1019', cfc_modifiers = '{U9}'
       where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    await admin.call(saveProgram, programOf(client, { from: '2026-01-01', program: 'Waiver' }));
    await admin.call(saveProgram, programOf(client, { from: '2026-11-03' }));
    const proof = await admin.call(listProof, {
      from: '2026-11-01',
      to: '2026-11-30',
      status: 'Billed',
      clientId: client,
      willDeny: false,
    });
    expect(proof.data?.lines.map(({ day, code }) => [day, code])).toEqual([
      ['2026-11-02', 'T1019 U1'],
      ['2026-11-03', 'T1019 U9'],
    ]);
  });
});

describe('programs and limits of an authorization', () => {
  it('are shown with their codes and sources', async () => {
    const admin = await server.as('admin');
    const client = await newClient();
    const { plan } = await addPlan(server.site.pool, admin, client);
    await saveCard(admin, plan, '2026-11', ['02', '03']);
    await server.site.pool.query(
      `update care_plan_type_terms set pay_category = 'PCP/RPCP', cfc_code = 'T1019', cfc_modifiers = '{U9}'
       where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    await admin.call(saveProgram, programOf(client));
    const par = parOf(client, { number: 'LM1', from: '2026-11-01', through: '2026-12-31' });
    const id = (await admin.call(savePar, par)).insertId ?? 0;
    const detail = (await admin.call(getAuthorization, { id })).data;
    expect(detail?.programs).toEqual([{ from: '2026-12-10', program: 'CFC', name: null, code: 'T1019 U9' }]);
    const year = detail?.limits.find(({ kind }) => kind === 'personalYear');
    expect(year).toMatchObject({ isSoft: true, mostMinutes: 150_000, until: '2027-10-31', beyondFrom: null });
    // Everything worked and planned under the authorization, and what is planned after it.
    const used = (detail?.row.worked ?? 0) + (detail?.row.planned ?? 0);
    expect(year?.minutes).toBeGreaterThanOrEqual(used * 15);
    expect(detail?.limits.map(({ kind }) => kind)).toContain('providerWeek');
    await admin.call(saveCap, {
      kind: 'personalYear',
      validFrom: '2026-11-01',
      minutes: 8 * 15,
      source: 'Letter',
      soft: false,
      rev: null,
    });
    const after = (await admin.call(getAuthorization, { id })).data?.limits;
    expect(after?.find(({ kind }) => kind === 'personalYear')).toMatchObject({
      isSoft: false,
      source: 'Letter',
      beyondFrom: '2026-11-03',
    });
  });
});

describe('permissions', () => {
  it('managers read what they may see and write nothing', async () => {
    const client = await newClient();
    const [admin, user] = [await server.as('admin'), await server.as('user')];
    const id = (await admin.call(savePar, parOf(client))).insertId ?? 0;
    const programId = (await admin.call(saveProgram, programOf(client))).insertId ?? 0;
    expect((await user.call(savePar, parOf(client, { id, units: 200, rev: 0 }))).status).toBe(403);
    expect((await user.call(deletePar, { id, rev: 0 })).status).toBe(403);
    expect((await user.call(saveProgram, programOf(client, { from: '2026-12-20' }))).status).toBe(403);
    expect((await user.call(deleteProgram, { id: programId, rev: 0 })).status).toBe(403);
    expect((await user.call(listPars, { clientId: client })).data).toMatchObject([{ units: 100 }]);
    expect((await user.call(listPrograms, { clientId: client })).data).toMatchObject([{ program: 'CFC' }]);
  });

  it('caregivers and employees are refused', async () => {
    const client = await newClient();
    for (const role of ['provider', 'evv'] as const) {
      const caller = await server.as(role);
      expect((await caller.call(savePar, parOf(client))).status).toBe(403);
      expect((await caller.call(listPars, { clientId: client })).status).toBe(403);
      expect((await caller.call(saveProgram, programOf(client))).status).toBe(403);
      expect((await caller.call(listAuthorizations, {})).status).toBe(403);
    }
  });

  it('another site sees nothing', async () => {
    const client = await newClient();
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(listPars, { clientId: client })).status).toBe(404);
    expect((await other.call(savePar, parOf(client))).status).toBe(404);
    expect((await other.call(saveProgram, programOf(client))).status).toBe(404);
    expect((await other.call(listPrograms, { clientId: client })).status).toBe(404);
    expect((await other.call(listAuthorizations, {})).data?.rows).toEqual([]);
  });
});
