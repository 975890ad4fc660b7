import type { WeekRows } from '@homecare/domain/care-plans/schema.ts';
import type {
  FoundClaim,
  FoundInvoice,
  FoundPerson,
  FoundPlan,
  FoundVisit,
} from '@homecare/domain/find/contract.ts';
import { MOST_FOUND } from '@homecare/domain/find/contract.ts';
import type { FindQuery } from '@homecare/domain/find/rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Searches names, phones and numbers for what was typed. Each search covers no more than the list of its kind. */

/** A name folded like `fold` of the domain; the sort key already has no accents. */
const folded = (person: string) => sql`translate(${sql.ref(`${person}.sort_key`)}, E'đøł\t', 'dol ')`;
const digitsOf = (person: string) =>
  sql`regexp_replace(coalesce(${sql.ref(`${person}.phone`)}, ''), '[^0-9]', '', 'g')`;

/** Every word occurs; without words nothing matches. */
const hasWords = (text: RawBuilder<unknown>, words: readonly string[]) =>
  words.length === 0
    ? sql`false`
    : sql`(${sql.join(
        words.map((word) => sql`strpos(${text}, ${word}) > 0`),
        sql` and `,
      )})`;

/** Names that begin with what was typed come first, then those with a word that does. */
const rank = (text: RawBuilder<unknown>, [first]: readonly string[]) =>
  first === undefined
    ? sql`null::int`
    : sql`case when starts_with(${text}, ${first}) then 0
        when strpos(' ' || ${text}, ${` ${first}`}) > 0 then 1 else 2 end`;

const isPhone = (person: string, { phone }: FindQuery) =>
  phone === null ? sql`false` : sql`strpos(${digitsOf(person)}, ${phone}) > 0`;

type CountedPerson = Omit<FoundPerson, 'visitUntil' | 'offThrough'> & {
  readonly active: number;
  readonly archived: number;
};

export const findPeople = (db: Db, asked: FindQuery) => {
  const text = sql`(${folded('person')} || ' ' || ${digitsOf('person')})`;
  return queryRows<CountedPerson>(db)`select person.id as "ID", person.last_name as "LastName",
      person.first_name as "FirstName", person.kind, nullif(person.city, '') as city,
      nullif(person.phone, '') as phone, person.cur = 'n' as "isArchived", person.archive_date as "archivedOn",
      (count(*) filter (where person.cur = 'y') over ())::int as active,
      (count(*) filter (where person.cur = 'n') over ())::int as archived
    from people person
    where person.merged_into is null
      and (${hasWords(text, asked.words)} or ${isPhone('person', asked)} or person.id = ${asked.id}::int)
    order by person.cur desc, person.id is not distinct from ${asked.id}::int desc,
      ${rank(text, asked.words)}, person.sort_key, person.id limit ${MOST_FOUND.people}`;
};

export interface PersonNow extends Pick<FoundPerson, 'ID' | 'visitUntil' | 'offThrough'> {}

/** What the found people are in the middle of. */
export const listNow = (
  db: Db,
  ids: readonly number[],
  { today, clock, now, zone }: Readonly<Record<'today' | 'clock' | 'now' | 'zone', string>>,
) =>
  queryRows<PersonNow>(db)`select person.id as "ID",
      (select visit.plan_end from visits visit
        where (visit.client_id = person.id or visit.provider_id = person.id) and visit.removed is null
          and visit.status = 'Active' and ((visit.date = ${today}::date and (visit.plan_end > ${clock}::time or visit.plan_end < visit.plan_start))
            or (visit.date = ${today}::date - 1 and visit.plan_end > ${clock}::time and visit.plan_end < visit.plan_start))
          order by visit.id limit 1) as "visitUntil",
      greatest(
        (select max(through_day) from time_off off where off.provider_id = person.id and off.status = 'Approved'
          and off.from_time is null and ${today}::date between off.from_day and off.through_day),
        (select max(((until_at - interval '1 second') at time zone ${zone})::date) from call_outs
          where provider_id = person.id and withdrawn_at is null and from_at <= ${now}::timestamptz
            and until_at > ${now}::timestamptz)) as "offThrough"
    from people person where person.id = any(${[...ids]}::int[])`;

const pairOf = sql`(${folded('client')} || ' ' || ${folded('provider')})`;

type PlanOfWeek = Omit<FoundPlan, 'days'> & { readonly time: WeekRows };

/** Plans that are not over; by number, any that is not deleted. */
export const findPlans = (db: Db, { words, id }: FindQuery, today: string) =>
  queryRows<PlanOfWeek>(db)`select plan.id, plan.client_id as "ClientID", ${listedName('client')} as "Client",
      plan.provider_id as "ProviderID", ${listedName('provider')} as "Provider", type.name as type,
      plan_week_shown(plan, ${today}::date) -> 'time' as time,
      (plan.status = 'Archive' and coalesce(plan.end_date < ${today}::date, true)) as "isOver"
    from care_plans plan join people client on client.id = plan.client_id
      join people provider on provider.id = plan.provider_id join care_plan_types type on type.id = plan.type_id
    where plan.status <> 'Deleted' and (plan.id = ${id}::int or ((plan.status = 'Active' or plan.end_date >= ${today}::date)
      and ${hasWords(pairOf, words)}))
    order by plan.id is not distinct from ${id}::int desc, ${rank(pairOf, words)}, client.sort_key,
      provider.sort_key, plan.id limit ${MOST_FOUND.plans}`;

export const findVisits = (db: Db, { words }: FindQuery, today: string) =>
  queryRows<FoundVisit>(
    db,
  )`select visit.id, coalesce(plan.covers_id, plan.id) as "planId", visit.planned_day as day,
      visit.client_id as "ClientID", ${listedName('client')} as "Client",
      visit.provider_id as "ProviderID", ${listedName('provider')} as "Provider",
      visit.plan_start as start, visit.plan_end as "end",
      case when visit.closed is null then visit.status else 'Canceled' end as status
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
      join people client on client.id = visit.client_id join people provider on provider.id = visit.provider_id
    where visit.date = ${today}::date and visit.removed is null and ${hasWords(pairOf, words)}
    order by ${rank(pairOf, words)}, visit.plan_start, visit.id limit ${MOST_FOUND.visits}`;

/** Clients whose money is searched; a single letter would match thousands of them. */
const clientsNamed = ({ words }: FindQuery) =>
  sql`select client.id from people client where client.kind = 'Client'
    and ${hasWords(folded('client'), words)}
    order by ${rank(folded('client'), words)}, client.sort_key, client.id limit 20`;

/** The beginning of a claim's or invoice's number; fewer characters would find nearly all of them. */
const numberOf = ({ words: [first, ...others] }: FindQuery) =>
  first !== undefined && others.length === 0 && first.length >= 4 && /\d/.test(first) ? first : null;

export const findClaims = (db: Db, asked: FindQuery) => {
  const number = numberOf(asked);
  return queryRows<FoundClaim>(db)`select claim.id, claim.icn, claim.client_id as "ClientID",
      ${listedName('client')} as "Client", to_char(batch.month, 'YYYY-MM') as month,
      case when claim.paid > 0 or claim.paid = claim.charge - claim.insured then 'paid' when claim.paid is not null then 'denied'
        when claim.refused_by is not null then 'rejected' else 'sent' end as state,
      (case when claim.paid > 0 then claim.paid else claim.charge end)::int as cents
    from claims claim join claim_batches batch on batch.id = claim.batch_id
      join people client on client.id = claim.client_id
    where claim.frequency <> '8' and (claim.client_id in (${clientsNamed(asked)})
      or ${number === null ? sql`false` : sql`starts_with(lower(claim.id), ${number}) or starts_with(lower(claim.icn), ${number})`})
    order by claim.batch_id desc, claim.number limit ${MOST_FOUND.claims}`;
};

type NumberedInvoice = Omit<FoundInvoice, 'number'> & { readonly range: string; readonly count: number };

export const findInvoices = (db: Db, asked: FindQuery) => {
  const number = numberOf(asked);
  return queryRows<NumberedInvoice>(db)`select invoice.id, invoice.range, invoice.number as count,
      invoice.client_id as "ClientID", ${listedName('client')} as "Client", invoice.issued, invoice.total::int as cents,
      invoice.voided is not null as "isVoid"
    from invoices invoice join people client on client.id = invoice.client_id
    where invoice.client_id in (${clientsNamed(asked)})
      or ${number === null ? sql`false` : sql`starts_with(invoice.range || '-' || lpad(invoice.number::text, 4, '0'), ${number})`}
    order by invoice.id desc limit ${MOST_FOUND.invoices}`;
};
