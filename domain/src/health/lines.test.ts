import { describe, expect, test } from 'vitest';
import { healthLines, sayAge, sayBytes } from './lines.ts';
import {
  type DrillReport,
  HEALTH_PARTS,
  type HealthFacts,
  type HealthPart,
  type HealthState,
} from './schema.ts';

/** Cases of docs/rules/health.md. */
const NOW = '2026-11-20T17:00:00Z';
const ago = (duration: Temporal.DurationLike) => Temporal.Instant.from(NOW).subtract(duration).toString();
const ahead = (duration: Temporal.DurationLike) => Temporal.Instant.from(NOW).add(duration).toString();
const idle = { isMeasured: true, waiting: 0, oldestSeconds: 0, failed: 0 };
const job = { job: 'messages', due: 0, running: 0, later: 0, dead: 0, oldestSeconds: 0 };
const drill: DrillReport = {
  at: ago({ hours: 24 }),
  outcome: 'same',
  restoredTo: ago({ hours: 25 }),
  seconds: 40,
  agencies: 1,
  ofAgencies: 1,
  tables: 100,
  rows: 12_345,
  documents: 20,
  findings: [],
};
const WELL: HealthFacts = {
  now: NOW,
  timeZone: 'America/Denver',
  database: { isEmbedded: true, answerMs: 0.7, open: 3, waiting: 0 },
  jobs: [job],
  aggregator: { ...idle, isOn: true, isConnected: true, restsUntil: null },
  texts: { ...idle, isOn: true, isConnected: true, unclear: 0 },
  mail: { ...idle, isOn: true, isConnected: true, unclear: 0 },
  disks: [
    { place: 'data', freeBytes: 40e9, sizeBytes: 100e9 },
    { place: 'archive', freeBytes: 40e9, sizeBytes: 100e9 },
  ],
  lastBackup: ago({ hours: 10 }),
  archive: { isOn: true, upToDate: ago({ seconds: 20 }) },
  drill,
  certificateEnds: ahead({ hours: 24 * 60 }),
  isProxied: false,
  release: { release: '0.1.0', startedAt: ago({ hours: 3 }), newerMigrations: 0 },
  calls: [{ call: 'Visits', count: 500, slow: 1 }],
  slowStatements: 0,
};
const lineOf = (part: HealthPart, facts: Partial<HealthFacts>) => {
  const line = healthLines({ ...WELL, ...facts }).find((one) => one.part === part);
  if (!line) throw new Error(`no line of ${part}`);
  return line;
};

test('a healthy server has a fine line for each part and no advice', () => {
  const lines = healthLines(WELL);
  expect(lines.map(({ part }) => part)).toEqual(HEALTH_PARTS);
  expect(lines.filter(({ state, advice }) => state !== 'fine' || advice !== null)).toEqual([]);
  expect(lines.map(({ words }) => words)).toMatchInlineSnapshot(`
    [
      "The built-in PostgreSQL answers in 1 ms over 3 connections.",
      "No job waits: everything is done when it is due.",
      "Everything has been sent to Sandata.",
      "Text messages: everything of the last 24 hours was sent.",
      "E-mail: everything of the last 24 hours was sent.",
      "The data disk has 40 GB of 100 GB free. The disk of the archive has 40 GB of 100 GB free.",
      "The last backup was made on Nov 20, 12:00 AM.",
      "The archive is up to date: at most a minute of work can be lost.",
      "The test restore of Nov 19, 10:00 AM brought back 12,345 rows of 100 tables, all as they were, in 40 seconds.",
      "The certificate is valid until Jan 19, 10:00 AM.",
      "Release 0.1.0 has been running for 3 hours, and the database fits it.",
      "Nothing is slow: over 99 of 100 answers take less than a second.",
    ]
  `);
});

const database = (more: Partial<HealthFacts['database']>) => ({ database: { ...WELL.database, ...more } });
const jobs = (more: Partial<typeof job>) => ({ jobs: [{ ...job, ...more }] });
const aggregator = (more: Partial<HealthFacts['aggregator']>) => ({
  aggregator: { ...WELL.aggregator, ...more },
});
const texts = (more: Partial<HealthFacts['texts']>) => ({ texts: { ...WELL.texts, ...more } });
const off = { isOn: false, upToDate: null };
const disk = (freeBytes: number, sizeBytes = 100e9) => ({
  disks: [{ place: 'data', freeBytes, sizeBytes } as const],
  archive: off,
});
const release = (newerMigrations: number | null) => ({ release: { ...WELL.release, newerMigrations } });

const CASES: readonly (readonly [HealthPart, HealthState, RegExp, Partial<HealthFacts>])[] = [
  ['database', 'fine', /^The built-in PostgreSQL answers in 250 ms/, database({ answerMs: 250 })],
  ['database', 'look', /which is slow/, database({ answerMs: 251 })],
  ['database', 'fine', /answers in 250 ms/, database({ answerMs: 250, waiting: 2 })],
  ['database', 'look', /2 requests wait for a connection/, database({ answerMs: 251, waiting: 2 })],
  ['database', 'fine', /^Your PostgreSQL server/, database({ isEmbedded: false })],
  ['database', 'wrong', /^The built-in PostgreSQL does not answer\.$/, database({ answerMs: null })],
  ['jobs', 'look', /could not be counted/, { jobs: null }],
  ['aggregator', 'look', /could not be counted/, aggregator({ isMeasured: false })],
  ['aggregator', 'off', /switched off/, aggregator({ isMeasured: false, isOn: false })],
  ['texts', 'look', /could not be counted/, texts({ isMeasured: false })],
  ['disk', 'look', /^The data disk could not be measured\.$/, { disks: [], archive: off }],
  ['disk', 'look', /The disk of the archive could not be measured\.$/, { disks: disk(40e9).disks }],
  ['release', 'look', /could not be measured/, release(null)],
  [
    'jobs',
    'fine',
    /^2 jobs are under way, none is late\.$/,
    jobs({ due: 1, running: 1, oldestSeconds: 600 }),
  ],
  ['jobs', 'look', /^1 job is due, the oldest for 10 minutes\.$/, jobs({ due: 1, oldestSeconds: 601 })],
  ['jobs', 'look', /for 60 minutes/, jobs({ due: 1, oldestSeconds: 3_600 })],
  ['jobs', 'wrong', /nothing works on them/, jobs({ due: 4, oldestSeconds: 3_601 })],
  ['jobs', 'wrong', /^1 job has failed too often/, jobs({ dead: 1 })],
  ['aggregator', 'off', /switched off/, aggregator({ isOn: false, waiting: 5, oldestSeconds: 99_999 })],
  [
    'aggregator',
    'wrong',
    /without an account: 5 records wait/,
    aggregator({ isConnected: false, waiting: 5 }),
  ],
  ['aggregator', 'look', /again at Nov 20, 10:05 AM/, aggregator({ restsUntil: '2026-11-20T17:05:00Z' })],
  ['aggregator', 'fine', /^3 records are on the way/, aggregator({ waiting: 3, oldestSeconds: 3_600 })],
  ['aggregator', 'look', /^3 records wait/, aggregator({ waiting: 3, oldestSeconds: 3_601 })],
  ['aggregator', 'look', /rejected 1 record in/, aggregator({ failed: 1 })],
  ['texts', 'off', /switched off/, texts({ isOn: false })],
  ['texts', 'look', /without an account/, texts({ isConnected: false })],
  ['texts', 'fine', /everything/, texts({ waiting: 1, oldestSeconds: 1_800 })],
  [
    'texts',
    'wrong',
    /^1 text waits to be sent, the oldest for 30 minutes\.$/,
    texts({ waiting: 1, oldestSeconds: 1_801 }),
  ],
  ['texts', 'look', /^Of 2 texts of the last 24 hours/, texts({ unclear: 2, failed: 1 })],
  ['texts', 'look', /^1 text of the last 24 hours could not/, texts({ failed: 1 })],
  ['disk', 'wrong', /999 MB of 100 GB free\. Uploads are refused/, disk(999e6)],
  ['disk', 'look', /4\.9 GB/, disk(4.9e9)],
  ['disk', 'fine', /4\.9 GB of 40 GB/, disk(4.9e9, 40e9)],
  ['disk', 'fine', /5\.0 GB/, disk(5e9)],
  ['backups', 'fine', /Nov 13/, { lastBackup: ago({ hours: 168 }), archive: off }],
  ['backups', 'look', /, 7 days ago\.$/, { lastBackup: ago({ hours: 169 }), archive: off }],
  ['backups', 'look', /^No backup has been made here\.$/, { lastBackup: null, archive: off }],
  ['backups', 'fine', /^No backup has been made here\. The archive holds every minute/, { lastBackup: null }],
  ['archive', 'off', /archive is off/, { archive: off }],
  ['archive', 'off', /its own tools/, { ...database({ isEmbedded: false }), archive: off }],
  ['archive', 'look', /no whole copy/, { archive: { isOn: true, upToDate: null } }],
  ['archive', 'fine', /up to date/, { archive: { isOn: true, upToDate: ago({ minutes: 2 }) } }],
  ['archive', 'look', /3 minutes behind/, { archive: { isOn: true, upToDate: ago({ minutes: 3 }) } }],
  ['archive', 'wrong', /16 minutes behind/, { archive: { isOn: true, upToDate: ago({ minutes: 16 }) } }],
  ['drill', 'look', /not been restored for a test yet/, { drill: null }],
  ['drill', 'off', /no test restore/, { drill: null, archive: off }],
  [
    'drill',
    'wrong',
    /failed: The disk is full\.$/,
    { drill: { ...drill, outcome: 'failed', findings: ['The disk is full.'] } },
  ],
  ['drill', 'wrong', /other rows/, { drill: { ...drill, outcome: 'different' } }],
  [
    'drill',
    'fine',
    /12,345 rows of 100 tables, all as they were, in 40 seconds/,
    { drill: { ...drill, at: ago({ hours: 45 * 24 }) } },
  ],
  ['drill', 'look', /all as they were/, { drill: { ...drill, at: ago({ hours: 45 * 24 + 1 }) } }],
  ['certificate', 'look', /plain http/, { certificateEnds: null }],
  ['certificate', 'off', /proxy/, { certificateEnds: null, isProxied: true }],
  ['certificate', 'fine', /valid until Dec 12/, { certificateEnds: ahead({ hours: 22 * 24 }) }],
  ['certificate', 'look', /in 21 days/, { certificateEnds: ahead({ hours: 21 * 24 }) }],
  ['certificate', 'wrong', /in 3 days/, { certificateEnds: ahead({ hours: 3 * 24 }) }],
  ['certificate', 'wrong', /ended on/, { certificateEnds: NOW }],
  ['release', 'look', /newer release has changed the database/, release(1)],
  [
    'slow',
    'look',
    /^These took longer than a second since the start: Visits \(6 of 500\)\.$/,
    { calls: [{ call: 'Visits', count: 500, slow: 6 }] },
  ],
  [
    'slow',
    'fine',
    /^Nothing is slow/,
    {
      calls: [
        { call: 'Visits', count: 500, slow: 5 },
        { call: 'Rare', count: 19, slow: 19 },
      ],
    },
  ],
  ['slow', 'fine', /2 statements of the database took too long\.$/, { slowStatements: 2 }],
];

describe('each threshold', () => {
  test.each(CASES)('%s is %s: %s', (part, state, words, facts) => {
    const line = lineOf(part, facts);
    expect(line.words).toMatch(words);
    expect(line.state).toBe(state);
    // A line that needs attention must say what to do.
    if (state === 'wrong' || state === 'look') expect(line.advice).toMatch(/\.$/);
  });
});

test('ages and sizes are rounded to what readers need', () => {
  expect([1, 119, 120, 7_199, 7_200, 172_799, 172_800].map(sayAge)).toEqual([
    '1 second',
    '119 seconds',
    '2 minutes',
    '119 minutes',
    '2 hours',
    '47 hours',
    '2 days',
  ]);
  expect([0, 999_400_000, 1e9, 9.96e9, 10e9, 123e9].map(sayBytes)).toEqual([
    '0 MB',
    '999 MB',
    '1.0 GB',
    '10.0 GB',
    '10 GB',
    '123 GB',
  ]);
});
