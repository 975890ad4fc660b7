import { formatPhone } from '@homecare/domain/formats.ts';
import type {
  AskedVisit,
  AutopilotSettings,
  OfferState,
  RefusalCause,
  VisitTimes,
  WaveSettings,
} from '@homecare/domain/offers/schema.ts';
import type { CameFrom, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { isAccessEnded } from '../platform/auth/ended-access.ts';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedMessage } from '../platform/sealed/message.ts';
import { sealedOffers } from '../platform/sealed/offers.ts';
import { AUTOMATIC } from '../staffing/notifying.ts';
import { queueOffers } from '../staffing/offers-job.ts';

export interface OfferRow extends VisitKey {
  readonly id: number;
  readonly providerId: number;
  readonly provider: string;
  readonly wave: number;
  /** The autopilot asked, not the office. */
  readonly isAutomatic: boolean;
  readonly code: string;
  readonly channel: 'text' | 'phone';
  readonly sent: string;
  readonly opened: string | null;
  readonly state: OfferState;
  readonly answered: string | null;
  /** Why a yes did not count. */
  readonly cause: RefusalCause | null;
  /** The caregiver had the visit after they were asked, and it was taken from them. */
  readonly isUncovered: boolean;
  readonly words: string | null;
  readonly payCents: number | null;
  readonly overtimeMinutes: number;
  readonly miles: number | null;
  readonly extraMinutes: number | null;
  readonly visitsHere: number;
  readonly unclear: string | null;
  /** The visit they would come from; null means from home. */
  readonly from: CameFrom | null;
  /** The times they were asked for; null in offers older than this field. */
  readonly times: VisitTimes | null;
}

const offerTimes = sql`case when offers.plan_start is not null then json_build_object('date', offers.date,
  'start', to_char(offers.plan_start, 'HH24:MI'), 'end', to_char(offers.plan_end, 'HH24:MI')) end`;

const offerColumns = sql`offers.id, offers.plan_id as "planId", offers.day, offers.provider_id as "providerId",
  ${listedName('people')} as provider, offers.wave, offers.code, offers.channel,
  offers.sent_by = ${AUTOMATIC} as "isAutomatic",
  offers.sent_at as sent, offers.opened_at as opened, offers.state, offers.answered_at as answered, offers.cause,
  exists (select from visit_events event where event.plan_id = offers.plan_id and event.day = offers.day
    and event.kind = 'uncovered' and event.provider_id = offers.provider_id and event.at > offers.sent_at)
    as "isUncovered",
  ${sealedOffers.words()} as words, offers.pay_cents as "payCents", offers.overtime_minutes as "overtimeMinutes",
  offers.miles::float8 as miles, offers.extra_minutes as "extraMinutes", offers.visits_here as "visitsHere",
  offers.unclear_at as unclear, case when offers.from_start is not null then json_build_object('start',
    to_char(offers.from_start, 'HH24:MI'), 'town', offers.from_town) end as from, ${offerTimes} as times`;
const offersOf = sql`offers join people on people.id = offers.provider_id`;

/** A plan is either regular or covers another plan. Both cases are spelled out so that each uses an index. */
const isPlanOf = (planId: RawBuilder<unknown>) =>
  sql`(plan.covers_id = ${planId} or (plan.id = ${planId} and plan.covers_id is null))`;

/** The visit's times have changed since the offer was sent. */
const isMovedNow = sql`exists (select from care_plans plan
  join visits on visits.care_plan_id = plan.id and visits.planned_day = offers.day and visits.removed is null
  where ${isPlanOf(sql`offers.plan_id`)}
    and (offers.date, offers.plan_start, offers.plan_end) <> (visits.date, visits.plan_start, visits.plan_end))`;

export const listVisitOffers = (db: Db, { planId, day }: VisitKey) =>
  queryRows<OfferRow>(db)`select ${offerColumns} from ${offersOf}
    where plan_id = ${planId} and day = ${day} order by wave, offers.id`;

/** How many were asked and how many said no, for each visit from a day on. */
export const listAnswerCounts = (db: Db, from: string) =>
  queryRows<VisitKey & { readonly asked: number; readonly declined: number }>(
    db,
  )`select plan_id as "planId", day,
      count(distinct provider_id)::int as asked,
      count(distinct provider_id) filter (where state = 'declined')::int as declined
    from offers where day >= ${from} group by plan_id, day`;

export const findOffer = (db: Db, id: number) =>
  queryRow<OfferRow>(db)`select ${offerColumns} from ${offersOf} where offers.id = ${id}`;

/** At most one waiting offer has a code. */
export const findWaitingByCode = (db: Db, code: string) =>
  queryRow<OfferRow>(
    db,
  )`select ${offerColumns} from ${offersOf} where code = ${code} and offers.state = 'waiting'`;

export const findOfferByToken = (db: Db, hash: Buffer) =>
  queryRow<OfferRow>(db)`select ${offerColumns} from ${offersOf}
    where token_hash = ${hash} and not ${isAccessEnded(sql`offers.provider_id`, sql`offers.sent_at`)}`;

/** Offers to some caregivers, latest first: waiting ones and those of the last days; given a day, also all for visits from then on. */
export const listOffersTo = (
  db: Db,
  providerIds: readonly number[],
  { since, from }: { readonly since: string; readonly from: string | undefined },
) =>
  queryRows<OfferRow>(db)`select ${offerColumns} from ${offersOf}
    where provider_id = any(${[...providerIds]}::int[])
      and (offers.state = 'waiting' or sent_at >= ${since} ${from === undefined ? sql`` : sql`or offers.day >= ${from}`})
    order by offers.id desc limit 200`;

/** Waiting offers, each with the time when others are asked too; null if nobody else will be, also while waves are paused or no text goes out. */
export const listWaitingOf = (db: Db, providerId: number) =>
  queryRows<OfferRow & { readonly nextWave: string | null }>(
    db,
  )`select ${offerColumns}, case when paused_at is null and not ${isUnsent} then next_at end as "nextWave"
    from ${offersOf} join offer_rounds on offer_rounds.plan_id = offers.plan_id and offer_rounds.day = offers.day
    where provider_id = ${providerId} and offers.state = 'waiting' order by offers.day, offers.id`;

/** A caregiver has a waiting offer, or had one for a visit from a day on. */
export const isOffered = async (db: Db, providerId: number, from: string): Promise<boolean> =>
  (await queryRow(db)`select from offers
    where provider_id = ${providerId} and (state = 'waiting' or day >= ${from}) limit 1 ${PREPARED}`) !==
  undefined;

export type EndedRow = OfferRow & {
  readonly isMoved: boolean;
  readonly coveredBy: number | null;
  readonly coveredAt: string | null;
};

/** A caregiver's latest closed offers for visits from a day on that were asked, answered or covered since a moment. */
export const listEndedOf = (
  db: Db,
  providerId: number,
  { from, since }: { readonly from: string; readonly since: string },
) =>
  queryRows<EndedRow>(db)`select * from (
      select distinct on (offers.plan_id, offers.day) ${offerColumns}, ${isMovedNow} as "isMoved",
        cover.provider_id as "coveredBy", case when cover.id is not null then visit.covered_at end as "coveredAt"
      from ${offersOf} left join open_visits visit on visit.plan_id = offers.plan_id and visit.day = offers.day
        left join care_plans cover on cover.id = visit.cover_id and cover.status <> 'Deleted'
      where offers.provider_id = ${providerId} and offers.day >= ${from}
      order by offers.plan_id, offers.day, offers.id desc
    ) as latest
    where state <> 'waiting' and times is not null and greatest(sent, answered, "coveredAt") >= ${since}
    order by day, id`;

/** The number of offers by caregiver since a moment. */
export const countOffersSince = async (db: Db, since: string): Promise<ReadonlyMap<number, number>> => {
  const rows = await queryRows<{ id: number; count: number }>(db)`select provider_id as id,
    count(*)::int as count from offers where sent_at >= ${since} group by provider_id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** The number of offers by caregiver that go out when the quiet hours end; each was named for one visit. */
export const countOffersPromised = async (db: Db, now: string): Promise<ReadonlyMap<number, number>> => {
  const rows = await queryRows<{ id: number; count: number }>(db)`select id, count(*)::int as count
    from offer_rounds, unnest(chosen) as id
    where ended_at is null and next_at > ${now} group by id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** The median minutes from a visit's first offer to the yes that covered it, among offers since a stamp; null if none was accepted. */
export const medianMinutesToYes = async (db: Db, since: string): Promise<number | null> => {
  const row = await queryRow<{ minutes: number | null }>(db)`
    select round(percentile_disc(0.5) within group (order by taken) / 60)::int as minutes from (
      select extract(epoch from yes.answered_at - (select min(first.sent_at) from offers first
        where first.plan_id = yes.plan_id and first.day = yes.day)) as taken
      from offers yes where yes.state = 'covered' and yes.sent_at >= ${since}) covers`;
  return row?.minutes ?? null;
};

/** The codes of waiting offers, locked until the transaction ends so that two waves never draw the same one. */
export const lockCodes = async (tx: Tx): Promise<Set<string>> => {
  await sql`select pg_advisory_xact_lock(hashtext('offers.codes'))`.execute(tx);
  const rows = await queryRows<{ code: string }>(tx)`select code from offers where state = 'waiting'`;
  return new Set(rows.map(({ code }) => code));
};

export interface NewOffer extends VisitKey {
  readonly providerId: number;
  readonly wave: number;
  readonly code: string;
  readonly tokenHash: Buffer;
  readonly channel: 'text' | 'phone';
  readonly payCents: number | null;
  readonly overtimeMinutes: number;
  readonly miles: number | null;
  readonly extraMinutes: number | null;
  readonly visitsHere: number;
  readonly from: CameFrom | null;
  readonly times: VisitTimes;
}

export const insertOffer = async (tx: Tx, offer: NewOffer, { at, by }: Stamp): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into offers (plan_id, day, provider_id, wave, code,
      token_hash, channel, sent_at, sent_by, pay_cents, overtime_minutes, miles, extra_minutes, visits_here,
      from_start, from_town, date, plan_start, plan_end)
    values (${offer.planId}, ${offer.day}, ${offer.providerId}, ${offer.wave}, ${offer.code}, ${offer.tokenHash},
      ${offer.channel}, ${at}, ${by}, ${offer.payCents}, ${offer.overtimeMinutes}, ${offer.miles},
      ${offer.extraMinutes}, ${offer.visitsHere}, ${offer.from?.start ?? null}, ${offer.from?.town ?? null}, ${offer.times.date}, ${offer.times.start}, ${offer.times.end})
    returning id`;
  if (!row) throw new Error('the offer was not stored');
  return row.id;
};

export interface Answer {
  readonly state: OfferState;
  readonly words: string | null;
  readonly cause: RefusalCause | null;
  readonly coverId?: number;
}

export const storeAnswer = (tx: Tx, id: number, { state, words, cause, coverId }: Answer, at: string) =>
  changesRow(
    tx,
  )`update offers set state = ${state}, answered_at = ${at}, cause = ${cause}, cover_id = ${coverId ?? null},
    ${sealedOffers.words.to(words)} where id = ${id}`;

export const storeOpened = (tx: Tx, id: number, at: string) =>
  changesRow(
    tx,
  )`update offers set opened_at = ${at} where id = ${id} and opened_at is null and state = 'waiting'`;

export const storeUnclear = (tx: Tx, id: number, at: string) =>
  changesRow(tx)`update offers set unclear_at = ${at} where id = ${id} and unclear_at is null`;

/** Closes offers without an answer and returns them. With times, closes only those sent for other times. */
export const closeWaiting = (tx: Tx, { planId, day }: VisitKey, now?: VisitTimes) =>
  queryRows<{ id: number; providerId: number; channel: 'text' | 'phone'; times: VisitTimes | null }>(
    tx,
  )`update offers set state = 'closed'
    where plan_id = ${planId} and day = ${day} and state = 'waiting'
      ${now === undefined ? sql`` : sql`and (date, plan_start, plan_end) <> (${now.date}::date, ${now.start}::time, ${now.end}::time)`}
    returning id, provider_id as "providerId", channel, ${offerTimes} as times`;

// ---- rounds

export interface RoundRow extends VisitKey {
  readonly wave: number;
  /**
   * `isLimited`: the chosen caregivers count toward the daily limit of offers to one person. `isBeside`: they wait for the quiet
   * hours to end, together with the next wave. `namedBy`: who named each of them, if not the person who started the round.
   * `isDespitePause`: someone was named while the waves were paused.
   */
  readonly settings: WaveSettings & {
    readonly stopMinutes: number;
    readonly isLimited?: boolean;
    readonly isBeside?: boolean;
    readonly namedBy?: Readonly<Record<string, string>>;
    readonly isDespitePause?: boolean;
  };
  readonly chosen: number[] | null;
  readonly isAutomatic: boolean;
  readonly startedBy: string;
  readonly nextAt: string | null;
  readonly pausedAt: string | null;
  /** The last texts could not be sent. */
  readonly isUnsent: boolean;
  readonly endedAt: string | null;
  readonly endedWhy: string | null;
}

/** The caregiver who took the visit no longer has it. */
const isTakenBack = sql`exists (select from visit_events event where event.plan_id = offer_rounds.plan_id
  and event.day = offer_rounds.day and event.kind = 'uncovered' and event.at >= offer_rounds.ended_at)`;

/** The last event about texts since the round began is that none could be sent. */
const isUnsent = sql`(select event.kind = 'notSent' from visit_events event where event.plan_id = offer_rounds.plan_id
  and event.day = offer_rounds.day and event.kind in ('offered', 'notSent') and event.at >= offer_rounds.started_at
  order by event.id desc limit 1) is true`;

const roundColumns = sql`offer_rounds.plan_id as "planId", offer_rounds.day, wave, settings, chosen, is_automatic as "isAutomatic",
  started_by as "startedBy", next_at as "nextAt", paused_at as "pausedAt", ended_at as "endedAt",
  ${isUnsent} as "isUnsent", case when ${isTakenBack} then 'The cover was taken back.' else ended_why end as "endedWhy"`;

/** `date`: the visit's current day. `isMoved`: someone who was asked for another time is still waiting. */
export type LiveRound = RoundRow & { readonly date: string; readonly isMoved: boolean };

export const findRound = (db: Db, { planId, day }: VisitKey) =>
  queryRow<RoundRow>(db)`select ${roundColumns} from offer_rounds where plan_id = ${planId} and day = ${day}`;

/** Live rounds, and rounds whose waves have ended while someone can still say yes. */
export const listLiveRounds = (db: Db) =>
  queryRows<LiveRound>(
    db,
  )`select ${roundColumns}, exists (select from offers where offers.plan_id = offer_rounds.plan_id
        and offers.day = offer_rounds.day and offers.state = 'waiting' and ${isMovedNow})
      as "isMoved",
      coalesce((select max(visits.date) from care_plans plan join visits on visits.care_plan_id = plan.id
        where ${isPlanOf(sql`offer_rounds.plan_id`)} and visits.planned_day = offer_rounds.day
          and visits.removed is null), offer_rounds.day) as date from offer_rounds
    where ended_at is null or exists (select from offers where offers.plan_id = offer_rounds.plan_id
      and offers.day = offer_rounds.day and offers.state = 'waiting')
    order by next_at, started_at, day, plan_id`;

/** Visits from a day on that have or had a round. */
export const listRoundKeys = (db: Db, from: string) =>
  queryRows<VisitKey & Pick<RoundRow, 'endedAt' | 'isAutomatic'>>(
    db,
  )`select plan_id as "planId", day, ended_at as "endedAt", is_automatic as "isAutomatic" from offer_rounds
    where day >= ${from}`;

interface LookBack {
  /** When the first day began. */
  readonly since: string;
  /** The day before the first one, because a night shift may reach into it. */
  readonly from: string;
  readonly through: string;
}

/**
 * Rounds for visits of some days, and later visits' rounds that are live or have ended since these days began: after a call-out in
 * the evening, others are asked in the morning. Latest first, with how many were asked and who took the visit.
 */
export const listRoundsOf = (db: Db, { since, from, through }: LookBack) =>
  queryRows<
    RoundRow & {
      started: string;
      asked: number;
      provider: string | null;
      coveredAt: string | null;
      calledOut: AskedVisit['calledOut'];
    }
  >(db)`select ${roundColumns}, started_at as started,
      case when cover.id is not null then visit.covered_at end as "coveredAt",
      ${listedName('people')} as provider,
      (select count(distinct provider_id)::int from offers where offers.plan_id = offer_rounds.plan_id
        and offers.day = offer_rounds.day and sent_at >= least(started_at, (select max(event.at)
          from visit_events event where event.plan_id = offer_rounds.plan_id and event.day = offer_rounds.day
            and event.kind = 'calledOut' and event.at <= started_at))) as asked,
      (select jsonb_build_object('ProviderID', absent.id, 'Provider', ${listedName('absent')})
        from visit_events event join people absent on absent.id = event.provider_id
        where event.plan_id = offer_rounds.plan_id and event.day = offer_rounds.day and event.kind = 'calledOut'
        order by event.id desc limit 1) as "calledOut"
    from offer_rounds
    join open_visits visit on visit.plan_id = offer_rounds.plan_id and visit.day = offer_rounds.day
    left join care_plans cover on cover.id = visit.cover_id and cover.status <> 'Deleted'
    left join people on people.id = cover.provider_id
    where offer_rounds.day >= ${from}
      and (offer_rounds.day <= ${through} or ended_at is null or ended_at >= ${since})
    order by started_at desc limit 200`;

export interface NewRound extends VisitKey {
  readonly settings: RoundRow['settings'];
  readonly chosen: readonly number[] | null;
  readonly isAutomatic: boolean;
  readonly nextAt: string;
}

/** Starts a round, or restarts it without counting the waves from one again. */
export const startRound = (tx: Tx, round: NewRound, { at, by }: Stamp) =>
  sql`insert into offer_rounds (plan_id, day, settings, chosen, is_automatic, started_at, started_by, next_at)
    values (${round.planId}, ${round.day}, ${JSON.stringify(round.settings)},
      ${round.chosen === null ? null : [...round.chosen]}::int[], ${round.isAutomatic}, ${at}, ${by}, ${round.nextAt})
    on conflict (plan_id, day) do update set wave = 0, settings = excluded.settings, chosen = excluded.chosen,
      is_automatic = excluded.is_automatic, started_at = excluded.started_at, started_by = excluded.started_by,
      next_at = excluded.next_at, paused_at = null, paused_by = null, ended_at = null, ended_why = null`.execute(
    tx,
  );

export const storeWave = (tx: Tx, { planId, day }: VisitKey, wave: number, nextAt: string | null) =>
  changesRow(tx)`update offer_rounds set wave = ${wave}, next_at = ${nextAt}
    where plan_id = ${planId} and day = ${day} and ended_at is null`;

/** Adds caregivers the office chose, who wait for the quiet hours to end. */
export const storeChosen = (
  tx: Tx,
  { planId, day }: VisitKey,
  {
    chosen,
    nextAt,
    ...settings
  }: { readonly chosen: readonly number[]; readonly nextAt: string } & Required<
    Pick<RoundRow['settings'], 'isBeside' | 'namedBy' | 'isDespitePause'>
  >,
) =>
  changesRow(tx)`update offer_rounds set chosen = ${[...chosen]}::int[], next_at = ${nextAt},
      settings = settings || ${JSON.stringify(settings)}::jsonb
    where plan_id = ${planId} and day = ${day} and ended_at is null`;

/** Clears the caregivers chosen in addition to the waves, once a wave has asked them. The waves continue. */
export const forgetChosen = (tx: Tx, { planId, day }: VisitKey) =>
  changesRow(
    tx,
  )`update offer_rounds set chosen = null, settings = settings - 'isBeside' - 'namedBy' - 'isDespitePause'
    where plan_id = ${planId} and day = ${day} and ended_at is null`;

export const endRound = (tx: Tx, { planId, day }: VisitKey, why: string, at: string) =>
  changesRow(tx)`update offer_rounds set ended_at = ${at}, ended_why = ${why}, next_at = null
    where plan_id = ${planId} and day = ${day} and ended_at is null`;

export const pauseRound = (tx: Tx, { planId, day }: VisitKey, { at, by }: Stamp) =>
  changesRow(tx)`update offer_rounds set paused_at = ${at}, paused_by = ${by}
    where plan_id = ${planId} and day = ${day} and paused_at is null and ended_at is null`;
export const resumeRound = (tx: Tx, { planId, day }: VisitKey) =>
  changesRow(tx)`update offer_rounds set paused_at = null, paused_by = null
    where plan_id = ${planId} and day = ${day} and paused_at is not null and ended_at is null`;

// ---- texts of caregivers

/** Providers with this phone number. */
export const listProvidersOf = async (db: Db, number: string): Promise<number[]> => {
  const contact = formatPhone(number);
  const rows = await queryRows<{ id: number }>(db)`select id from people
    where kind = 'Provider' and merged_into is null and (phone = ${contact} or alt_phone = ${contact})
    order by (cur = 'n'), id`;
  return rows.map(({ id }) => id);
};

export const noteText = async (tx: Tx, messageId: number): Promise<void> => {
  await sql`insert into offer_texts (message_id) values (${messageId}) on conflict do nothing`.execute(tx);
  await queueOffers(tx);
};

export const listWaitingTexts = (db: Db) =>
  queryRows<{ id: number }>(
    db,
  )`select message_id as id from offer_texts where handled_at is null order by message_id`;

export interface TextRow {
  readonly id: number;
  readonly number: string;
  readonly text: string;
  readonly at: string;
}
/** Locks a text for reading; undefined if it has been read already. */
export const lockText = (tx: Tx, id: number) =>
  queryRow<TextRow>(
    tx,
  )`select messages.id, messages.sender as number, ${sealedMessage.text()}, messages.created as at
    from offer_texts join messages on messages.id = offer_texts.message_id
    where offer_texts.message_id = ${id} and handled_at is null for update of offer_texts`;

export const markHandled = (tx: Tx, id: number, at: string) =>
  changesRow(tx)`update offer_texts set handled_at = ${at} where message_id = ${id}`;

export const insertProposal = (
  tx: Tx,
  proposal: {
    readonly providerId: number;
    readonly messageId: number;
    readonly words: string;
    readonly at: string;
  },
) =>
  changesRow(
    tx,
  )`insert into call_out_proposals (provider_id, message_id, ${sealedOffers.proposalWords.column}, at)
    values (${proposal.providerId}, ${proposal.messageId}, ${proposal.words}, ${proposal.at}) on conflict do nothing`;

interface ProposalRow {
  readonly id: number;
  readonly ProviderID: number;
  readonly Provider: string;
  readonly at: string;
  readonly words: string;
}

/** Everything one caregiver wrote is one proposal, shown with the last text. */
const joined = (texts: readonly (ProposalRow & { readonly sender: string })[]) => {
  const last = texts.at(-1);
  const words = [...new Set(texts.map((one) => one.words))].join(' / ');
  return last ? [{ ...last, words, phones: texts.map(({ sender }) => formatPhone(sender)) }] : [];
};

/** Each proposal also lists other caregivers who share the phone; the office knows who wrote. */
export const listOpenProposals = async (db: Db) => {
  const rows = await queryRows<ProposalRow & { readonly sender: string }>(
    db,
  )`select call_out_proposals.id, provider_id as "ProviderID",
      ${listedName('people')} as "Provider", at,
      ${sealedOffers.proposalWords()} as words, messages.sender
    from call_out_proposals join people on people.id = provider_id join messages on messages.id = message_id
    where closed_at is null order by at, call_out_proposals.id limit 500`;
  const proposals = [...Map.groupBy(rows, ({ ProviderID }) => ProviderID).values()].flatMap(joined);
  const senders = proposals.flatMap(({ phones }) => phones);
  const owners = await queryRows<
    Pick<ProposalRow, 'ProviderID' | 'Provider'> & { readonly phones: string[] }
  >(db)`select id as "ProviderID", ${listedName()} as "Provider",
      array_remove(array[phone, alt_phone], null) as phones
    from people where kind = 'Provider' and merged_into is null and cur = 'y'
      and (phone = any(${senders}::text[]) or alt_phone = any(${senders}::text[])) order by last_name, first_name, id`;
  return proposals.map(({ sender: _, phones, ...row }) => ({
    ...row,
    others: owners.flatMap(({ phones: own, ...owner }) =>
      own.some((phone) => phones.includes(phone)) && owner.ProviderID !== row.ProviderID ? [owner] : [],
    ),
  }));
};

/** Closes a proposal together with the caregiver's earlier texts. A later text is a new proposal. */
export const closeProposalRow = async (tx: Tx, id: number, { at, by }: Stamp): Promise<boolean> => {
  const closed = await queryRows<{ id: number }>(
    tx,
  )`update call_out_proposals earlier set closed_at = ${at}, closed_by = ${by}
    from call_out_proposals shown where shown.id = ${id} and shown.closed_at is null
      and earlier.provider_id = shown.provider_id and earlier.id <= shown.id and earlier.closed_at is null
    returning earlier.id`;
  return closed.length > 0;
};

// ---- autopilot

export const readAutopilot = (db: Db) =>
  queryRow<{ settings: AutopilotSettings; rev: number; by: string; at: string }>(
    db,
  )`select settings, rev, updated_by as by, updated as at from autopilot`;

export const saveAutopilotRow = (tx: Tx, settings: AutopilotSettings, rev: number, { at, by }: Stamp) =>
  sql`insert into autopilot (settings, updated, updated_by, rev) values (${JSON.stringify(settings)}, ${at}, ${by}, ${rev})
    on conflict (only_one) do update set settings = excluded.settings, updated = excluded.updated,
      updated_by = excluded.updated_by, rev = excluded.rev`.execute(tx);

/** How the caregiver's last call-out around a moment was made. */
export const findCallOutVia = (db: Db, providerId: number, at: string) =>
  queryRow<{ via: 'office' | 'phone' | 'text' }>(db)`select via from call_outs
    where provider_id = ${providerId} and from_at <= ${at} and until_at > ${at} and withdrawn_at is null
    order by id desc limit 1`;
