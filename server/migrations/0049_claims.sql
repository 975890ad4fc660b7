-- Files that cannot be read are kept with the reasons; claims of a remittance that do not balance wait for a person; payments
-- from paper or a portal are entered by hand.

alter table claim_answer_files
  drop constraint claim_answer_files_state_check,
  add constraint claim_answer_files_state_check check (state in ('waiting', 'posted', 'refused')),
  add column faults jsonb not null default '[]' check (jsonb_typeof(faults) = 'array'),
  -- A payment by hand has no file.
  alter column sha256 drop not null,
  alter column stored_key drop not null,
  add constraint claim_answer_files_stored check ((stored_key is null) = (sha256 is null));

create table parked_claims (
  id int generated always as identity primary key,
  file_id int not null references claim_answer_files,
  -- null: none of ours, or its number cannot be read.
  claim_id text references claims,
  -- The payment of the claim: the same one is never parked twice, nor posted twice.
  key text not null unique,
  trace text not null,
  paid_on date,
  -- As the payer sent it.
  payment jsonb not null check (jsonb_typeof(payment) = 'object'),
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  state text not null default 'parked' check (state in ('parked', 'posted', 'discarded')),
  note text check (char_length(note) <= 300),
  decided timestamptz,
  decided_by text
);
create index parked_claims_file on parked_claims (file_id);
create index parked_claims_waiting on parked_claims (id) where state = 'parked';
create trigger parked_claims_no_delete before delete on parked_claims for each statement execute function refuse_delete();
