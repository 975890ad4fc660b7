-- Copies of roles, from which an agency took something away (docs/rules/accounts.md, rules 20 to 23).
create table custom_roles (
  id int generated always as identity primary key,
  name text not null,
  -- The role that it was copied from.
  base text not null check (base in ('admin', 'user', 'provider')),
  -- Parts as `ROLE_PARTS` of the domain names them.
  without text[] not null check (cardinality(without) > 0),
  created timestamptz not null,
  created_by text not null,
  rev int not null default 0,
  unique (id, base)
);
create unique index custom_roles_name on custom_roles (lower(name));

-- Null: the role itself. Of both together, so that no account ever has a copy of another role than its own.
alter table accounts add column custom_role_id int;
-- the release before: it knows no copies, so its accounts have none, and null is not compared.
alter table accounts add constraint accounts_custom_role
  foreign key (custom_role_id, role) references custom_roles (id, base);
create index accounts_custom_role on accounts (custom_role_id) where custom_role_id is not null;
