import { AGREEMENTS, type Agreement } from '@homecare/domain/call.ts';
import { DECLARED_CALLS } from '@homecare/domain/calls.ts';
import { mayFamilyCall } from '@homecare/domain/family/access.ts';
import { afterAll, expect, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { asFamily } from '../../testing/family.ts';
import { requestOf } from '../../testing/requests.ts';
import { watchRows } from '../../testing/row-watch.ts';
import { sampleInputs } from '../../testing/sample-inputs.ts';
import { testServer } from '../../testing/server.ts';
import { createExampleData } from '../operations/example-data.ts';
import { PAGE_CALLS } from '../reports/routes.ts';

/**
 * What a client's family may call, typed by hand. Every declared call is tried by a person with no agreements, by one with each
 * single agreement, and by one with all. Anything not listed here must be refused and change no row.
 */
const MAY: Readonly<Record<string, Agreement | 'nothing'>> = {
  'familyPage.get': 'nothing',
  'familyPage.chooseLanguage': 'nothing',
  'familyPage.signOut': 'nothing',
  'familyPage.listPasskeys': 'nothing',
  'familyPage.beginPasskey': 'nothing',
  'familyPage.addPasskey': 'nothing',
  'familyPage.removePasskey': 'nothing',
  'familyPage.listVisits': 'visits',
  'familyPage.getCalendar': 'visits',
  'familyPage.renewCalendar': 'visits',
  'familyPage.removeCalendar': 'visits',
  'familyPage.listArrivals': 'arrivals',
};

/** Calls that need no session. They know nothing of families. */
const OPEN = [
  'accounts.beginPasskeySignIn',
  'accounts.beginSingleSignOn',
  'accounts.beginUnlock',
  'accounts.finishSingleSignOn',
  'accounts.getSingleSignOn',
  'accounts.login',
  'accounts.signInWithPasskey',
  'accounts.unlockPhone',
  'familyPage.askLink',
  'familyPage.beginPasskeySignIn',
  'familyPage.signInWithPasskey',
  'messagingHooks.takeStatus',
  'messagingHooks.takeText',
  'sites.logo',
  'sites.siteConfig',
  'telephonyHooks.takeCall',
  'telephonyHooks.takeEnd',
  'telephonyHooks.takeStep',
];

const CALLS = [...DECLARED_CALLS, ...PAGE_CALLS];
const may = (agreed: readonly Agreement[], name: string) => {
  const needed = MAY[name];
  return needed === 'nothing' || (needed !== undefined && agreed.includes(needed));
};
const SETS: readonly (readonly Agreement[])[] = [[], ...AGREEMENTS.map((one) => [one]), AGREEMENTS];

const server = await testServer();
afterAll(() => server.stop());
const { pool } = server.database;

test('the open calls are those typed here', () => {
  const open = CALLS.filter(({ roles }) => 'open' in roles).map(({ name }) => name);
  expect(open.toSorted()).toEqual(OPEN);
});

test('for every call and agreement, the rule allows what is typed here', () => {
  for (const agreed of SETS)
    for (const call of CALLS) expect(mayFamilyCall(agreed, call), call.name).toBe(may(agreed, call.name));
});

test('over HTTP every other call is refused and changes nothing', { timeout: 60_000 }, async () => {
  const { providerId } = await createExampleData(server.scope, {
    clients: 2,
    providers: 2,
    months: 0,
    say: () => undefined,
  });
  const { rows } = await pool.query<{ id: number }>(
    "select id from people where kind = 'Client' order by id",
  );
  const inputs = (await sampleInputs(server, providerId))();
  const { changedWhile } = await watchRows(server.site.pool, [
    'change_log',
    'access_log',
    'access_journals',
    'sessions',
  ]);
  const [all, none] = [
    await asFamily(server, rows[0]?.id ?? 0, AGREEMENTS),
    await asFamily(server, rows[0]?.id ?? 0, []),
  ];
  const closed = CALLS.filter(({ name, roles }) => MAY[name] === undefined && !('open' in roles));
  expect(closed.length).toBeGreaterThan(200);
  const changed = await changedWhile(async () => {
    for (const call of closed) {
      const answer = await all.raw(requestOf(call, inputs[call.name] ?? {}));
      expect([answer.status, answer.data], call.name).toEqual([403, undefined]);
    }
    for (const call of CALLS.filter(({ name }) => MAY[name] !== undefined && MAY[name] !== 'nothing'))
      expect((await none.raw(requestOf(call, inputs[call.name] ?? {}))).status, call.name).toBe(403);
  });
  expect(changed).toEqual([]);
});

test('a family’s token does not work as an account’s cookie', async () => {
  const rosa = await asFamily(server, await addClient(pool, 'Quimby'), AGREEMENTS);
  const disguised = server.withCookie((rosa.cookie ?? '').replace('homecare-family=', 'homecare='));
  // Calls that share a path are told apart by their input, which is not given here.
  for (const call of DECLARED_CALLS.filter(({ effect, roles }) => effect !== 'write' && !('open' in roles)))
    expect([400, 401], call.name).toContain((await disguised.raw(requestOf(call, {}))).status);
});

test('an account cannot use the family page, even one that must set a password first', async () => {
  await addProvider(pool, 'Zebulon');
  for (const account of [await server.as('admin'), await server.as('user', { temporary: true })])
    for (const call of CALLS.filter(({ name }) => MAY[name] !== undefined))
      expect((await account.raw(requestOf(call, {}))).reason, call.name).toBe('notSignedIn');
});
