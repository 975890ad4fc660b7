import { deleteWork, updateWork } from '@homecare/domain/billing/contract.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { listUnpaid, listUnpaidItems } from '@homecare/domain/claims/contract.ts';
import { getMargin } from '@homecare/domain/margin/contract.ts';
import { saveClientPayers, savePayer } from '@homecare/domain/payers/contract.ts';
import { SELF_PAYERS } from '@homecare/domain/payers/rules.ts';
import * as calls from '@homecare/domain/private-pay/contract.ts';
import {
  ALREADY_SENT,
  NO_ADDRESS,
  NOTHING_TO_INVOICE,
  RUN_WAS_SENT,
} from '@homecare/domain/private-pay/moves.ts';
import type { Invoice } from '@homecare/domain/private-pay/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, PAYER } from '../../testing/care.ts';
import { addPlan, saveCard } from '../../testing/claimable.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-12-02T17:00:00Z',
    others: ['other'],
    entry: WITH_BILLING,
  });
  admin = await server.as('admin');
  // Cards of these tests are on no visits.
  await server.site.pool.query("update care_plan_types set evv_needed = false where code = 'PCP'");
});
afterAll(async () => {
  const broken = await brokenInvariants(server.database.pool);
  expect(broken.filter((line) => !line.startsWith('every person stands in the change log'))).toEqual([]);
  await server.stop();
});

let serial = 0;
/** A client who pays $38 an hour, with two hours on each of the days: $76 each. */
const paying = async (days: readonly string[] = ['05', '12'], columns: Record<string, unknown> = {}) => {
  serial += 1;
  const email = `payer${serial}@example.org`;
  const id = await addClient(server.site.pool, `Payer${serial}`, { private_client: true, email, ...columns });
  const rates = [{ type: 'PCP', from: '2026-01-01', cents: 3_800 }];
  await admin.call(calls.saveTerms, { clientId: id, rates, shares: [], rev: 0 });
  const { plan } = await addPlan(server.site.pool, admin, id);
  return { id, plan, email, card: days.length > 0 ? await saveCard(admin, plan, '2026-10', days) : 0 };
};
const OCTOBER = { from: '2026-10-01', through: '2026-10-31' };
const make = (...clientIds: number[]) => admin.call(calls.makeInvoices, { ...OCTOBER, clientIds });
const invoiceOf = async (id: number): Promise<Invoice> => {
  const { data } = await admin.call(calls.getInvoice, { id });
  if (!data) throw new Error('no invoice');
  return data;
};
const made = async (...clientIds: number[]) => {
  const { data, text } = await make(...clientIds);
  const [id] = data?.ids ?? [];
  if (!data || id === undefined) throw new Error(text);
  return { ...data, id };
};
const pay = (clientId: number, cents: number, parts: { invoiceId: number; cents: number }[] | null = null) =>
  admin.call(calls.savePayment, {
    clientId,
    day: '2026-12-01',
    method: 'Check',
    reference: '101',
    cents,
    parts,
  });
/** Of the billing records of a plan, in the order of months. */
const statuses = async (plan: number) => {
  const { rows } = await server.site.pool.query<{ status: string }>(
    'select status from work where care_plan_id = $1 order by month',
    [plan],
  );
  return rows.map(({ status }) => status);
};
const account = async (clientId: number) => {
  const { data } = await admin.call(calls.getAccount, { clientId });
  if (!data) throw new Error('no account');
  return data;
};

describe('invoices of a month', () => {
  it('are previewed, made with a line for each day, and never made twice', async () => {
    const { id } = await paying();
    const preview = await admin.call(calls.previewInvoices, { ...OCTOBER, clientIds: [id] });
    expect(preview.data).toMatchObject({
      total: 15_200,
      leftOut: [],
      invoices: [{ lines: 2, minutes: 240 }],
    });
    const run = await made(id);
    expect(run).toMatchObject({ invoices: 1, total: 15_200 });
    const invoice = await invoiceOf(run.id);
    expect(invoice).toMatchObject({
      issued: '2026-12-02',
      due: '2026-12-17',
      from: '2026-10-05',
      through: '2026-10-12',
      state: 'Open',
      total: 15_200,
      changedDays: [],
    });
    expect(invoice.lines.map(({ day, minutes, amount }) => [day, minutes, amount])).toEqual([
      ['2026-10-05', 120, 7_600],
      ['2026-10-12', 120, 7_600],
    ]);
    const again = await make(id);
    expect([again.status, again.Info]).toEqual([409, NOTHING_TO_INVOICE]);
  });

  it('name work without a rate, and leave out what Medicaid pays', async () => {
    const { id } = await paying();
    await admin.call(calls.saveTerms, { clientId: id, rates: [], shares: [], rev: 1 });
    const preview = await admin.call(calls.previewInvoices, { ...OCTOBER, clientIds: [id] });
    expect(preview.data).toMatchObject({ invoices: [], leftOut: [{ clientId: id, days: 2, minutes: 240 }] });
    const { data } = await admin.call(calls.listAccounts, { through: '2026-11-30' });
    expect(data?.rows.find(({ clientId }) => clientId === id)).toMatchObject({
      uninvoiced: 0,
      leftOutMinutes: 240,
      leftOutReason: expect.stringContaining('No hourly rate'),
    });
    const medicaid = await paying(['05'], { private_client: false });
    expect((await make(medicaid.id)).Info).toBe(NOTHING_TO_INVOICE);
  });

  it('go to the payer of the client, due by its terms', async () => {
    const { id } = await paying();
    const name = `Elm Trust ${id}`;
    const payer = await admin.call(savePayer, { ...PAYER, name, termsDays: 30, id: null, rev: null });
    const entry = {
      payerId: payer.insertId ?? 0,
      from: '2026-01-01',
      through: null,
      memberId: '',
      groupNumber: '',
    };
    await admin.call(saveClientPayers, { clientId: id, payers: [entry], rev: 0 });
    const invoice = await invoiceOf((await made(id)).id);
    expect(invoice).toMatchObject({
      due: '2027-01-01',
      billTo: { name, lines: ['1 Elm St', 'Denver, CO 80202'], email: PAYER.email },
    });
  });

  it('hold the share of cost of a Medicaid client, at most what the month came to', async () => {
    const { id } = await paying(['05', '12'], { private_client: false });
    const shares = [{ from: '2026-01-01', cents: 5_000 }];
    await admin.call(calls.saveTerms, { clientId: id, rates: [], shares, rev: 1 });
    const invoice = await invoiceOf((await made(id)).id);
    expect(invoice.lines).toMatchObject([{ kind: 'Share of cost', day: '2026-10-01', amount: 5_000 }]);
    // Two days at $40.
    const more = await paying(['05', '12'], { private_client: false });
    await admin.call(calls.saveTerms, {
      clientId: more.id,
      rates: [],
      shares: [{ from: '2026-01-01', cents: 90_000 }],
      rev: 1,
    });
    expect((await made(more.id)).total).toBe(8_000);
  });

  it('hold a record that was deleted and saved again, which is paid with them', async () => {
    const { id, plan, card } = await paying();
    const run = await made(id);
    await admin.call(deleteWork, { id: card, data: {} });
    const again = await saveCard(admin, plan, '2026-10', ['05', '12']);
    expect((await make(id)).Info).toBe(NOTHING_TO_INVOICE);
    await pay(id, run.total);
    const { rows } = await server.site.pool.query('select status from work where id = $1', [again]);
    expect(rows).toEqual([{ status: 'Paid' }]);
    const { data } = await admin.call(getMargin, { from: '2026-10', to: '2026-10', by: 'client' });
    expect(data?.groups.find(({ key }) => key === String(id))?.income).toBe(run.total);
  });

  it('are marked where the card records another time by now', async () => {
    const { id, card } = await paying();
    const run = await made(id);
    const days = [served('2026-10-05', '08:00', '09:00'), served('2026-10-12', '08:00', '10:00')];
    const changed = await admin.call(updateWork, { id: card, data: { days } });
    expect(changed.status).toBe(200);
    expect((await invoiceOf(run.id)).changedDays).toEqual(['2026-10-05']);
  });

  it('are taken back as one until one of them was sent, and keep their numbers', async () => {
    const [one, two] = [await paying(), await paying()];
    const run = await made(one.id, two.id);
    const listed = await admin.call(calls.listAccounts, { through: '2026-11-30' });
    expect(listed.data?.lastRun).toEqual({ id: run.runId, invoices: 2, total: 30_400 });
    expect((await admin.call(calls.undoInvoices, { runId: run.runId })).data).toEqual({ voided: 2 });
    expect((await invoiceOf(run.id)).state).toBe('Voided');
    const again = await made(one.id, two.id);
    await admin.call(calls.sendInvoice, { id: again.id, via: 'Paper' });
    expect((await admin.call(calls.undoInvoices, { runId: again.runId })).Info).toBe(RUN_WAS_SENT);
    const { rows } = await server.site.pool.query(
      'select range, count(*)::int as count, max(number) as last from invoices group by range',
    );
    expect(rows).toEqual([{ range: '2026', count: rows[0]?.last, last: rows[0]?.last }]);
  });
});

describe('numbers', () => {
  it('have no gaps under 20 makers at once and transactions that are killed', async () => {
    const { pool } = server.site;
    const clients = await Promise.all(Array.from({ length: 20 }, () => paying(['05'])));
    // Each of these draws a number, and is killed before it can keep it.
    const killed = async () => {
      const client = await server.database.pool.connect();
      client.on('error', () => {});
      await client.query('begin');
      await client.query(
        "insert into invoice_numbers as numbers (range, last) values ('2026', 1) on conflict (range) do update set last = numbers.last + 1",
      );
      const { rows } = await client.query('select pg_backend_pid() as pid');
      await server.database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
      client.release(true);
    };
    const answers = await Promise.all([
      ...clients.map(({ id }) => make(id)),
      ...Array.from({ length: 3 }, () => killed().then(() => undefined)),
    ]);
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(20);
    const { rows } = await pool.query(
      `select array_agg(number order by number) as numbers, (select last from invoice_numbers where range = '2026') as last
       from invoices where range = '2026'`,
    );
    expect(rows[0].numbers).toEqual(Array.from({ length: rows[0].last }, (_, n) => n + 1));
  });

  it('of one day of work are drawn once by many who make the same invoice', async () => {
    const { id } = await paying();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('sending', () => {
  it('mails the PDF once, and says on paper what was handed over', async () => {
    const { id, email } = await paying();
    const run = await made(id);
    const waiting = (await admin.call(calls.listUnsentInvoices, {})).data ?? [];
    expect(waiting.find((invoice) => invoice.id === run.id)).toMatchObject({
      total: 15_200,
      paid: 0,
      sent: null,
    });
    const sent = await admin.call(calls.sendInvoice, { id: run.id, via: 'Email' });
    expect([sent.status, sent.Info]).toEqual([200, expect.stringContaining(email)]);
    expect((await admin.call(calls.sendInvoice, { id: run.id, via: 'Email' })).Info).toBe(ALREADY_SENT);
    const unsent = (await admin.call(calls.listUnsentInvoices, {})).data ?? [];
    expect(unsent.filter(({ clientId }) => clientId === id)).toEqual([]);
    const { rows } = await server.site.pool.query(
      `select recipient, has_attachment, name, content from messages
         join invoices on invoices.message_id = messages.id
         left join message_attachments on message_attachments.message_id = messages.id where invoices.id = $1`,
      [run.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ recipient: email, has_attachment: true });
    expect(await invoiceOf(run.id)).toMatchObject({ sentVia: 'Email', mailFault: null });
  });

  it('is refused to nobody in particular, and goes again where the mail failed', async () => {
    const without = await paying(['05'], { email: null });
    const nobody = await made(without.id);
    expect((await admin.call(calls.sendInvoice, { id: nobody.id, via: 'Email' })).Info).toBe(NO_ADDRESS);
    const { id } = await paying(['05']);
    const run = await made(id);
    await admin.call(calls.sendInvoice, { id: run.id, via: 'Email' });
    await server.site.pool.query(
      `with failed as (update messages set status = 'failed', error = 'Refused'
          where id = (select message_id from invoices where id = $1) returning id)
        insert into change_log (actor, role, call, entity, entity_id, action, changes)
        select 'test', 'job', 'test', 'message', id, 'update', '{"Status": ["waiting", "failed"]}' from failed`,
      [run.id],
    );
    expect((await invoiceOf(run.id)).mailFault).toBe('Refused');
    expect((await admin.call(calls.sendInvoice, { id: run.id, via: 'Email' })).status).toBe(200);
  });

  it('prints agency, payer, lines and what is due', async () => {
    const { id } = await paying();
    const run = await made(id);
    const { number } = await invoiceOf(run.id);
    const answer = await admin.raw(requestOf(calls.printInvoice, { id: run.id }));
    const text = (await readPdf(answer.bytes)).map((page) => page.text).join('\n');
    for (const words of [
      number,
      '1450 S Havana St',
      '10-05-2026',
      '38.00',
      '76.00',
      '$152.00',
      'Amount due by 12-17-2026',
    ])
      expect(text).toContain(words);
  });
});

describe('payments', () => {
  it('pay the oldest invoice first, or those that are chosen; the rest is credit', async () => {
    const { id, plan } = await paying(['05']);
    const first = await made(id);
    await saveCard(admin, plan, '2026-11', ['03']);
    const span = { from: '2026-11-01', through: '2026-11-30' };
    const { data } = await admin.call(calls.makeInvoices, { ...span, clientIds: [id] });
    const second = data?.ids[0] ?? 0;
    expect((await pay(id, 10_000, [{ invoiceId: second, cents: 7_600 }])).data).toMatchObject({
      applied: 7_600,
      credit: 2_400,
    });
    expect((await invoiceOf(second)).state).toBe('Paid');
    expect(await statuses(plan)).toEqual(['Billed', 'Paid']);
    expect((await pay(id, 1_000, [{ invoiceId: second, cents: 1 }])).status).toBe(400);
    expect((await admin.call(calls.applyClientCredit, { clientId: id })).data).toEqual({ applied: 2_400 });
    expect(await statuses(plan)).toEqual(['PartPaid', 'Paid']);
    expect((await pay(id, 6_000)).data).toMatchObject({ applied: 5_200, credit: 800 });
    expect(await account(id)).toMatchObject({ balance: -800, credit: 800, overdue: 0 });
    expect((await invoiceOf(first.id)).paid).toBe(7_600);
    expect((await admin.call(calls.applyClientCredit, { clientId: id })).status).toBe(409);
  });

  it('are reversed, and leave their invoices open; a voided invoice leaves credit', async () => {
    const { id, plan } = await paying(['05']);
    const run = await made(id);
    const paid = await pay(id, 7_600);
    expect(await statuses(plan)).toEqual(['Paid']);
    const bounced = { id: paid.insertId ?? 0, reason: 'Bounced', rev: 0 };
    expect((await admin.call(calls.reversePayment, bounced)).status).toBe(200);
    expect(await statuses(plan)).toEqual(['Billed']);
    expect((await admin.call(calls.reversePayment, bounced)).status).toBe(409);
    expect(await account(id)).toMatchObject({ balance: 7_600, credit: 0 });
    await pay(id, 7_600);
    const { rev } = await invoiceOf(run.id);
    expect(
      (await admin.call(calls.voidInvoice, { id: run.id, reason: 'Wrong days', rev: rev + 1 })).reason,
    ).toBe('stale');
    expect((await admin.call(calls.voidInvoice, { id: run.id, reason: 'Wrong days', rev })).status).toBe(200);
    expect((await admin.call(calls.voidInvoice, { id: run.id, reason: 'Again', rev: rev + 1 })).status).toBe(
      409,
    );
    expect(await account(id)).toMatchObject({ balance: -7_600, credit: 7_600 });
    expect(await statuses(plan)).toEqual(['Billed']);
    expect((await made(id)).total).toBe(7_600);
  });

  it('and invoices are on the statement, on the screen and as PDF', async () => {
    const { id } = await paying(['05']);
    await made(id);
    await pay(id, 5_000);
    const span = { clientId: id, from: '2026-12-02', through: '2026-12-31' };
    const { data } = await admin.call(calls.getStatement, span);
    expect(data).toMatchObject({ opening: -5_000, closing: 2_600 });
    expect(data?.entries.map(({ kind, amount }) => [kind, amount])).toEqual([['Invoice', 7_600]]);
    const answer = await admin.raw(requestOf(calls.printStatement, span));
    const text = (await readPdf(answer.bytes)).map((page) => page.text).join('\n');
    for (const words of ['Opening balance', 'Closing balance', '$26.00 is due.'])
      expect(text).toContain(words);
  });
});

it('belongs to the admins of one agency', async () => {
  const { id } = await paying();
  const run = await made(id);
  const user = await server.as('user');
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await user.call(calls.getInvoice, { id: run.id })).status).toBe(403);
  expect(
    (
      await user.call(calls.savePayment, {
        clientId: id,
        day: '2026-12-01',
        method: 'Cash',
        reference: '',
        cents: 1,
        parts: null,
      })
    ).status,
  ).toBe(403);
  expect((await other.call(calls.getInvoice, { id: run.id })).status).toBe(404);
  expect((await other.call(calls.getAccount, { clientId: id })).status).toBe(404);
  expect((await other.call(calls.voidInvoice, { id: run.id, reason: 'x', rev: 0 })).status).toBe(404);
  expect(
    (
      await other.call(calls.savePayment, {
        clientId: id,
        day: '2026-12-01',
        method: 'Cash',
        reference: '',
        cents: 1,
        parts: null,
      })
    ).status,
  ).toBe(404);
});

it('is unpaid by payer and age beside what Medicaid owes', async () => {
  const { data } = await admin.call(listUnpaid, {});
  const ofInvoices = data?.ageing.filter(({ payer }) => payer !== 'Medicaid') ?? [];
  const accounts = (await admin.call(calls.listAccounts, { through: '2026-11-30' })).data?.rows ?? [];
  expect(ofInvoices.map(({ payer }) => payer)).toContain('Private');
  expect(data?.payers).toContainEqual({ key: 'Private', name: SELF_PAYERS });
  expect(data?.payers[0]).toEqual({ key: 'Medicaid', name: 'Health First Colorado' });
  expect(ofInvoices.reduce((all, { total }) => all + total, 0)).toBe(
    accounts.reduce((all, { balance, credit }) => all + balance + credit, 0),
  );
  expect(data?.total).toBe(data?.ageing.reduce((all, { total }) => all + total, 0));
  for (const { payer, total } of ofInvoices) {
    const listed = (await admin.call(listUnpaidItems, { payer })).data ?? [];
    expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['invoice']));
    expect(listed.reduce((all, { open }) => all + open, 0)).toBe(total);
  }
});
