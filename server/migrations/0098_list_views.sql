-- How somebody looks at a list, by a name: for the account that saved it, or shared with the agency.
create table list_views (
  id int generated always as identity primary key,
  account_id int not null references accounts,
  list text not null,
  name text not null,
  is_shared boolean not null default false,
  view jsonb not null,
  saved timestamptz not null,
  saved_by text not null,
  rev int not null default 0
);
create unique index list_views_own on list_views (list, account_id, lower(name)) where not is_shared;
create unique index list_views_shared on list_views (list, lower(name)) where is_shared;
