import type { CardStatus } from '@homecare/domain/billing/schema.ts';
import { ADMIN } from '@homecare/domain/call.ts';
import type { SentBatch, SentSet } from '@homecare/domain/claims/claim-answers.ts';
import { type ClaimedOfCard, claimingOfRest, leftToClaim } from '@homecare/domain/claims/left-to-claim.ts';
import type { LinePosting } from '@homecare/domain/claims/posting.ts';
import type { AnswerRow, Denial, Payment } from '@homecare/domain/claims/schema.ts';
import type { SentLine } from '@homecare/domain/claims/sent-claim.ts';
import { type Upload, uploadOfCard } from '@homecare/domain/claims/uploads.ts';
import { type RawBuilder, sql } from 'kysely';
import { asksFor, claimedOfLive } from '../billing/claimed.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import type { Db } from '../platform/db/rows.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedBilling, storedPayments } from '../platform/sealed/billing.ts';
import { isSearchedClaim, isSearchedFile } from './claim-search.ts';

/** What the payer said about claims: files, answers, denials. */

type Usage = 'T' | 'P';

/** Batches a file may be about, found by any of the numbers they were sent with. */
export const listSentBatches = async (
  db: Db,
  by: {
    readonly interchanges: readonly number[];
    readonly groups: readonly number[];
    readonly ids: readonly number[];
  },
): Promise<SentBatch[]> => {
  const rows = await queryRows<{
    interchange: number;
    group: number;
    sets: SentSet[];
    file: Buffer | null;
  }>(db)`select interchange, group_number as "group", sets,
      case when group_number = any(${[...by.groups]}::int[]) then ${sealedBilling.batchFile()} end as file
    from claim_batches where interchange = any(${[...by.interchanges]}::int[])
      or group_number = any(${[...by.groups]}::int[]) or id = any(${[...by.ids]}::int[])
    order by id`;
  return rows.map(({ file, ...batch }) => ({ ...batch, file: file?.toString('latin1') ?? '' }));
};

export interface NewAnswer {
  readonly claimId: string;
  readonly source: string;
  readonly outcome: 'accepted' | 'refused' | 'paid' | 'taken back';
  readonly reason: string | null;
  readonly icn: string | null;
  readonly paid: number | null;
  readonly problem: string | null;
  readonly key: string | null;
  readonly lines: readonly LinePosting[] | null;
}

export const insertAnswers = async (tx: Tx, fileId: number, answers: readonly NewAnswer[]): Promise<void> => {
  if (answers.length === 0) return;
  await sql`insert into claim_answers (file_id, claim_id, source, outcome, reason, icn, paid, problem, key, ${sealedBilling.answerLines.column})
    select ${fileId}, "claimId", source, outcome, reason, icn, paid, problem, key, ${sealedBilling.answerLines.column}
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as answer ("claimId" text, source text, outcome text,
      reason text, icn text, paid bigint, problem text, key text, ${sealedBilling.answerLines.column} jsonb)`.execute(
    tx,
  );
};

/** Payments of these claims that have been posted already, from whatever source. */
export const listPostedKeys = async (tx: Tx, claimIds: readonly string[]): Promise<string[]> => {
  const rows = await queryRows<{ key: string }>(tx)`select key from claim_answers
    where claim_id = any(${[...claimIds]}::text[]) and key is not null`;
  return rows.map(({ key }) => key);
};

export interface LastPayment {
  readonly claimId: string;
  readonly outcome: 'paid' | 'taken back';
  readonly key: string;
  readonly lines: LinePosting[] | null;
  /** The receipt of the file, with its hash in hexadecimal digits; null for a payment by hand. */
  readonly file: { readonly key: string; readonly sha256: string } | null;
}

/** The payer's latest payment answer for each of these claims. */
export const listLastPayments = (db: Db, claimIds: readonly string[]) =>
  queryRows<LastPayment>(
    db,
  )`select distinct on (answer.claim_id) answer.claim_id as "claimId", answer.outcome,
      answer.key, ${sealedBilling.answerLines('answer')} as lines,
      case when file.stored_key is not null
        then jsonb_build_object('key', file.stored_key, 'sha256', encode(file.sha256, 'hex')) end as file
    from claim_answers answer join claim_answer_files file on file.id = answer.file_id
    where answer.claim_id = any(${[...claimIds]}::text[]) and answer.outcome in ('paid', 'taken back')
    order by answer.claim_id, answer.id desc`;

export interface ClaimNews {
  readonly id: string;
  readonly acceptedBy: string | null;
  readonly icn: string | null;
}

/** Updates claims from their cards' parts, with the payer's number and who accepted them. */
export const refreshClaims = async (tx: Tx, news: readonly ClaimNews[]): Promise<void> => {
  if (news.length === 0) return;
  await sql`update claims claim set accepted_by = coalesce(news."acceptedBy", claim.accepted_by),
      icn = coalesce(news.icn, claim.icn), refused_by = part.refused_by, refused_reason = part.refused_reason,
      paid = part.paid, reversed = part.reversed, reason = part.reason, problem = part.problem
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as news (id text, "acceptedBy" text, icn text)
      join (select claim_id, max(refused_by) as refused_by, max(refused_reason) as refused_reason,
          sum(paid)::bigint as paid, bool_or(reversed) as reversed, string_agg(distinct reason, ' ') as reason,
          max(problem) as problem
        from claim_cards group by claim_id) as part on part.claim_id = news.id
    where claim.id = news.id`.execute(tx);
};

// --- Files

/** What was found in a file. */
export interface Reading {
  readonly kinds: readonly string[];
  readonly state: AnswerRow['state'];
  readonly payments: readonly Payment[];
  readonly remarks: readonly string[];
  /** Why the file was refused. */
  readonly faults: readonly string[];
  /** The insurer that sent it; null means Medicaid. */
  readonly payerId: number | null;
}

export interface NewFile extends Reading {
  readonly name: string;
  /** Null for a payment by hand. */
  readonly stored: { readonly sha256: Buffer; readonly key: string } | null;
  readonly at: string;
  readonly by: string;
}

export const insertFile = async (tx: Tx, file: NewFile): Promise<number> => {
  const { id } = await tx
    .insertInto('claim_answer_files')
    .values({
      name: file.name,
      kinds: [...file.kinds],
      sha256: file.stored?.sha256 ?? null,
      stored_key: file.stored?.key ?? null,
      state: file.state,
      payer_id: file.payerId,
      ...storedPayments(file.payments),
      remarks: JSON.stringify(file.remarks),
      faults: JSON.stringify(file.faults),
      received: file.at,
      received_by: file.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const markPosted = (tx: Tx, id: number, unmatched: readonly string[], remarks: readonly string[]) =>
  sql`update claim_answer_files set state = 'posted', ${sealedBilling.fileUnmatched.to(sql`${JSON.stringify(unmatched)}::jsonb`)},
      remarks = remarks || ${JSON.stringify(remarks)}::jsonb
    where id = ${id}`.execute(tx);

/** Updates what was read from a file that was refused before; a newer release may understand it. */
export const updateReading = (
  tx: Tx,
  id: number,
  { kinds, state, payments, remarks, faults, payerId }: Reading,
) =>
  sql`update claim_answer_files set kinds = ${[...kinds]}::text[], state = ${state},
      ${sealedBilling.filePayments.to(sql`${JSON.stringify(payments)}::jsonb`)}, remarks = ${JSON.stringify(remarks)}::jsonb,
      faults = ${JSON.stringify(faults)}::jsonb, payer_id = ${payerId}
    where id = ${id}`.execute(tx);

const FILE_ROWS = 500;

const listFiles = (db: Db, where: RawBuilder<unknown>) =>
  queryRows<AnswerRow>(
    db,
  )`select file.id, file.name, file.kinds, file.state, ${sealedBilling.filePayments('file')},
      file.faults, said.claims, said.refused,
      (select count(*)::int from parked_claims where file_id = file.id and state = 'parked') as parked,
      ${sealedBilling.fileUnmatched('file')}, file.remarks, file.payer_id as "payerId", file.received, file.received_by as "receivedBy"
    from (select * from claim_answer_files file where ${where} order by id desc limit ${FILE_ROWS}) as file
      cross join lateral (select count(distinct claim_id)::int as claims,
        count(distinct claim_id) filter (where outcome = 'refused')::int as refused
        from claim_answers where file_id = file.id) as said
    order by file.id desc`;

export const listFileRows = (db: Db, search = ''): Promise<AnswerRow[]> =>
  listFiles(
    db,
    isSearchedFile(
      search,
      sql`file.name`,
      sql`file.id in (select answer.file_id from claim_answers answer join claims claim on claim.id = answer.claim_id
        join people client on client.id = claim.client_id where ${isSearchedClaim(search)})`,
    ),
  );
export const findFileRow = async (db: Db, id: number): Promise<AnswerRow | undefined> =>
  (await listFiles(db, sql`file.id = ${id}`))[0];
export const findSameFile = async (db: Db, sha256: Buffer): Promise<AnswerRow | undefined> =>
  (await listFiles(db, sql`file.sha256 = ${sha256}`))[0];

/** Those of the names under which a file has been loaded. */
export const listKnownNames = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await queryRows<{ name: string }>(db)`select name from claim_answer_files
    where name = any(${[...names]}::text[])`;
  return new Set(rows.map(({ name }) => name));
};

interface Stored {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly sha256: Buffer;
}

/** Remittances waiting to be posted, oldest first. */
export const listWaiting = (tx: Tx) =>
  queryRows<Stored>(tx)`select id, name, stored_key as key, sha256 from claim_answer_files
    where state = 'waiting' order by id`;

export const findStored = (db: Db, id: number) =>
  queryRow<Stored>(db)`select id, name, stored_key as key, sha256 from claim_answer_files
    where id = ${id} and stored_key is not null`;

// --- Denials

export interface DenialRow extends Omit<Denial, 'lines' | 'state' | 'fixed' | 'from' | 'through' | 'reason'> {
  readonly sentLines: SentLine[];
  /** From the last payment that was not a reversal. */
  readonly paidLines: LinePosting[] | null;
  readonly refusedReason: string | null;
  readonly reason: string | null;
  readonly problem: string | null;
  readonly isOverpaid: boolean;
}

/** The claim was paid for a plan and month that no longer has a record. */
const overpaid = sql`claim.paid > 0 and exists (select from claim_cards part join work on work.id = part.card_id
  where part.claim_id = claim.id and not part.superseded and part.paid > 0
    and not exists (select from work live where live.care_plan_id = work.care_plan_id and live.month = work.month
      and live.deleted is null))`;

/** The amount written off or billed to the client. */
const settled = sql`coalesce((select sum(settlement.amount)::float8 from claim_settlements settlement
  where settlement.claim_id = claim.id and settlement.undone is null), 0)`;

/**
 * Claims that were refused, denied, partly paid or do not fit and have a card that is not settled, and claims paid for a card that
 * no longer exists; claims that have been replaced are left out. Corrected claims waiting for a file are a separate list.
 */
export const listDenialRows = (
  db: Db,
  which: 'open' | 'waiting',
  { timeZone: zone, claims: { usage } }: Pick<Scope['settings'], 'timeZone' | 'claims'>,
  ids: readonly string[] | null = null,
) =>
  queryRows<DenialRow>(db)`select claim.id, claim.frequency, claim.client_id as "clientId",
      ${listedName('client')} as client, to_char(batch.month, 'YYYY-MM') as month,
      claim.par, claim.icn, claim.charge, claim.insured, claim.paid, ${sealedBilling.claimLines('claim')} as "sentLines",
      (select ${sealedBilling.answerLines('answer')} from claim_answers answer where answer.claim_id = claim.id and answer.outcome = 'paid'
        order by answer.id desc limit 1) as "paidLines",
      case when claim.paid is null then claim.refused_reason end as "refusedReason", claim.reason, claim.problem,
      batch.created as sent, (select to_char(max(file.received) at time zone ${zone}, 'YYYY-MM-DD') from claim_answers answer
        join claim_answer_files file on file.id = answer.file_id where answer.claim_id = claim.id) as decided,
      claim.owner_id as "ownerId", ${sealedBilling.claimNote('claim')}, claim.rev, ${overpaid} as "isOverpaid",
      coalesce((select sum(part.paid) from claim_cards part join work on work.id = part.card_id
        where part.claim_id = claim.id and not part.superseded and not exists (select from work live
          where live.care_plan_id = work.care_plan_id and live.month = work.month and live.deleted is null)), 0)::float8
        as overpaid, ${settled} as settled,
      coalesce((select before.charge - before.insured from claims before
        where before.id = claim.replaces and claim.paid is null), 0)::float8 as standing
    from claims claim join claim_batches batch on batch.id = claim.batch_id
      join people client on client.id = claim.client_id
    where claim.frequency <> '8' and ${asksFor(usage)} and (${ids}::text[] is null or claim.id = any(${ids}::text[]))
      and ${which === 'waiting'} = exists (select from claim_corrections correction
        where correction.claim_id = claim.id and correction.batch_id is null)
      and (${overpaid}
        or ((claim.problem is not null or claim.paid < claim.charge - claim.insured
            or (claim.refused_by is not null and claim.paid is null))
          and ${settled} < claim.charge - claim.insured - coalesce(claim.paid, 0)
          and exists (select from claim_cards part join work on work.id = part.card_id
            where part.claim_id = claim.id and not part.superseded and work.deleted is null
              and work.status <> 'Paid')))
      and not exists (select from claims again where again.replaces = claim.id
        and (again.refused_by is null or again.paid is not null))
    order by batch.month, client.sort_key, claim.batch_id, claim.number`;

export const listOwners = (db: Db) =>
  queryRows<{ id: number; name: string }>(db)`select id, full_name as name from accounts
    where role = any(${[...ADMIN]}::text[]) and deleted is null order by full_name, id`;

export const lockDenial = (tx: Tx, id: string) =>
  queryRow<{
    ownerId: number | null;
    note: string | null;
    rev: number;
  }>(
    tx,
  )`select owner_id as "ownerId", ${sealedBilling.claimNote()}, rev from claims where id = ${id} for update`;

export const updateDenial = (
  tx: Tx,
  id: string,
  of: { readonly ownerId: number | null; readonly note: string | null },
) =>
  sql`update claims set owner_id = ${of.ownerId}, ${sealedBilling.claimNote.to(of.note)}, rev = rev + 1 where id = ${id}`.execute(
    tx,
  );

// --- Paid and unpaid

/** Clients' claims that were paid in whole or in part and have not been replaced. */
export const listPaidClaims = (
  db: Db,
  clientIds: readonly number[],
  { usage, replaced }: { readonly usage: Usage; readonly replaced: readonly string[] },
) =>
  queryRows<{ clientId: number; lines: SentLine[]; paidLines: LinePosting[] | null }>(
    db,
  )`select claim.client_id as "clientId", ${sealedBilling.claimLines('claim')} as lines,
      (select ${sealedBilling.answerLines('answer')} from claim_answers answer where answer.claim_id = claim.id
        and answer.outcome = 'paid' order by answer.id desc limit 1) as "paidLines"
    from claims claim join claim_batches batch on batch.id = claim.batch_id
    where claim.client_id = any(${[...clientIds]}::int[]) and claim.paid > 0 and claim.frequency <> '8'
      and ${asksFor(usage)} and claim.id <> all(${[...replaced]}::text[])
      and not exists (select from claims again where again.replaces = claim.id and again.paid is not null)`;

export interface UndecidedRow {
  readonly id: string;
  readonly clientId: number;
  readonly client: string;
  /** The amount expected from the payer. */
  readonly open: number;
  readonly lines: SentLine[];
}

/** Claims the payer has neither decided nor refused. For a correction, what the corrected claim was already paid is not expected again. */
export const listUndecidedClaims = (db: Db, usage: Usage) =>
  queryRows<UndecidedRow>(
    db,
  )`select claim.id, claim.client_id as "clientId", ${listedName('client')} as client,
      (claim.charge - claim.insured - coalesce((select before.paid from claims before where before.id = claim.replaces), 0))::float8
        as open, ${sealedBilling.claimLines('claim')} as lines
    from claims claim join claim_batches batch on batch.id = claim.batch_id
      join people client on client.id = claim.client_id
    where claim.paid is null and claim.refused_by is null and claim.frequency <> '8'
      and ${asksFor(usage)}
      and exists (select from claim_cards part where part.claim_id = claim.id and not part.superseded)`;

/** An answer, with or without money, and the file it came in. */
export interface AnswerOfFile {
  readonly key: string | null;
  readonly fileId: number;
  readonly received: string;
}

export interface ClaimDaysRow {
  readonly lines: SentLine[];
  readonly sent: string;
  /** The first decision; null until there is one. */
  readonly decision: AnswerOfFile | null;
  readonly isDenied: boolean;
  /** The first answer with money; null until there is one. */
  readonly payment: AnswerOfFile | null;
}

/** Claims first sent, decided or paid since a day, with their days of service. */
export const listClaimDays = (
  db: Db,
  since: string,
  { timeZone: zone, claims: { usage } }: Pick<Scope['settings'], 'timeZone' | 'claims'>,
) =>
  queryRows<ClaimDaysRow>(
    db,
  )`select ${sealedBilling.claimLines('claim')} as lines, to_char(batch.created at time zone ${zone}, 'YYYY-MM-DD') as sent,
      case when first.file_id is not null then json_build_object('key', first.key, 'fileId', first.file_id,
        'received', to_char(first.received at time zone ${zone}, 'YYYY-MM-DD')) end as decision,
      coalesce(first.paid = 0 and claim.insured < claim.charge, false) as "isDenied",
      case when money.file_id is not null then json_build_object('key', money.key, 'fileId', money.file_id,
        'received', to_char(money.received at time zone ${zone}, 'YYYY-MM-DD')) end as payment
    from claims claim join claim_batches batch on batch.id = claim.batch_id
      left join lateral (select file.received, answer.paid, answer.file_id, answer.key from claim_answers answer
        join claim_answer_files file on file.id = answer.file_id
        where answer.claim_id = claim.id and answer.outcome = 'paid' order by answer.id limit 1) as first on true
      left join lateral (select file.received, answer.file_id, answer.key from claim_answers answer
        join claim_answer_files file on file.id = answer.file_id
        where answer.claim_id = claim.id and answer.outcome = 'paid' and answer.paid > 0
        order by answer.id limit 1) as money on true
    where claim.frequency = '1' and ${asksFor(usage)} and (batch.created >= ${since}::date or first.received >= ${since}::date
      or money.received >= ${since}::date)`;

/** Payments by the file they came in. */
export const listPaymentsOfFiles = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Payment[]>> => {
  const rows = await queryRows<{ id: number; payments: Payment[] }>(
    db,
  )`select id, ${sealedBilling.filePayments()} from claim_answer_files where id = any(${[...ids]}::int[])`;
  return new Map(rows.map(({ id, payments }) => [id, payments]));
};

export interface UnclaimedRecord {
  readonly id: number;
  readonly clientId: number;
  readonly client: string;
  readonly isPrivate: boolean;
  readonly month: string;
  readonly upload: Upload;
  /** In cents, and on no claim. */
  readonly amount: number;
  readonly startPeriod: string;
  readonly endPeriod: string;
}

/** Records that no claim covers in full and that a later upload takes, whoever pays for them. */
export const listUnclaimedRecords = async (db: Db, usage: Usage): Promise<UnclaimedRecord[]> => {
  const rows = await queryRows<
    Omit<UnclaimedRecord, 'upload'> & {
      readonly customDate: string | null;
      readonly status: CardStatus;
      readonly claimed: ClaimedOfCard;
    }
  >(db)`select live.id, live.client_id as "clientId", ${listedName('client')} as client,
      client.private_client as "isPrivate", to_char(live.month, 'YYYY-MM') as month,
      to_char(live.custom_month, 'YYYY-MM') as "customDate", live.amount::float8 as amount,
      live.start_period as "startPeriod", live.end_period as "endPeriod", live.status, to_json(claimed) as claimed
    from work live join people client on client.id = live.client_id
      cross join lateral (${claimedOfLive(usage)}) as claimed
    where live.deleted is null and live.status <> 'Paid' and live.amount > claimed.charge + claimed."ofClient"`;
  return rows.flatMap(({ status, claimed, customDate, ...record }) => {
    if (claimingOfRest(status, claimed) !== 'upload') return [];
    const upload = uploadOfCard({ status, date: record.month, customDate });
    return [{ ...record, upload, amount: leftToClaim(record.amount, claimed) }];
  });
};
