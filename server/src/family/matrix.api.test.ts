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
 * What a client's family may ask for, typed by hand: every declared call is tried by somebody to whom nothing was agreed, by one
 * for each agreement, and by one to whom all was. What is not named here is refused and changes no row.
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

/** What needs no session, from anybody: it knows nothing of a family. */
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

test('open calls are those typed here', () => {
  const open = CALLS.filter(({ roles }) => 'open' in roles).map(({ name }) => name);
  expect(open.toSorted()).toEqual(OPEN);
});

test('the rule says of every call and every agreement what is typed here', () => {
  for (const agreed of SETS)
    for (const call of CALLS) expect(mayFamilyCall(agreed, call), call.name).toBe(may(agreed, call.name));
});

test('over HTTP every other call is refused, and nothing is changed by it', { timeout: 60_000 }, async () => {
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

test('the token of a family opens nothing as the cookie of an account', async () => {
  const rosa = await asFamily(server, await addClient(pool, 'Quimby'), AGREEMENTS);
  const disguised = server.withCookie((rosa.cookie ?? '').replace('homecare-family=', 'homecare='));
  // What several calls share is told apart by its input, which is not given here.
  for (const call of DECLARED_CALLS.filter(({ effect, roles }) => effect !== 'write' && !('open' in roles)))
    expect([400, 401], call.name).toContain((await disguised.raw(requestOf(call, {}))).status);
});

test('an account is nobody to the page of a family, also one that must set a password first', async () => {
  await addProvider(pool, 'Zebulon');
  for (const account of [await server.as('admin'), await server.as('user', { temporary: true })])
    for (const call of CALLS.filter(({ name }) => MAY[name] !== undefined))
      expect((await account.raw(requestOf(call, {}))).reason, call.name).toBe('notSignedIn');
});
