import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { importFile } from '../server/src/people-import/service.ts';
import type { IncomingFile } from '../server/src/platform/files/store.ts';
import { fileOf, templateMapping } from '../server/testing/import-files.ts';
import { sampleClient, sampleProvider, sampleSsn } from '../server/testing/sample-people.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/** A file of people as it is uploaded: read, judged, compared with everybody, sealed, saved, logged and queued. */
const PEOPLE = 10_000;
const ROUNDS = 5;
const TARGET = 8;
const LONGEST_MS = 50;

const uploaded = async (today: Temporal.PlainDate): Promise<IncomingFile> => {
  const noPoint = { AddressLatitude: undefined, AddressLongitude: undefined };
  const people = Array.from({ length: PEOPLE }, (_, n) =>
    n % 3 === 0
      ? sampleProvider(`Provider${n}`, sampleSsn(n), today, noPoint)
      : sampleClient(`Client${n}`, today, {
          ...noPoint,
          'SSI #': sampleSsn(n),
          PrivateClient: false,
          Medicaid: `Y${100_000 + n}`,
        }),
  );
  const content = fileOf('people', people);
  const path = join(tmpdir(), `homecare-import-${process.pid}.csv`);
  await writeFile(path, content);
  return { path, name: 'people.csv', size: content.length, sha256: createHash('sha256').digest() };
};

const emptyTable = async ({ site }: BenchSite) => {
  // Neither the rules against deleting nor tables that name people: only the room is wanted back.
  await site.pool.query(
    'begin; set local session_replication_role = replica; delete from aggregator_records; delete from people; commit',
  );
  await site.pool.query('vacuum full people');
  await site.pool.query('checkpoint');
};

const columnsOf = async ({ site }: BenchSite): Promise<string> => {
  const { rows } = await site.pool.query<{ list: string }>(
    `select string_agg(column_name, ', ' order by ordinal_position) as list from information_schema.columns
     where table_schema = 'public' and table_name = 'people' and is_generated = 'NEVER'`,
  );
  return rows[0]?.list ?? '';
};

/** The rows that an import has just made, as COPY writes them. */
const savedRows = async ({ site }: BenchSite, columns: string): Promise<Buffer> => {
  const client = await site.pool.connect();
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of client.query(copyTo(`copy people (${columns}) to stdout`))) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    client.release();
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const bench = await benchSite({ clients: 10, providers: 5 });
const file = await uploaded(bench.scope.today());
try {
  const waits: number[] = [];
  const here = async () => {
    const made = await importFile(
      bench.scope,
      { target: 'people', columns: [...templateMapping('people')], run: 'bench-import' },
      file,
    );
    if (!made.ok) throw new Error([made.info, made.errors[0]?.message].join(' '));
  };
  await emptyTable(bench);
  await here();
  const columns = await columnsOf(bench);
  const rows = await savedRows(bench, columns);
  const copy = `copy people (${columns}) from stdin`;
  const limit = async () => {
    const client = await bench.site.pool.connect();
    try {
      await pipeline(Readable.from([rows]), client.query(copyFrom(copy)));
    } finally {
      client.release();
    }
  };

  const took = { here: [] as number[], limit: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      await emptyTable(bench);
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const spent = await timed(side === 'here' ? here : limit);
      delay.disable();
      if (round < 0) continue;
      took[side].push(spent);
      if (side === 'here') waits.push(delay.max / 1e6);
    }
  const [ours, bare] = [median(took.here), median(took.limit)];
  const longest = Math.max(...waits);
  console.log('\nThe limit, one statement:\n  | copy people (all columns but the generated one) from stdin');
  report([
    {
      name: `Import of ${PEOPLE} people, ${(file.size / 1e6).toFixed(1)} MB of CSV, duplicate checks, SSNs sealed, log kept`,
      here: `${ms(ours)} = ${(ours / bare).toFixed(2)} ×`,
      limit: ms(bare),
      target: `at most ${TARGET} × the limit`,
      share: ours / bare / TARGET,
    },
    {
      name: 'Longest time that other requests wait for the import',
      here: ms(longest),
      target: `at most ${LONGEST_MS} ms`,
      share: shareOfTime(longest, LONGEST_MS),
    },
  ]);
} finally {
  await bench.stop();
  await rm(file.path);
}
