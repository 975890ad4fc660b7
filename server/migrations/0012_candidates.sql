-- People who ask for work. A deleted candidate is archived, a hired one too, with the record that it became.
create table candidates (
  id int generated always as identity primary key,
  name text not null,
  phone text not null,
  address text not null,
  address_latitude float8 not null check (address_latitude between -90 and 90),
  address_longitude float8 not null check (address_longitude between -180 and 180),
  address_approximate boolean not null default false,
  date_available date not null,
  date_created timestamptz not null,
  status text not null default 'Active' check (status in ('Active', 'Archive')),
  hired_as int references people,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  check (hired_as is null or status = 'Archive')
);
create index candidates_list on candidates (status, date_created desc, id desc);

create function candidates_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('candidates', 'all');
  return null;
end $$;
create trigger candidates_revision after insert or update or delete on candidates
  for each statement execute function candidates_changed();
create trigger candidates_no_delete before delete on candidates for each statement execute function refuse_delete();
