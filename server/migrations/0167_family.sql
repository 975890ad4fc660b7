-- The secret address at which the family's own calendar reads the visits; the address itself is not kept.
alter table family_members
  add column calendar_hash bytea,
  add column calendar_made timestamptz,
  add column calendar_read timestamptz;
create unique index family_members_calendar on family_members (calendar_hash);
