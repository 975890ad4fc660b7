-- Open requests note which rows changed (see 0097).
drop trigger open_requests_revision on open_requests;
create or replace function open_requests_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('openRequests', array_agg('all'::text), array_agg(id)) from changed_rows;
  return null;
end $$;
create trigger open_requests_insert_revision after insert on open_requests
  referencing new table as changed_rows for each statement execute function open_requests_changed();
create trigger open_requests_update_revision after update on open_requests
  referencing new table as changed_rows for each statement execute function open_requests_changed();
