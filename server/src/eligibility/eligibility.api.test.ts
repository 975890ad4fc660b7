import { readdirSync, readFileSync } from 'node:fs';
import type { InputOf } from '@homecare/domain/call.ts';
import * as calls from '@homecare/domain/eligibility/contract.ts';
import { OF_THE_PAYER, SAME_ANSWER } from '@homecare/domain/eligibility/rules.ts';
import { exportEligibility } from '@homecare/domain/list-export/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPayer } from '../../../simulators/src/payer.ts';
import { addClient } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

const SAMPLE = readFileSync(
  new URL('../../../domain/src/eligibility/samples/subscriber-health-benefit-check.271', import.meta.url),
  'utf8',
);
let payer: Awaited<ReturnType<typeof startPayer>>;
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  payer = await startPayer({ byMember: true, now: () => ({ date: '20261120', time: '1000' }) });
  server = await testServer({ others: ['other'], payer: payer.url });
  admin = await server.as('admin');
  user = await server.as('user');
});
afterAll(async () => {
  await server.stop();
  await payer.stop();
});

let serial = 0;
/** A client whose number ends in `digit`, by which the simulated payer decides. */
const newClient = (digit: number, columns: Record<string, unknown> = {}) => {
  serial += 1;
  return addClient(server.site.pool, `Client ${String.fromCharCode(64 + serial)}`, {
    medicaid: `Q${String(100_000 + serial * 10 + digit)}`,
    dob: '1950-02-03',
    gender: 'Female',
    ...columns,
  });
};
const ask = (clientIds: number[] | null, caller = admin) =>
  caller.call(calls.makeRequest, { clientIds, day: '2026-11-20' });
const load = (content: string, name = 'answer.271', caller = admin) =>
  caller.raw(requestOf(calls.uploadEligibility, {}, { name, content }));
const entriesOf = async (id: number) => (await user.call(calls.getEligibility, { id })).data ?? [];
const counts = async () => {
  const { rows } = await server.site.pool.query<{
    n: string;
  }>(`select (select count(*) from eligibility_entries) || ' '
    || (select count(*) from eligibility_answers) || ' ' || (select count(*) from stored_files) as n`);
  return rows[0]?.n;
};
const saidOf = async (id: number) => {
  const answer = await admin.call(listNotices, {});
  return (answer.data?.notices ?? [])
    .filter((item) => item.menu === 'eligibility' && item.id === id)
    .map(({ text }) => text);
};

describe('entries made by staff', () => {
  const DRAFT = { status: 'Eligible', date: '2026-11-19', start: '2026-01-01', end: '2026-11-30' } as const;
  const save = (clientId: number, more: Partial<InputOf<typeof calls.saveEntry>> = {}, caller = user) =>
    caller.call(calls.saveEntry, { id: null, rev: null, clientId, note: '', ...DRAFT, ...more });

  it('are added, corrected and deleted, and the notice follows', async () => {
    const client = await newClient(0);
    const made = await save(client, { note: 'Portal' });
    expect([made.status, made.Info]).toEqual([200, 'Success: Eligibility saved']);
    const id = made.insertId ?? 0;
    expect(await entriesOf(client)).toMatchObject([
      { id, status: 'Eligible', end: '2026-11-30', data: { Note: 'Portal' }, source: 'manual', rev: 0 },
    ]);
    expect(await saidOf(client)).toEqual(['HCBS Expired soon']);
    await save(client, { id, rev: 0, end: '2026-11-19' });
    expect(await saidOf(client)).toEqual(['HCBS Expired']);
    const late = await save(client, { id, rev: 0, end: null });
    expect(late.status).toBe(409);
    expect(late.Info).toMatch(/^Changed by .+ at 11-20-2026/);
    await save(client, { id, rev: 1, end: null });
    expect(await saidOf(client)).toEqual([]);
    await save(client, { date: '2026-11-20', status: 'Not eligible', start: null, end: null });
    expect(await saidOf(client)).toEqual(['HCBS Expired']);
    const [newest] = await entriesOf(client);
    expect((await user.call(calls.deleteEntry, { id: newest?.id ?? 0, rev: 0 })).status).toBe(200);
    expect(await saidOf(client)).toEqual([]);
    expect((await user.call(calls.deleteEntry, { id: newest?.id ?? 0, rev: 0 })).status).toBe(404);
    const { rows } = await server.site.pool.query(
      "select changes->'Eligibility'->>1 as now from change_log where entity = 'person' and entity_id = $1 order by id limit 1",
      [client],
    );
    expect(rows).toEqual([{ now: 'Eligible, requested 2026-11-19, 2026-01-01 to 2026-11-30, Portal' }]);
  });

  it('are refused with impossible values, and to users without permission', async () => {
    const client = await newClient(0);
    const wrong = await save(client, { date: '2026-11-21', end: '2025-12-31' });
    expect([wrong.status, wrong.errors.map(({ field }) => field)]).toEqual([400, ['date', 'end']]);
    expect((await save(client, { status: 'Refused' })).errors).toMatchObject([{ field: 'status' }]);
    expect((await save(999_999)).status).toBe(404);
    expect((await save(client, {}, await server.as('provider'))).status).toBe(403);
    expect(await entriesOf(client)).toEqual([]);
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await save(client, {}, there)).status).toBe(404);
  });
});

describe('a request and its answer', () => {
  it('are sent sorted, with a sheet of who was left out, and returned as entries', async () => {
    const eligible = await newClient(0);
    const ending = await newClient(1);
    const unknown = await newClient(4);
    const nameless = await newClient(0, { medicaid: null });
    const asked = await ask([unknown, nameless, ending, eligible]);
    expect([asked.status, asked.Info]).toEqual([200, '3 clients in 1 file. 1 client was skipped.']);
    const [request] = asked.data ?? [];
    expect(request).toMatchObject({ members: 3, refused: 1, answered: 0, usage: 'T', day: '2026-11-20' });
    expect(request?.file).toMatch(/^tp11525703_270_20261120_\d{9}_TEST\.x12$/);
    const id = request?.id ?? 0;
    const { text } = await admin.raw(requestOf(calls.downloadRequest, { id }));
    const numbers = [...text.matchAll(/\*MI\*(\w+)~/g)].map(([, number]) => number);
    expect(numbers).toEqual(numbers.toSorted());
    expect(numbers).toHaveLength(3);
    const sheet = await admin.raw(requestOf(calls.printRequestSheet, { id }));
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [page] = await readPdf(sheet.bytes);
    for (const words of [request?.file ?? '', '3 members', ...numbers, 'The Medicaid number is missing.'])
      expect(page?.text).toContain(words);

    const answered = await admin.call(calls.rehearseRequest, { id });
    expect([answered.status, answered.Info]).toEqual([
      200,
      'Answer read: 3 entries made, 1 of them refused by the payer.',
    ]);
    const sends = server.log.filter((line) => line.includes('"event":"send"'));
    expect(sends.map((line) => JSON.parse(line))).toMatchObject([
      { kind: 'payer', outcome: 'taken', count: 1 },
    ]);
    expect((await admin.call(calls.rehearseRequest, { id })).status).toBe(409);
    expect(await entriesOf(eligible)).toMatchObject([
      { status: 'Eligible', date: '2026-11-20', end: '2027-12-31', source: 'answer' },
    ]);
    expect(await saidOf(eligible)).toEqual([]);
    expect(await saidOf(ending)).toEqual(['HCBS Expired soon']);
    expect(answered.data?.refusals).toEqual([
      expect.stringMatching(/^Client \w, Chris: The payer does not know this member\./),
    ]);
    const [refused] = await entriesOf(unknown);
    expect(refused?.data.Reason).toBe('The payer does not know this member. Correct it and ask again.');
    const origin = await user.call(calls.getEntryOrigin, { id: refused?.id ?? 0 });
    expect(origin.data).toMatchObject({ file: `271-${id}.x12`, raw: expect.stringContaining('AAA*N**75*C') });
    const edit = await user.call(calls.deleteEntry, { id: refused?.id ?? 0, rev: 0 });
    expect([edit.status, edit.Info]).toEqual([409, OF_THE_PAYER]);
    expect((await admin.call(calls.listRequests, {})).data?.[0]).toMatchObject({ id, answered: 3 });
    const list = await user.raw(
      requestOf(exportEligibility, { search: '', filter: 'Refused', format: 'csv' }),
    );
    expect(list.text.split('\r\n')[1]).toContain('does not know this member');
  });

  it('do not cancel earlier knowledge if the answer is a refusal', async () => {
    const client = await newClient(4);
    await user.call(calls.saveEntry, {
      id: null,
      rev: null,
      clientId: client,
      status: 'Eligible',
      date: '2026-10-01',
      start: '2026-01-01',
      end: '2026-10-31',
      note: '',
    });
    const [request] = (await ask([client])).data ?? [];
    await admin.call(calls.rehearseRequest, { id: request?.id ?? 0 });
    expect((await entriesOf(client)).map(({ status }) => status)).toEqual(['Refused', 'Eligible']);
    expect(await saidOf(client)).toEqual(['HCBS Expired']);
  });

  it('change nothing when the same file, or the same answers in another layout, come again', async () => {
    const client = await newClient(0, { medicaid: '123456789', dob: '1963-05-19' });
    const first = await load(SAMPLE);
    expect([first.status, first.Info]).toEqual([200, 'Answer read: 1 entry made.']);
    const before = await counts();
    const again = await load(SAMPLE, 'other-name.271');
    expect([again.status, again.Info, await counts()]).toEqual([200, SAME_ANSWER, before]);
    const wrapped = await load(SAMPLE.replaceAll('~', '~\r\n'));
    expect(wrapped.Info).toBe('Answer read: 0 entries made, 1 answer was known before.');
    expect(await entriesOf(client)).toHaveLength(1);
    const marked = await load(`\ufeff${SAMPLE}`, 'saved-by-an-editor.271');
    expect(marked.Info).toBe('Answer read: 0 entries made, 1 answer was known before.');
    const both = await Promise.all([load(`${SAMPLE}\n`), load(`${SAMPLE}\n`)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await entriesOf(client)).toHaveLength(1);
  });

  it('are refused as a whole if the file is damaged, of another kind or for nobody', async () => {
    const before = await counts();
    for (const [content, said] of [
      [SAMPLE.slice(0, 500), 'cut off'],
      [SAMPLE.replace('SE*22', 'SE*23'), 'it says 23 segments, but there are 22.'],
      [SAMPLE.replace('D8*20060101', 'D8*20061301'), 'the day of the coverage is not a date.'],
      [SAMPLE.replace('ST*271', 'ST*270'), 'not a set of eligibility answers'],
      ['hello', 'This is not an X12 file'],
      ['\0', 'no readable text'],
      ['', 'Choose an answer'],
    ] as const) {
      const answer = await load(content);
      expect([answer.status >= 400 && answer.status < 500, answer.Info]).toEqual([
        true,
        expect.stringContaining(said),
      ]);
    }
    expect(await counts()).toBe(before);
  });

  it('are told apart from other files of the payer, which are refused with a sentence', async () => {
    const folder = new URL('../../../domain/src/claims/samples/', import.meta.url);
    const names = readdirSync(folder).filter((name) => /\.(837|835|999|277ca)$/.test(name));
    expect(names.length).toBeGreaterThan(8);
    const before = await counts();
    for (const name of names) {
      const answer = await load(readFileSync(new URL(name, folder), 'latin1'), name);
      expect([answer.status, answer.Info]).toEqual([
        400,
        expect.stringMatching(/^Segment \d+ \(.+\): .+\.$/),
      ]);
    }
    expect(await counts()).toBe(before);
  });

  it('need a known client and a day that is not too far away', async () => {
    const archived = await newClient(0, { cur: 'n', archive_date: '2026-10-01' });
    expect((await ask([archived])).Info).toBe('No clients to ask about.');
    expect((await ask([999_999])).status).toBe(404);
    const far = await admin.call(calls.previewRequest, { clientIds: null, day: '2026-12-01' });
    expect(far.errors).toMatchObject([{ field: 'day' }]);
    const preview = await admin.call(calls.previewRequest, { clientIds: [archived], day: '2026-11-30' });
    expect(preview.data).toMatchObject({
      members: 0,
      refused: [{ clientId: archived, reason: 'The client is archived.' }],
      agency: [],
    });
    expect((await ask(null, user)).status).toBe(403);
    expect((await load(SAMPLE, 'x', user)).status).toBe(403);
  });

  it('get separate numbers when two people make requests at once', async () => {
    const client = await newClient(0);
    const made = await Promise.all([ask([client]), ask([client])]);
    const files = made.map(({ data }) => data?.[0]?.file);
    expect(new Set(files).size).toBe(2);
  });
});
