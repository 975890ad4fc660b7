-- Of a row of Today: until when it is put off, and who looks after it. The rows themselves follow from what they are about.
create table today_marks (
  id int generated always as identity primary key,
  -- Its kind, with the visit or person that it is about where there is one.
  row_key text not null unique check (char_length(row_key) <= 80),
  snoozed_until timestamptz,
  snoozed_by text,
  assigned_to int references accounts,
  assigned_by text,
  changed timestamptz,
  check ((snoozed_until is null) = (snoozed_by is null)),
  check ((assigned_to is null) = (assigned_by is null))
);
create trigger today_marks_no_delete before delete on today_marks for each statement execute function refuse_delete();
create function today_marks_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('todayMarks', 'all');
  return null;
end $$;
create trigger today_marks_revision after insert or update on today_marks
  for each statement execute function today_marks_changed();
