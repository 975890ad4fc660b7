-- Open requests: what a client needs and nobody gives yet. The form of care plans makes a plan of one.
create table open_requests (
  id int generated always as identity primary key,
  client_id int not null references people,
  type_id int not null references care_plan_types,
  start_date date not null,
  -- The week as care_plans.json holds it.
  json jsonb not null,
  remarks text,
  create_reason text not null,
  status text not null default 'Open' check (status in ('Open', 'Filled', 'Withdrawn')),
  -- The care plan that was made of it.
  care_plan_id int unique references care_plans,
  opened timestamptz not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  check ((status = 'Filled') = (care_plan_id is not null))
);
create index open_requests_client on open_requests (client_id);
create trigger open_requests_no_delete before delete on open_requests
  for each statement execute function refuse_delete();
create function open_requests_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('openRequests', 'all');
  return null;
end $$;
create trigger open_requests_revision after insert or update on open_requests
  for each statement execute function open_requests_changed();
