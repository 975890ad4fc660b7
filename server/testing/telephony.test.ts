import { listExceptions, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Way } from '../../simulators/src/twilio-voice.ts';
import { CLIENT_POINT } from './care.ts';
import {
  callIn,
  numberOf,
  PHONE_PIN,
  type PhoneVisit,
  phoneServer,
  phoneVisit,
  pressing,
  setPin,
} from './phone-agency.ts';
import { randomOf } from './random-weeks.ts';
import type { Caller, TestServer } from './server.ts';

/**
 * Caregivers check in and out by telephone calls that are dropped, repeated and doubled, in both languages; others use the phone app
 * at the same times. The records of both are equal.
 */
const CALLS = Number(process.env.PHONE_CALLS ?? 40);
const SEED = Number(process.env.PHONE_SEED ?? Date.now() % 100_000);

const DAY = '2026-11-20';
const MORNING = '2026-11-20T13:00:00Z';
const TIMES = ['10:00', '12:00'] as const;
const START = Temporal.Instant.from('2026-11-20T17:00:00Z');
const END = Temporal.Instant.from('2026-11-20T19:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await phoneServer(MORNING);
});
afterAll(() => server.stop());

interface Pair {
  readonly app: PhoneVisit;
  readonly phone: PhoneVisit;
}

const pairOf = async (n: number): Promise<Pair> => {
  const admin = await server.as('admin');
  const app = await phoneVisit(server, admin, 2 * n, { day: DAY, times: TIMES });
  const phone = await phoneVisit(server, admin, 2 * n + 1, { day: DAY, times: TIMES });
  await setPin(admin, phone.providerId);
  return { app, phone };
};

const onApp = async ({ providerId, visitId }: PhoneVisit, move: 'in' | 'out') => {
  const caller: Caller = await server.as('evv', { providerId });
  // Near the door, each time elsewhere, because repeated coordinates, or those of the address, would cause a review hint.
  const latitude = CLIENT_POINT.latitude + (move === 'in' ? 0.0001 : 0.0002);
  const { longitude } = CLIENT_POINT;
  const data =
    move === 'in'
      ? { Status: 'Active' as const, AddressStartLatitude: latitude, AddressStartLongitude: longitude }
      : { Status: 'Complete' as const, AddressEndLatitude: latitude, AddressEndLongitude: longitude };
  await caller.call(updateVisit, { id: visitId, data });
};

/** A visit's whole record, except whom it is about, where a phone was, and how it was reported. */
const recordOf = async ({ visitId }: PhoneVisit) => {
  const { rows } = await server.database.pool.query(
    `select status, start_at, end_at, start_late, end_late, start_location_error, end_location_error, start_edited,
      end_edited, iobse, change_code, aggregator_status, review_hints, rev,
      (select coalesce(json_agg(json_build_array(move, at, late, location_error, refusal) order by at, id), '[]')
        from visit_attempts where visit_id = visits.id) as attempts
    from visits where id = $1`,
    [visitId],
  );
  return rows[0];
};

const exceptions = async (): Promise<ReadonlyMap<number, unknown>> => {
  const found = await (await server.as('admin')).call(listExceptions, { from: DAY, to: DAY });
  return new Map(found.data?.visits.map(({ visit, exceptions: all }) => [visit.id, all]));
};

test('dropped and repeated calls leave the same record as the phone app at the same times', async () => {
  const { pick: draw } = randomOf(SEED);
  const WAYS: readonly Way[] = ['well', 'well', 'well', 'twice', 'repeated', 'dropped', 'lost'];
  let played = 0;
  let complete = 0;
  const pairs: Pair[] = [];
  /** Calls until one is heard to its end, like someone who wants to be sure; all at the same time of the clock. */
  const call = async (visit: PhoneVisit, move: 'in' | 'out', language: 'en' | 'es') => {
    for (let tries = 0; tries < 30; tries += 1) {
      const ways = Array.from({ length: 8 }, () => draw(WAYS));
      const keys = { number: numberOf(visit.providerId), pin: PHONE_PIN, move, language, tasks: '1' };
      const one = await callIn(server, {
        from: visit.home,
        keys: pressing(keys),
        ways: (turn) => (tries === 29 ? 'well' : (ways[turn] ?? 'well')),
      });
      played += 1;
      expect(one.error, `seed ${SEED}`).toBeUndefined();
      if (one.isComplete) {
        complete += 1;
        return;
      }
    }
  };
  while (played < CALLS) {
    server.clock.set(MORNING);
    const pair = await pairOf(pairs.length + 1);
    pairs.push(pair);
    const language = draw<'en' | 'es'>(['en', 'es']);
    // In time, at the edges of the windows and outside of them, to the second.
    const minutes = () => draw([-20, -15, -3, 0, 4, 15, 16, 45]);
    const arrival = START.add({ seconds: 60 * minutes() + draw([0, 0, 1]) });
    const departure = END.add({ seconds: 60 * minutes() + draw([0, 0, 1]) });
    server.clock.set(arrival.toString());
    await onApp(pair.app, 'in');
    await call(pair.phone, 'in', language);
    server.clock.set(departure.toString());
    await onApp(pair.app, 'out');
    await call(pair.phone, 'out', language);
  }
  server.clock.set('2026-11-20T21:00:00Z');
  const all = await exceptions();
  const differing: unknown[] = [];
  for (const { app, phone } of pairs) {
    const found: Record<string, unknown> = {
      ...(await recordOf(phone)),
      exceptions: all.get(phone.visitId),
    };
    const expected = { ...(await recordOf(app)), exceptions: all.get(app.visitId) };
    for (const [field, value] of Object.entries(expected))
      if (JSON.stringify(value) !== JSON.stringify(found[field]))
        differing.push({ field, app: value, phone: found[field] });
  }
  expect(differing, `seed ${SEED}`).toEqual([]);
  expect(complete).toBe(2 * pairs.length);
  const { rows } = await server.database.pool.query<{ moves: number }>(
    `select count(*)::int as moves from change_log where entity = 'visit' and call = 'visits.check'
      and changes ? 'Status' group by entity_id having count(*) > 2`,
  );
  expect(rows, 'no visit was moved twice').toEqual([]);
});
