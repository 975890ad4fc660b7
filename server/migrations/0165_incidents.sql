-- What happened to a client, what was done, and who was told. It is amended and never erased: the change log keeps what was said before.
create table incidents (
  id int generated always as identity primary key,
  client_id int not null references people,
  provider_id int references people,
  -- The visit of whose phone report it came from.
  visit_id int references visits,
  via text not null check (via in ('office', 'phone')),
  facts jsonb not null,
  -- Who was told, and what is to be done, each entry with its number.
  notices jsonb not null default '[]',
  follow_ups jsonb not null default '[]',
  -- What came of it; null while it is open.
  resolution text,
  entered timestamptz not null,
  entered_by text not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  check ((visit_id is null) = (via = 'office'))
);
create index incidents_client on incidents (client_id);
create index incidents_open on incidents (id) where resolution is null;
create trigger incidents_no_delete before delete on incidents for each statement execute function refuse_delete();
create function incidents_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('incidents', 'all');
  return null;
end $$;
create trigger incidents_revision after insert or update on incidents
  for each statement execute function incidents_changed();
