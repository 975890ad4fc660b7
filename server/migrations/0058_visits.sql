-- Times that a phone recorded outside the window or in another status: staff accept them, once each.

create table visit_attempts_accepted (
  attempt_id int primary key references visit_attempts,
  accepted timestamptz not null,
  accepted_by text not null
);
create trigger visit_attempts_accepted_append_only before update or delete on visit_attempts_accepted
  for each statement execute function refuse_change();

-- A recorded time stands in the lists of its visit's day: they are another list now.
create function visit_attempts_inserted() returns trigger language plpgsql as $$
begin
  insert into revisions (kind, key, rev)
    select distinct 'visits', to_char(visits.date, 'YYYY-MM-DD'), 1
    from after_rows join visits on visits.id = after_rows.visit_id order by 2
    on conflict (kind, key) do update set rev = revisions.rev + 1;
  return null;
end $$;
create trigger visit_attempts_insert_revision after insert on visit_attempts
  referencing new table as after_rows for each statement execute function visit_attempts_inserted();
