-- Deposits of the bank, entered or imported, to be compared with payments of remittances.
create table bank_deposits (
  id int generated always as identity primary key,
  day date not null,
  amount bigint not null check (amount > 0),
  reference text not null default '' check (char_length(reference) <= 100),
  entered timestamptz not null,
  entered_by text not null,
  deleted timestamptz,
  deleted_by text,
  check ((deleted is null) = (deleted_by is null))
);
create unique index bank_deposits_same on bank_deposits (day, amount, reference) where deleted is null;
create trigger bank_deposits_no_delete before delete on bank_deposits
  for each statement execute function refuse_delete();
