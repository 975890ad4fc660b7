-- What becomes of money that the payer does not pay: written off, or billed to the client where the law allows it.
create table claim_settlements (
  id int generated always as identity primary key,
  claim_id text not null references claims,
  kind text not null check (kind in ('writeOff', 'billClient')),
  reason text not null check (reason in ('late', 'duplicate', 'notProven', 'noAuthorization', 'notEligible',
    'smallBalance', 'other', 'shareOfCost', 'notCovered')),
  note text not null default '' check (char_length(note) <= 300),
  amount bigint not null check (amount > 0),
  -- Day on which the client signed the agreement to pay for a service that is not covered.
  agreed date,
  settled timestamptz not null,
  settled_by text not null,
  undone timestamptz,
  undone_by text,
  -- What the payer has paid all the same since.
  recovered bigint not null default 0,
  check ((undone is null) = (undone_by is null)),
  check (reason <> 'notCovered' or agreed is not null)
);
create unique index claim_settlements_live on claim_settlements (claim_id, kind) where undone is null;
create trigger claim_settlements_no_delete before delete on claim_settlements
  for each statement execute function refuse_delete();
