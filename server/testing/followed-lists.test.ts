import { listTimeOff } from '@homecare/domain/availability/contract.ts';
import type { Call } from '@homecare/domain/call.ts';
import { getCandidates } from '@homecare/domain/candidates/contract.ts';
import { insertCarePlan, listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listOpenRequests } from '@homecare/domain/care-plans/open-requests-contract.ts';
import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { listTray } from '@homecare/domain/timesheets/contract.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { openPool } from '../src/platform/db/pool.ts';
import { addClient, addProvider, weekOf } from './care.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/**
 * Clients follow lists while 20 writers commit, roll back and pause; what a follower has equals a fresh read (docs/rules/calls.md,
 * rule 20). FOLLOWED_STEPS lengthens it (the long proof: 2,000). Nothing in an agency is ever deleted, so each step costs more than
 * the one before; after AGENCY_STEPS a new agency is used.
 */
const STEPS = Number(process.env.FOLLOWED_STEPS ?? 12);
const AGENCY_STEPS = 50;
const WRITERS = 20;

let server: TestServer;
let admin: Caller;
let pool: pg.Pool;
let providers: number[];
let clients: number[];
const times = ['08:00', '10:00'] as const;
const everyDay = weekOf({
  Mon: times,
  Tue: times,
  Wed: times,
  Thu: times,
  Fri: times,
  Sat: times,
  Sun: times,
});

beforeEach(async () => {
  [providers, clients] = [[], []];
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
  pool = openPool(server.database.connection, { max: WRITERS, onError: () => {} });
  for (let n = 0; n < 8; n += 1) {
    const provider = await addProvider(pool, `Provider ${n}`);
    const client = await addClient(pool, `Client ${n}`);
    providers.push(provider);
    clients.push(client);
    const { status } = await admin.call(insertCarePlan, {
      data: {
        ProviderID: provider,
        ClientID: client,
        Type: 'PCP',
        StartDate: '2026-11-20',
        createReason: 'Start',
        week: everyDay,
      },
    });
    expect(status).toBe(200);
  }
});
afterEach(async () => {
  await pool.end();
  await server.stop();
});

/** A list as a browser follows it: all of it once, then changes. */
class Follower<I extends z.ZodType, O extends z.ZodType> {
  readonly #call: Call<I, O>;
  readonly #input: z.output<I>;
  #tag: string | undefined;
  rows: z.output<O> | undefined;
  changes = 0;

  constructor(call: Call<I, O>, input: z.output<I>) {
    this.#call = call;
    this.#input = input;
  }

  readonly follow = async () => {
    const since = this.#tag === undefined ? {} : { since: this.#tag };
    const answer = await admin.call(this.#call, Object.assign({}, this.#input, since));
    expect(answer.status).toBe(200);
    const { removed } = JSON.parse(answer.text);
    const known = this.rows;
    if (removed === undefined) this.rows = answer.data;
    else {
      if (known === undefined || answer.data === undefined) throw new Error('changes of nothing');
      this.changes += 1;
      this.rows = this.#call.followed?.applyChanges(known, answer.data, removed);
    }
    this.#tag = String(answer.headers.etag);
  };

  readonly fresh = async () => (await admin.call(this.#call, this.#input)).data;
}

/** Numbers that are the same in each run. */
let seed = 20_261_120;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const oneOf = <T>(list: readonly T[]): T => {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
};

const NAMES = [
  'Ávila',
  'avila',
  'Baca',
  'Øster',
  'Nguyễn',
  'Zoë',
  "O'Neil",
  'Baca Ruiz',
  'de la Cruz',
  'Ålund',
];
const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23'];
type Write = (client: pg.PoolClient) => Promise<unknown>;
/** Changes of people and visits, each a statement or two in one transaction. */
const WRITES: readonly (() => Write)[] = [
  () => {
    const [id, name, first] = [oneOf([...providers, ...clients]), oneOf(NAMES), oneOf(NAMES)];
    return (on) =>
      on.query('update people set last_name = $2, first_name = $3 where id = $1', [id, name, first]);
  },
  () => {
    const [id, status] = [oneOf(clients), oneOf(['Pending', 'Success', 'Failed'])];
    return (on) =>
      on.query('update people set aggregator_status = $2, rev = rev + 1 where id = $1', [id, status]);
  },
  () => {
    const [id, phone] = [oneOf(providers), `(303) 555-0${100 + random(900)}`];
    return (on) => on.query('update people set phone = $2 where id = $1', [id, phone]);
  },
  () => {
    const name = oneOf(NAMES);
    return (on) =>
      on.query(
        `insert into people (kind, last_name, first_name, middle_name, updated_by) values ('Provider', $1, 'New', 'M', 'T.')`,
        [name],
      );
  },
  () => {
    const [from, to] = [oneOf(DAYS), oneOf(DAYS)];
    return (on) =>
      on.query(
        `update visits set date = $2, rev = rev + 1 where id = (select id from visits where date = $1 and removed is null
          order by id limit 1) and removed is null`,
        [from, to],
      );
  },
  () => {
    const [day, note] = [oneOf(DAYS), `Note ${random(1000)}`];
    return (on) => on.query('update visits set notes = $2 where date = $1', [day, note]);
  },
  () => {
    const id = oneOf(clients);
    return (on) =>
      on.query(
        `update visits set removed = case when removed is null then now() end where client_id = $1 and status = 'Planned'`,
        [id],
      );
  },
  () => {
    const [id, remarks] = [random(40), `Remark ${random(1000)}`];
    return (on) =>
      on.query(
        'update care_plans set remarks = $2, rev = rev + 1 where id = (select min(id) + $1 from care_plans)',
        [id, remarks],
      );
  },
  () => {
    const [provider, client, day] = [oneOf(providers), oneOf(clients), 10 + random(20)];
    return (on) =>
      on.query(
        `insert into care_plans (provider_id, client_id, type_id, start_date, status, create_reason, json, weeks, created, modified,
            modified_by)
          select $1, $2, type_id, $3::date, 'Active', 'Start', json, weeks, now(), now(), 'T.' from care_plans order by id limit 1`,
        [provider, client, `2026-11-${day}`],
      );
  },
  () => {
    const [id, status] = [random(30), oneOf(['Active', 'Archive', 'Deleted'])];
    return (on) =>
      on.query(
        `update care_plans set status = $2, archive_info = 'T.', delete_info = 'T.',
            end_date = case when $2 = 'Active' then null else start_date + 3 end
          where id = (select min(id) + $1 from care_plans)`,
        [id, status],
      );
  },
  () => {
    const [from, to] = [oneOf(clients), oneOf(clients)];
    // Like a merge, it locks both people before reading their data.
    return async (on) => {
      await on.query('update people set rev = rev + 1 where id in ($1, $2)', [from, to]);
      await on.query(
        'update care_plans set client_id = $2 where id = (select max(id) from care_plans where client_id = $1)',
        [from, to],
      );
    };
  },
  () => {
    const [id, day, has] = [oneOf(clients), `2026-0${1 + random(9)}-15`, random(2) === 0];
    return (on) =>
      on.query('update people set home_visit = $2, telehealth_consent = $3 where id = $1', [id, day, has]);
  },
  () => {
    const [client, through, isNew] = [oneOf(clients), `2026-11-${10 + random(20)}`, random(2) === 0];
    return (on) =>
      isNew
        ? on.query(
            `insert into client_pars (client_id, type_id, number, from_date, through_date, modified, modified_by)
              select $1, type_id, 'P' || random(), '2026-01-01', $2, now(), 'T.' from care_plans order by id limit 1`,
            [client, through],
          )
        : on.query(
            `update client_pars set through_date = $2, deleted = case when id % 3 = 0 then now() end
              where id = (select max(id) from client_pars where client_id = $1)`,
            [client, through],
          );
  },
  () => {
    const [id, day] = [random(20), random(2) === 0 ? `2025-1${random(3)}-20` : null];
    return (on) =>
      on.query('update care_plans set excluded = $2 where id = (select min(id) + $1 from care_plans)', [
        id,
        day,
      ]);
  },
  () => {
    const [id, isNew] = [oneOf(providers), random(2) === 0];
    return (on) =>
      isNew
        ? on.query(
            `insert into call_outs (provider_id, from_at, until_at, via, called_at, called_by)
              values ($1, '2026-11-21T07:00Z', '2026-11-22T07:00Z', 'office', now(), 'T.')`,
            [id],
          )
        : on.query(`update call_outs set withdrawn_at = now(), withdrawn_by = 'T.' where provider_id = $1`, [
            id,
          ]);
  },
  () => {
    const [id, day, what] = [oneOf(providers), oneOf(DAYS), random(4)];
    return (on) =>
      what > 0
        ? on.query(
            what > 1
              ? `insert into time_off (provider_id, from_day, through_day, status, requested, requested_by, decided,
                  decided_by, updated, updated_by) values ($1, $2, $2, 'Approved', now(), 'T.', now(), 'T.', now(), 'T.')`
              : `insert into time_off (provider_id, from_day, through_day, status, requested, requested_by, updated, updated_by)
                  values ($1, $2, $2, 'Requested', now(), 'T.', now(), 'T.')`,
            [id, day],
          )
        : on.query('delete from time_off where provider_id = $1', [id]);
  },
  () => {
    // Requests of people who have left by then disappear.
    const [id, day] = [oneOf(providers), random(3) === 0 ? oneOf(DAYS) : null];
    return (on) =>
      on.query(
        "update people set cur = case when $2::date is null then 'y' else 'n' end, archive_date = $2 where id = $1",
        [id, day],
      );
  },
  () => {
    const [pages, isNew] = [1 + random(3), random(2) === 0];
    return (on) =>
      isNew
        ? on.query(
            `with file as (insert into stored_files (key, size, sha256)
                select 'aa/' || substr(hash, 1, 62), 1, sha256(hash::bytea)
                from (select md5(random()::text) || md5(random()::text) as hash) as made returning key),
              upload as (insert into scan_uploads (name, kind, stored_key, pages, created, created_by)
                select 'scan.pdf', 'pdf', key, $1, now(), 'T.' from file returning id)
              insert into scan_pages (upload_id, page, state, reason)
                select id, page, 'tray', 'noCode' from upload, generate_series(1, $1::int) as page`,
            [pages],
          )
        : on.query(
            `update scan_pages set turn = 90 * (id % 4), deleted = case when id % 5 = 0 then now() end
              where id = (select min(id) + $1 from scan_pages)`,
            [random(30)],
          );
  },
  () => {
    const [plan, period] = [random(8), random(2)];
    return (on) =>
      on.query(
        `insert into scan_errors (plan_id, month, period, errors, created, created_by, modified, modified_by)
          select min(id) + $1, '2026-11', $2, '{1,3}', now(), 'T.', now(), 'T.' from care_plans
          on conflict (plan_id, month, period) do update set archived = not scan_errors.archived`,
        [plan, period],
      );
  },
  () => {
    const [name, isNew] = [oneOf(NAMES), random(2) === 0];
    return (on) =>
      isNew
        ? on.query(
            `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created,
                updated, updated_by)
              values ($1, '(303) 555-0100', '1 Main St', 39.7, -104.9, '2026-12-01', now(), now(), 'T.')`,
            [name],
          )
        : on.query(
            `update candidates set name = $1, status = case when id % 3 = 0 then 'Archive' else status end
              where id = (select min(id) from candidates)`,
            [name],
          );
  },
  () => {
    const [client, day, isNew] = [oneOf(clients), 10 + random(20), random(2) === 0];
    return (on) =>
      isNew
        ? on.query(
            `insert into eligibility_entries (client_id, status, request_date, data, source, created, created_by)
              values ($1, 'Eligible', $2, '{}', 'manual', now(), 'T.')`,
            [client, `2026-11-${day}`],
          )
        : on.query(
            `update eligibility_entries set request_date = $2, deleted = case when id % 4 = 0 then now() end
              where id = (select max(id) from eligibility_entries where client_id = $1)`,
            [client, `2026-11-${day}`],
          );
  },
  () => {
    const [client, day, what] = [oneOf(clients), `2026-12-${10 + random(20)}`, random(3)];
    return (on) =>
      what > 0
        ? on.query(
            `insert into open_requests (client_id, type_id, start_date, create_reason, json, opened, updated, updated_by)
              select $1, type_id, $2, 'Start', json, now(), now(), 'T.' from care_plans order by id limit 1`,
            [client, day],
          )
        : on.query(
            `update open_requests set status = 'Withdrawn', start_date = $2, rev = rev + 1
              where id = (select min(id) from open_requests where client_id = $1 and status = 'Open')`,
            [client, day],
          );
  },
  () => {
    const [id, start] = [oneOf(providers), `0${7 + random(3)}:${10 + random(50)}`];
    return (on) => on.query('update visits set plan_start = $2 where provider_id = $1', [id, start]);
  },
];

const pause = (most: number) => {
  const ms = random(most);
  return new Promise((resolve) => setTimeout(resolve, ms));
};

/** After a deadlock, or a long wait for a lock on a busy machine, the transaction is rolled back. */
const ROLLED_BACK = ['40P01', '55P03'];
const isRolledBack = (error: unknown) =>
  error instanceof Error && 'code' in error && ROLLED_BACK.some((code) => code === error.code);

/** One to three writes in one transaction with pauses, committed nine times out of ten. */
const write = async () => {
  const writes = Array.from({ length: 1 + random(3) }, () => oneOf(WRITES)());
  const isKept = random(10) > 0;
  const client = await pool.connect();
  try {
    await client.query("begin; set local deadlock_timeout = '20ms'");
    for (const each of writes) {
      await each(client);
      await pause(4);
    }
    await client.query(isKept ? 'commit' : 'rollback');
  } catch (error) {
    await client.query('rollback');
    if (!isRolledBack(error)) throw error;
  } finally {
    client.release();
  }
};

const agencies = Array.from({ length: Math.ceil(STEPS / AGENCY_STEPS) }, (_, n) => ({
  agency: n + 1,
  steps: Math.min(AGENCY_STEPS, STEPS - n * AGENCY_STEPS),
}));

test.each(agencies)(
  `what followers have equals a fresh read after each of $steps steps of ${WRITERS} writers in agency $agency`,
  async ({ steps }) => {
    const month = { year: 2026, month: 11 };
    const followers = [
      new Follower(getPeople, { filters: [] }),
      new Follower(getPeople, { filters: [{ field: 'Provider or Client', op: '=', value: 'Client' }] }),
      new Follower(getEvvList, { ...month, startDay: 21, endDay: 21 }),
      new Follower(getEvvList, { ...month, startDay: 1, endDay: 30 }),
      new Follower(listCarePlans, { status: 'Active', date: '2026-11', showTemp: false }),
      new Follower(listCarePlans, { status: 'Archive', date: null, showTemp: false }),
      new Follower(getCandidates, { filters: [] }),
      new Follower(getEligibility, {}),
      new Follower(listNotices, {}),
      new Follower(listTray, {}),
      new Follower(listOpenRequests, { status: 'Open' }),
      new Follower(listTimeOff, { past: false }),
      new Follower(getBoard, { from: '2026-11-21', through: '2026-11-27' }),
      new Follower(getBoard, { from: '2026-11-22', through: '2026-11-22' }),
      new Follower(getEvvProvider, { ...month, day: 22, providerId: providers[0] ?? 0 }),
    ];
    const followAll = () => Promise.all(followers.map(({ follow }) => follow()));
    for (let step = 0; step < steps; step += 1) {
      let isWriting = true;
      const follow = async () => {
        while (isWriting) await followAll();
      };
      const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => {
        isWriting = false;
      });
      await Promise.all([writing, follow()]);
      await followAll();
      const fresh = await Promise.all(followers.map((follower) => follower.fresh()));
      expect(followers.map(({ rows }) => rows)).toEqual(fresh);
    }
    for (const { changes } of followers) expect(changes).toBeGreaterThan(steps);
  },
);
