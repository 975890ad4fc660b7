-- Clients who live in one of these postcodes are billed the outside rate of their plan's type.

create table outside_postcodes (
  code text primary key check (code ~ '^\d{5}$')
);
