import type { Call } from '@homecare/domain/call.ts';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { BASE } from '../http/base-path.ts';
import { createExampleData } from '../ops/example-data.ts';
import { hostile, valuesOf } from './arbitrary.ts';
import { requestOf } from './requests.ts';
import { testServer } from './server.ts';

/**
 * F5: calls made from the declared shapes and from hostile text. FUZZ_CALLS and FUZZ_SEED repeat or lengthen a run
 * (the long proof: 50,000).
 */
const CALLS = Number(process.env.FUZZ_CALLS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const AT_LEAST_EACH = 20;

const server = await testServer();
afterAll(() => server.stop());
const { providerId } = await createExampleData(server.scope, {
  clients: 3,
  providers: 2,
  months: 0,
  say: () => undefined,
});

interface Shot {
  readonly call: Call;
  readonly request: InjectOptions;
  readonly fits: boolean;
}

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

/** Generated objects may have a `toString` of their own that is no function. */
const textOf = (payload: InjectOptions['payload']) =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : (JSON.stringify(payload) ?? '');

/** One wrong thing in an otherwise plausible request. */
const spoiled = (call: Call): fc.Arbitrary<InjectOptions> =>
  fc.tuple(wellShaped(call), hostile, hostile, fc.integer({ min: 0, max: 6 })).map(([input, a, b, kind]) => {
    const request = requestOf(call, input);
    const headers = { ...request.headers };
    switch (kind) {
      case 0:
        return {
          ...request,
          payload: `${textOf(request.payload)}&${encodeURIComponent(a)}=${encodeURIComponent(b)}`,
        };
      case 1:
        return {
          method: 'POST',
          url: request.url ?? '',
          payload: a,
          headers: { ...headers, 'content-type': 'application/json' },
        };
      case 2:
        return {
          method: 'POST',
          url: request.url ?? '',
          payload: JSON.stringify({ [a]: b, data: [a, b], id: [1] }),
          headers: { ...headers, 'content-type': 'application/json' },
        };
      case 3:
        return {
          method: 'POST',
          url: `${BASE}/poster.php`,
          payload: `cmd=${encodeURIComponent(a)}&data=${encodeURIComponent(b)}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        };
      case 4:
        return {
          ...request,
          url: `${String(request.url)}${String(request.url).includes('?') ? '&' : '?'}${encodeURIComponent(a)}=${encodeURIComponent(b)}`,
        };
      case 5:
        return {
          ...request,
          headers: {
            ...headers,
            'idempotency-key': encodeURIComponent(a).slice(0, 200),
            'if-none-match': encodeURIComponent(b).slice(0, 200),
          },
        };
      default:
        return {
          method: 'POST',
          url: request.url ?? '',
          payload: `data=${encodeURIComponent(`[{"field":${JSON.stringify(a)},"value":${JSON.stringify(b)}}]`)}&cmd=${call.transport.via === 'command' ? call.transport.cmd : ''}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        };
    }
  });

const shot = (call: Call): fc.Arbitrary<Shot> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: wellShaped(call).map((input) => ({
        call,
        request: requestOf(call, input),
        fits: call.input.safeParse(input).success,
      })),
    },
    { weight: 1, arbitrary: spoiled(call).map((request) => ({ call, request, fits: false })) },
  );

const LEAKS =
  /(?<!Please )\bselect\b.+\bfrom\b|\binsert into\b|syntax error|violates|constraint|node_modules|\.ts:\d+|at async |at Object\./i;

test(`${CALLS} fuzzed calls: no 5xx, no stack or SQL text`, { timeout: 600_000 }, async () => {
  const calls = server.registry.all
    .map(({ call }) => call)
    .filter((call) => call.name !== 'accounts.logout' && call.name !== 'accounts.changeOwnPassword');
  const callers = [
    await server.as('admin'),
    await server.as('user'),
    await server.as('provider', { providerId }),
    await server.as('evv', { providerId }),
  ];
  const counts = new Map(calls.map((call) => [call.name, 0]));
  const statuses = new Map<number, number>();
  let fitting = 0;
  const rounds = Math.max(AT_LEAST_EACH, Math.ceil(CALLS / calls.length));
  for (const [index, call] of calls.entries()) {
    const shots = fc.sample(shot(call), { numRuns: rounds, seed: SEED + index });
    for (const [n, { request, fits }] of shots.entries()) {
      // Mostly by the role that gets furthest; the others must be refused as calmly.
      const caller = callers[n % 5 === 4 ? n % 4 : 0];
      if (!caller) throw new Error('no caller');
      const answer = await caller.raw(request);
      counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (fits) fitting += 1;
      if (answer.status >= 500)
        console.error(call.name, JSON.stringify(request).slice(0, 600), server.log.at(-1));
      expect(answer.status, call.name).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.text).not.toMatch(LEAKS);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.info(
    `fuzz: seed ${SEED}, ${total} calls, ${fitting} fit the input schema (${Math.round((fitting * 100) / total)} %), least per call ${Math.min(...counts.values())}, statuses ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  expect(total).toBeGreaterThanOrEqual(CALLS);
  expect(fitting * 2).toBeGreaterThanOrEqual(total);
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(AT_LEAST_EACH);
});
