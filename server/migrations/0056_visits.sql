-- Reports leave the days of closed visits out of what is planned.
create index visits_closed on visits (care_plan_id, planned_day) where closed is not null;
