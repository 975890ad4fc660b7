-- What requests for eligibility were answered, or what was entered by hand (specification part 1, section 3).
create table eligibility_entries (
  id int generated always as identity primary key,
  client_id int not null references people,
  status text not null check (char_length(status) between 1 and 60),
  request_date date not null,
  start_date date,
  end_date date check (end_date >= start_date),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  created timestamptz not null,
  created_by text not null
);
-- The newest entry of a client counts.
create index eligibility_entries_client on eligibility_entries (client_id, request_date desc, id desc);

create function eligibility_entries_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('eligibility', 'all');
  return null;
end $$;
create trigger eligibility_entries_revision after insert or update on eligibility_entries
  for each statement execute function eligibility_entries_changed();
create trigger eligibility_entries_no_delete before delete on eligibility_entries
  for each statement execute function refuse_delete();
