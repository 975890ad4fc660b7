-- While the release that first told moved visits apart took the place of the one before, the old one still moved visits and
-- said nothing of it. A visit that still is where it was last moved to was moved.
update visits set rescheduled = true
  where status = 'Planned' and removed is null and closed is null and not rescheduled
    and exists (select from (select changes from change_log
        where entity = 'visit' and entity_id = visits.id and call = 'visits.reschedule' order by id desc limit 1) as last
      where (last.changes -> 'Date' ->> 1)::date = visits.date
        and (last.changes -> 'PlanStartTime' ->> 1)::time = visits.plan_start);
