import type { VisitKey, VisitOutcome } from '@homecare/domain/staffing/schema.ts';
import { sql } from 'kysely';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { stampText } from './queries.ts';

/** What became of a visit, whoever made it: each step names the day, so that another visit of the card or claim is none. */
export const listOutcomes = (db: Db, { planId, day }: VisitKey) =>
  queryRows<VisitOutcome>(db)`with visit as (
      select visit.id, visit.date, visit.care_plan_id, visit.provider_id
      from visits visit join care_plans plan on plan.id = visit.care_plan_id
      where coalesce(plan.covers_id, plan.id) = ${planId} and visit.planned_day = ${day} and visit.removed is null
    ), card as (
      select work.id, work.month, work.created, visit.date from visit
        join work on work.care_plan_id = visit.care_plan_id
          and visit.date between work.start_period and work.end_period
      where work.deleted is null
        and exists (select from jsonb_array_elements(work.days) served where served->>'date' = visit.date::text)
    ), claim as (
      select claims.id, batch.created from card join claim_cards part on part.card_id = card.id
        join claims on claims.id = part.claim_id join claim_batches batch on batch.id = claims.batch_id
      where exists (select from jsonb_array_elements(${sealedBilling.claimLines('claims')}) line
        where line->>'day' = card.date::text)
    ), step as (
      select 'sent' as kind, record.sent_at as at, null as of
      from visit join aggregator_records record on record.type = 'Visit' and record.record_id = visit.id
      where record.sent_at is not null
      union all
      select case record.status when 'Success' then 'confirmed' else 'rejected' end, record.modified, null
      from visit join aggregator_records record on record.type = 'Visit' and record.record_id = visit.id
      where record.status in ('Success', 'Failed')
      union all
      select 'cameAfterAll', attempt.at, person.last_name || ', ' || person.first_name
      from visit_attempts attempt join visits taken on taken.id = attempt.visit_id
        join care_plans plan on plan.id = taken.care_plan_id join people person on person.id = taken.provider_id
      where taken.removed is not null and taken.planned_day = ${day} and attempt.move = 'Check-In'
        and coalesce(plan.covers_id, plan.id) = ${planId}
      union all
      select 'billed', created, to_char(month, 'YYYY-MM') from card
      union all
      select 'claimed', created, id from claim
      union all
      select case when answer.outcome = 'accepted' then 'claimAccepted' when answer.outcome = 'refused' then 'claimRefused'
          when answer.outcome = 'taken back' then 'claimTakenBack' when answer.paid = 0 then 'claimDenied'
          else 'claimPaid' end, min(file.received), claim.id
      from claim join claim_answers answer on answer.claim_id = claim.id
        join claim_answer_files file on file.id = answer.file_id
      where answer.problem is null
      group by 1, 3
      union all
      select 'paid', min(run.made), min(run.number)::text from visit
        join payroll_run_rows paid on paid.provider_id = visit.provider_id
        join payroll_runs run on run.number = paid.run
      where paid.state->'cards' @> jsonb_build_array(jsonb_build_object('planId', visit.care_plan_id,
        'days', jsonb_build_array(jsonb_build_object('date', visit.date::text))))
      having count(*) > 0
    )
    select kind, ${stampText(sql`at`)} as at, of from step order by step.at`;
