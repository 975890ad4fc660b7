import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentOrigin } from '../src/platform/log/origin.ts';
import { SETTINGS_REVISION } from '../src/platform/settings/settings.ts';
import { COUNT_ORIGIN } from '../src/today/kept.ts';
import { brokenInvariants } from './invariants.ts';
import { requestOf } from './requests.ts';
import { openStage, SCENARIOS, type Scenario, type Shot, type Stage } from './scenarios.ts';
import type { TestServer } from './server.ts';

/**
 * Each SQL statement of each writing call fails once, in each of three ways. The answer then says that nothing was done, which must
 * be true; sent again with the same key, the call has its effect once. SWEEP_ALL (the long proof) also requires that no writing call
 * is left out.
 */

// ---- failing statements

/** refused: the server reports a full disk. cut: the connection breaks before or after the statement is carried out. */
const WAYS = ['refused', 'cut before', 'cut after'] as const;
type Way = (typeof WAYS)[number];

/** Sits between the application and the driver. */
class Saboteur {
  /** Statements since `arm`. */
  readonly seen: string[] = [];
  /** Statements of a request outside its own open transaction: with all connections in use, it would wait for itself. */
  readonly beside: string[] = [];
  /** Reads of settings after a transaction began: its decisions must use those the request began with. */
  readonly settings: string[] = [];
  #open: pg.Client | undefined;
  #failing = Number.POSITIVE_INFINITY;
  #way: Way = 'refused';
  #isArmed = false;
  readonly #query: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');

  install() {
    const saboteur = this;
    Object.defineProperty(pg.Client.prototype, 'query', {
      configurable: true,
      writable: true,
      value: function (this: pg.Client, ...args: unknown[]) {
        return saboteur.#pass(this, args);
      },
    });
  }

  remove() {
    Object.defineProperty(pg.Client.prototype, 'query', {
      configurable: true,
      writable: true,
      value: this.#query,
    });
  }

  arm(failing: number, way: Way) {
    this.seen.length = 0;
    this.beside.length = 0;
    this.settings.length = 0;
    this.#open = undefined;
    this.#failing = failing;
    this.#way = way;
    this.#isArmed = true;
  }

  disarm() {
    this.#isArmed = false;
  }

  #pass(client: pg.Client, args: unknown[]): unknown {
    // Counting after an answer runs independently of the request.
    const isBehind = currentOrigin()?.call === COUNT_ORIGIN;
    if (!this.#isArmed || isBehind) return Reflect.apply(this.#query, client, args);
    const [first] = args;
    const isText = typeof first === 'string';
    const text = isText ? first : String(Reflect.get(Object(first), 'text'));
    this.seen.push(text);
    if (this.#open && this.#open !== client) this.beside.push(text);
    if (this.#open && text.includes(SETTINGS_REVISION)) this.settings.push(text);
    if (/^begin/i.test(text)) this.#open = client;
    if (/^(commit|rollback)/i.test(text)) this.#open = undefined;
    if (this.seen.length !== this.#failing) return Reflect.apply(this.#query, client, args);
    const failing = this.#fail(client, isText ? { text: first, values: args[1] } : Object(first));
    const callback = args.at(-1);
    if (typeof callback !== 'function') return failing;
    failing.then(
      () => callback(new Error('a failing statement did not fail')),
      (error: unknown) => callback(error),
    );
    return undefined;
  }

  async #fail(client: pg.Client, statement: object): Promise<unknown> {
    const run = (what: object) => Reflect.apply(this.#query, client, [what]);
    if (this.#way === 'refused')
      return run({ text: `do $$ begin raise exception 'full' using errcode = '53100'; end $$` });
    const values = Reflect.get(statement, 'values');
    const text = Reflect.get(statement, 'text');
    if (this.#way === 'cut after') await run(Array.isArray(values) ? { text, values } : { text });
    const ended = new Promise((resolve) => client.once('end', resolve));
    Reflect.get(client, 'connection').stream.destroy();
    await ended;
    return run({ text: 'select 1' });
  }
}

// ---- calls

let stage: Stage;
let server: TestServer;
const saboteur = new Saboteur();
beforeAll(async () => {
  stage = await openStage();
  ({ server } = stage);
  saboteur.install();
});
afterAll(async () => {
  saboteur.remove();
  await stage.close();
});

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

/** Every push checks the two most important steps; the long proof checks all. */
const OFTEN = ['a plan with its visits', 'check in'];
const isChosen = ([name]: readonly [string, Scenario]) =>
  Boolean(process.env.SWEEP_ALL) || OFTEN.includes(name);

// ---- what must hold

/** Rows of these come and go with every call. */
const PASSING = ['sessions', 'login_failures', 'idempotency_keys', 'job_workers', 'revisions'];

const tables = async (): Promise<string[]> => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [PASSING],
  );
  return rows.map(({ name }) => name);
};

/** The number of rows and a digest of all rows, by table. */
const state = async (names: readonly string[]) => {
  const parts = names.map(
    (name) => `select '${name}' as name, count(*)::int as rows,
      md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${name} t`,
  );
  // Run hundreds of times, and planning takes longer than running.
  const { rows } = await server.database.pool.query<{ name: string; rows: number; digest: string }>({
    name: 'state',
    text: parts.join(' union all '),
  });
  return new Map(rows.map((row) => [row.name, row]));
};
type State = Awaited<ReturnType<typeof state>>;

const grown = (before: State, after: State) =>
  Object.fromEntries(
    [...after]
      .map(([name, { rows }]) => [name, rows - (before.get(name)?.rows ?? 0)])
      .filter(([, n]) => n !== 0),
  );
/** Tables whose rows differ. */
const changed = (before: State, after: State) =>
  [...after].flatMap(([name, { digest }]) => (before.get(name)?.digest === digest ? [] : [name]));

const isCommit = (statement: string) => /^commit/i.test(statement);

const send = ({ call, input, by = stage.admin(), file }: Shot, key: string) => {
  const request = requestOf(call, input, file);
  return by.raw({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
};

describe('a failing statement', () => {
  let names: string[] = [];
  beforeAll(async () => {
    names = await tables();
  });

  test.each(Object.entries(SCENARIOS).filter(isChosen))('%s', { timeout: 1_800_000 }, async (_, scenario) => {
    const { arrange, doneBefore, repeats, noted } = scenario;
    const compared = ({ [noted ?? '']: _, ...effects }: Record<string, number>) => effects;
    const first = await arrange();
    const empty = await state(names);
    saboteur.arm(0, 'refused');
    const smooth = await send(first, `smooth-${next()}`);
    saboteur.disarm();
    const statements = saboteur.seen.length;
    expect(saboteur.beside, 'on a second connection inside a transaction').toEqual([]);
    expect(saboteur.settings, 'settings read inside a transaction').toEqual([]);
    const effect = compared(grown(empty, await state(names)));
    expect([200, doneBefore], smooth.text).toContain(smooth.status);

    for (const way of WAYS)
      for (let failing = 1; failing <= statements; failing += 1) {
        const shot = await arrange();
        const key = `sweep-${next()}`;
        const before = await state(names);
        saboteur.arm(failing, way);
        const answer = await send(shot, key);
        saboteur.disarm();
        const between = await state(names);
        const statement = saboteur.seen[failing - 1] ?? 'none';
        const where = `${way}, statement ${failing} of ${statements}: ${statement.slice(0, 200)}`;

        expect([200, 503, doneBefore], `${where}\n${answer.text}`).toContain(answer.status);
        // Once the commit may have been carried out, the answer can only say 'try again'.
        const mayBeDone = saboteur.seen.slice(0, way === 'cut after' ? failing : failing - 1).some(isCommit);
        if (answer.status === 503 && !mayBeDone && !repeats)
          expect(changed(before, between), `${where}: answered 503, but changed`).toEqual([]);

        const again = await send(shot, key);
        expect([200, doneBefore], `${where}, again\n${again.text}`).toContain(again.status);
        if (!repeats)
          expect(compared(grown(before, await state(names))), `${where}: not exactly once`).toEqual(effect);
        expect(await brokenInvariants(server.database.pool), where).toEqual([]);
      }
  });

  test.each(Object.entries(SCENARIOS).filter((entry) => !isChosen(entry)))(
    '%s: no statement outside the transaction',
    async (_, { arrange, doneBefore }) => {
      const shot = await arrange();
      saboteur.arm(0, 'refused');
      const answer = await send(shot, `beside-${next()}`);
      saboteur.disarm();
      expect(saboteur.beside, 'on a second connection inside a transaction').toEqual([]);
      expect(saboteur.settings, 'settings read inside a transaction').toEqual([]);
      expect([200, doneBefore], answer.text).toContain(answer.status);
    },
  );

  test.runIf(process.env.SWEEP_ALL)('all writing calls were checked', async () => {
    const looked = new Set<string>();
    for (const { arrange } of Object.values(SCENARIOS)) looked.add((await arrange()).call.name);
    const left = server.registry.all.filter(({ call }) => call.effect === 'write' && !looked.has(call.name));
    expect(left.map(({ call }) => call.name)).toEqual([]);
  });
});
