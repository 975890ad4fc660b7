import { listPars, savePar } from '@homecare/domain/authorizations/contract.ts';
import type { Call } from '@homecare/domain/call.ts';
import { importColumns } from '@homecare/domain/people-import/columns.ts';
import { checkFile, importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import { hasProblems, otherQuestions } from '@homecare/domain/people-import/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClaimable } from '../../testing/claimable.ts';
import { csvLine, templateMapping } from '../../testing/import-files.ts';
import { multipart } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { BASE } from '../platform/http/base-path.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const send = (call: Call, content: string, more: { who?: Caller; confirmed?: number } = {}) => {
  serial += 1;
  const { who = admin, confirmed } = more;
  const input = {
    target: 'authorizations',
    columns: JSON.stringify(templateMapping('authorizations')),
    run: `test-run-${serial}`,
    ...(confirmed !== undefined && { confirmed: String(confirmed) }),
  };
  const path = call.transport.via === 'path' ? call.transport.paths[0] : '';
  const file = { name: 'authorizations.csv', content };
  const { payload, headers } = multipart(call === readFile ? {} : input, file);
  return who.raw({ method: 'POST', url: `${BASE}/${path}`, payload, headers });
};
const check = async (content: string) => checkFile.output.parse((await send(checkFile, content)).data);

const HEADS = importColumns('authorizations').map(({ label }) => label);
type Cells = Partial<
  Record<'Medicaid' | 'Client' | 'Care plan type' | 'PAR number' | 'From' | 'To' | 'Units', string>
>;
const fileOf = (...rows: Cells[]) =>
  [
    HEADS,
    ...rows.map((row) => {
      const cells = new Map(
        Object.entries({
          'Care plan type': 'PCP',
          From: '01-01-2026',
          To: '12-31-2026',
          Units: '400',
          ...row,
        }),
      );
      return HEADS.map((head) => cells.get(head) ?? '');
    }),
  ]
    .map(csvLine)
    .join('\r\n');

const newMember = async () => {
  const id = await addClaimable(server.site.pool);
  const { rows } = await server.site.pool.query<{ medicaid: string; name: string }>(
    `select medicaid, concat_ws(', ', last_name, first_name) as name from people where id = $1`,
    [id],
  );
  return { id, medicaid: rows[0]?.medicaid ?? '', name: rows[0]?.name ?? '' };
};
const parsOf = async (clientId: number) => (await admin.call(listPars, { clientId })).data ?? [];

describe('a file of authorizations', () => {
  it('is recognized by its columns, checked, imported, and adds nothing the second time', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const file = fileOf(
      { Medicaid: one.medicaid.toLowerCase(), 'PAR number': 'im 1' },
      { Client: other.name, 'PAR number': 'IM2', 'Care plan type': 'hmk', Units: '' },
    );
    expect(readFile.output.parse((await send(readFile, file)).data).target).toBe('authorizations');
    expect(await check(file)).toMatchObject({ authorizations: 2, entered: 0, problems: [], refusal: null });
    expect(await parsOf(one.id)).toEqual([]);
    expect((await send(importFile, file)).Info).toBe('Success: 2 authorizations imported');
    expect(await parsOf(one.id)).toMatchObject([
      { type: 'PCP', number: 'IM1', from: '2026-01-01', through: '2026-12-31', units: 400, rev: 0 },
    ]);
    expect(await parsOf(other.id)).toMatchObject([{ type: 'HMK', number: 'IM2', units: null }]);
    // The person's record follows the table, and the client's log shows it.
    const { rows } = await server.site.pool.query<{ changes: Record<string, unknown> }>(
      `select changes from change_log where entity = 'person' and entity_id = $1 and changes ? 'PAR'`,
      [one.id],
    );
    expect(rows.map(({ changes }) => changes.PAR)).toEqual([
      [null, 'IM1 for PCP, 2026-01-01 to 2026-12-31, 400 units'],
    ]);
    expect(await check(file)).toMatchObject({ authorizations: 0, entered: 2, problems: [] });
    expect(await send(importFile, file)).toMatchObject({
      data: { imported: 0 },
      Info: 'Success: 0 authorizations imported, 2 rows were entered already',
    });
    const more = fileOf(
      { Medicaid: one.medicaid, 'PAR number': 'IM1' },
      { Medicaid: one.medicaid, 'PAR number': 'IM3', 'Care plan type': 'HMK' },
    );
    expect((await send(importFile, more)).Info).toBe(
      'Success: 1 authorization imported, 1 row was entered already',
    );
    expect(await parsOf(one.id)).toHaveLength(2);
  });

  it('with a problem is refused as a whole, and each problem names row and column', async () => {
    const [one, payer] = [await newMember(), await addClaimable(server.site.pool, { private_client: true })];
    const { rows } = await server.site.pool.query<{ medicaid: string }>(
      'select medicaid from people where id = $1',
      [payer],
    );
    const par = { type: 'PCP', number: 'OLD', from: '2026-06-01', through: '2027-05-31', units: 10 };
    await admin.call(savePar, { id: null, clientId: one.id, ...par, rev: null });
    const file = fileOf(
      { Medicaid: one.medicaid, 'PAR number': 'N1' },
      { Medicaid: one.medicaid, 'PAR number': 'N2', 'Care plan type': 'HMK' },
      {
        Medicaid: one.medicaid,
        'PAR number': 'N3',
        'Care plan type': 'HMK',
        From: '12-31-2026',
        To: '01-31-2027',
      },
      { Medicaid: one.medicaid, 'PAR number': 'N4', From: '05-01-2026', To: '04-01-2026' },
      { Medicaid: rows[0]?.medicaid ?? '', 'PAR number': 'N5' },
      { Medicaid: one.medicaid, 'PAR number': 'OLD', From: '06-01-2026', To: '05-31-2027', Units: '20' },
    );
    const found = await check(file);
    expect(found.problems.map(({ row, field }) => [row, field])).toEqual([
      [2, 'To'],
      [4, 'From'],
      [5, 'To'],
      [6, 'PAR number'],
      [7, 'PAR number'],
    ]);
    expect(found.problems[0]?.message).toContain('Overlaps PAR OLD for PCP');
    const answer = await send(importFile, file);
    expect([answer.status, answer.Info]).toEqual([409, hasProblems(5)]);
    expect(answer.errors[0]?.message).toContain('Row 2: Overlaps PAR OLD');
    expect(await parsOf(one.id)).toHaveLength(1);
  });

  it('asks about a name that does not belong to the number', async () => {
    const one = await newMember();
    const file = fileOf({ Medicaid: one.medicaid, Client: 'Else, Somebody', 'PAR number': 'Q1' });
    expect(await check(file)).toMatchObject({ questionCount: 1, problemCount: 0 });
    expect((await send(importFile, file, { confirmed: 0 })).Info).toBe(otherQuestions(1));
    expect((await send(importFile, file, { confirmed: 1 })).status).toBe(200);
  });

  it('sent twice at once is imported once', async () => {
    const one = await newMember();
    const file = fileOf({ Medicaid: one.medicaid, 'PAR number': 'TW1' });
    await Promise.all([send(importFile, file), send(importFile, file)]);
    expect(await parsOf(one.id)).toHaveLength(1);
  });

  it('is not for staff, and finds no client of another agency', async () => {
    const one = await newMember();
    const file = fileOf({ Medicaid: one.medicaid, 'PAR number': 'W1' });
    expect((await send(importFile, file, { who: await server.as('user') })).status).toBe(403);
    const there = server.siteNamed('other');
    const other = await server.as('admin', { site: there });
    expect((await send(importFile, file, { who: other })).errors[0]?.message).toContain(
      'No client has this Medicaid number',
    );
  });
});
