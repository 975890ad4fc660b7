-- Signatures of clients and caregivers on care plans and visits, the sealed files that hold them, and the keys that seal.

-- One version of a care plan or visit that is to be signed. Its words are kept: what is signed later is what was asked for.
create table signing_requests (
  id int generated always as identity primary key,
  plan_id int not null references care_plans,
  -- Null: the care plan itself.
  visit_id int references visits,
  version int not null,
  content text not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  created timestamptz not null,
  -- Null: it was signed on the phone without being asked for.
  created_by int references accounts
);
create index signing_requests_plan on signing_requests (plan_id);
create unique index signing_requests_visit on signing_requests (visit_id, content_hash) where visit_id is not null;
create trigger signing_requests_append_only before update or delete on signing_requests
  for each statement execute function refuse_change();

-- Who is to sign, with the link that was sent last. The token itself is nowhere kept.
create table signing_signers (
  id int generated always as identity primary key,
  request_id int not null references signing_requests,
  role text not null check (role in ('client', 'caregiver')),
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires timestamptz,
  -- Wrong answers to the link so far.
  tries int not null default 0 check (tries between 0 and 5),
  withdrawn timestamptz,
  unique (request_id, role),
  check ((token_hash is null) = (expires is null))
);
create trigger signing_signers_no_delete before delete on signing_signers
  for each statement execute function refuse_delete();

-- The keys that seal, each with its certificate. The key of an earlier one is dropped, its certificate still proves.
create table seal_certificates (
  id int generated always as identity primary key,
  certificate bytea not null,
  -- Sealed with the key of the site, and dropped when that is replaced.
  private_key bytea,
  made timestamptz not null
);
create trigger seal_certificates_no_delete before delete on seal_certificates
  for each statement execute function refuse_delete();

create table signatures (
  id int generated always as identity primary key,
  signer_id int not null unique references signing_signers,
  name text not null,
  ink text,
  signed_by text not null check (signed_by in ('phone', 'link')),
  at timestamptz not null,
  received timestamptz not null,
  account_id int references accounts,
  address text,
  agent text,
  -- Of this signature and all before it (domain/src/signing/rules.ts, chainText).
  hash bytea not null check (octet_length(hash) = 32),
  -- The sealed file with this signature and those before it, and what its seal says of it.
  saved_id int not null references saved_documents,
  seal_digest bytea not null unique check (octet_length(seal_digest) = 32),
  certificate_id int not null references seal_certificates
);
create trigger signatures_append_only before update or delete on signatures
  for each statement execute function refuse_change();

-- SP: a care plan with its signatures, sealed; SV: a visit.
alter table saved_documents drop constraint saved_documents_kind_check;
-- the release before: writes only CP and TS, which both rules take.
alter table saved_documents add constraint saved_documents_kind_check check (kind in ('CP', 'TS', 'SP', 'SV'));
