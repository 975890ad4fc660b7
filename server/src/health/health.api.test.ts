import { readFileSync } from 'node:fs';
import { getHealth } from '@homecare/domain/health/contract.ts';
import type { HealthPart } from '@homecare/domain/health/schema.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testServer } from '../../testing/server.ts';
import { unservedMachine } from '../platform/site/machine.ts';
import { measureMachine, measureSite } from './measure.ts';
import { noteBackup, noteDrill, readLastDrill } from './notes.ts';

const server = await testServer({ others: ['mesa'] });
afterAll(() => server.stop());
const admin = await server.as('admin');
const { pool } = server.database;
const now = () => server.clock.now().toString();

const lineOf = async (part: HealthPart, caller = admin) => {
  const { data } = await caller.call(getHealth, {});
  const line = data?.lines.find((one) => one.part === part);
  if (!line) throw new Error(`no line of ${part}`);
  return line;
};
const metrics = async () => (await server.anonymous().raw({ method: 'GET', url: '/metrics' })).text;
const figure = async (series: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('the health page', () => {
  it('is for admins, and refused to everyone else', async () => {
    for (const role of ['user', 'provider'] as const)
      expect((await (await server.as(role)).call(getHealth, {})).reason).toBe('forbidden');
    expect((await server.anonymous().call(getHealth, {})).reason).toBe('notSignedIn');
  });

  it('shows what waits in the agency’s own queues, and in no other agency’s', async () => {
    const mesa = server.siteNamed('mesa');
    const other = await server.as('admin', { site: mesa });
    await pool.query(
      `insert into aggregator_records (type, record_id, created, created_by, modified)
       select 'Client', n, $1::timestamptz - interval '5 hours', 'AL', $1 from generate_series(900001, 900003) n`,
      [now()],
    );
    await pool.query(
      `insert into aggregator_records (type, record_id, status, created, created_by, modified)
       values ('Client', 900010, 'Failed', $1, 'AL', $1), ('Client', 900011, 'Failed', $1, 'AL', $1::timestamptz - interval '25 hours')`,
      [now()],
    );
    const reading = await measureSite(server.site);
    expect(reading.records).toEqual({ waiting: 3, oldestSeconds: 5 * 3_600, failed: 1 });
    expect((await lineOf('aggregator')).words).toContain('3 records wait');
    expect((await lineOf('aggregator', other)).words).not.toContain('3 records');
  });

  it('shows the numbers of /metrics', async () => {
    const candidate = await pool.query<{ id: number }>(
      `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created, updated, updated_by)
       values ('Ana Diaz', '3035550100', '1 Main St', 39, -105, '2026-01-01', now(), now(), 'AL') returning id`,
    );
    const insert = (status: string, hours: number) =>
      pool.query(
        `insert into messages (channel, recipient, candidate_id, text, request, place, created, created_by, status, sent)
         values ('SMS', '+13035550100', $1, 'Hello', $5, 0, $3::timestamptz - make_interval(hours => $4), 'AL', $2, $3)`,
        [candidate.rows[0]?.id, status, now(), hours, `${status} ${hours}`],
      );
    for (const [status, hours] of [
      ['failed', 1],
      ['failed', 30],
      ['unknown', 2],
    ] as const)
      await insert(status, hours);
    const { texts, records, newerMigrations } = await measureSite(server.site);
    expect(texts).toEqual({ channel: 'SMS', waiting: 0, oldestSeconds: 0, failed: 1, unclear: 1 });
    const site = server.site.name;
    expect(await figure(`homecare_messages_failed{site="${site}",channel="texts"}`)).toBe(texts?.failed);
    expect(await figure(`homecare_messages_unclear{site="${site}",channel="texts"}`)).toBe(texts?.unclear);
    expect(await figure(`homecare_aggregator_waiting_records{site="${site}"}`)).toBe(records?.waiting);
    expect(await figure(`homecare_aggregator_oldest_seconds{site="${site}"}`)).toBe(records?.oldestSeconds);
    expect(await figure(`homecare_newer_migrations{site="${site}"}`)).toBe(newerMigrations);
    expect(await figure(`homecare_database_up{site="${site}"}`)).toBe(1);
  });

  it('shows the last backup and test restore from before a restart', async () => {
    expect((await lineOf('backups')).words).toBe('No backup has been made here.');
    expect(await figure('homecare_backup_timestamp_seconds')).toBeUndefined();
    await noteBackup(server.dataDir, '2026-11-20T09:00:00Z');
    expect((await lineOf('backups')).words).toBe('The last backup was made on Nov 20, 2:00 AM.');
    expect(await figure('homecare_backup_timestamp_seconds')).toBe(
      Temporal.Instant.from('2026-11-20T09:00:00Z').epochMilliseconds / 1_000,
    );
    await noteDrill(server.dataDir, {
      at: '2026-11-19T09:00:00Z',
      outcome: 'different',
      restoredTo: null,
      seconds: 1,
      agencies: 1,
      ofAgencies: 1,
      tables: 1,
      rows: 1,
      documents: 0,
      findings: ['people: 4 rows, 5 expected.'],
    });
    expect(await lineOf('drill')).toMatchObject({ state: 'wrong' });
    expect(await figure('homecare_drill_passed')).toBe(0);
    expect((await readLastDrill(server.dataDir))?.findings).toEqual(['people: 4 rows, 5 expected.']);
  });

  it('says when a newer release has changed the database', async () => {
    await pool.query(`insert into migrations (name, hash) values ('9999_newer.sql', repeat('0', 64))`);
    expect(await lineOf('release')).toMatchObject({ state: 'look' });
    await pool.query(`delete from migrations where name = '9999_newer.sql'`);
    expect(await lineOf('release')).toMatchObject({ state: 'fine' });
  });

  it('shows a failed measurement as unknown, without affecting others', async () => {
    await pool.query('alter table messages rename to messages_away');
    await pool.query('alter schema graphile_worker rename to worker_away');
    try {
      const readings = await measureSite(server.site);
      expect(readings).toMatchObject({ texts: undefined, mail: undefined, jobs: undefined });
      expect(readings.records).toMatchObject({ waiting: expect.any(Number) });
      expect(await lineOf('jobs')).toMatchObject({ state: 'look', words: 'The jobs could not be counted.' });
      expect(await lineOf('database')).toMatchObject({ state: 'fine' });
      const site = server.site.name;
      expect(await figure(`homecare_database_up{site="${site}"}`)).toBe(1);
      expect(await figure(`homecare_messages_waiting{site="${site}",channel="texts"}`)).toBeUndefined();
    } finally {
      await pool.query('alter schema worker_away rename to graphile_worker');
      await pool.query('alter table messages_away rename to messages');
    }
  });

  it('measures the disk with the data', async () => {
    const { disks } = await measureMachine(unservedMachine(server.dataDir));
    expect(disks).toHaveLength(1);
    expect(disks[0]?.freeBytes).toBeGreaterThan(0);
    expect(disks[0]?.sizeBytes).toBeGreaterThanOrEqual(disks[0]?.freeBytes ?? 0);
    expect((await measureMachine(unservedMachine('/nowhere'))).disks).toEqual([]);
  });
});

/** What docs/monitoring names must exist here. */
describe('the dashboard and the alert rules', () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../docs/monitoring/${name}`, import.meta.url), 'utf8');
  const known = async () => {
    const names = new Set<string>();
    for (const [, name = '', type] of (await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) names.add(name + end);
    return names;
  };
  const namesIn = (text: string) => [
    ...new Set([...text.matchAll(/\b(?:homecare|process|nodejs)_\w+/g)].map(([name]) => name)),
  ];

  it.each(['alerts.yml', 'dashboard.json'])('name metrics that exist: %s', async (file) => {
    const names = namesIn(read(file));
    expect(names.length).toBeGreaterThan(10);
    const there = await known();
    expect(names.filter((name) => !there.has(name))).toEqual([]);
  });

  it('have a panel or a rule for every metric of ours', async () => {
    const shown = new Set(['alerts.yml', 'dashboard.json'].flatMap((file) => namesIn(read(file))));
    const missing = [...(await metrics()).matchAll(/^# TYPE (homecare_\w+) (\w+)$/gm)]
      .map(([, name = '']) => name)
      .filter(
        (name) => ![name, `${name}_count`, `${name}_bucket`, `${name}_sum`].some((one) => shown.has(one)),
      );
    expect(missing).toEqual([]);
  });

  it('say for each rule what is wrong and what to do', () => {
    const rules = read('alerts.yml').split('- alert: ').slice(1);
    expect(rules.length).toBeGreaterThan(10);
    for (const rule of rules) {
      expect(rule).toMatch(/expr: \S/);
      expect(rule).toMatch(/severity: (page|ticket)/);
      expect(rule).toMatch(/summary: [A-Z].+\.\n/);
      expect(rule).toMatch(/description: [A-Z].+\.\n/);
    }
  });

  it('include a dashboard that Grafana can import', () => {
    const Panel = z.object({
      id: z.int(),
      title: z.string().min(1),
      type: z.enum(['stat', 'timeseries']),
      gridPos: z.object({ x: z.int().max(23), y: z.int(), w: z.int().max(24), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).min(1),
    });
    const { panels } = z
      .object({ uid: z.string(), schemaVersion: z.int(), panels: z.array(Panel) })
      .parse(JSON.parse(read('dashboard.json')));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
