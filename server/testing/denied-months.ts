import type { Par } from '@homecare/domain/authorizations/pars.ts';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import type { ClaimClient } from '@homecare/domain/claims/claim-file.ts';
import { type CardToClaim, type DayLine, dayLines } from '@homecare/domain/claims/day-lines.ts';
import {
  type CoverageSpan,
  type Prediction,
  type PredictionFacts,
  paidKey,
  predictDenials,
} from '@homecare/domain/claims/prediction.ts';
import { proveCard } from '@homecare/domain/claims/proof.ts';
import type { ProofVisit } from '@homecare/domain/claims/schema.ts';
import { claimsToSend } from '@homecare/domain/claims/sent-claim.ts';
import { coloradoFile } from '@homecare/domain/claims/testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim, TERM } from '@homecare/domain/claims/testing/example-month.ts';
import type { ProgramFrom } from '@homecare/domain/plan-types/programs.ts';
import { openPayer } from '../../simulators/src/payer.ts';
import type { PayerRecords } from '../../simulators/src/payer-rules.ts';
import { type Random, randomOf } from '../src/operations/example-random.ts';

/**
 * Months in which everything happens that makes a payer deny a line. Events are generated once; the product knows them from its
 * records and the payer from its own, and occasionally one of the two was not informed.
 */

const ZONE = 'America/Denver';
const CLIENTS = 24;
/** Per line: the payer lost a visit, or got it after the product had checked. */
const UNREPORTED = 0.0002;
const CODES = [
  { type: 'PCP', code: 'T1019' },
  { type: 'HMK', code: 'S5130' },
] as const;

interface Records {
  readonly coverage: Map<string, { from: string; through: string }[]>;
  readonly authorizations: Map<
    string,
    { member: string; code: string; from: string; through: string; units: number }
  >;
  readonly programs: Map<string, { from: string; modifier: string }[]>;
  readonly verified: Map<string, number>;
  readonly paidBefore: Set<string>;
}

const plain = (day: string) => day.replaceAll('-', '');
const nextDay = (day: string, days: number) => addDays(day, days);
const clock = (minutes: number) =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const instant = (day: string, minutes: number) =>
  Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: ZONE, plainTime: clock(minutes) })
    .toInstant()
    .toString();

const visitOf = (day: string, minutes: number, sent: ProofVisit['sent'], code: string): ProofVisit => ({
  date: day,
  status: 'Complete',
  start: instant(day, 480),
  end: instant(day, 480 + minutes),
  sent,
  message: sent === 'Failed' ? 'Caregiver not known' : null,
  code,
});

/** What the product knows about the day, and what the payer knows of that. */
const happen = (r: Random, day: string, minutes: number, code: string) => {
  const shorter = Math.max(15, minutes - r.pick([15, 30, 45]));
  const kind = r.weighted([
    ['fine', 950],
    ['none', 12],
    ['failed', 12],
    ['never', 10],
    ['short', 16],
  ] as const);
  const known =
    kind === 'none'
      ? []
      : [
          visitOf(
            day,
            kind === 'short' ? shorter : minutes,
            kind === 'failed' ? 'Failed' : kind === 'never' ? null : 'Success',
            code,
          ),
        ];
  const accepted = kind === 'fine' ? minutes : kind === 'short' ? shorter : 0;
  const payer = r.chance(UNREPORTED) ? (accepted > 0 ? 0 : minutes) : accepted;
  return { known, units: Math.ceil(payer / 15) };
};

interface World {
  readonly cards: CardToClaim[];
  readonly clients: Map<number, ClaimClient>;
  readonly coverage: Map<number, CoverageSpan[]>;
  readonly programs: Map<number, ProgramFrom[]>;
  readonly pars: Map<number, Par[]>;
  readonly unproven: Map<string, string>;
  readonly paid: Set<string>;
  readonly records: Records;
}

const addPlan = (
  world: World,
  r: Random,
  { client, member, serial, month }: { client: number; member: string; serial: number; month: string },
  { type, code }: (typeof CODES)[number],
) => {
  const first = `${month}-01`;
  const length = Temporal.PlainYearMonth.from(month).daysInMonth;
  const last = `${month}-${length}`;
  const id = client * 10 + CODES.findIndex((one) => one.code === code);
  const moved = world.records.programs.get(member)?.at(-1);
  // Some clients who changed programs are still billed with the old modifier.
  const modifiers = moved && r.chance(0.5) ? [moved.modifier] : ['U1'];
  const number = String(1_000_000_000 + serial * 100 + (id % 10));
  const days = Array.from({ length }, (_, n) => nextDay(first, n))
    .filter(() => r.chance(0.6))
    .map((day) => ({ day, minutes: r.int(4, 16) * 15 - (r.chance(0.1) ? r.int(1, 14) : 0) }));
  const units = days.reduce((sum, { minutes }) => sum + Math.ceil(minutes / 15), 0);
  const isShort = r.chance(0.12);
  const ends = r.chance(0.06) ? nextDay(first, r.int(12, length - 2)) : last;
  const granted = isShort ? Math.max(8, Math.trunc(units * 0.8)) : units + 200;
  const par: Par = { type, number, from: first, through: ends, units: granted, used: 0 };
  world.pars.set(client, [...(world.pars.get(client) ?? []), par]);
  world.records.authorizations.set(number, {
    member,
    code,
    from: plain(first),
    through: plain(ends),
    units: granted,
  });
  const visits: ProofVisit[] = [];
  for (const { day, minutes } of days) {
    const { known, units: verified } = happen(r, day, minutes, code);
    visits.push(...known);
    if (verified > 0) world.records.verified.set(`${member} ${code} ${plain(day)}`, verified);
    if (r.chance(0.006)) {
      world.records.paidBefore.add(`${member} ${code} ${plain(day)}`);
      world.paid.add(paidKey({ clientId: client, day, procedureCode: code, modifiers }));
    }
  }
  const card = cardToClaim(
    days.map(({ day, minutes }) => served(day, '08:00', clock(480 + minutes))),
    {
      id,
      planId: id,
      clientId: client,
      typeCode: type,
      date: month,
      startPeriod: first,
      endPeriod: last,
      unitRule: r.pick(['up', 'nearest']),
    },
    {
      terms: [{ ...TERM, procedureCode: code, modifiers }],
      pars: world.pars.get(client) ?? [],
    },
  );
  world.cards.push(card);
  const proofs = proveCard(card, { evvNeeded: true, aggregatorCode: code }, visits, {
    zone: ZONE,
    by: 'aggregator',
  });
  for (const { day, verdict: result, reason } of proofs)
    if (result === 'deny') world.unproven.set(`${id} ${day}`, reason ?? '');
};

const addClient = (world: World, r: Random, serial: number, month: string) => {
  const client = 100 + serial;
  const member = `Q${String(100_000 + serial)}`;
  const first = `${month}-01`;
  const lastCovered = r.chance(0.05) ? nextDay(first, r.int(10, 26)) : null;
  world.clients.set(client, { ...CLIENT, id: client, medicaid: member, lastName: `Client ${member}` });
  world.coverage.set(client, [{ from: '2020-01-01', through: lastCovered }]);
  world.records.coverage.set(member, [{ from: '20200101', through: plain(lastCovered ?? '2099-12-31') }]);
  const programs: ProgramFrom[] = [{ from: '2020-01-01', program: 'Waiver' }];
  if (r.chance(0.06)) programs.push({ from: nextDay(first, r.int(0, 20)), program: 'CFC' });
  world.programs.set(client, programs);
  world.records.programs.set(
    member,
    programs.map(({ from, program }) => ({ from: plain(from), modifier: program === 'CFC' ? 'U2' : 'U1' })),
  );
  const ofClient = { client, member, serial, month };
  for (const service of r.chance(0.3) ? CODES : [r.pick(CODES)]) addPlan(world, r, ofClient, service);
};

const lineKey = (
  clientId: number,
  line: Pick<DayLine, 'day' | 'modifiers'> & { procedureCode: string | null },
) => paidKey({ ...line, clientId });

export interface MonthFound {
  readonly lines: number;
  /** What the payer denied, with its reason; 'refused' if it did not accept the claim at all. */
  readonly denied: ReadonlyMap<string, string>;
  readonly predicted: ReadonlyMap<string, Prediction>;
}

/** One month: the product predicts, writes its file and reads the payer's answer. */
export const runMonth = (seed: number): MonthFound => {
  const r = randomOf(`denied month ${seed}`);
  const month = Temporal.PlainYearMonth.from('2025-01')
    .add({ months: seed % 24 })
    .toString();
  const world: World = {
    cards: [],
    clients: new Map(),
    coverage: new Map(),
    programs: new Map(),
    pars: new Map(),
    unproven: new Map(),
    paid: new Set(),
    records: {
      coverage: new Map(),
      authorizations: new Map(),
      programs: new Map(),
      verified: new Map(),
      paidBefore: new Set(),
    },
  };
  for (let serial = 0; serial < CLIENTS; serial += 1) addClient(world, r, serial, month);
  // Occasionally a month is sent so late that the payer accepts only its last days.
  const today = nextDay(`${month}-01`, seed % 8 === 7 ? 365 + r.int(3, 12) : r.int(31, 60));
  const facts: PredictionFacts = {
    today,
    terms: [{ validFrom: '2018-06-01', filingDays: 365 }],
    ...world,
    types: new Map(
      CODES.map(({ type, code }) => [
        type,
        [{ ...TERM, procedureCode: code, modifiers: ['U1'], cfcCode: code, cfcModifiers: ['U2'] }],
      ]),
    ),
  };
  const lines = dayLines(world.cards, ZONE);
  const predictions = predictDenials(lines, facts);
  const claims = claimsToSend(lines, 1);
  const at = { date: plain(today), time: '1000' };
  const numbers = { interchange: 1, group: 1, batch: 1, date: today, time: '1000' };
  const records: PayerRecords = {
    ...world.records,
    verifiedCodes: new Set(CODES.map(({ code }) => code)),
    filingDays: 365,
  };
  const payer = openPayer({ records });
  const text = writeClaims(coloradoFile(AGENCY, world.clients, claims, numbers));
  const answers = [...payer.handle({ at, claims: text }), ...payer.handle({ at, pay: true })];
  const keys = new Map(
    claims.flatMap(({ clientId, lines: own }) =>
      own.map((line) => [line.control, lineKey(clientId, line)] as const),
    ),
  );
  const denied = new Map<string, string>();
  for (const answer of answers) {
    const read = readAnswerFile(answer.text);
    if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(' '));
    for (const { id, standing } of read.value.acknowledgements.flatMap((one) => one.claims))
      if (standing === 'refused')
        for (const { control } of claims.find((claim) => claim.id === id)?.lines ?? [])
          denied.set(keys.get(control) ?? control, 'refused');
    for (const line of read.value.remittances.flatMap((one) => one.claims.flatMap((claim) => claim.lines)))
      if (line.paid === 0) denied.set(keys.get(line.control ?? '') ?? '', line.adjustments[0]?.reason ?? '');
  }
  return {
    lines: lines.length,
    denied,
    predicted: new Map(predictions.map((one) => [lineKey(one.line.clientId, one.line), one])),
  };
};
