import { type Call, ROLES, type Role, rolesOf } from '@homecare/domain/call.ts';
import { uploadFile } from '@homecare/domain/files/contract.ts';
import { DAMAGED } from '@homecare/domain/files/rules.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createExampleData } from '../src/operations/example-data.ts';
import { BASE } from '../src/platform/http/base-path.ts';
import { hostile, valuesOf } from './arbitrary.ts';
import { brokenInvariants } from './invariants.ts';
import { fileMutations, mutations } from './mutations.ts';
import { requestOf } from './requests.ts';
import { sampleInputs } from './sample-inputs.ts';
import { openStage, READINGS, SCENARIOS, type Shot } from './scenarios.ts';
import type { Answer, Caller } from './server.ts';

/**
 * Successful payloads, sent by permitted roles unchanged and with one thing changed, plus calls generated from the declared shapes,
 * and random ones. FUZZ_CALLS and FUZZ_SEED repeat or lengthen a run (the long proof: 50,000).
 */
const CALLS = Number(process.env.FUZZ_CALLS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const AT_LEAST_EACH = 7;

const stage = await openStage({ others: ['other'] });
const { server } = stage;
afterAll(() => stage.close());
const EXAMPLE = { clients: 3, providers: 2, months: 0, say: () => undefined };
const { providerId } = await createExampleData(server.scope, EXAMPLE);
const samples = await sampleInputs(server, providerId);
const { pool } = server.site;
const other = server.siteNamed('other');
await server.as('admin', { site: other });

// ---- requests

const filterValue = fc.oneof(
  hostile,
  fc.constantFrom('1', '2', 'y', 'Active', '!Deleted', '<=2026-11-20', '123-45-6789', 'Client'),
);

/** Reading commands take their fields as filters with operators. */
const filters = (shape: z.ZodObject) =>
  fc
    .record({
      id: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      filters: fc.array(
        fc.record({
          field: fc.oneof(
            {
              weight: 4,
              arbitrary: fc.constantFrom(
                'ID',
                'Cur',
                'SSI #',
                'Medicaid',
                'ProviderID',
                'ClientID',
                'Status',
                'StartDate',
              ),
            },
            hostile,
          ),
          op: fc.constantFrom('=', '!', '<', '<=', '>', '>='),
          value: filterValue,
        }),
        { maxLength: 3 },
      ),
    })
    .map((input) => ('filters' in shape.shape ? input : { id: input.id }));

const wellShaped = (call: Call): fc.Arbitrary<unknown> =>
  call.input instanceof z.ZodObject && 'filters' in call.input.shape
    ? filters(call.input)
    : valuesOf(call.input);

/** Generated objects may have a `toString` that is not a function. */
const textOf = (payload: InjectOptions['payload']) =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : (JSON.stringify(payload) ?? '');

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** One wrong thing in the request around a payload. */
const spoils = fc
  .tuple(hostile, hostile, fc.integer({ min: 0, max: 6 }))
  .map(([a, b, kind]) => (call: Call, request: InjectOptions): InjectOptions => {
    const { headers, url } = request;
    const [first, second] = [encodeURIComponent(a), encodeURIComponent(b)];
    const posted = {
      method: 'POST',
      url: String(url),
      headers: { ...headers, 'content-type': 'application/json' },
    } as const;
    switch (kind) {
      case 0:
        return { ...request, payload: `${textOf(request.payload)}&${first}=${second}` };
      case 1:
        return { ...posted, payload: a };
      case 2:
        return { ...posted, payload: JSON.stringify({ [a]: b, data: [a, b], id: [1] }) };
      case 3:
        return {
          ...posted,
          url: `${BASE}/poster.php`,
          payload: `cmd=${first}&data=${second}`,
          headers: FORM,
        };
      case 4:
        return {
          ...request,
          url: `${String(url)}${String(url).includes('?') ? '&' : '?'}${first}=${second}`,
        };
      case 5:
        return {
          ...request,
          headers: {
            ...headers,
            'idempotency-key': first.slice(0, 200),
            'if-none-match': second.slice(0, 200),
          },
        };
      default:
        return {
          ...posted,
          payload: `data=${encodeURIComponent(`[{"field":${JSON.stringify(a)},"value":${JSON.stringify(b)}}]`)}&cmd=${call.transport.via === 'command' ? call.transport.cmd : ''}`,
          headers: FORM,
        };
    }
  });

type Real = Pick<Shot, 'input' | 'file'>;
/** Makes a request from a valid payload. */
type Aim = (real: Real) => InjectOptions;

const untouched =
  (call: Call): Aim =>
  ({ input, file }) =>
    requestOf(call, input, file);

const aims = (call: Call): fc.Arbitrary<Aim> => {
  const asItIs = untouched(call);
  const changed = fc.tuple(mutations, fileMutations, fc.boolean()).map(
    ([mutate, mutateFile, isFileChanged]): Aim =>
      ({ input, file }) =>
        file && isFileChanged
          ? requestOf(call, input, mutateFile(file))
          : requestOf(call, mutate(input), file),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(asItIs) },
    { weight: 9, arbitrary: changed },
    {
      weight: 2,
      arbitrary: wellShaped(call).map(
        (input): Aim =>
          ({ file }) =>
            requestOf(call, input, file),
      ),
    },
    {
      weight: 1,
      arbitrary: spoils.map(
        (spoil): Aim =>
          (real) =>
            spoil(call, asItIs(real)),
      ),
    },
  );
};

// ---- what a call may have changed for the calls after it

const KEPT = ['settings', 'care_plan_types', 'care_plan_type_terms', 'pay_categories'] as const;

/** Restores a row. If it stayed switched off, renamed or with a second factor required, all later calls would be refused. */
const restorer = async () => {
  const statements: { text: string; values: unknown[] }[] = [];
  for (const table of KEPT) {
    const { rows } = await pool.query<Record<string, unknown>>(`select to_jsonb(t) as row from ${table} t`);
    const { rows: columns } = await pool.query<{ name: string; key: boolean }>(
      `select attname as name, attnum = any(indkey) as key from pg_attribute
       join pg_index on indrelid = attrelid and indisprimary
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    const keys = columns.filter(({ key }) => key).map(({ name }) => name);
    const sets = columns.filter(({ key }) => !key).map(({ name }) => `${name} = excluded.${name}`);
    statements.push({
      text: `insert into ${table} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${table}, $1)
        on conflict (${keys.join(', ')}) do update set ${sets.join(', ')}`,
      values: [JSON.stringify(rows.map(({ row }) => row))],
    });
  }
  return async () => {
    await pool.query("delete from settings where key not in ('switches', 'paper')");
    await pool.query('delete from login_failures');
    for (const statement of statements) await pool.query(statement);
    await stage.renewAdmin();
  };
};
const restore = await restorer();

// ---- payloads that are right

/** The scenarios that make each call. */
const scenarios = new Map<string, (() => Promise<Shot>)[]>();
for (const arrange of [...Object.values(SCENARIOS).map((scenario) => scenario.arrange), ...READINGS]) {
  const { call } = await arrange();
  scenarios.set(call.name, [...(scenarios.get(call.name) ?? []), arrange]);
}

/** Parameters for any report. */
const ASKED = {
  quater: '4',
  vac: '1',
  year: '2026',
  month: '2026-11',
  day: 'Tuesday',
  date: '2026-11',
  dateFrom: '2026-11-01',
  dateTo: '2026-11-30',
  from: '2026-10',
  to: '2026-11',
  id: String(providerId),
  status: 'Billed',
};
/** An existing file to request. */
await stage.admin().raw(requestOf(uploadFile, { id: providerId, name: 'Forged' }));
const { rows: firstClients } = await pool.query<{ id: number }>(
  "select id from people where kind = 'Client' order by id limit 1",
);
/** For reports whose date is a day. */
const OF_A_DAY = { ...ASKED, date: '2026-11-20' };
/** For calls whose sample is refused by a rule. */
const BETTER: Readonly<Record<string, unknown>> = {
  'reports.Client': { ...ASKED, id: String(firstClients[0]?.id) },
  'reports.ClientsActive': OF_A_DAY,
  'reports.ProvidersActive': OF_A_DAY,
  'reports.ExcludedByDay': OF_A_DAY,
  'reports.NotExcludedByDay': OF_A_DAY,
  'reports.ExpiringDocuments': OF_A_DAY,
};
const arranged = async (call: Call, n: number): Promise<Real & Pick<Shot, 'by'>> => {
  const all = scenarios.get(call.name) ?? [];
  const arrange = all[n % Math.max(all.length, 1)];
  if (arrange) return arrange();
  // Checking a file takes the same input as importing it.
  const imported = call.name === 'peopleImport.check' && scenarios.get('peopleImport.import')?.[0];
  if (imported) return imported();
  const asked = call.name.startsWith('reports.') ? ASKED : {};
  return { input: BETTER[call.name] ?? samples()[call.name] ?? asked };
};

// ---- the fuzz

const callersOf = (call: Call): readonly Role[] => ('open' in call.roles ? ROLES : rolesOf(call));
const as = (role: Role) => server.as(role, role === 'provider' || role === 'evv' ? { providerId } : {});

const LEAKS =
  /(?<!Please )\bselect\b.+\bfrom\b|\binsert into\b|syntax error|violates|constraint|node_modules|\.ts:\d+|at async |at Object\./i;

const { rows: tables } = await other.pool.query<{ name: string }>(
  `select table_name as name from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
);
/** A checksum of every row of the other site. */
const otherSite = async () => {
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from "${name}" t`,
  );
  return (await other.pool.query(`${sums.join(' union all ')} order by name`)).rows;
};

/** Pages that a scenario inserts directly have no file, so this answer is expected. */
const NO_FILE = DAMAGED.slice(0, 40);

const isDone = ({ status }: Answer<unknown>) => status >= 200 && status < 300;

/** How an answer differs from the call's declaration. */
const misfitOf = ({ output }: Call, { status, headers, data }: Answer<unknown>) =>
  status === 200 && String(headers['content-type']).startsWith('application/json')
    ? output.safeParse(data).error?.message.slice(0, 600)
    : undefined;

test(`${CALLS} fuzzed calls, half of them admitted and a third successful, cause no 5xx, and show no stack or SQL text`, {
  // A long proof must run to its end.
  timeout: 900_000 * Math.max(1, CALLS / 3_000),
}, async () => {
  // Writing calls come first, so that others read what they leave.
  const calls = server.registry.all
    .map(({ call }) => call)
    .sort((a, b) => Number(scenarios.has(b.name)) - Number(scenarios.has(a.name)));
  const before = await otherSite();
  /** All problems are collected and shown at once. */
  const problems: string[] = [];
  const complain = (...found: readonly string[]) => {
    problems.push(...found);
    for (const problem of found) console.error(problem);
  };
  const counts = new Map(calls.map((call) => [call.name, 0]));
  const successes = new Map(calls.map((call) => [call.name, 0]));
  const statuses = new Map<number, number>();
  const rounds = Math.max(AT_LEAST_EACH, Math.floor(CALLS / calls.length));
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);
  const refusedRole = (call: Call, n: number) => {
    const others = ROLES.filter((role) => !callersOf(call).includes(role));
    return others[n % Math.max(others.length, 1)];
  };

  for (const [index, call] of calls.entries()) {
    let real: Awaited<ReturnType<typeof arranged>> | undefined;
    let caller: Caller | undefined;
    const more = fc.sample(aims(call), { numRuns: rounds - 1, seed: SEED + index });
    for (const [n, aim] of [untouched(call), ...more].entries()) {
      if (!real) {
        await restore();
        real = await arranged(call, n);
        const allowed = callersOf(call);
        // Mostly the role that gets furthest.
        const role = (n % 4 === 3 ? allowed[n % allowed.length] : allowed[0]) ?? 'admin';
        caller = real.by ?? (role === 'admin' ? stage.admin() : await as(role));
      }
      // Other roles must be refused cleanly, whatever they send.
      const stranger = n % 9 === 8 && !real.by ? refusedRole(call, n) : undefined;
      const by = stranger ? await as(stranger) : caller;
      if (!by) throw new Error('no caller');
      const request = aim(real);
      const answer = await by.raw(request);
      count(counts, call.name);
      if (isDone(answer)) count(successes, call.name);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const sent = `${call.name}: ${textOf(request.payload).slice(0, 600)} ${String(request.url).slice(0, 300)}`;
      if (answer.status >= 500 && !answer.text.includes(NO_FILE))
        complain(`${answer.status} ${sent}\n${server.log.slice(-2).join('\n')}`);
      if (answer.status >= 400 && LEAKS.test(answer.text)) complain(`tells ${answer.text}\n${sent}`);
      if (stranger && isDone(answer)) complain(`${stranger} may ${sent}`);
      const misfit = isDone(answer) ? misfitOf(call, answer) : undefined;
      if (misfit) complain(`not the declared answer: ${misfit}\n${sent}`);
      // A successful write needs a new payload next time; a refusal leaves everything as it was.
      if (isDone(answer) && call.effect === 'write') real = undefined;
    }
    if (call.effect === 'write')
      complain(...(await brokenInvariants(pool)).map((broken) => `after ${call.name}: ${broken}`));
  }

  const total = [...counts.values()].reduce((sum, of) => sum + of, 0);
  const share = (of: (status: number) => boolean) =>
    [...statuses].reduce((sum, [status, times]) => sum + (of(status) ? times : 0), 0) / total;
  const letIn = share((status) => status !== 401 && status !== 403);
  const succeeded = share((status) => status >= 200 && status < 300);
  const percent = (of: number) => `${Math.round(of * 100)} %`;
  console.info(
    `fuzz: seed ${SEED}, ${total} calls, let in ${percent(letIn)}, done ${percent(succeeded)}, statuses ${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`,
  );
  const never = [...successes].filter(([, times]) => times === 0).map(([name]) => name);
  expect(problems).toEqual([]);
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(AT_LEAST_EACH);
  expect(letIn).toBeGreaterThanOrEqual(0.5);
  expect(succeeded).toBeGreaterThanOrEqual(0.3);
  // Every call had a valid payload first.
  expect(never).toEqual([]);
  expect(await otherSite()).toEqual(before);
});
