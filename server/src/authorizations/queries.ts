import type { Exceeded, Justified } from '@homecare/domain/authorizations/exceeded.ts';
import type { LedgerPar } from '@homecare/domain/authorizations/ledger.ts';
import type { LimitedType } from '@homecare/domain/authorizations/limits.ts';
import type { NamedClient } from '@homecare/domain/authorizations/named-client.ts';
import type { Par } from '@homecare/domain/authorizations/pars.ts';
import type { ClientPar, ClientProgram, Justification } from '@homecare/domain/authorizations/schema.ts';
import type { ClaimProgram, ProgramFrom } from '@homecare/domain/plan-types/programs.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { amongIds, PREPARED, preparedForOne } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedJustification } from '../platform/sealed/authorizations.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';

/**
 * Claims that use up units. Refused, denied (unless insurers paid all) and replaced claims do not, nor do those that a new claim is
 * about to replace.
 */
const usingUp = (replaced: readonly string[]) => sql`claim.frequency <> '8' and not part.superseded
  and not (part.refused_by is not null and part.paid is null) and (part.paid is distinct from 0 or part.insured = part.charge)
  and claim.id <> all(${[...replaced]}::text[])`;

/** Clients' authorizations, each with what claims have used. */
export const listParsOf = async (
  db: Db,
  clientIds: readonly number[],
  replaced: readonly string[] = [],
): Promise<ReadonlyMap<number, readonly (ClientPar & Par)[]>> => {
  const rows = await queryRows<ClientPar & Par & { clientId: number }>(db)`with used as (
      select claim.client_id, claim.par, card.type_id, sum(part.units)::int as units from claims claim
        join claim_cards part on part.claim_id = claim.id join work card on card.id = part.card_id
      where claim.client_id = any(${[...clientIds]}::int[]) and ${usingUp(replaced)}
      group by claim.client_id, claim.par, card.type_id)
    select par.id, par.client_id as "clientId", type.code as type, par.number, par.from_date as from,
      par.through_date as through, par.units, coalesce(used.units, 0) as used, par.rev
    from client_pars par join care_plan_types type on type.id = par.type_id
      left join used on used.client_id = par.client_id and used.par = par.number
        and used.type_id = par.type_id
    where par.client_id = any(${[...clientIds]}::int[]) and par.deleted is null
    order by par.client_id, type.position, par.from_date, par.id`;
  const renewed = rows.filter((row) => rows.some((other) => other !== row && isRenewalOf(other, row)));
  const days = renewed.length === 0 ? [] : await listUsedDays(db, renewed, replaced);
  const pars = new Map<number, (ClientPar & Par)[]>();
  for (const row of rows) {
    const own = days.filter((day) => isRenewalOf(day, row) && row.from <= day.day && day.day <= row.through);
    const used = renewed.includes(row) ? sum(own.map(({ units }) => units)) : row.used;
    const { clientId, ...par } = { ...row, used };
    pars.set(clientId, [...(pars.get(clientId) ?? []), par]);
  }
  return pars;
};

type Numbered = Pick<Par, 'number' | 'type'> & { readonly clientId: number };

/** The same number and type for another period. What claims used is then counted separately by the day of service. */
const isRenewalOf = (other: Numbered, { clientId, number, type }: Numbered) =>
  other.clientId === clientId && other.number === number && other.type === type;

interface UsedUnitsOfDay extends Numbered {
  readonly day: string;
  readonly units: number;
}

const listUsedDays = async (
  db: Db,
  pars: readonly Numbered[],
  replaced: readonly string[],
): Promise<UsedUnitsOfDay[]> => {
  const rows = await queryRows<Numbered & { cardId: number; lines: readonly SentDay[] }>(db)`select
      claim.client_id as "clientId", claim.par as number, type.code as type, part.card_id as "cardId",
      ${sealedBilling.claimLines('claim')} as lines
    from claims claim join claim_cards part on part.claim_id = claim.id
      join work card on card.id = part.card_id join care_plan_types type on type.id = card.type_id
    where claim.client_id = any(${[...new Set(pars.map(({ clientId }) => clientId))]}::int[])
      and claim.par = any(${[...new Set(pars.map(({ number }) => number))]}::text[]) and ${usingUp(replaced)}`;
  return rows.flatMap(({ cardId, lines, ...par }) =>
    lines.flatMap(({ day, shares }) =>
      shares.flatMap((share) => (share.cardId === cardId ? [{ ...par, day, units: share.units }] : [])),
    ),
  );
};

/** The stored part of a claim's line. */
interface SentDay {
  readonly day: string;
  readonly shares: readonly { readonly cardId: number; readonly units: number }[];
}

export interface ParRow {
  readonly type: string;
  readonly number: string;
  readonly from: string;
  readonly through: string;
  readonly units: number | null;
}
export interface LimitedPlan {
  readonly clientId: number;
  readonly providerId: number;
  readonly isPrivate: boolean;
  /** Code of the care plan type. */
  readonly type: string;
}

export const findLimitedPlan = (db: Db, planId: number) =>
  queryRow<LimitedPlan>(db)`select plan.client_id as "clientId", plan.provider_id as "providerId",
      client.private_client as "isPrivate", type.code as type
    from care_plans plan join people client on client.id = plan.client_id
      join care_plan_types type on type.id = plan.type_id
    where plan.id = ${planId}`;

export const isClient = async (db: Db, id: number): Promise<boolean> => {
  const rows = await queryRows(db)`select 1 from people where id = ${id} and kind = 'Client'
    and merged_into is null`;
  return rows.length > 0;
};

/** The client's authorizations except the one being saved. */
export const listOtherPars = (tx: Tx, clientId: number, id: number | null) =>
  queryRows<ParRow>(
    tx,
  )`select type.code as type, par.number, par.from_date as from, par.through_date as through,
      par.units
    from client_pars par join care_plan_types type on type.id = par.type_id
    where par.client_id = ${clientId} and par.deleted is null and par.id is distinct from ${id}
    order by par.from_date, par.id`;

export const listTypeCodes = async (db: Db): Promise<string[]> => {
  const rows = await queryRows<{ code: string }>(db)`select code from care_plan_types order by position`;
  return rows.map(({ code }) => code);
};

export const insertPar = async (
  tx: Tx,
  clientId: number,
  par: ParRow,
  { at, by }: Stamp,
): Promise<number> => {
  const rows = await queryRows<{ id: number }>(tx)`insert into client_pars
      (client_id, type_id, number, from_date, through_date, units, modified, modified_by)
    values (${clientId}, (select id from care_plan_types where code = ${par.type}), ${par.number}, ${par.from},
      ${par.through}, ${par.units}, ${at}, ${by}) returning id`;
  return rows[0]?.id ?? 0;
};

export const lockPar = (tx: Tx, id: number) =>
  queryRow<ParRow & { clientId: number; rev: number }>(tx)`select par.client_id as "clientId",
      type.code as type, par.number, par.from_date as from, par.through_date as through, par.units, par.rev
    from client_pars par join care_plan_types type on type.id = par.type_id
    where par.id = ${id} and par.deleted is null for update of par`;

export const updatePar = (tx: Tx, id: number, par: ParRow, { at, by }: Stamp) =>
  sql`update client_pars set type_id = (select id from care_plan_types where code = ${par.type}),
      number = ${par.number}, from_date = ${par.from}, through_date = ${par.through}, units = ${par.units},
      modified = ${at}, modified_by = ${by}, rev = rev + 1
    where id = ${id}`.execute(tx);

export const markParDeleted = (tx: Tx, id: number, { at, by }: Stamp) =>
  sql`update client_pars set deleted = ${at}, modified = ${at}, modified_by = ${by}, rev = rev + 1
    where id = ${id}`.execute(tx);

// --- Many at once

/** All clients, to match the names in a file. */
export const listClientsByName = (db: Db) =>
  queryRows<Omit<NamedClient, 'payers'>>(
    db,
  )`select id, coalesce(last_name, '') as last, coalesce(first_name, '') as first,
      ${medicaidNumber()} as medicaid, private_client as "isPrivate", cur = 'y' as "isActive"
    from people where kind = 'Client' and merged_into is null order by id`;

/** Care plan types with their terms, by the names that files use. */
export const listTypesWithTerms = (db: Db) =>
  queryRows<{ readonly code: string; readonly name: string; readonly terms: Term[] }>(db)`select type.code,
      type.name, coalesce((select jsonb_agg(term_json(term)) from care_plan_type_terms term
        where term.type_id = type.id), '[]') as terms
    from care_plan_types type order by type.position`;

/**
 * Locks clients until the transaction ends, so that no two authorizations of a client are saved at once. The order is fixed, so that
 * two files never wait for each other.
 */
export const lockClients = async (
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly isPrivate: boolean }>> => {
  const rows = await queryRows<{ id: number; isPrivate: boolean }>(
    tx,
  )`select id, private_client as "isPrivate"
    from people where id = any(${[...ids]}::int[]) and kind = 'Client' and merged_into is null
    order by id for no key update`;
  return new Map(rows.map(({ id, ...client }) => [id, client]));
};

export type ClientParRow = ParRow & { readonly clientId: number };

export const listEnteredPars = (db: Db | Tx, clientIds: readonly number[]) =>
  queryRows<ClientParRow>(db)`select par.client_id as "clientId", type.code as type, par.number,
      par.from_date as from, par.through_date as through, par.units
    from client_pars par join care_plan_types type on type.id = par.type_id
    where par.client_id = any(${[...clientIds]}::int[]) and par.deleted is null
    order by par.client_id, par.from_date, par.id`;

export const insertPars = (tx: Tx, pars: readonly ClientParRow[], { at, by }: Stamp) =>
  sql`insert into client_pars
      (client_id, type_id, number, from_date, through_date, units, modified, modified_by)
    select row.client_id, type.id, row.number, row.from_date, row.through_date, row.units, ${at}, ${by}
    from unnest(${pars.map(({ clientId }) => clientId)}::int[], ${pars.map(({ type }) => type)}::text[],
      ${pars.map(({ number }) => number)}::text[], ${pars.map(({ from }) => from)}::date[],
      ${pars.map(({ through }) => through)}::date[], ${pars.map(({ units }) => units)}::int[])
      row (client_id, type, number, from_date, through_date, units)
    join care_plan_types type on type.code = row.type`.execute(tx);

/** The last authorized days of clients who have any. */
export const listLastParDays = (tx: Tx, clientIds: readonly number[]) =>
  queryRows<{ readonly clientId: number; readonly through: string }>(tx)`select client_id as "clientId",
      max(through_date) as through from client_pars
    where client_id = any(${[...clientIds]}::int[]) and deleted is null group by client_id order by client_id`;

// --- Programs

const programColumns = sql`id, from_date as from, program, name, rev`;

/** One client's programs, newest first. */
export const listClientPrograms = (db: Db, clientId: number) =>
  queryRows<ClientProgram>(db)`select ${programColumns} from client_programs
    where client_id = ${clientId} and deleted is null order by from_date desc`;

/** Clients' programs by day; a client without any is missing. */
export const listProgramsOf = async (
  db: Db,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ProgramFrom[]>> => {
  const rows = await queryRows<{ clientId: number; programs: ProgramFrom[] }>(
    db,
  )`select client_id as "clientId", programs_of(client_id) as programs from client_programs
    where client_id = any(${[...clientIds]}::int[]) and deleted is null group by client_id`;
  return new Map(rows.map(({ clientId, programs }) => [clientId, programs]));
};

type ProgramRow = Omit<ClientProgram, 'id' | 'rev'>;

export const lockProgram = (tx: Tx, id: number) =>
  queryRow<ClientProgram & { clientId: number }>(tx)`select ${programColumns}, client_id as "clientId"
    from client_programs where id = ${id} and deleted is null for update`;

export const insertProgram = async (
  tx: Tx,
  clientId: number,
  { from, program, name }: ProgramRow,
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into client_programs
      (client_id, from_date, program, name, modified, modified_by)
    values (${clientId}, ${from}, ${program}, ${name}, ${at}, ${by}) returning id`;
  return row?.id ?? 0;
};

export const updateProgram = (tx: Tx, id: number, { from, program, name }: ProgramRow, { at, by }: Stamp) =>
  sql`update client_programs set from_date = ${from}, program = ${program}, name = ${name}, modified = ${at},
      modified_by = ${by}, rev = rev + 1 where id = ${id}`.execute(tx);

export const markProgramDeleted = (tx: Tx, id: number, { at, by }: Stamp) =>
  sql`update client_programs set deleted = ${at}, modified = ${at}, modified_by = ${by}, rev = rev + 1
    where id = ${id}`.execute(tx);

// --- Ledger

export interface LedgerParRow extends LedgerPar {
  readonly clientId: number;
  readonly rev: number;
  /** The client lives in the outside area, which has its own rates. */
  readonly isOutside: boolean;
  /** The client is archived, so nobody will use what is left. */
  readonly isArchived: boolean;
}

const ledgerPar = sql`select par.id, par.client_id as "clientId", type.code as type, par.number, par.from_date as from,
  par.through_date as through, par.units, par.rev,
  exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside",
  client.cur <> 'y' as "isArchived"
  from client_pars par join care_plan_types type on type.id = par.type_id join people client on client.id = par.client_id`;

/** The dated terms of types by code. */
export const listTermsOf = async (
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly Term[]>> => {
  if (codes.length === 0) return new Map();
  const rows = await queryRows<{ code: string; terms: Term[] }>(db)`select type.code,
      jsonb_agg(term_json(term)) as terms
    from care_plan_types type join care_plan_type_terms term on term.type_id = type.id
    where type.code = any(${[...new Set(codes)]}::text[]) group by type.code`;
  return new Map(rows.map(({ code, terms }) => [code, terms]));
};

/** Authorizations that ended on a day or later, of some clients or of all. */
export const listLedgerPars = (db: Db, clientIds: readonly number[] | null, endedFrom: string) =>
  queryRows<LedgerParRow>(db)`${ledgerPar}
    where par.deleted is null and par.through_date >= ${endedFrom}::date
      and ${amongIds('par.client_id', clientIds)}
    order by par.client_id, type.position, par.from_date, par.id ${preparedForOne(clientIds)}`;

export const findLedgerPar = (db: Db, id: number) =>
  queryRow<LedgerParRow>(db)`${ledgerPar} where par.id = ${id} and par.deleted is null`;

interface ClientName {
  readonly name: string;
  readonly caseManager: string | null;
  readonly isPrivate: boolean;
  /** On the day. */
  readonly program: ClaimProgram | null;
}

export interface Names {
  readonly clients: ReadonlyMap<number, ClientName>;
  /** Names of care plan types by code. */
  readonly types: ReadonlyMap<string, string>;
}

/** In the order of names. */
export const listNames = async (db: Db, clientIds: readonly number[] | null, day: string): Promise<Names> => {
  const clients = await queryRows<ClientName & { id: number }>(db)`select id,
      ${listedName()} as name, case_manager as "caseManager", private_client as "isPrivate",
      (select program from client_programs own where own.client_id = people.id and own.deleted is null
        and own.from_date <= ${day}::date order by own.from_date desc limit 1) as program
    from people where kind = 'Client' and merged_into is null
      and ${clientIds === null ? sql`true` : sql`id = any(${[...clientIds]}::int[])`}
    order by sort_key, id`;
  const types = await queryRows<{ code: string; name: string }>(
    db,
  )`select code, name from care_plan_types order by position`;
  return {
    clients: new Map(clients.map(({ id, ...client }) => [id, client])),
    types: new Map(types.map(({ code, name }) => [code, name])),
  };
};

/** What limits and codes need to know about care plan types, by code. Pay categories are those of a day. */
export const listLimitedTypes = async (
  db: Db,
  day: string,
): Promise<ReadonlyMap<string, LimitedType & { readonly terms: readonly Term[] }>> => {
  const rows = await queryRows<LimitedType & { code: string; terms: Term[] }>(
    db,
  )`select type.code, type.relative,
      (select term.pay_category from care_plan_type_terms term
        where term.type_id = type.id and term.valid_from <= ${day}::date
        order by term.valid_from desc limit 1) as "payCategory",
      coalesce((select jsonb_agg(term_json(term)) from care_plan_type_terms term where term.type_id = type.id), '[]')
        as terms
    from care_plan_types type order by type.position ${PREPARED}`;
  return new Map(rows.map(({ code, ...type }) => [code, type]));
};

/** The email address of the case manager of some clients: the first one found. */
export const findManagerEmail = (db: Db, clientIds: readonly number[]) =>
  queryRow<{ clientId: number; email: string }>(
    db,
  )`select id as "clientId", managers_email as email from people
    where id = any(${[...clientIds]}::int[]) and coalesce(managers_email, '') <> '' order by id limit 1`;

// --- Justifications

const justified = sql`own.limit_name as limit, own.par_id as "parId", own.amount, own.until_day as until`;

/** What has been justified for a client, without the texts. */
export const listJustified = (db: Db, clientId: number) =>
  queryRows<Justified>(
    db,
  )`select ${justified} from limit_justifications own where own.client_id = ${clientId} ${PREPARED}`;

/** A client's justifications for an authorization or a cap, newest first. */
export const listJustifications = (db: Db, clientId: number, parId: number) =>
  queryRows<Justification>(db)`select own.id, own.limit_name as limit, own.amount, own.until_day as until,
      ${sealedJustification.text('own')} as text, own.made as at, own.made_by as by, own.plan_id as "planId"
    from limit_justifications own
    where own.client_id = ${clientId} and (own.par_id is null or own.par_id = ${parId})
    order by own.made desc, own.id desc`;

interface JustificationRow {
  readonly clientId: number;
  readonly planId: number | null;
  readonly text: string;
}

export const insertJustification = async (
  tx: Tx,
  { clientId, planId, text }: JustificationRow,
  { limit, parId, amount, until }: Pick<Exceeded, 'limit' | 'parId' | 'amount' | 'until'>,
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into limit_justifications
      (client_id, limit_name, par_id, plan_id, amount, until_day, ${sealedJustification.text.column}, made, made_by)
    values (${clientId}, ${limit}, ${parId}, ${planId}, ${amount}, ${until}, ${text}, ${at}, ${by}) returning id`;
  return row?.id ?? 0;
};
