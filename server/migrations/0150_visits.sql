-- The office gave a planned visit another day or time: its plans leave it there, no matter who comes.
alter table visits add column rescheduled boolean not null default false;
-- What was moved on its day before is known to the record log alone; a cover that begins after midnight was not moved.
update visits set rescheduled = true from care_plans plan
  where plan.id = visits.care_plan_id and visits.status = 'Planned' and visits.removed is null and visits.closed is null
    and (plan.covers_id is null or plan.start_date < plan.end_date)
    and (visits.date <> visits.planned_day or exists (select from change_log where entity = 'visit'
      and entity_id = visits.id and change_log.changes ? 'PlanStartTime'));
