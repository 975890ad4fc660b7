-- For when the caregiver was asked: a yes to an earlier time does not count for a visit that was moved since then. Empty where
-- the offer is older than this.
alter table offers
  add column date date,
  add column plan_start time,
  add column plan_end time;
