import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import * as calls from '@homecare/domain/offers/contract.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import type { AutopilotSettings } from '@homecare/domain/offers/schema.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { workOffers } from './jobs.ts';

/** The autopilot's limits apply when it asks and again when a yes arrives. It is Friday, November 20, 2026, 05:04 in Denver. */
const SATURDAY = '2026-11-21';
/** With 10 minutes of travel each, one alone is no overtime; both together are 3 h 20 min over 12 hours a day, at $10.00 more an hour. */
const MORNING = ['06:00', '13:00'] as const;
const EVENING = ['14:00', '22:00'] as const;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T12:04:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const place = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};
let serial = 0;
const caregiver = async (name: string, columns: Record<string, unknown> = {}) => {
  serial += 1;
  const id = await addCaregiver(server.database.pool, `${name}${serial}`, { ...place, ...columns });
  return { id, phone: await server.as('evv', { providerId: id }) };
};

/** A visit on Saturday whose caregiver has called out. */
const openVisit = async (hours: readonly [string, string]) => {
  const { id: ProviderID } = await caregiver('Dolores');
  const ClientID = await addClient(server.database.pool, `Helen${serial}`, place);
  const data = { ProviderID, ClientID, Type: 'PCP', StartDate: '2026-11-01', createReason: 'New' };
  const plan = await admin.call(insertCarePlan, { data: { ...data, week: weekOf({ Sat: hours }) } });
  if (!plan.insertId) throw new Error(plan.text);
  const span = { from: '2026-11-21T07:00:00Z', until: '2026-11-22T07:00:00Z' };
  expect((await admin.call(callOut, { ProviderID, ...span, note: '' })).status).toBe(200);
  return { planId: plan.insertId, day: SATURDAY };
};
type Key = Awaited<ReturnType<typeof openVisit>>;

const setLimits = async (over: Partial<AutopilotSettings>) => {
  const rev = (await admin.call(calls.getAutopilot, {})).data?.rev ?? 0;
  const settings = {
    ...DEFAULT_AUTOPILOT,
    isOn: true,
    withinHours: 72,
    people: 20,
    offersPerDay: 50,
    ...over,
  };
  const saved = await admin.call(calls.saveAutopilot, { settings, rev });
  expect(saved.status, saved.text).toBe(200);
};

const offerTo = async (key: Key, providerId: number) =>
  (await admin.call(calls.listOffers, key)).data?.offers.find(({ ProviderID }) => ProviderID === providerId);
const sayYes = async (key: Key, { id, phone }: Awaited<ReturnType<typeof caregiver>>) => {
  const offer = await offerTo(key, id);
  return (await phone.call(calls.answerOffer, { id: offer?.id ?? 0, answer: 'yes' })).data;
};

test('a caregiver asked by the autopilot for two visits that are each within the limit gets only the first', async () => {
  await setLimits({ mostOvertimeCents: 2_500 });
  const ana = await caregiver('Ana');
  const [morning, evening] = [await openVisit(MORNING), await openVisit(EVENING)];
  await workOffers(server.scope);
  for (const key of [morning, evening])
    expect(await offerTo(key, ana.id)).toMatchObject({ state: 'waiting' });

  expect(await sayYes(morning, ana)).toMatchObject({ state: 'covered' });
  expect(await sayYes(evening, ana)).toEqual({
    state: 'refused',
    english: 'You can no longer take this visit: it would be too much overtime.',
    spanish: 'Ya no puede tomar esta visita: son demasiadas horas extra.',
  });
  // The office sees the reason next to the offer and in the history, and other caregivers are asked.
  expect(await offerTo(evening, ana.id)).toMatchObject({ state: 'refused', cause: 'beyondOvertime' });
  const { data } = await admin.call(getVisitStory, evening);
  expect(data?.events.find(({ kind }) => kind === 'refused')).toMatchObject({
    words: 'Costs more overtime than allowed.',
  });
  const { rows } = await server.database.pool.query('select id from care_plans where covers_id = $1', [
    evening.planId,
  ]);
  expect(rows).toEqual([]);

  // Once the limit is lifted, a second yes counts.
  await setLimits({ mostOvertimeCents: null });
  expect(await sayYes(evening, ana)).toMatchObject({ state: 'covered' });
});

test.each([
  ['onlyKnown', { onlyKnown: true }, 'it is for someone who knows the client.'],
  ['beyondMiles', { mostMiles: 1 }, 'it is too far away.'],
] as const)('a yes is checked against the limits of that moment: %s', async (cause, limit, words) => {
  await setLimits({});
  // About 7 miles north of the client.
  const ana = await caregiver('Ana', { address_latitude: CLIENT_POINT.latitude + 0.1 });
  const key = await openVisit(MORNING);
  await workOffers(server.scope);
  expect(await offerTo(key, ana.id)).toMatchObject({ state: 'waiting' });
  await setLimits(limit);
  const said = await sayYes(key, ana);
  expect(said).toMatchObject({ state: 'refused', english: `You can no longer take this visit: ${words}` });
  expect(await offerTo(key, ana.id)).toMatchObject({ cause });
});

test('a caregiver asked by the office gets both visits, because the office chose them', async () => {
  await setLimits({ mostOvertimeCents: 0, onlyKnown: true });
  const bhim = await caregiver('Bhim');
  const keys = [await openVisit(MORNING), await openVisit(EVENING)];
  for (const key of keys) {
    const sent = await admin.call(calls.sendOffers, { ...key, providerIds: [bhim.id] });
    expect(sent.data, sent.text).toMatchObject({ asked: 1 });
    expect(await sayYes(key, bhim)).toMatchObject({ state: 'covered' });
  }
});
