import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import * as calls from '@homecare/domain/offers/contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { caregivers, type Reply } from '../../../simulators/src/caregivers.ts';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { freePort } from '../../testing/free-port.ts';
import { randomOf } from '../../testing/random-weeks.ts';
import { testServer } from '../../testing/server.ts';
import { workMessages } from '../messaging/sending.ts';
import { workOffers } from './jobs.ts';

/** Simulated caregivers who answer yes, no, late, with nonsense, with STOP and twice, each in a text passed on by the provider. */

const ACCOUNT = `AC${'1'.repeat(32)}`;
const NUMBER = '+13035550110';
const TODAY = '2026-11-20';
const ASKED = 12;
/** The hours do not overlap, so that one caregiver can take several visits. */
const HOURS = [
  ['09:00', '10:00'],
  ['11:00', '12:00'],
  ['13:00', '14:00'],
  ['15:00', '16:00'],
] as const;

const port = await freePort();
const url = `http://localhost:${port}`;
/** What each phone answered, with the code it was asked with. */
const given: { readonly to: string; readonly reply: Reply }[] = [];
// With these seeds, the first twelve caregivers give every kind of answer.
const answer = caregivers(randomOf(7).next, 40);
const twilio = await startTwilio({
  accountSid: ACCOUNT,
  authToken: 'secret',
  number: NUMBER,
  incomingUrl: `${url}/homecare/api/hooks/twilio/message`,
  answer: (text) => {
    const reply = answer(text);
    if (reply) given.push({ to: text.to, reply });
    return reply;
  },
});
twilio.callbacks = 'none';
const server = await testServer({
  now: '2026-11-20T12:04:00Z',
  entry: {
    hosts: ['localhost'],
    publicUrl: url,
    textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url },
  },
});
await server.app.listen({ port: Number(port), host: '127.0.0.1' });
afterAll(async () => {
  await server.stop();
  await twilio.stop();
});

const { pool } = server.database;
const user = await server.as('user');
const place = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};

const addOpenVisit = async (hours: readonly [string, string], n: number) => {
  const ProviderID = await addCaregiver(pool, `Owner${n}`, place);
  const ClientID = await addClient(pool, `Client${n}`, place);
  const data = { ProviderID, ClientID, Type: 'PCP', StartDate: '2026-11-01', createReason: 'New' };
  const saved = await user.call(insertCarePlan, { data: { ...data, week: weekOf({ Fri: hours }) } });
  if (!saved.insertId) throw new Error(saved.text);
  const span = { from: '2026-11-20T12:00:00Z', until: '2026-11-21T07:00:00Z' };
  expect((await user.call(callOut, { ProviderID, ...span, note: 'flu' })).status).toBe(200);
  return saved.insertId;
};

const isYes = ({ kind }: Reply) => kind === 'yes' || kind === 'late' || kind === 'twice';

test('when a crowd of caregivers answers by text, each answer arrives once and each visit with a yes has one cover', async () => {
  const crowd: number[] = [];
  for (let n = 0; n < ASKED; n += 1)
    crowd.push(
      await addCaregiver(pool, `Crowd${n}`, { ...place, phone: `(720) 555-${String(n).padStart(4, '0')}` }),
    );
  const planIds: number[] = [];
  for (const [n, hours] of HOURS.entries()) planIds.push(await addOpenVisit(hours, n));
  for (const planId of planIds) {
    const sent = await user.call(calls.sendOffers, { planId, day: TODAY, providerIds: crowd });
    expect(sent.status, sent.text).toBe(200);
  }
  for (let asked = -1; asked < twilio.state().texts.length; ) {
    asked = twilio.state().texts.length;
    await workMessages(server.scope);
    await twilio.settled();
    await workOffers(server.scope);
  }

  const kinds = new Set(given.map(({ reply }) => reply.kind));
  expect([...kinds].sort()).toEqual(['late', 'no', 'nonsense', 'stop', 'twice', 'yes']);
  const { rows: heard } = await pool.query<{ from: string; text: string }>(
    `select sender as "from", text from messages where direction = 'in' order by id`,
  );
  const line = (from: string, text: string) => `${from} ${text}`;
  expect(heard.map(({ from, text }) => line(from, text)).sort()).toEqual(
    given.map(({ to, reply }) => line(to, reply.body)).sort(),
  );

  for (const planId of planIds) {
    const { data } = await user.call(calls.listOffers, { planId, day: TODAY });
    const { rows } = await pool.query<{ code: string; provider: number }>(
      'select code, provider_id as provider from offers where plan_id = $1',
      [planId],
    );
    const said = rows.filter(({ code }) =>
      given.some(({ reply }) => isYes(reply) && reply.body.includes(code)),
    );
    const covered = data?.offers.filter(({ state }) => state === 'covered') ?? [];
    expect(covered, `plan ${planId}`).toHaveLength(said.length > 0 ? 1 : 0);
    for (const { ProviderID } of covered) expect(said.map(({ provider }) => provider)).toContain(ProviderID);
  }
});
