import { addDays } from '@homecare/domain/calendar.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { type ComparedPlan, findConflicts } from '@homecare/domain/care-plans/rules.ts';
import { naiveConflicts } from '@homecare/domain/care-plans/testing/plan-pairs.ts';
import * as calls from '@homecare/domain/offers/contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTwilio } from '../../simulators/src/twilio.ts';
import { newSid, signatureOf } from '../../simulators/src/twilio-books.ts';
import { listRunningPlans } from '../src/care-plans/reading.ts';
import { workOffers } from '../src/offers/jobs.ts';
import { addClient, addProvider, CLIENT_POINT, setPayRates, weekOf } from './care.ts';
import { randomOf } from './random-weeks.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/** Open visits to which ten caregivers say yes at the same time, by app and by text, some of them to several at once. */
const RACES = Number(process.env.OFFER_RACES ?? 10);

const ACCOUNT = `AC${'1'.repeat(32)}`;
const PUBLIC = 'https://care.agency.test';
const NUMBER = '+13035550110';
const FIRST_DAY = Temporal.PlainDate.from('2026-11-23');
/** Some are simultaneous, some overlap, some do not, on as many days as a temporary plan may be ahead. */
const HOURS = [
  ['13:00', '14:00'],
  ['13:00', '14:00'],
  ['13:00', '14:00'],
  ['13:30', '14:30'],
  ['16:00', '17:00'],
  ['08:00', '09:00'],
  ['08:00', '09:00'],
  ['09:00', '10:00'],
  ['10:30', '11:30'],
  ['11:30', '12:30'],
  ['17:00', '18:00'],
  ['17:30', '18:30'],
] as const;
const CALLED_OUT = Temporal.Instant.from('2026-11-21T07:00:00Z');
const LAST = CALLED_OUT.add({ hours: 24 * 90 });
const RACERS = 24;
const ASKED = 10;

interface Racer {
  readonly id: number;
  readonly number: string;
  readonly phone: Caller;
}
interface Visit {
  readonly planId: number;
  readonly ClientID: number;
  readonly hours: (typeof HOURS)[number];
}

let twilio: Awaited<ReturnType<typeof startTwilio>>;
let server: TestServer;
let admin: Caller;
let racers: Racer[];
let visits: Visit[];

const place = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};

const addRacer = async (n: number): Promise<Racer> => {
  const digits = String(n).padStart(4, '0');
  const checks = { background_check: '2026-11-10', caps_check: '2026-11-10' };
  const { pool } = server.database;
  const id = await addProvider(pool, `Racer${n}`, { ...place, ...checks, phone: `(720) 555-${digits}` });
  await setPayRates(pool, id, { 'PCP/RPCP': 2000 });
  return { id, number: `+1720555${digits}`, phone: await server.as('evv', { providerId: id }) };
};

/** A daily visit whose caregiver cannot come for three months. */
const addVisit = async (hours: Visit['hours'], n: number): Promise<Visit> => {
  const ProviderID = await addProvider(server.database.pool, `Owner${n}`, place);
  const ClientID = await addClient(server.database.pool, `Client${n}`, place);
  const days = { Mon: hours, Tue: hours, Wed: hours, Thu: hours, Fri: hours, Sat: hours, Sun: hours };
  const data = { ProviderID, ClientID, Type: 'PCP', StartDate: '2026-11-20', createReason: 'New' };
  const answer = await admin.call(insertCarePlan, { data: { ...data, week: weekOf(days) } });
  if (!answer.insertId) throw new Error(answer.text);
  const days30 = { hours: 24 * 30 };
  for (let from = CALLED_OUT; from.epochMilliseconds < LAST.epochMilliseconds; from = from.add(days30)) {
    const span = { from: from.toString(), until: from.add(days30).toString() };
    const reported = await admin.call(callOut, { ProviderID, ...span, note: '' });
    expect(reported.status, reported.text).toBe(200);
  }
  return { planId: answer.insertId, ClientID, hours };
};

beforeAll(async () => {
  twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
  twilio.callbacks = 'none';
  server = await testServer({
    now: '2026-11-20T17:00:00Z',
    entry: {
      hosts: ['localhost', 'care.agency.test'],
      publicUrl: PUBLIC,
      textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url },
    },
  });
  admin = await server.as('admin');
  racers = [];
  for (let n = 1; n <= RACERS; n += 1) racers.push(await addRacer(n));
  visits = [];
  for (const [n, hours] of HOURS.entries()) visits.push(await addVisit(hours, n));
});
afterAll(async () => {
  await server.stop();
  await twilio.stop();
});

/** A text to the agency, as passed on by the text provider. */
const textFrom = async (number: string, Body: string) => {
  const url = '/homecare/api/hooks/twilio/message';
  const fields = {
    AccountSid: ACCOUNT,
    ApiVersion: '2010-04-01',
    MessageSid: newSid('SM'),
    From: number,
    To: NUMBER,
    Body,
  };
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host: 'care.agency.test',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf('secret', `${PUBLIC}${url}`, fields),
    },
  });
  expect(answer.statusCode).toBe(200);
};

interface Offered {
  readonly id: number;
  readonly code: string;
  readonly providerId: number;
}
const offersOf = async (planId: number, day: string) => {
  const { rows } = await server.database.pool.query<Offered>(
    'select id, code, provider_id as "providerId" from offers where plan_id = $1 and day = $2 order by id',
    [planId, day],
  );
  return rows;
};

/** Sends all yeses of a day at once, each by app or by text, in any order. */
const answerAll = async (r: ReturnType<typeof randomOf>, offered: readonly Offered[]) => {
  const byId = new Map(racers.map((one) => [one.id, one]));
  const shuffled = offered.map((offer) => ({ offer, at: r.next() })).toSorted((a, b) => a.at - b.at);
  await Promise.all(
    shuffled.map(async ({ offer }) => {
      const racer = byId.get(offer.providerId);
      if (!racer) throw new Error('somebody was asked who does not race');
      if (r.int(1, 3) === 1) await textFrom(racer.number, `Y ${offer.code}`);
      else {
        const said = await racer.phone.call(calls.answerOffer, { id: offer.id, answer: 'yes' });
        expect(said.status, said.text).toBe(200);
        expect(said.data?.english).not.toBe('');
      }
    }),
  );
  await workOffers(server.scope);
};

interface Taken {
  readonly providerId: number;
  readonly day: string;
  readonly visit: Visit;
}

/** Asks ten caregivers for each visit of a day; returns who has each. */
const race = async (r: ReturnType<typeof randomOf>, day: string, of: readonly Visit[]): Promise<Taken[]> => {
  const offered: Offered[] = [];
  for (const { planId } of of) {
    const asked = racers.map(({ id }) => ({ id, at: r.next() })).toSorted((a, b) => a.at - b.at);
    const providerIds = asked.slice(0, ASKED).map(({ id }) => id);
    const sent = await admin.call(calls.sendOffers, { planId, day, providerIds });
    expect(sent.data, sent.text).toEqual({ asked: ASKED, later: null });
    offered.push(...(await offersOf(planId, day)));
  }
  await answerAll(r, offered);
  const taken: Taken[] = [];
  for (const visit of of) {
    const { data } = await admin.call(calls.listOffers, { planId: visit.planId, day });
    const states = data?.offers.map(({ state }) => state) ?? [];
    expect(
      states.filter((state) => state === 'covered'),
      `${visit.planId} ${day}`,
    ).toHaveLength(1);
    expect(states.every((state) => ['covered', 'taken', 'refused'].includes(state))).toBe(true);
    const winner = data?.offers.find(({ state }) => state === 'covered');
    taken.push({ providerId: winner?.ProviderID ?? 0, day, visit });
  }
  return taken;
};

/** Caregivers are asked on the day before, because an agency may not send texts about a thousand visits on one day. */
const setClockTo = async (day: Temporal.PlainDate) => {
  server.clock.set(day.toZonedDateTime({ timeZone: 'UTC', plainTime: '17:00' }).toInstant().toString());
  admin = await server.as('admin');
  const phones = racers.map(async (racer) => ({
    ...racer,
    phone: await server.as('evv', { providerId: racer.id }),
  }));
  racers = await Promise.all(phones);
};

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Minutes of a caregiver's day that two visits occupy, counted one by one. */
const doubleMinutes = (taken: readonly Taken[]): number => {
  const days = new Map<string, Uint8Array>();
  let doubles = 0;
  for (const { providerId, day, visit } of taken) {
    const key = `${providerId} ${day}`;
    const minutes = days.get(key) ?? new Uint8Array(1440);
    days.set(key, minutes);
    for (let minute = minuteOf(visit.hours[0]); minute < minuteOf(visit.hours[1]); minute += 1) {
      doubles += minutes[minute] ?? 0;
      minutes[minute] = 1;
    }
  }
  return doubles;
};

/** What the care plan form says about each cover next to all other plans of both people. */
const conflictsByForm = (covers: readonly ComparedPlan[], plans: readonly ComparedPlan[]) =>
  covers.flatMap((cover) => {
    const others = plans.filter(
      ({ id, ProviderID, ClientID }) =>
        id !== cover.id && (ProviderID === cover.ProviderID || ClientID === cover.ClientID),
    );
    return findConflicts(cover, others, []).map(({ message }) => `${cover.id}: ${message}`);
  });

/** The same by an oracle that marks every minute of a caregiver's covers on a day. */
const conflictsByOracle = (covers: readonly ComparedPlan[]) => {
  const ofDays = Map.groupBy(covers, ({ ProviderID, StartDate }) => `${ProviderID} ${StartDate}`);
  // A temporary plan still runs on its end date, other plans do not.
  const running = (plan: ComparedPlan) => ({ ...plan, EndDate: addDays(plan.StartDate, 1) });
  return [...ofDays.values()].flatMap((own) =>
    own.flatMap((one, at) =>
      own
        .slice(at + 1)
        .filter(
          (other) =>
            naiveConflicts({ ours: running(one), theirs: running(other), change: one.StartDate }).length > 0,
        )
        .map((other) => `${one.id} and ${other.id}`),
    ),
  );
};

test(`with ten simultaneous yeses, each of ${RACES} visits has one cover, and nobody is in two places`, async () => {
  const r = randomOf(RACES);
  const taken: Taken[] = [];
  for (let day = FIRST_DAY; taken.length < RACES; day = day.add({ days: 1 })) {
    await setClockTo(day.subtract({ days: 1 }));
    taken.push(...(await race(r, day.toString(), visits.slice(0, RACES - taken.length))));
  }

  const { rows: covers } = await server.database.pool.query<{ plan: number; day: string; count: number }>(
    `select covers_id as plan, start_date::text as day, count(*)::int as count from care_plans
     where covers_id is not null and status <> 'Deleted' group by covers_id, start_date`,
  );
  expect(covers).toHaveLength(RACES);
  expect(covers.filter(({ count }) => count !== 1)).toEqual([]);
  const { rows: doubles } = await server.database.pool.query(
    `select one.id, other.id from visits one join visits other
       on other.provider_id = one.provider_id and other.date = one.date and other.id > one.id
     where one.removed is null and other.removed is null
       and one.plan_start < other.plan_end and other.plan_start < one.plan_end`,
  );
  expect(doubles).toEqual([]);
  const { rows: covering } = await server.database.pool.query<{ count: number }>(
    `select count(*)::int as count from visits join care_plans plan on plan.id = visits.care_plan_id
     where plan.covers_id is not null and plan.status <> 'Deleted' and visits.removed is null`,
  );
  expect(covering).toEqual([{ count: RACES }]);
  expect(doubleMinutes(taken)).toBe(0);

  const plans = await listRunningPlans(server.scope, {
    from: FIRST_DAY.toString(),
    through: taken.at(-1)?.day ?? '',
  });
  const stored = plans.filter(({ coversPlanId }) => coversPlanId !== null);
  expect(stored).toHaveLength(RACES);
  expect(conflictsByForm(stored, plans)).toEqual([]);
  expect(conflictsByOracle(stored)).toEqual([]);
});
