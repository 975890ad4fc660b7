import { saveHours } from '@homecare/domain/availability/contract.ts';
import { type HoursDraft, NO_HOURS } from '@homecare/domain/availability/schema.ts';
import { instantOf, type Weekday, weekdayOf } from '@homecare/domain/calendar.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { saveAutopilot } from '@homecare/domain/offers/contract.ts';
import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import { callOut, coverVisit, listCandidates } from '@homecare/domain/staffing/contract.ts';
import { startTwilio } from '../../simulators/src/twilio.ts';
import { newSid, signatureOf } from '../../simulators/src/twilio-books.ts';
import { workOffers } from '../src/offers/jobs.ts';
import { readTexts } from '../src/offers/texts.ts';
import { addClient, addPhoneLogin, addProvider, setPayRates, weekOf } from './care.ts';
import { randomOf } from './random-weeks.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/** An agency whose caregivers call out day by day: who covers, when, and after how many texts. Only the clock is simulated. */

const ZONE = 'America/Denver';
const ACCOUNT = `AC${'1'.repeat(32)}`;
const PUBLIC = 'https://care.agency.test';
const NUMBER = '+13035550110';
const MONDAY = Temporal.PlainDate.from('2026-11-30');

/** How caregivers answer, which is the same with and without the autopilot; printed with the figures. */
export const ANSWERS = { seen: 0.8, yes: 0.25, no: 0.35, medianMinutes: 6 } as const;
/** When caregivers call out: half on the evening before, the others on the day itself, never before 5:00. */
export const CALL_OUTS = { evening: [17 * 60, 20 * 60 + 45], ahead: [90, 240], earliest: 5 * 60 } as const;
/** Without the autopilot, one scheduler phones caregivers one after the other, best first, for the earliest visit first. */
export const OFFICE = { opens: 6 * 60, closes: 18 * 60, minutesPerCall: 3 } as const;

type Random = ReturnType<typeof randomOf>;
type Hours = readonly [string, string];

interface Planned {
  readonly planId: number;
  readonly ProviderID: number;
  readonly days: Partial<Record<Weekday, Hours>>;
}
interface Agency {
  readonly server: TestServer;
  /** Signed in within the last ten minutes, because sessions expire. */
  readonly admin: () => Promise<Caller>;
  readonly plans: readonly Planned[];
  readonly numbers: ReadonlyMap<number, string>;
  readonly stop: () => Promise<void>;
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const hours = (start: number, minutes: number): Hours => [clock(start), clock(start + minutes)];

const placeIn = (r: Random) => ({ latitude: 39.6 + r.next() * 0.25, longitude: -105.05 + r.next() * 0.3 });
const near = (r: Random, { latitude, longitude }: ReturnType<typeof placeIn>) => ({
  latitude: latitude + (r.next() - 0.5) * 0.1,
  longitude: longitude + (r.next() - 0.5) * 0.12,
});
const columnsOf = ({ latitude, longitude }: ReturnType<typeof placeIn>) => ({
  address_latitude: latitude,
  address_longitude: longitude,
  city: 'Aurora',
});

const everyDay = (from: string, to: string) => {
  const day = [{ from, to }];
  return { Mon: day, Tue: day, Wed: day, Thu: day, Fri: day, Sat: day, Sun: day };
};
/** When a caregiver's first visit of a day begins: agencies work from early morning to evening. */
const SHIFTS = [7, 8, 9, 11, 13, 15, 17] as const;

/** Most work at any hour, some in only half of the day. */
const windowsOf = (r: Random, shift: number): HoursDraft['windows'] => {
  if (r.next() < 0.7) return null;
  return shift < 12 ? everyDay('06:00', '15:00') : everyDay('12:00', '22:00');
};

const WEEKS: readonly (readonly Weekday[])[] = [
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  ['Mon', 'Wed', 'Fri'],
  ['Tue', 'Thu', 'Sat'],
  ['Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
];
const onDays = (days: readonly Weekday[], at: Hours): Planned['days'] =>
  Object.fromEntries(days.map((day) => [day, at]));

/** Two clients, one after the other, on three to five days of the week. */
const weeksOf = (r: Random, shift: number): Planned['days'][] => {
  const days = r.pick(WEEKS);
  const first = r.int(3, 5) * 30;
  const second = shift * 60 + first + 45;
  return [onDays(days, hours(shift * 60, first)), onDays(days, hours(second, r.int(3, 5) * 30))];
};

const addCaregiver = async (server: TestServer, admin: Caller, r: Random, n: number) => {
  const { pool } = server.database;
  const place = placeIn(r);
  const digits = String(n).padStart(4, '0');
  const checks = { background_check: '2026-11-10', caps_check: '2026-11-10' };
  const id = await addProvider(pool, `Caregiver${n}`, {
    ...columnsOf(place),
    ...checks,
    phone: `(720) 555-${digits}`,
  });
  await setPayRates(pool, id, { 'PCP/RPCP': r.int(1800, 2200) });
  await addPhoneLogin(pool, id);
  const shift = r.pick(SHIFTS);
  const draft = { ...NO_HOURS, windows: windowsOf(r, shift), wishedMinutes: r.int(20, 40) * 60 };
  await admin.call(saveHours, { id, hours: draft, rev: 0 });
  return { id, place, shift, number: `+1720555${digits}` };
};

/** An agency with this many caregivers, each with their own clients. */
export const openAgency = async (seed: number, caregivers: number): Promise<Agency> => {
  const r = randomOf(seed);
  const twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
  twilio.callbacks = 'none';
  const server = await testServer({
    now: '2026-11-29T17:00:00Z',
    entry: {
      hosts: ['localhost', 'care.agency.test'],
      publicUrl: PUBLIC,
      textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url },
    },
  });
  const admin = await server.as('admin');
  const plans: Planned[] = [];
  const numbers = new Map<number, string>();
  for (let n = 1; n <= caregivers; n += 1) {
    const { id, place, shift, number } = await addCaregiver(server, admin, r, n);
    numbers.set(id, number);
    for (const days of weeksOf(r, shift)) {
      const ClientID = await addClient(
        server.database.pool,
        `Client${plans.length}`,
        columnsOf(near(r, place)),
      );
      const data = { ProviderID: id, ClientID, Type: 'PCP', StartDate: '2026-11-23', createReason: 'New' };
      const made = await admin.call(insertCarePlan, { data: { ...data, week: weekOf(days) } });
      if (!made.insertId) throw new Error(made.text);
      plans.push({ planId: made.insertId, ProviderID: id, days });
    }
  }
  const stop = async () => {
    await server.stop();
    await twilio.stop();
  };
  const signedIn = new Map<string, Promise<Caller>>();
  const adminNow = () => {
    const minutes = server.scope.now().toString().slice(0, 15);
    const found = signedIn.get(minutes) ?? server.as('admin');
    signedIn.set(minutes, found);
    return found;
  };
  return { server, admin: adminNow, plans, numbers, stop };
};

// --- What happens ---------------------------------------------------------------------------------------------------

export interface CalledOut {
  readonly planId: number;
  readonly ProviderID: number;
  readonly day: string;
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
  readonly at: Temporal.Instant;
}

const atMinute = (day: Temporal.PlainDate, minute: number) => instantOf(day.toString(), clock(minute), ZONE);

/** The call-outs of each day, each from one visit, in order. */
export const callOutsOf = (
  plans: readonly Planned[],
  r: Random,
  days: number,
  perDay: number,
): CalledOut[] => {
  const found: CalledOut[] = [];
  for (let n = 0; n < days; n += 1) {
    const date = MONDAY.add({ days: n });
    const running = plans
      .flatMap((plan) => {
        const times = plan.days[weekdayOf(date)];
        return times ? [{ plan, times, at: r.next() }] : [];
      })
      .toSorted((a, b) => a.at - b.at);
    for (const { plan, times } of running.slice(0, perDay)) {
      const start = instantOf(date.toString(), times[0], ZONE);
      const [evening, ahead] = [CALL_OUTS.evening, CALL_OUTS.ahead];
      const isEvening = r.next() < 0.5;
      const soon = start.subtract({ minutes: r.int(ahead[0], ahead[1]) });
      const earliest = atMinute(date, CALL_OUTS.earliest);
      const sameDay = Temporal.Instant.compare(soon, earliest) < 0 ? earliest : soon;
      found.push({
        planId: plan.planId,
        ProviderID: plan.ProviderID,
        day: date.toString(),
        start,
        end: instantOf(date.toString(), times[1], ZONE),
        at: isEvening ? atMinute(date.subtract({ days: 1 }), r.int(evening[0], evening[1])) : sameDay,
      });
    }
  }
  return found.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
};

type Answer = 'yes' | 'no' | undefined;
const answerOf = (r: Random): Answer => {
  const isSeen = r.next() < ANSWERS.seen;
  const kind = r.next();
  if (!isSeen || kind >= ANSWERS.yes + ANSWERS.no) return undefined;
  return kind < ANSWERS.yes ? 'yes' : 'no';
};
/** Minutes until an answer; half are within the median. */
const delayOf = (r: Random) => (-Math.log(1 - r.next()) / Math.LN2) * ANSWERS.medianMinutes;

interface Event {
  readonly at: Temporal.Instant;
  readonly run: () => Promise<void>;
}

/** Runs events in order of time, with the agency's clock set to each. */
class Events {
  readonly #waiting: Event[] = [];
  readonly #set: (now: string) => void;
  constructor(set: (now: string) => void) {
    this.#set = set;
  }
  add(at: Temporal.Instant, run: () => Promise<void>) {
    const place = this.#waiting.findLastIndex((one) => Temporal.Instant.compare(one.at, at) <= 0) + 1;
    this.#waiting.splice(place, 0, { at, run });
  }
  async runAll() {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#set(next.at.toString());
      await next.run();
    }
  }
}

export interface Outcome {
  readonly calledAt: string;
  /** Null if nobody came. */
  readonly coveredAt: string | null;
  /** Texts that asked, and all texts sent for the visit. */
  readonly asked: number;
  /** How many caregivers could come when the office first looked; undefined if it did not. */
  readonly able?: number | undefined;
}

const reportCallOut = async ({ admin }: Agency, { ProviderID, start, end }: CalledOut) => {
  const reported = await (await admin()).call(callOut, {
    ProviderID,
    from: start.toString(),
    until: end.toString(),
    note: 'sick',
  });
  if (reported.status !== 200) throw new Error(reported.text);
};

const textFrom = async ({ server }: Agency, number: string, Body: string) => {
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
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await readTexts(server.scope);
};

interface NewOffer {
  readonly id: number;
  readonly code: string;
  readonly provider: number;
  readonly at: string;
}

/** The product asks, and caregivers answer by text. */
export const runAutopilot = async (agency: Agency, calledOut: readonly CalledOut[], r: Random) => {
  const { server, admin, numbers } = agency;
  const { pool } = server.database;
  await (await admin()).call(saveAutopilot, { settings: { ...DEFAULT_AUTOPILOT, isOn: true }, rev: 0 });
  const events = new Events((now) => server.clock.set(now));
  let last = 0;
  const answerNew = async () => {
    const { rows } = await pool.query<NewOffer>(
      'select id, code, provider_id as provider, sent_at as at from offers where id > $1 order by id',
      [last],
    );
    for (const { id, code, provider, at } of rows) {
      last = id;
      const answer = answerOf(r);
      const minutes = delayOf(r);
      const number = numbers.get(provider);
      if (answer === undefined || number === undefined) continue;
      const when = Temporal.Instant.from(at).add({ seconds: Math.round(minutes * 60) });
      events.add(when, async () => {
        await textFrom(agency, number, `${answer === 'yes' ? 'Y' : 'N'} ${code}`);
      });
    }
  };
  /** Runs the job, and again when the next wave is due. */
  const work = async () => {
    await workOffers(server.scope);
    await answerNew();
    const { rows } = await pool.query<{ next: string | null }>(
      'select min(next_at) as next from offer_rounds where ended_at is null and paused_at is null',
    );
    const next = rows[0]?.next ?? null;
    if (next !== null && !planned.has(next)) {
      planned.add(next);
      events.add(Temporal.Instant.from(next), work);
    }
  };
  const planned = new Set<string>();
  for (const one of calledOut) {
    events.add(one.at, async () => {
      await reportCallOut(agency, one);
      await work();
    });
    events.add(one.start.subtract({ minutes: DEFAULT_AUTOPILOT.stopMinutes }), work);
    events.add(one.start, work);
  }
  await events.runAll();
  return outcomesOf(agency, calledOut);
};

const outcomesOf = async ({ server }: Agency, calledOut: readonly CalledOut[]): Promise<Outcome[]> => {
  const { rows } = await server.database.pool.query<{
    plan: number;
    day: string;
    asked: number;
    at: string | null;
  }>(
    `select plan_id as plan, day::text, count(*)::int as asked,
       min(answered_at) filter (where state = 'covered') as at from offers group by plan_id, day`,
  );
  const byVisit = new Map(rows.map((row) => [`${row.plan} ${row.day}`, row]));
  return calledOut.map(({ planId, day, at }) => {
    const row = byVisit.get(`${planId} ${day}`);
    return { calledAt: at.toString(), coveredAt: row?.at ?? null, asked: row?.asked ?? 0 };
  });
};

/** One scheduler phones in office hours: the earliest open visit first, best caregiver first, one call at a time. */
export const runOffice = async (
  agency: Agency,
  calledOut: readonly CalledOut[],
  r: Random,
): Promise<Outcome[]> => {
  const { server } = agency;
  const coveredAt = new Map<CalledOut, string>();
  const called = new Map<CalledOut, Set<number>>();
  const exhausted = new Set<CalledOut>();
  const able = new Map<CalledOut, number>();
  const waiting: CalledOut[] = [];
  const arriving = [...calledOut];
  let now = arriving[0]?.at ?? server.scope.now();
  for (;;) {
    const local = now.toZonedDateTimeISO(ZONE);
    const minute = local.hour * 60 + local.minute;
    if (minute < OFFICE.opens || minute >= OFFICE.closes) {
      const day = minute >= OFFICE.closes ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate();
      now = atMinute(day, OFFICE.opens);
    }
    server.clock.set(now.toString());
    while (arriving[0] && Temporal.Instant.compare(arriving[0].at, now) <= 0) {
      const [one] = arriving.splice(0, 1);
      if (!one) break;
      // It was over before anyone was in the office, so nobody came.
      if (Temporal.Instant.compare(one.start, now) <= 0) continue;
      await reportCallOut(agency, one);
      waiting.push(one);
    }
    const open = waiting
      .filter((one) => !coveredAt.has(one) && Temporal.Instant.compare(one.start, now) > 0)
      .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start));
    waiting.splice(0, waiting.length, ...open);
    const isCalled = await phoneOne(agency, open, { called, coveredAt, exhausted, able }, r);
    if (!isCalled && arriving.length === 0) break;
    const later = now.add({ minutes: OFFICE.minutesPerCall });
    const next = arriving[0]?.at;
    now = !isCalled && next && Temporal.Instant.compare(next, later) > 0 ? next : later;
  }
  return calledOut.map((one) => ({
    calledAt: one.at.toString(),
    coveredAt: coveredAt.get(one) ?? null,
    asked: called.get(one)?.size ?? 0,
    able: able.get(one),
  }));
};

interface Phoned {
  readonly called: Map<CalledOut, Set<number>>;
  readonly coveredAt: Map<CalledOut, string>;
  /** Everyone who can come has been called. */
  readonly exhausted: Set<CalledOut>;
  /** How many could come when the visit was first looked at. */
  readonly able: Map<CalledOut, number>;
}

/** One call, for the first visit with someone left to call; returns false if there is none. */
const phoneOne = async (
  { server, admin }: Agency,
  open: readonly CalledOut[],
  { called, coveredAt, exhausted, able }: Phoned,
  r: Random,
): Promise<boolean> => {
  for (const one of open.filter((each) => !exhausted.has(each))) {
    const { planId, day } = one;
    const asked = called.get(one) ?? new Set<number>();
    called.set(one, asked);
    const office = await admin();
    const { data } = await office.call(listCandidates, { planId, day });
    const free = (data?.candidates ?? []).filter(({ obstacle }) => obstacle === null);
    if (!able.has(one)) able.set(one, free.length);
    const next = free.find(({ ProviderID }) => !asked.has(ProviderID));
    if (!next) {
      exhausted.add(one);
      continue;
    }
    asked.add(next.ProviderID);
    if (answerOf(r) !== 'yes') return true;
    const done = await office.call(coverVisit, { planId, day, providerId: next.ProviderID });
    if (done.status === 200)
      coveredAt.set(one, server.scope.now().add({ minutes: OFFICE.minutesPerCall }).toString());
    return true;
  }
  return false;
};

// --- Figures --------------------------------------------------------------------------------------------------------

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const figuresOf = (outcomes: readonly Outcome[]) => {
  const minutes = outcomes.flatMap(({ calledAt, coveredAt }) =>
    coveredAt === null
      ? []
      : [
          (Temporal.Instant.from(coveredAt).epochMilliseconds -
            Temporal.Instant.from(calledAt).epochMilliseconds) /
            60_000,
        ],
  );
  const asked = outcomes.reduce((all, one) => all + one.asked, 0);
  const able = outcomes.flatMap((one) => one.able ?? []);
  return {
    visits: outcomes.length,
    covered: minutes.length,
    share: minutes.length / Math.max(1, outcomes.length),
    minutes,
    medianMinutes: middle(minutes),
    asksPerCover: asked / Math.max(1, minutes.length),
    medianAble: middle(able),
  };
};
