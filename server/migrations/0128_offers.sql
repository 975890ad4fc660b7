-- The visit from which the caregiver would come, as it was told in the offer; null: from home.
alter table offers
  add column from_start time,
  add column from_town text,
  add check (from_town is null or from_start is not null);
