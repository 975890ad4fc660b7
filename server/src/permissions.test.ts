import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Call, isOfFamily, mayCall, type Role } from '@homecare/domain/call.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { WRITABLE_FIELDS } from '@homecare/domain/people/schema.ts';
import { MAX_ID } from '@homecare/domain/wire.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { withOtherNumbers } from '../testing/mutations.ts';
import { requestOf } from '../testing/requests.ts';
import { watchRows } from '../testing/row-watch.ts';
import { sampleInputs } from '../testing/sample-inputs.ts';
import { type Caller, testServer } from '../testing/server.ts';
import { createExampleData } from './operations/example-data.ts';
import { PAGE_CALLS } from './reports/routes.ts';

/**
 * Tries every declared call with each role, without a session, with an ended session, with one that must change its password, and
 * with one of another site, and compares with permissions.txt. Refused means 401 or 403 and no changed row in any table.
 */
/** Open calls that require their own proof: a password, a passkey, a company account, or a phone that stays signed in. */
const PROVES = new Set([
  'accounts.login',
  'accounts.signInWithPasskey',
  'accounts.beginSingleSignOn',
  'accounts.finishSingleSignOn',
  'accounts.beginUnlock',
  'familyPage.signInWithPasskey',
  'accounts.unlockPhone',
]);
const ROLES = ['admin', 'user', 'provider', 'evv'] as const;
type Permission = 'yes' | 'no' | 'own' | 'open';
interface Row {
  readonly key: string;
  readonly by: Record<Role, Permission>;
  readonly anonymous: 'open' | 'no';
  readonly duringReset: boolean;
  readonly effect: string;
  readonly switch: string;
}

const permission = (text: string | undefined): Permission => {
  if (text === 'yes' || text === 'no' || text === 'own' || text === 'open') return text;
  throw new Error(`permissions.txt: ${text}`);
};

const readMatrix = (): Row[] =>
  readFileSync(fileURLToPath(new URL('../permissions.txt', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const words = line.trim().split(/\s+/);
      const [admin, user, provider, evv, anonymous, reset, effect, needed] = words.slice(-8);
      return {
        key: words.slice(0, -8).join(' '),
        by: {
          admin: permission(admin),
          user: permission(user),
          provider: permission(provider),
          evv: permission(evv),
        },
        anonymous: anonymous === 'open' ? 'open' : 'no',
        duringReset: reset === 'yes',
        effect: effect ?? '',
        switch: needed ?? '-',
      };
    });

const keyOf = (call: Call): string => {
  if (call.transport.via === 'command') return `command ${call.transport.cmd}`;
  // All reports of the page are alike: a new one is only a file.
  if (PAGE_CALLS.includes(call)) return 'get Reports/*.php';
  const about =
    call.transport.paths[0] === 'info.php'
      ? ` ${call.name.split('.get')[1]?.replace(/^./, (c) => c.toLowerCase())}`
      : '';
  return `${call.transport.method.toLowerCase()} ${call.transport.paths[0]}${about}`;
};

/** Export Payroll opened by GET is a different call, which reads. */
const readByGet = ({ transport, effect }: Call): boolean =>
  effect === 'write' &&
  transport.via === 'path' &&
  DECLARED_CALLS.some(
    (other) =>
      other.effect === 'read' &&
      other.transport.via === 'path' &&
      other.transport.method === 'GET' &&
      transport.method === 'POST' &&
      other.transport.paths[0] === transport.paths[0],
  );

const CALLS = [...DECLARED_CALLS, ...PAGE_CALLS];
const matrix = new Map(readMatrix().map((row) => [row.key, row]));
const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());
const { providerId } = await createExampleData(server.scope, {
  clients: 4,
  providers: 3,
  months: 0,
  say: () => undefined,
});
const today = server.scope.today();

const one = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>> => {
  const { rows } = await server.site.pool.query<Record<string, unknown>>(text, values);
  if (!rows[0]) throw new Error(`no row: ${text}`);
  return rows[0];
};
const otherVisit = await one('select id from visits where provider_id <> $1 order by date, id limit 1', [
  providerId,
]);
const otherPlan = await one('select id from care_plans where provider_id <> $1 order by id limit 1', [
  providerId,
]);

const inputs = await sampleInputs(server, providerId);

/** A request for each call that would have an effect if it were allowed. */
const sample = (call: Call): { input: unknown; request: InjectOptions } => {
  const input = inputs()[call.name] ?? {};
  const file = call.name.startsWith('peopleImport.')
    ? { name: 'people.csv', content: 'Name\nForged' }
    : undefined;
  return { input, request: requestOf(call, input, file) };
};

/** Every table except those that a refusal itself may write. */
const { changedWhile } = await watchRows(server.site.pool, [
  'change_log',
  'access_log',
  'access_journals',
  'sessions',
  'login_failures',
]);
test('a changed row is noticed in any table, even if its values stay the same', async () => {
  const change = (statement: string) => changedWhile(() => server.site.pool.query(statement));
  expect(await change('update accounts set full_name = full_name')).toEqual(['accounts']);
  expect(await change('update accounts set full_name = full_name where false')).toEqual([]);
});

const tied = (role: Role) => (role === 'provider' || role === 'evv' ? { providerId } : {});
const callers = new Map<Role, Caller>();
for (const role of ROLES) callers.set(role, await server.as(role, tied(role)));
const callerOf = (role: Role) => {
  const caller = callers.get(role);
  if (!caller) throw new Error(role);
  return caller;
};

/** Without premium and with all switches off. */
const off = await testServer({
  entry: { capabilities: { premium: false, version: 1, maxClients: 5, billing: false } },
});
afterAll(() => off.stop());
await off.site.pool.query("delete from settings where key = 'switches'");
const adminWithout = await off.as('admin');

const ended = await server.as('admin');
await server.site.pool.query('update sessions set ended = now() where account_id = $1', [ended.accountId]);
const elsewhere = await server.as('admin', { site: server.siteNamed('other') });

let checks = 0;
const refused = async (caller: Caller, request: InjectOptions, status: 401 | 403) => {
  checks += 1;
  const changed = await changedWhile(async () => {
    const answer = await caller.raw(request);
    expect(answer.status).toBe(status);
    expect(answer.data).toBeUndefined();
  });
  expect(changed).toEqual([]);
};

/** Fields that a line of the matrix names: '# fields update, always   Cur, notes'. */
const namedFields = (what: string) => {
  const text = readFileSync(fileURLToPath(new URL('../permissions.txt', import.meta.url)), 'utf8');
  const [, names] = text.match(new RegExp(`^# fields ${what} {2,}(.+)$`, 'm')) ?? [];
  return names?.split(', ').toSorted();
};
/** Stamps sent by older clients are accepted and ignored, so they are not fields. */
const fieldsAmong = (names: readonly string[] | undefined) =>
  WRITABLE_FIELDS.filter((name) => names?.includes(name)).toSorted();

test('the matrix names the fields of a person that role user may send, and those of a correction', () => {
  const without = (names: readonly string[] | undefined) =>
    WRITABLE_FIELDS.filter((name) => !names?.includes(name)).toSorted();
  expect(namedFields('insert, never')).toEqual(without(insertPerson.fieldsByRole?.user));
  expect(namedFields('update, always')).toEqual(fieldsAmong(updatePerson.fieldsByRole?.user));
  expect(namedFields('update, correcting, never')).toEqual(without(updatePerson.correctableFields?.user));
  const correcting = CALLS.filter(({ correctableFields }) => correctableFields).map(({ name }) => name);
  expect(correcting).toEqual(['people.updatePerson']);
});

test('every declared call has a row, and every row a call', () => {
  expect([...matrix.keys()].sort()).toEqual([...new Set(CALLS.map(keyOf))].sort());
});

describe.each(CALLS.map((call) => [keyOf(call), call.name, call] as const))('%s %s', (key, _, call) => {
  const row = matrix.get(key);
  if (!row) throw new Error(`permissions.txt lacks ${key}`);
  const { request } = sample(call);
  const isOpen = row.anonymous === 'open';
  // An account counts as nobody on the family page.
  const barred = isOfFamily(call) ? 401 : 403;

  test('has the declared effect', () => expect(call.effect).toBe(row.effect));

  test.each(ROLES)('%s', async (role) => {
    if (row.by[role] === 'no') return refused(callerOf(role), request, barred);
    checks += 1;
    // Logout and a changed password would end the session of later tests.
    const caller = call.name === 'accounts.logout' ? await server.as(role, tied(role)) : callerOf(role);
    const { status } = await caller.raw(request);
    if (PROVES.has(call.name)) expect(status).toBe(401);
    // A role cannot replace a signature.
    else if (call.proof) expect(status).toBe(403);
    else expect([200, 400, 404, 409]).toContain(status);
  });

  test.runIf(!isOpen)('refuses anonymous callers', () => refused(server.anonymous(), request, 401));
  test.runIf(isOpen)('lets anonymous callers in', async () => {
    checks += 1;
    const { status } = await server.anonymous().raw(request);
    expect(status).toBe(call.proof ? 403 : PROVES.has(call.name) ? 401 : 200);
  });

  test.runIf(!isOpen)('refuses an ended session', () => refused(ended, request, 401));

  test.runIf(!isOpen)('refuses a session of another site', async () => {
    await refused(server.withCookie(elsewhere.cookie ?? ''), request, 401);
    await refused(server.withCookie((elsewhere.cookie ?? '').replace('other~', 'demo~')), request, 401);
  });

  test.runIf(!isOpen)('refuses a session that must change its password', async () => {
    const fresh = await server.as('admin', { temporary: true });
    if (!row.duringReset) return refused(fresh, request, barred);
    checks += 1;
    expect((await fresh.raw(request)).status).not.toBe(403);
  });

  test.runIf(row.effect === 'write')('refuses another origin', async () => {
    const changed = await changedWhile(async () => {
      for (const headers of [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'http://evil.example' },
        { 'x-requested-with': '' },
      ])
        for (const method of readByGet(call) ? (['POST'] as const) : (['POST', 'GET'] as const)) {
          checks += 1;
          const { status } = await callerOf('admin').raw({
            ...request,
            method,
            ...(method === 'GET' && { payload: '' }),
            headers: { ...request.headers, ...headers },
          });
          expect([403, 404]).toContain(status);
        }
    });
    expect(changed).toEqual([]);
  });

  test.runIf(row.switch !== '-')('refuses with the switch off', async () => {
    expect((await adminWithout.raw(request)).status).toBe(403);
  });
});

const WITH_NUMBERS = CALLS.filter((call) => withOtherNumbers(sample(call).input, 0).length > 0);
test.each(WITH_NUMBERS.map((call) => [call.name, call] as const))(
  '%s refuses a number that no column can store',
  async (_, call) => {
    const allowed = ROLES.find((role) => 'open' in call.roles || mayCall(role, call)) ?? 'admin';
    for (const input of withOtherNumbers(sample(call).input, MAX_ID + 1)) {
      const { status } = await callerOf(allowed).raw(requestOf(call, input));
      expect(status, JSON.stringify(input)).toBeLessThan(500);
    }
  },
);

describe('role evv and other caregivers’ records', () => {
  const evv = () => callerOf('evv');
  const call = (name: string) => {
    const found = DECLARED_CALLS.find((candidate) => candidate.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  test('cannot move another caregiver’s visit', async () => {
    const changed = await changedWhile(async () => {
      const answer = await evv().raw(
        requestOf(call('visits.update'), { id: otherVisit.id, data: { Status: 'Active' } }),
      );
      expect([403, 404]).toContain(answer.status);
    });
    expect(changed).toEqual([]);
  });
  test('cannot read another caregiver’s day or plan', async () => {
    const { provider_id: other } = await one('select provider_id from care_plans where id = $1', [
      otherPlan.id,
    ]);
    const day = await evv().raw(
      requestOf(call('visits.schedule'), {
        providerId: other,
        year: today.year,
        month: today.month,
        day: today.day,
      }),
    );
    expect(day.status).toBe(403);
    const read = await evv().raw(
      requestOf(call('carePlans.read'), { filters: [{ field: 'ID', op: '=', value: String(otherPlan.id) }] }),
    );
    expect([403, 404]).toContain(read.status);
    const list = await evv().raw(requestOf(call('carePlans.get'), { filters: [] }));
    const rows = Array.isArray(list.data) ? list.data : [];
    expect(
      rows.every(
        (entry: unknown) =>
          typeof entry === 'object' &&
          entry !== null &&
          'ProviderID' in entry &&
          entry.ProviderID === providerId,
      ),
    ).toBe(true);
  });
});

afterAll(() => console.info(`permissions: ${checks} checks of ${CALLS.length} calls`));
