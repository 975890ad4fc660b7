import type { Statements } from '../src/platform/db/connections.ts';

/** What must hold in a site's database after any fault, kill, race or refused call. Each query finds violations. */
export interface Invariant {
  readonly name: string;
  readonly breaches: string;
}

export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'an SSN belongs to one person',
    breaches: 'select ssn_hmac from people where ssn_hmac is not null group by 1 having count(*) > 1',
  },
  {
    name: 'the parts of an SSN are all there or all absent',
    breaches: 'select id from people where num_nulls(ssn_cipher, ssn_hmac, ssn_last4) not in (0, 3)',
  },
  {
    name: 'a Medicaid number belongs to one client',
    breaches: `select upper(medicaid) from people where kind <> 'Provider' and medicaid is not null
      group by 1 having count(*) > 1`,
  },
  {
    name: 'only an archived person has an archive date',
    breaches: `select id from people where cur = 'y' and archive_date is not null`,
  },
  {
    name: 'every person stands in the change log',
    breaches: `select id from people where not exists (select from change_log
      where entity = 'person' and entity_id = people.id and action = 'insert')`,
  },
  {
    name: 'every change of a person stands in the change log',
    breaches: `select id, rev from people where rev > (select count(*) from change_log
      where entity = 'person' and entity_id = people.id and action in ('update', 'delete'))`,
  },
  {
    name: 'the change log names people that exist',
    breaches: `select id from change_log where entity = 'person' and action = 'insert'
      and not exists (select from people where id = entity_id)`,
  },
  {
    name: 'history belongs to a person',
    breaches: 'select id from people_history h where not exists (select from people where id = h.person_id)',
  },
  {
    name: 'a plan joins a provider and a client',
    breaches: `select plan.id from care_plans plan
      left join people provider on provider.id = plan.provider_id and provider.kind = 'Provider'
      left join people client on client.id = plan.client_id and client.kind = 'Client'
      where provider.id is null or client.id is null`,
  },
  {
    name: 'an archived plan has its end and its stamp, a deleted one its stamp',
    breaches: `select id from care_plans where (status = 'Archive' and (end_date is null or archive_info is null))
      or (status = 'Deleted' and delete_info is null) or status not in ('Active', 'Archive', 'Deleted')`,
  },
  {
    name: 'the cover of a visit is a temporary plan that covers its plan on that day',
    breaches: `select open_visits.plan_id, open_visits.day from open_visits join care_plans cover on cover.id = cover_id
      where cover.covers_id <> open_visits.plan_id or open_visits.day not between cover.start_date and cover.end_date`,
  },
  {
    name: 'an accepted offer made the cover of its visit, by its caregiver',
    breaches: `select offers.id from offers join care_plans cover on cover.id = offers.cover_id
      where cover.covers_id <> offers.plan_id or offers.day not between cover.start_date and cover.end_date`,
  },
  {
    name: 'nobody waits for a visit that somebody else has accepted',
    breaches: `select offers.id from offers join offers taken on taken.plan_id = offers.plan_id and taken.day = offers.day
      join open_visits on open_visits.plan_id = taken.plan_id and open_visits.day = taken.day
      where offers.state = 'waiting' and taken.cover_id = open_visits.cover_id`,
  },
  {
    name: 'a temporary plan covers a plan of the same client',
    breaches: `select cover.id from care_plans cover join care_plans covered on covered.id = cover.covers_id
      where cover.client_id <> covered.client_id or cover.end_date is null`,
  },
  {
    name: 'every plan stands in the change log',
    breaches: `select id from care_plans where not exists (select from change_log
      where entity = 'carePlan' and entity_id = care_plans.id and action = 'insert')`,
  },
  {
    name: 'numbers of invoices have no gaps',
    breaches: `select numbers.range from invoice_numbers numbers where numbers.last <>
      (select count(*) from invoices where invoices.range = numbers.range)
      or numbers.last <> (select max(number) from invoices where invoices.range = numbers.range)`,
  },
  {
    name: 'the total of an invoice is the sum of its lines',
    breaches: `select id from invoices where total is distinct from
      (select sum(amount) from invoice_lines where invoice_id = invoices.id)`,
  },
  {
    name: 'lines are live on invoices that are not void',
    breaches: `select invoice_id from invoice_lines join invoices on invoices.id = invoice_id
      where is_live <> (voided is null)`,
  },
  {
    name: 'an invoice is paid by no more than its total, and a void one by nothing',
    breaches: `select invoices.id from invoices join payment_parts part on part.invoice_id = invoices.id and part.ended is null
      group by invoices.id having sum(part.amount) > (case when voided is null then total else 0 end)`,
  },
  {
    name: 'a payment pays no more than it is, a reversed one nothing, and only invoices of its client',
    breaches: `select payments.id from payments join payment_parts part on part.payment_id = payments.id and part.ended is null
        join invoices on invoices.id = part.invoice_id
      group by payments.id having sum(part.amount) > (case when reversed is null then payments.amount else 0 end)
        or bool_or(invoices.client_id <> payments.client_id)`,
  },
  {
    name: 'one visit per plan and planned day',
    breaches: 'select care_plan_id, planned_day from visits group by 1, 2 having count(*) > 1',
  },
  {
    name: 'a visit has its plan and is of the people of its plan',
    breaches: `select visit.id from visits visit left join care_plans plan on plan.id = visit.care_plan_id
      where plan.id is null or plan.client_id <> visit.client_id or plan.provider_id <> visit.provider_id`,
  },
  {
    // A closed visit is history and stays where it was.
    name: 'a visit is planned inside the dates of its plan',
    breaches: `select visit.id from visits visit join care_plans plan on plan.id = visit.care_plan_id
      where visit.removed is null and visit.status = 'Planned' and visit.closed is null
        and (visit.planned_day < plan.start_date or visit.planned_day > plan.end_date)`,
  },
  {
    name: 'a deleted or excluded plan has no Planned visit',
    breaches: `select visit.id from visits visit join care_plans plan on plan.id = visit.care_plan_id
      where visit.removed is null and visit.status = 'Planned' and visit.closed is null and (plan.status = 'Deleted' or plan.excluded is not null)`,
  },
  {
    name: 'a plan that has ended has no Planned visit from its end on',
    // A temporary plan still runs on its end date.
    breaches: `select visit.id from visits visit join care_plans plan on plan.id = visit.care_plan_id
      where visit.removed is null and visit.status = 'Planned' and visit.closed is null
        and visit.planned_day >= plan.end_date + (plan.covers_id is not null)::int`,
  },
  {
    name: 'a day is covered by the plan or by its temporary plan, never by both',
    // A moved visit stays where it was put.
    breaches: `select visit.id from visits visit join care_plans cover on cover.covers_id = visit.care_plan_id
      join visits other on other.care_plan_id = cover.id and other.planned_day = visit.planned_day
      where visit.removed is null and other.removed is null and visit.closed is null and visit.date = visit.planned_day
        and other.date = other.planned_day and 'Planned' in (visit.status, other.status)`,
  },
  {
    name: 'a plan that runs has its week and no stamp of another status',
    breaches: `select id from care_plans where status = 'Active' and (archive_info is not null or delete_info is not null
      or (end_date is not null and covers_id is null))`,
  },
  {
    name: 'the weeks of a plan follow each other, the first from its start',
    breaches: `select id from care_plans where weeks <> '[]' and ((weeks -> 0 ->> 'from')::date <> start_date
      or exists (select from jsonb_array_elements(weeks) with ordinality as week (value, n)
        where n > 1 and value ->> 'from' <= weeks -> (n::int - 2) ->> 'from'))`,
  },
  {
    name: 'every change of a plan stands in the change log',
    breaches: `select id, rev from care_plans where rev > (select count(*) from change_log
      where entity = 'carePlan' and entity_id = care_plans.id and action in ('update', 'delete'))`,
  },
  {
    name: 'a visit is Planned, Active with its start, or Complete with start and end',
    breaches: `select id from visits where not case status
      when 'Planned' then start_at is null and end_at is null
      when 'Active' then start_at is not null and end_at is null
      when 'Complete' then start_at is not null and end_at >= start_at
      else false end`,
  },
  {
    name: 'a visit that began is never hidden',
    breaches: `select id from visits where removed is not null and status <> 'Planned'`,
  },
  {
    name: 'a visit that began says who moved it and how',
    breaches: `select id from visits where status <> 'Planned' and num_nulls(edited, edited_by, edited_via) > 0`,
  },
  {
    name: 'every move of a visit stands in the change log',
    // Imported and example visits begin with their status at rev 0; other changes raise rev too.
    breaches: `select id, rev from visits
      cross join lateral (select count(*) filter (where changes ? 'Status') as moves,
          count(*) filter (where not changes ? 'Status') as others
        from change_log where entity = 'visit' and entity_id = visits.id) as logged
      where status <> 'Planned' and least(rev - others, case status when 'Active' then 1 else 2 end) > moves`,
  },
  {
    name: 'no status is reached twice by one visit',
    breaches: `select entity_id, changes -> 'Status' from change_log where entity = 'visit' and changes ? 'Status'
      group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'a record of the aggregator is open once',
    breaches: `select type, record_id from aggregator_records where status in ('Planned', 'Pending')
      group by 1, 2 having count(*) > 1`,
  },
  {
    name: 'a person shows the newest row of the aggregator',
    breaches: `select person.id from people person join lateral (select status from aggregator_records
        where type = person.kind and record_id = person.id order by id desc limit 1) as newest on true
      where person.aggregator_status is distinct from case newest.status when 'Planned' then 'Pending' when 'Not sent' then null
        else newest.status end`,
  },
  {
    name: 'a visit shows the newest row of the aggregator',
    breaches: `select visit.id from visits visit join lateral (select status from aggregator_records
        where type = 'Visit' and record_id = visit.id order by id desc limit 1) as newest on true
      where visit.aggregator_status is distinct from case newest.status when 'Planned' then 'Pending' when 'Not sent' then null
        else newest.status end`,
  },
  {
    name: 'what was sent to the aggregator has its number, its time and its request',
    breaches: `select id from aggregator_records where sends > 0
      and (num_nulls(sequence_id, sent_at) > 0 or jsonb_array_length(json) = 0)`,
  },
  {
    name: 'a run of the month close that has ended has looked at every client, and made cards for those it says',
    breaches: `select run.id from month_runs run join month_run_items item on item.run_id = run.id
      where (run.state in ('claims', 'done') and item.state = 'waiting')
        or (item.state = 'made') <> exists (select from month_run_cards part join work on work.id = part.card_id
          where part.run_id = run.id and work.client_id = item.client_id)`,
  },
  {
    name: 'a card of a run that was taken back is deleted, and one that was kept was changed by hand',
    breaches: `select part.card_id as id from month_run_cards part join work on work.id = part.card_id
      where (part.state = 'undone' and work.deleted is null) or (part.state = 'kept' and work.rev = work.repriced)`,
  },
  {
    name: 'a bulk send counts who was queued and who was skipped',
    breaches: `select send.id from bulk_sends send join bulk_recipients one on one.bulk_id = send.id group by send.id
      having send.total <> count(*) or send.queued <> count(*) filter (where one.state = 'queued')
        or send.skipped <> count(*) filter (where one.state = 'skipped')`,
  },
  {
    name: 'a bulk send that is done has looked at everybody, and wrote to the person of each message',
    breaches: `select send.id from bulk_sends send join bulk_recipients one on one.bulk_id = send.id
      left join messages message on message.id = one.message_id
      where (send.state = 'done' and one.state = 'waiting') or message.person_id <> one.person_id`,
  },
  {
    name: 'a message that the provider took over has its name, and one that waits has none',
    breaches: `select id from messages where channel = 'SMS' and ((status in ('queued', 'sent', 'delivered') and sid is null)
      or (status in ('waiting', 'recorded') and sid is not null))`,
  },
  {
    name: 'a message that was begun has its try, and its secret only until it has gone',
    breaches: `select id from messages where (status in ('sending', 'queued', 'unknown') and tries = 0)
      or (sealed_link is not null and status not in ('waiting', 'sending'))`,
  },
  {
    name: 'every move of a message stands in the change log',
    breaches: `select id from messages where direction = 'out' and status not in ('waiting', 'sending')
      and not exists (select from change_log where entity = 'message' and entity_id = messages.id
        and changes->'Status'->>1 = messages.status)`,
  },
  {
    name: 'a merged record has no plan, visit or billing record',
    breaches: `select gone.id from people gone where gone.merged_into is not null and (
      exists (select from care_plans where gone.id in (provider_id, client_id))
      or exists (select from visits where gone.id in (provider_id, client_id))
      or exists (select from work where gone.id in (provider_id, client_id)))`,
  },
  {
    name: 'a care plan has one live billing record a month, of its own people and type',
    breaches: `select work.care_plan_id, work.month from work join care_plans plan on plan.id = work.care_plan_id
      where work.deleted is null group by work.care_plan_id, work.month
      having count(*) > 1 or bool_or(work.client_id <> plan.client_id or work.provider_id <> plan.provider_id
        or work.type_id <> plan.type_id)`,
  },
  {
    name: 'what is billed ends before its plan does, and is of no deleted one',
    breaches: `select work.id from work join care_plans plan on plan.id = work.care_plan_id
      where work.deleted is null and (plan.status = 'Deleted' or work.end_period > plan.end_date)`,
  },
  {
    name: 'every change of a billing record stands in the change log',
    breaches: `select id, rev from work where rev > (select count(*) from change_log
      where entity = 'work' and entity_id = work.id and action in ('update', 'delete'))`,
  },
  {
    name: 'a billing record comes to its billed units at its rate, or within the rates of its days',
    breaches: `select id from work where case when jsonb_array_length(rates) <= 1
        then amount <> billed_units::bigint * coalesce((rates -> 0 ->> 'cents')::int, pay_rate)
        else amount < billed_units * (select min((rate ->> 'cents')::bigint) from jsonb_array_elements(rates) as rate)
          or amount > billed_units * (select max((rate ->> 'cents')::bigint) from jsonb_array_elements(rates) as rate) end
      or (rate_kind is null) <> (rates = '[]')`,
  },
  {
    name: 'files for the payer are numbered without a gap, and the last number is the one that is kept',
    breaches: `with files as (select group_number, interchange from claim_batches
        union all select group_number, interchange from eligibility_requests)
      select number from claim_numbers numbers, lateral (values
        (numbers.batch, (select count(*) from claim_batches), (select max(id) from claim_batches)),
        (numbers.group_number, (select count(*) from files), (select max(group_number) from files)),
        (numbers.interchange, (select count(*) from files), (select max(interchange) from files))
      ) as held (number, files, last) where number <> files or number <> coalesce(last, 0)`,
  },
  {
    name: 'a file of claims comes to its claims, a claim to its lines and to its cards',
    breaches: `select batch.id::text from claim_batches batch left join claims claim on claim.batch_id = batch.id
      group by batch.id having batch.claims <> count(claim.id) or batch.units <> coalesce(sum(claim.units), 0)
        or batch.amount <> coalesce(sum(claim.charge), 0)
      union all select claim.id from claims claim where claim.charge <>
          (select sum((line ->> 'charge')::bigint) from jsonb_array_elements(claim.lines) as line)
        or (claim.charge, claim.units) is distinct from
          (select (sum(charge)::bigint, sum(units)::int) from claim_cards where claim_id = claim.id)
        or claim.insured <> (select sum(insured) from claim_cards where claim_id = claim.id)`,
  },
  {
    name: 'what a claim was paid is what its cards were paid',
    breaches: `select claim.id from claims claim where claim.paid is distinct from
      (select sum(paid)::bigint from claim_cards where claim_id = claim.id)`,
  },
  {
    name: 'a plan and month is asked for once: by claims that were neither refused, denied, replaced nor taken back',
    breaches: `select work.care_plan_id, work.month, line ->> 'day' as day from claim_cards part
        join claims claim on claim.id = part.claim_id join work on work.id = part.card_id,
        lateral jsonb_array_elements(claim.lines) as line, lateral jsonb_array_elements(line -> 'shares') as share
      where (share ->> 'cardId')::int = part.card_id and claim.frequency <> '8' and not part.superseded
        and not (part.refused_by is not null and part.paid is null) and part.paid is distinct from 0
        and not exists (select from claims again where again.replaces = claim.id
          and (again.refused_by is null or again.paid is not null))
      group by 1, 2, 3 having count(*) > 1`,
  },
  {
    name: 'the same payment is posted once',
    breaches: 'select key from claim_answers where key is not null group by key having count(*) > 1',
  },
  {
    name: 'an attempt belongs to a visit',
    breaches: 'select id from visit_attempts a where not exists (select from visits where id = a.visit_id)',
  },
  {
    name: 'a day with visits has a revision',
    breaches: `select distinct date from visits where removed is null and not exists (select from revisions
      where kind = 'visits' and key = to_char(visits.date, 'YYYY-MM-DD'))`,
  },
  {
    name: 'people have a revision',
    breaches: `select 1 where exists (select from people)
      and not exists (select from revisions where kind = 'people' and key = 'all')`,
  },
  {
    name: 'a login belongs to one account',
    breaches: 'select lower(login) from accounts where deleted is null group by 1 having count(*) > 1',
  },
  {
    name: 'hours, skills, time off and calendar addresses are those of providers',
    breaches: `select provider_id from (select provider_id from caregiver_hours union select provider_id from caregiver_skills
        union select provider_id from time_off union select provider_id from calendar_feeds union select provider_id from pair_preferences) as named
      where not exists (select from people where id = provider_id and kind = 'Provider')`,
  },
  {
    name: 'requirements and preferences are those of clients',
    breaches: `select client_id from (select client_id from client_needs union select client_id from pair_preferences) as named
      where not exists (select from people where id = client_id and kind <> 'Provider')`,
  },
  {
    name: 'a client requires skills that are on the list',
    breaches: `select client_id from client_needs where exists (select from unnest(required_skills) as skill (id)
      where not exists (select from skills where skills.id = skill.id))`,
  },
  {
    // Merging two records combines their time off.
    name: 'approved time off of a caregiver does not overlap',
    breaches: `select a.id, b.id as other from time_off a join time_off b on b.provider_id = a.provider_id and b.id > a.id
      where a.status = 'Approved' and b.status = 'Approved'
        and a.from_day + coalesce(a.from_time, '00:00') < b.through_day + coalesce(b.through_time, '24:00')
        and b.from_day + coalesce(b.from_time, '00:00') < a.through_day + coalesce(a.through_time, '24:00')
        and not exists (select from people_merges where kept_id = a.provider_id and undone is null)`,
  },
  {
    name: 'time off has a revision',
    breaches: `select 1 where exists (select from time_off)
      and not exists (select from revisions where kind = 'timeOff' and key = 'all')`,
  },
  {
    name: 'a session is of an account that exists, and the session of a deleted or suspended one is over',
    breaches: `select encode(token_hash, 'hex') from sessions left join accounts on accounts.id = account_id
      where accounts.id is null or ((deleted is not null or suspended is not null) and ended is null
        and not exists (select from family_members open where open.account_id = accounts.id and open.ended is null))`,
  },
  {
    name: 'an invitation of the family is of a client, and nothing of one that ended is open',
    breaches: `select id from family_members member
      where not exists (select from people where people.id = client_id and kind = 'Client')
        or (ended is not null and (exists (select from passkeys where account_id = member.account_id)
          or exists (select from family_links where member_id = member.id and used is null)))`,
  },
  {
    name: 'a key that was used has its answer',
    breaches: 'select account_id, key from idempotency_keys where answer is null',
  },
];

/** One statement for all, with a name: some tests run it hundreds of times, and planning takes longer than running. */
const BREACHES = INVARIANTS.map(
  ({ breaches }, at) => `(select ${at} as at, to_jsonb(breach) as row from (${breaches}) as breach limit 5)`,
).join(' union all ');

/** One line per violated invariant, with the first rows. */
export const brokenInvariants = async (pool: Statements): Promise<string[]> => {
  const { rows } = await pool.query<{ at: number; row: unknown }>({
    name: 'invariants',
    text: BREACHES,
  });
  return [...Map.groupBy(rows, ({ at }) => at)].map(
    ([at, found]) => `${INVARIANTS[at]?.name}: ${JSON.stringify(found.map(({ row }) => row))}`,
  );
};
