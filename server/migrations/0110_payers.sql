-- Payers: who pays for a client's cards, and in which order.
create table payers (
  id int generated always as identity primary key,
  kind text not null check (kind in ('Medicaid', 'Other', 'Private')),
  name text not null check (btrim(name) <> ''),
  contact text not null default '',
  phone text not null default '',
  email text not null default '' check (email !~ '[[:cntrl:]]'),
  address text not null default '',
  address2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip text not null default '',
  terms_days int not null check (terms_days between 0 and 120),
  -- By which claims name an insurer.
  payer_number text not null default '',
  is_active boolean not null default true,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0
);
create unique index payers_name on payers (kind, lower(name));
create trigger payers_no_delete before delete on payers for each statement execute function refuse_delete();

-- The list of a client as a whole, in the order in which they pay.
create table client_payers (
  id int generated always as identity primary key,
  client_id int not null unique references people,
  -- [{"payerId": 3, "from": "2026-01-01", "through": null, "memberId": "", "groupNumber": ""}, …]
  payers jsonb not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null
);
