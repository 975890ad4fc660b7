import type { CardStatus } from '@homecare/domain/billing/schema.ts';
import type { AskedBook } from '@homecare/domain/claims/asked-days.ts';
import type { CardPart } from '@homecare/domain/claims/batch.ts';
import type { CardBook } from '@homecare/domain/claims/card-book.ts';
import type { SentSet } from '@homecare/domain/claims/claim-answers.ts';
import type { ClaimClient } from '@homecare/domain/claims/claim-file.ts';
import type { LinePosting } from '@homecare/domain/claims/posting.ts';
import type { BatchKind, ClaimBatch, ProofType, ProofVisit } from '@homecare/domain/claims/schema.ts';
import type { SentClaim, SentLine } from '@homecare/domain/claims/sent-claim.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { amongIds, preparedForOne } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';
import { sealedBilling, storedBatchFile } from '../platform/sealed/billing.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import { isSearchedClaim, isSearchedFile } from './claim-search.ts';
import type { SheetFacts } from './documents.ts';

// --- Numbers

export interface Numbers {
  readonly batch: number;
  readonly interchange: number;
  readonly group: number;
}

/** Locks the row until the transaction ends, so that files are made and answers posted one after the other. */
export const lockNumbers = async (tx: Tx): Promise<Numbers> => {
  const rows = await queryRows<Numbers>(tx)`select
      batch, interchange, group_number as "group" from claim_numbers
    for update`;
  return rows[0] ?? { batch: 0, interchange: 0, group: 0 };
};

export const storeNumbers = (tx: Tx, { batch, interchange, group }: Numbers) =>
  sql`update claim_numbers set batch = ${batch}, interchange = ${interchange}, group_number = ${group}`.execute(
    tx,
  );

// --- Cards and their claims

interface BookRow {
  readonly key: string;
  readonly cardId: number;
  readonly live: boolean;
  readonly status: CardStatus;
  readonly deniedReason: string | null;
  readonly amount: number;
  readonly claim: CardPart | null;
}

/** A record's part in a claim, as the rules take it. */
const partColumn = sql`jsonb_build_object('claimId', part.claim_id, 'cardId', work.id,
        'frequency', claim.frequency, 'replaces', claim.replaces, 'superseded', part.superseded, 'charge', part.charge, 'insured', part.insured,
        'units', part.units, 'paid', part.paid, 'reversed', part.reversed, 'reason', part.reason,
        'problem', part.problem, 'posted', part.posted, 'icn', claim.icn, 'usage', batch.usage,
        'refused', case when part.refused_by is not null
          then jsonb_build_object('source', part.refused_by, 'reason', part.refused_reason) end)`;

/** By record, including deleted ones: a card that was saved again shares the claims of the earlier one. */
export const listBooks = async (
  db: Db,
  cardIds: readonly number[],
): Promise<ReadonlyMap<number, CardBook>> => {
  const rows = await queryRows<BookRow>(db)`with wanted as
      (select distinct care_plan_id, month from work where id = any(${[...cardIds]}::int[]))
    select work.care_plan_id || ' ' || work.month as key, work.id as "cardId", work.deleted is null as live,
      work.status, ${sealedBilling.cardDeniedReason()} as "deniedReason", work.amount::float8 as amount,
      case when part.claim_id is not null then ${partColumn} end as claim
    from wanted join work using (care_plan_id, month)
      left join claim_cards part on part.card_id = work.id
      left join claims claim on claim.id = part.claim_id
      left join claim_batches batch on batch.id = claim.batch_id
    order by claim.batch_id, claim.number`;
  const books = new Map<number, CardBook>();
  for (const [key, own] of Map.groupBy(rows, (row) => row.key)) {
    const live = own.find((row) => row.live);
    const book = {
      key,
      card: live
        ? { id: live.cardId, status: live.status, deniedReason: live.deniedReason, amount: live.amount }
        : null,
      claims: own.flatMap(({ claim }) => claim ?? []),
    };
    for (const { cardId } of own) books.set(cardId, book);
  }
  return books;
};

/** The claimed months of plans since a day, with all claims of their records; all clients if none are named. */
export const listAskedBooks = (db: Db, clientIds: readonly number[] | null, from: string) =>
  queryRows<AskedBook & { readonly clientId: number; readonly month: string }>(
    db,
  )`select work.client_id as "clientId",
      work.care_plan_id as "planId", to_char(work.month, 'YYYY-MM') as month, min(type.code) as type, array_agg(distinct work.id) as "cardIds",
      jsonb_agg(${partColumn} order by claim.batch_id, claim.number) as parts
    from work join care_plan_types type on type.id = work.type_id
      join claim_cards part on part.card_id = work.id
      join claims claim on claim.id = part.claim_id
      join claim_batches batch on batch.id = claim.batch_id
    where work.end_period >= ${from}::date and ${amongIds('work.client_id', clientIds)}
    group by work.client_id, work.care_plan_id, work.month ${preparedForOne(clientIds)}`;

/** Lines of claims with what was paid for each. */
export const listAskedClaims = (db: Db, ids: readonly string[]) =>
  queryRows<{
    readonly id: string;
    readonly par: string | null;
    readonly lines: SentLine[];
    readonly paidLines: LinePosting[] | null;
  }>(db)`select claim.id, claim.par, ${sealedBilling.claimLines('claim')} as lines,
      (select ${sealedBilling.answerLines('answer')} from claim_answers answer
        where answer.claim_id = claim.id and answer.outcome = 'paid' order by answer.id desc limit 1) as "paidLines"
    from claims claim where claim.id = any(${[...new Set(ids)]}::text[])`;

/** Every billing record of a client's plans in a month, including deleted ones. */
export const listRecordsOf = (db: Db, clientId: number, month: string) =>
  queryRows<{ id: number; planId: number }>(db)`select id, care_plan_id as "planId" from work
    where client_id = ${clientId} and month = ${`${month}-01`}::date order by id`;

/** Stores what cards currently have in claims, new and old ones. */
export const storeParts = async (tx: Tx, parts: readonly CardPart[]): Promise<void> => {
  const rows = JSON.stringify(
    parts.map(({ refused, ...part }) => ({
      ...part,
      refused_by: refused?.source ?? null,
      refused_reason: refused?.reason ?? null,
    })),
  );
  await sql`insert into claim_cards (claim_id, card_id, units, charge, insured, superseded, refused_by, refused_reason, paid,
      reversed, reason, problem, posted)
    select "claimId", "cardId", units, charge, coalesce(insured, 0), superseded, refused_by, refused_reason, paid, reversed, reason, problem,
      posted
    from jsonb_to_recordset(${rows}::jsonb) as part ("claimId" text, "cardId" int, units int, charge bigint,
      insured bigint, superseded boolean, refused_by text, refused_reason text, paid bigint, reversed boolean, reason text,
      problem text, posted text[])
    on conflict (claim_id, card_id) do update set superseded = excluded.superseded, refused_by = excluded.refused_by,
      refused_reason = excluded.refused_reason, paid = excluded.paid, reversed = excluded.reversed,
      reason = excluded.reason, problem = excluded.problem, posted = excluded.posted`.execute(tx);
};

// --- Clients and types

export const listClients = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ClaimClient>> => {
  const rows = await queryRows<ClaimClient>(db)`select id, last_name as "lastName", first_name as "firstName",
      middle_name as "middleName", ${medicaidNumber()} as medicaid, ${birthDate()} as dob, ${sealed.gender()}, address, address2, city, state, postal_code as "postalCode",
      ${sealed.icd10()} as diagnosis
    from people where id = any(${[...ids]}::int[])`;
  return new Map(rows.map((client) => [client.id, client]));
};

/** Dated terms by type code, with the codes of every program. */
export const listTerms = async (db: Db): Promise<ReadonlyMap<string, readonly Term[]>> => {
  const rows = await queryRows<{ code: string; terms: Term[] }>(db)`select type.code,
      jsonb_agg(term_json(term)) as terms
    from care_plan_types type join care_plan_type_terms term on term.type_id = type.id group by type.code`;
  return new Map(rows.map(({ code, terms }) => [code, terms]));
};

// --- Batches

export interface NewBatch extends Numbers {
  readonly kind: BatchKind;
  readonly month: string;
  readonly usage: 'T' | 'P';
  readonly fileName: string;
  readonly file: Buffer;
  readonly sets: readonly SentSet[];
  readonly refused: readonly unknown[];
  readonly claims: number;
  readonly lines: number;
  readonly units: number;
  readonly amount: number;
  readonly at: string;
  readonly by: string;
}

export const insertBatch = async (tx: Tx, batch: NewBatch): Promise<void> => {
  await tx
    .insertInto('claim_batches')
    .values({
      id: batch.batch,
      kind: batch.kind,
      month: `${batch.month}-01`,
      interchange: batch.interchange,
      group_number: batch.group,
      usage: batch.usage,
      file_name: batch.fileName,
      ...storedBatchFile(batch.file),
      sets: JSON.stringify(batch.sets),
      refused: JSON.stringify(batch.refused),
      claims: batch.claims,
      lines: batch.lines,
      units: batch.units,
      amount: batch.amount,
      created: batch.at,
      created_by: batch.by,
    })
    .execute();
};

/** Claims per insert, so that a month of the largest agencies does not become one huge statement. */
const CLAIMS_AT_ONCE = 500;

export const insertClaims = async (
  tx: Tx,
  batch: number,
  claims: readonly { readonly sent: SentClaim; readonly replaces: string | null }[],
): Promise<void> => {
  for (let at = 0; at < claims.length; at += CLAIMS_AT_ONCE) {
    const rows = JSON.stringify(
      claims.slice(at, at + CLAIMS_AT_ONCE).map(({ sent: { lines, ...sent }, replaces }, index) => ({
        ...sent,
        sent_lines: lines,
        replaces,
        number: at + index + 1,
        units: sum(lines.map(({ units }) => units)),
        insured: sum(lines.map(({ insured = 0 }) => insured)),
      })),
    );
    await sql`insert into claims (id, batch_id, number, client_id, place, par, frequency, original, replaces, charge, insured, units,
        ${sealedBilling.claimLines.column})
      select id, ${batch}, number, "clientId", place, par, frequency, original, replaces, charge, insured, units, sent_lines
      from jsonb_to_recordset(${rows}::jsonb) as claim (id text, number int, "clientId" int, place text, par text,
        frequency text, original text, replaces text, charge bigint, insured bigint, units int, sent_lines jsonb)`.execute(
      tx,
    );
  }
};

export interface StoredClaim {
  readonly sent: SentClaim;
  readonly icn: string | null;
  /** The month of its batch. */
  readonly month: string;
}

/** Claims as they were sent. */
export const listSentClaims = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredClaim>> => {
  const rows = await queryRows<SentClaim & { icn: string | null; month: string }>(db)`select claim.id,
      claim.client_id as "clientId", claim.place, claim.par, claim.frequency, claim.original, claim.charge, ${sealedBilling.claimLines('claim')},
      claim.icn, to_char(batch.month, 'YYYY-MM') as month
    from claims claim join claim_batches batch on batch.id = claim.batch_id
    where claim.id = any(${[...ids]}::text[]) order by claim.batch_id, claim.number`;
  return new Map(rows.map(({ icn, month, ...sent }) => [sent.id, { sent, icn, month }]));
};

const BATCH_ROWS = 500;

export const listBatchRows = (db: Db, search: string) =>
  queryRows<ClaimBatch>(db)`select batch.id, batch.kind, to_char(batch.month, 'YYYY-MM') as month,
      batch.interchange, batch.file_name as file, batch.usage, batch.claims, batch.lines, batch.units, batch.amount,
      (select count(distinct item ->> 'clientId')::int from jsonb_array_elements(batch.refused) as item)
        as "refusedClients",
      batch.created, batch.created_by as "createdBy", state.accepted, state.refused, state.answered, state.paid
    from (select * from claim_batches batch
        where ${isSearchedFile(
          search,
          sql`concat_ws(' ', batch.interchange, batch.file_name)`,
          sql`batch.id in (select claim.batch_id from claims claim join people client on client.id = claim.client_id
            where ${isSearchedClaim(search)})`,
        )}
        order by id desc limit ${BATCH_ROWS}) as batch
      cross join lateral (select count(*) filter (where accepted_by is not null)::int as accepted,
        count(*) filter (where refused_by is not null and paid is null)::int as refused,
        count(*) filter (where paid is not null)::int as answered, coalesce(sum(paid), 0)::bigint as paid
        from claims where batch_id = batch.id) as state
    order by batch.id desc`;

export const findBatchFile = (
  db: Db,
  id: number,
): Promise<
  | { readonly name: string; readonly file: Buffer; readonly usage: 'T' | 'P'; readonly isAnswered: boolean }
  | undefined
> =>
  queryRow<{
    name: string;
    file: Buffer;
    usage: 'T' | 'P';
    isAnswered: boolean;
  }>(db)`select file_name as name, ${sealedBilling.batchFile()}, usage,
      exists (select from claim_answers answer join claims claim on claim.id = answer.claim_id
        where claim.batch_id = claim_batches.id) as "isAnswered"
    from claim_batches where id = ${id}`;

// --- Proof

/** How visits of each type must be verified, by type code. */
export const listProofTypes = async (db: Db): Promise<ReadonlyMap<string, ProofType>> => {
  const rows = await queryRows<ProofType & { code: string }>(db)`select code, evv_needed as "evvNeeded",
      aggregator_code as "aggregatorCode" from care_plan_types`;
  return new Map(rows.map(({ code, ...type }) => [code, type]));
};

type PlanVisit = ProofVisit & { readonly planId: number };
interface Days {
  readonly from: string;
  readonly through: string;
}

/** Visits with the aggregator's latest answer. */
const listVisits = (db: Db, which: RawBuilder<unknown>) =>
  queryRows<PlanVisit>(db)`select visit.care_plan_id as "planId", visit.date,
      visit.status, visit.start_at as start, visit.end_at as end, record.status as sent, record.words as message,
      record.code
    from visits visit left join lateral (select status, ${sealedRecord.message()} as words, ${sealedRecord.firstProcedureCode()} as code
        from aggregator_records
        where type = 'Visit' and record_id = visit.id order by id desc limit 1) as record on true
    where ${which} and visit.removed is null
    order by visit.date, visit.start_at, visit.id`;

const ofPlansOn = (plans: RawBuilder<unknown>, { from, through }: Days) =>
  sql`visit.care_plan_id ${plans} and visit.date between ${from}::date and ${through}::date`;

export const findProofVisit = async (db: Db, visitId: number): Promise<ProofVisit | undefined> =>
  (await listVisits(db, sql`visit.id = ${visitId}`))[0];

/** The visits of plans, by plan. */
export const listProofVisits = async (
  db: Db,
  planIds: readonly number[],
  days: Days,
): Promise<ReadonlyMap<number, readonly ProofVisit[]>> => {
  const byPlan = new Map<number, ProofVisit[]>();
  for (const { planId, ...visit } of await listVisits(
    db,
    ofPlansOn(sql`= any(${[...planIds]}::int[])`, days),
  ))
    byPlan.set(planId, [...(byPlan.get(planId) ?? []), visit]);
  return byPlan;
};

export const listVisitsOfClient = (db: Db, clientId: number, days: Days): Promise<PlanVisit[]> =>
  listVisits(db, ofPlansOn(sql`in (select id from care_plans where client_id = ${clientId})`, days));

interface StoredSheet extends Omit<SheetFacts, 'claims'> {
  readonly claims: readonly (Omit<SheetFacts['claims'][number], 'lines'> & Pick<SentClaim, 'lines'>)[];
}

/** What the control sheet of a file prints. */
export const findSheet = async (db: Db, id: number): Promise<SheetFacts | undefined> => {
  const sheet = await queryRow<StoredSheet>(db)`select batch.id, batch.file_name as file,
      to_char(batch.month, 'YYYY-MM') as month, batch.lines, batch.units, batch.amount, batch.refused,
      (select coalesce(jsonb_agg(jsonb_build_object('id', claim.id,
          'client', ${listedName('client')}, 'lines', ${sealedBilling.claimLines('claim')},
          'units', claim.units, 'charge', claim.charge) order by client.sort_key, claim.number), '[]')
        from claims claim join people client on client.id = claim.client_id
        where claim.batch_id = batch.id) as claims
    from claim_batches batch where batch.id = ${id}`;
  return (
    sheet && { ...sheet, claims: sheet.claims.map((claim) => ({ ...claim, lines: claim.lines.length })) }
  );
};
