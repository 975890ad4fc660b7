import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uploadAnswer } from '../server/src/claims/answers.ts';
import { makeBatch } from '../server/src/claims/batches.ts';
import { openPayer } from '../simulators/src/payer.ts';
import { addCards, addThreePlansEach } from './cards.ts';
import { ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** A month of 1,000 clients with 3,000 cards: the file of claims (837P), and the remittance (835) of 3,000 claims posted. */
/** So many that a thousand of them have a plan of the month. */
const CLIENTS = 1_100;
const CARDS = 3_000;
const MONTH = '2026-09';
const FILE_MS = 5_000;
const POST_MS = 10_000;

const bench = await benchSite({ clients: CLIENTS, providers: 500 });
try {
  const { pool } = bench.site;
  await pool.query('truncate work cascade');
  await addThreePlansEach(pool, CARDS);
  await pool.query(
    `update people set icd10 = 'I10', medicaid = 'Q' || lpad((id % 1000000)::text, 6, '0'), private_client = false,
       dob = coalesce(dob, '1950-01-01'), gender = 'Female', archive_date = null where kind = 'Client'`,
  );
  // An authorisation for each plan: a claim for each.
  await pool.query(
    `insert into client_pars (client_id, type_id, number, from_date, through_date, modified, modified_by)
     select person.id, type, 'P' || person.id || type, '2026-01-01', '2026-12-31', now(), 'B.'
     from people person cross join generate_series(1, 3) as type where person.kind = 'Client'`,
  );
  await addCards(pool, [MONTH], CARDS);
  await pool.query("update work set status = 'Billed', denied_reason = null");
  await pool.query('analyze');

  const begun = performance.now();
  const made = await makeBatch(bench.scope, {
    month: MONTH,
    status: 'Billed',
    frequency: '1',
    unproven: 'send',
    reason: 'Bench',
  });
  const fileMs = performance.now() - begun;
  if (!made.ok || made.data.batch === null) throw new Error(made.ok ? JSON.stringify(made.info) : made.info);
  const { rows } = await pool.query<{ file: Buffer }>('select file from claim_batches where id = $1', [
    made.data.batch,
  ]);
  const text = rows[0]?.file.toString('latin1') ?? '';

  const payer = openPayer();
  const at = { date: '20261130', time: '1000' };
  payer.handle({ at, claims: text });
  const [remittance] = payer.handle({ at, pay: true });
  if (!remittance) throw new Error('the payer paid nothing');
  const bytes = Buffer.from(remittance.text, 'latin1');
  const file = path.join(tmpdir(), `claims-bench-${process.pid}.835`);
  await writeFile(file, bytes);
  const began = performance.now();
  const posted = await uploadAnswer(
    bench.scope,
    { later: false },
    {
      path: file,
      name: 'month.835',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
    },
  );
  const postMs = performance.now() - began;
  if (!posted.ok) throw new Error(posted.info);
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  report([
    {
      name: `837P of ${made.data.claims} claims, ${made.data.lines} lines, ${megabytes(text.length)}`,
      here: ms(fileMs),
      target: `below ${FILE_MS / 1_000} s`,
      share: shareOfTime(fileMs, FILE_MS),
    },
    {
      name: `835 of ${posted.data.claims} claims posted, ${megabytes(bytes.length)}`,
      here: ms(postMs),
      target: `below ${POST_MS / 1_000} s`,
      share: shareOfTime(postMs, POST_MS),
    },
  ]);
} finally {
  await bench.stop();
}
