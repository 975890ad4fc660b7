-- What insurers that pay before Medicaid decided: by their remittances (835), line by line.
create table payer_remittances (
  id int generated always as identity primary key,
  payer_id int not null references payers,
  name text not null,
  sha256 bytea not null unique,
  stored_key text not null references stored_files,
  -- Sentences about claims that could not be used.
  unused jsonb not null,
  received timestamptz not null,
  received_by text not null
);
create trigger payer_remittances_no_delete before delete on payer_remittances
  for each statement execute function refuse_delete();

create table payer_decisions (
  id int generated always as identity primary key,
  remittance_id int not null references payer_remittances,
  payer_id int not null references payers,
  client_id int not null references people,
  day date not null,
  procedure_code text not null,
  modifiers text[] not null,
  charge int not null,
  paid int not null,
  -- [{"group": "CO", "reason": "45", "amount": 1000, "quantity": null}, …]
  adjustments jsonb not null,
  decided date not null,
  -- The file that took it back.
  taken_back_by int references payer_remittances
);
create index payer_decisions_client on payer_decisions (client_id, payer_id, day);
create trigger payer_decisions_no_delete before delete on payer_decisions
  for each statement execute function refuse_delete();
