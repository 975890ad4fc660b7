import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { served } from '@homecare/domain/billing/testing/served.ts';
import type { Call } from '@homecare/domain/call.ts';
import { saveClientPayers, savePayer } from '@homecare/domain/payers/contract.ts';
import * as calls from '@homecare/domain/private-pay/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, PAYER } from './care.ts';
import { addPlan, saveCard } from './claimable.ts';
import { readPdf, type SeenPage } from './pdf.ts';
import { requestOf } from './requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from './server.ts';

/**
 * Each kind of printed invoice and statement once, through the product's calls (docs/rules/private-pay.md, rules 11 and 20).
 * PRINTED_TO names a folder for the files, so that someone can view them.
 */
const FOLDER = process.env.PRINTED_TO;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', entry: WITH_BILLING });
  admin = await server.as('admin');
  // The cards of these tests have no visits.
  await server.site.pool.query("update care_plan_types set evv_needed = false where code = 'PCP'");
});
afterAll(() => server.stop());

const days = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1).padStart(2, '0'));

/** A client in Aurora who pays $38 an hour, with two hours on each of the days in October. */
const client = async (name: string, of: readonly string[], columns: Record<string, unknown> = {}) => {
  const id = await addClient(server.site.pool, name, { private_client: true, ...columns });
  const rates = [{ type: 'PCP', from: '2026-01-01', cents: 3_800 }];
  await admin.call(calls.saveTerms, { clientId: id, rates, shares: [], rev: 0 });
  const { plan } = await addPlan(server.site.pool, admin, id);
  if (of.length > 0)
    await saveCard(admin, plan, '2026-10', of, {
      endPeriod: '2026-10-31',
      days: of.map((day) => served(`2026-10-${day}`, '08:00', '10:00')),
    });
  return id;
};

const invoice = async (clientId: number, through = '2026-10-31', from = '2026-10-01'): Promise<number[]> => {
  const { data, text } = await admin.call(calls.makeInvoices, { from, through, clientIds: [clientId] });
  if (!data) throw new Error(text);
  return [...data.ids];
};
const pay = async (clientId: number, cents: number, more: object = {}) => {
  const { data, text } = await admin.call(calls.savePayment, {
    clientId,
    day: '2026-11-20',
    method: 'Check',
    reference: '101',
    cents,
    parts: null,
    ...more,
  });
  if (!data) throw new Error(text);
  return data.id;
};

const print = async (name: string, call: Call, input: object): Promise<SeenPage[]> => {
  const { status, bytes, text } = await admin.raw(requestOf(call, input));
  if (status !== 200) throw new Error(text);
  if (FOLDER !== undefined) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.pdf`), bytes);
  }
  return readPdf(bytes);
};
const printInvoice = (name: string, id: number | undefined) =>
  print(`invoice-${name}`, calls.printInvoice, { id: id ?? 0 });
const printStatement = (name: string, clientId: number) =>
  print(`statement-${name}`, calls.printStatement, { clientId, from: '2026-10-01', through: '2026-12-31' });
const textOf = (pages: readonly SeenPage[]) => pages.map(({ text }) => text).join('\n');

test('an ordinary invoice has its client, days, total and due date', async () => {
  const id = await client('Vigil', ['05', '12', '19']);
  const [made] = await invoice(id);
  const pages = await printInvoice('ordinary', made);
  expect(pages).toHaveLength(1);
  const text = textOf(pages);
  for (const words of ['10-05-2026', '10-19-2026', '38.00', '76.00', '$228.00', '12-17-2026'])
    expect(text).toContain(words);
  await pay(id, 10_000);
  expect(textOf(await printInvoice('partly-paid', made))).toContain('Amount due by 12-17-2026: $128.00');
  expect(textOf(await printStatement('ordinary', id))).toContain('$128.00 is due.');
});

test('a share of cost is one line of the month', async () => {
  const id = await client('Abeyta', ['05', '12'], { private_client: false });
  const shares = [{ from: '2026-01-01', cents: 5_000 }];
  await admin.call(calls.saveTerms, { clientId: id, rates: [], shares, rev: 1 });
  const [made] = await invoice(id);
  const text = textOf(await printInvoice('share-of-cost', made));
  expect(text).toContain('$50.00');
  // It covers the whole month and has no hours.
  expect(text).toContain('10-01-2026 to 10-31-2026');
  expect(text).not.toMatch(/\b0:00/);
  expect(text).not.toContain('38.00');
});

test('two payers of a client get separate invoices, with their own addresses', async () => {
  const id = await client('Trujillo', ['05']);
  // A card's payer is that of its first day.
  const { plan } = await addPlan(server.site.pool, admin, id);
  await saveCard(admin, plan, '2026-10', ['19'], {
    startPeriod: '2026-10-16',
    endPeriod: '2026-10-31',
    days: [served('2026-10-19', '08:00', '10:00')],
  });
  const payerId = async (name: string, address: string) => {
    const made = await admin.call(savePayer, { ...PAYER, name, address, id: null, rev: null });
    return made.insertId ?? 0;
  };
  const of = { memberId: '', groupNumber: '' };
  const payers = [
    { ...of, payerId: await payerId('Elm Trust', '1 Elm St'), from: '2026-01-01', through: '2026-10-15' },
    { ...of, payerId: await payerId('Oak Foundation', '22 Oak Ave'), from: '2026-10-16', through: null },
  ];
  await admin.call(saveClientPayers, { clientId: id, payers, rev: 0 });
  const made = await invoice(id);
  const texts = await Promise.all(
    made.map(async (one, at) => textOf(await printInvoice(`payer-${at + 1}`, one))),
  );
  const [elm = '', oak = ''] = texts.toSorted((a) => (a.includes('Elm Trust') ? -1 : 1));
  expect([elm.includes('1 Elm St'), elm.includes('10-05-2026'), elm.includes('10-19-2026')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([oak.includes('22 Oak Ave'), oak.includes('10-05-2026'), oak.includes('10-19-2026')]).toEqual([
    true,
    false,
    true,
  ]);
});

test('an invoice longer than a page states the amount due first, repeats its head, and has its total once, at the end', async () => {
  const id = await client('Longoria', days(31));
  for (let more = 0; more < 2; more += 1) {
    const { plan } = await addPlan(server.site.pool, admin, id);
    const from = 11 + more * 3;
    await saveCard(admin, plan, '2026-10', days(31), {
      endPeriod: '2026-10-31',
      days: days(31).map((day) => served(`2026-10-${day}`, `${from}:00`, `${from + 2}:00`)),
    });
  }
  const [made] = await invoice(id);
  const pages = await printInvoice('long', made);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]?.text).toContain('Amount due by 12-17-2026: $7,068.00');
  for (const { text } of pages.slice(0, -1)) expect(text).not.toContain('Total');
  for (const { text } of pages) expect(text).toContain('Caregiver');
  expect(pages.at(-1)?.text).toMatch(/Total[\s\S]*\$7,068\.00/);
  for (const [at, { text }] of pages.entries()) expect(text).toContain(`${at + 1} of ${pages.length}`);
  for (let n = 0; n < 40; n += 1) await pay(id, 100 + n, { reference: `Transfer ${n + 1}`, method: 'ACH' });
  const statement = await printStatement('long', id);
  expect(statement.length).toBeGreaterThan(1);
  expect(statement.at(-1)?.text).toContain('Closing balance');
});

test('credit and a payment that was taken back are on the statement', async () => {
  const id = await client('Ruiz', ['05']);
  const [made] = await invoice(id);
  const bounced = await pay(id, 7_600, { reference: '207' });
  await admin.call(calls.reversePayment, { id: bounced, reason: 'The check bounced', rev: 0 });
  await pay(id, 10_000, { method: 'Card', reference: 'ends 4242' });
  expect(textOf(await printInvoice('paid', made))).toContain('Paid in full');
  const text = textOf(await printStatement('credit', id));
  expect(text).toContain('Payment reversed');
  expect(text).toContain('$24.00 is credit');
  const voided = await invoice(await client('Void', ['05']));
  await admin.call(calls.voidInvoice, { id: voided[0] ?? 0, reason: 'Wrong rate', rev: 0 });
  expect(textOf(await printInvoice('void', voided[0]))).toContain('Nothing is due');
});

test('names with accents and long addresses are printed in full', async () => {
  const id = await client('Nguyễn-Łukasiewicz', ['05'], {
    first_name: 'Þórhildur José',
    address: '12345 East Colfax Avenue Frontage Road, Building Nº 7',
    address2: 'Apartment Ünïcode 42-B',
    city: 'Cañon City',
  });
  const [made] = await invoice(id);
  for (const text of [
    textOf(await printInvoice('accents', made)),
    textOf(await printStatement('accents', id)),
  ])
    for (const words of [
      'Nguyễn-Łukasiewicz',
      'Þórhildur José',
      'Building Nº 7',
      'Ünïcode 42-B',
      'Cañon City',
    ])
      expect(text.normalize('NFC').replaceAll('\n', ' ')).toContain(words);
});
