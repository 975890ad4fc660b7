import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '@homecare/domain/calendar.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { archiveKeyFile } from '../src/platform/log-archive/installation.ts';
import { freePort } from './free-port.ts';
import { sampleClient } from './sample-people.ts';
import { askOver, killPostgres, launchServer, signInOver } from './server-process.ts';

/**
 * A busy hour of the product with its archive, which ends as if the machine burned: killed, leaving only the archive and its key.
 * Then random seconds of that hour are restored by the command, and each is compared with what had been acknowledged by then.
 * POINT_IN_TIME_MINUTES and POINT_IN_TIME_RESTORES make it shorter.
 */
const MINUTES = Number(process.env.POINT_IN_TIME_MINUTES ?? 60);
const RESTORES = Number(process.env.POINT_IN_TIME_RESTORES ?? 20);
const IDLE_MINUTES = Math.min(5, MINUTES);
const WRITERS = 4;
const REST_MS = 200;
/** 30 s until a segment is closed, and half a minute to archive it on a busy machine. */
const LOST_SECONDS = 60;
const PASSWORD = 'Point-In-Time-1';
const ROOT = join(import.meta.dirname, '..', '..');

const box = mkdtempSync(join(tmpdir(), 'homecare-instant-'));
const [dataDir, archives] = [join(box, 'data'), join(box, 'archives')];
const now = () => Temporal.Now.instant();
const isBefore = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) <= 0;

interface Written {
  readonly id: number;
  /** Undefined if the client was added with it. */
  readonly note: string | undefined;
  readonly begun: Temporal.Instant;
  readonly done: Temporal.Instant;
}
const written: Written[] = [];
let isOver = false;
let serial = 0;
const nameOf = (n: number) => `Minute ${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
const Inserted = z.object({ insert_id: z.int() });

const writing = async (url: string, cookie: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const today = todayIn('America/Denver', now());
  const ask = async (call: typeof insertPerson | typeof updatePerson, input: unknown) => {
    const begun = now();
    const { status, body } = await askOver({ url, cookie }, call, input, { agent });
    if (status !== 200) throw new Error(`${call.name}: ${status} ${body}`);
    return { begun, done: now(), answer: JSON.parse(body.toString()) };
  };
  while (!isOver) {
    serial += 1;
    const added = await ask(insertPerson, { data: sampleClient(nameOf(serial), today) });
    const { insert_id: id } = Inserted.parse(added.answer);
    written.push({ id, note: undefined, begun: added.begun, done: added.done });
    for (let n = 0; n < 4 && !isOver; n += 1) {
      const note = `note ${id}.${n}`;
      const { begun, done } = await ask(updatePerson, { id, data: { notes: note } });
      written.push({ id, note, begun, done });
      await pause(REST_MS);
    }
  }
  agent.destroy();
};

const sizeOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0);
const logSize = (folder: string) => sizeOf(join(folder, 'wal'));
const perDay = (bytes: number, minutes: number) => `${(((bytes / minutes) * 1_440) / 1e6).toFixed(0)} MB`;

const compareRestored = async (target: string, at: Temporal.Instant) => {
  const postgres = await startEmbeddedPostgres({ dataDir: target, log: () => undefined });
  const pool = openPool(
    { ...postgres.connection, database: 'homecare_demo' },
    { max: 1, onError: () => undefined, limits: 'none' },
  );
  try {
    const { rows } = await pool.query<{ id: number; notes: string | null }>('select id, notes from people');
    return differences(new Map(rows.map(({ id, notes }) => [id, notes ?? undefined])), at);
  } finally {
    await pool.end();
    await postgres.stop();
  }
};

/** What must be visible at an instant by the log of acknowledgments; work in progress then may or may not be. */
const differences = (found: ReadonlyMap<number, string | undefined>, at: Temporal.Instant) => {
  const [lost, early]: [string[], string[]] = [[], []];
  const byClient = Map.groupBy(written, ({ id }) => id);
  for (const [id, changes] of byClient) {
    const sure = changes.filter(({ done }) => isBefore(done, at));
    const possible = changes.filter(({ begun }) => isBefore(begun, at));
    const expected = new Set([sure.at(-1)?.note, ...possible.slice(sure.length).map(({ note }) => note)]);
    if (sure.length > 0 && !found.has(id)) lost.push(`client ${id}`);
    else if (possible.length === 0 && found.has(id)) early.push(`client ${id}`);
    else if (found.has(id) && !expected.has(found.get(id))) lost.push(`note of ${id}`);
  }
  return { acknowledged: written.filter(({ done }) => isBefore(done, at)).length, lost, early };
};

const main = async () => {
  const server = await launchServer({
    DATA_DIR: dataDir,
    PORT: await freePort(),
    DEMO_PASSWORD: PASSWORD,
    ARCHIVE_TO: archives,
  }).ready;
  const folder = () => join(archives, readdirSync(archives)[0] ?? '');
  const hasBase = () => readdirSync(join(folder(), 'base')).some((name) => name.endsWith('.json'));
  for (let tries = 0; tries < 600 && !(readdirSync(box).includes('archives') && hasBase()); tries += 1)
    await pause(500);
  const idle = logSize(folder());
  await pause(IDLE_MINUTES * 60_000);
  const busy = logSize(folder());
  console.log(`an idle day takes ${perDay(busy - idle, IDLE_MINUTES)}`);

  const cookie = await signInOver(server.url, 'admin', PASSWORD);
  const from = now();
  const writers = Array.from({ length: WRITERS }, () => writing(server.url, cookie));
  await Promise.race([pause(MINUTES * 60_000), ...writers]);
  const until = now();
  isOver = true;
  await Promise.all(writers);
  server.kill('SIGKILL');
  killPostgres(dataDir);
  const keyFile = join(box, 'archive.key');
  copyFileSync(archiveKeyFile(dataDir), keyFile);
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `${written.length} changes acknowledged in ${MINUTES} minutes, then everything but archive and key is gone`,
  );
  console.log(`a day as busy takes ${perDay(logSize(folder()) - busy, MINUTES)} and a copy of the database`);

  const span = until.epochMilliseconds - LOST_SECONDS * 1_000 - from.epochMilliseconds;
  let broken = 0;
  for (let n = 1; n <= RESTORES; n += 1) {
    const at = from.add({ milliseconds: Math.floor(Math.random() * span) }).round('second');
    const target = join(box, `restored-${n}`);
    const begun = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      ['server/src/operations/restore.ts', '--at', at.toString(), '--archive', folder(), '--keys', keyFile],
      { cwd: ROOT, env: { ...process.env, DATABASE_URL: '', DATA_DIR: target }, encoding: 'utf8' },
    );
    const seconds = (performance.now() - begun) / 1000;
    if (status !== 0) throw new Error(`restoring ${at}: ${stderr}`);
    const { acknowledged, lost, early } = await compareRestored(target, at);
    broken += lost.length + early.length;
    console.log(
      `${String(n).padStart(2)}  ${at}  ${acknowledged} acknowledged, ${lost.length} lost, ${early.length} too early, restored in ${seconds.toFixed(1)} s`,
    );
    for (const difference of [...lost, ...early].slice(0, 5)) console.log(`    ${difference}`);
    rmSync(target, { recursive: true, force: true });
  }
  console.log(`${RESTORES} seconds restored, ${broken} differences`);
  if (broken > 0) process.exitCode = 1;
};

try {
  await main();
} finally {
  killPostgres(dataDir);
  rmSync(box, { recursive: true, force: true });
}
