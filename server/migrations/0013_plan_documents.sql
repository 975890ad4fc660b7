-- Saved copies of printed care plans and timesheets, the links that open them, the codes on pages.

-- Four characters on every page that comes back as a scan: pages of another agency never match. Made once per site.
create table page_code_tag (
  only_row boolean primary key default true check (only_row),
  tag text not null check (tag ~ '^[0-9A-Z]{4}$')
);
insert into page_code_tag (tag)
select string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + floor(random() * 36)::int, 1), '')
from generate_series(1, 4);
create trigger page_code_tag_kept before update or delete on page_code_tag
  for each statement execute function refuse_change();

-- A copy never changes; a new save is a new copy.
create table saved_documents (
  id int generated always as identity primary key,
  kind text not null check (kind in ('CP', 'TS')),
  plan_id int not null references care_plans,
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  parameters jsonb not null default '{}',
  file_name text not null,
  file_key text not null references stored_files,
  pages int not null check (pages > 0),
  plan_version int not null,
  created timestamptz not null,
  created_by int references accounts
);
create index saved_documents_plan on saved_documents (plan_id);
create index saved_documents_file on saved_documents (file_key);
create trigger saved_documents_append_only before update or delete on saved_documents
  for each statement execute function refuse_change();

-- The token itself is nowhere kept.
create table document_links (
  id int generated always as identity primary key,
  saved_id int not null references saved_documents,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created timestamptz not null,
  expires timestamptz not null,
  -- Wrong answers so far.
  tries int not null default 0 check (tries between 0 and 5),
  revoked timestamptz,
  -- The plan was deleted or archived after the link was made.
  ended timestamptz
);
create index document_links_saved on document_links (saved_id);
create trigger document_links_no_delete before delete on document_links
  for each statement execute function refuse_delete();

-- Who opened a link, or tried to.
create table document_link_uses (
  id bigint generated always as identity primary key,
  link_id int not null references document_links,
  at timestamptz not null,
  outcome text not null check (outcome in ('opened', 'opened by staff', 'wrong year')),
  address text,
  agent text,
  account_id int references accounts
);
create index document_link_uses_link on document_link_uses (link_id);
create trigger document_link_uses_append_only before update or delete on document_link_uses
  for each statement execute function refuse_change();

-- Whoever ends a plan ends its links, in the same transaction: deletion, archive, an earlier end of an archived plan.
create function end_document_links() returns trigger language plpgsql as $$
begin
  update document_links link set ended = new.modified from saved_documents saved
    where saved.id = link.saved_id and saved.plan_id = new.id and link.ended is null and link.revoked is null;
  return null;
end $$;
create trigger care_plans_end_links after update of status, end_date on care_plans
  for each row when (new.status <> 'Active'
    and (old.status is distinct from new.status or new.end_date < old.end_date))
  execute function end_document_links();

-- How far a bulk file is, for the screen that asked for it.
create table document_runs (
  account_id int not null references accounts,
  run text not null check (char_length(run) between 16 and 64),
  started timestamptz not null,
  state text not null check (state in ('drawing', 'done', 'failed', 'cancelled')),
  total int not null default 0,
  done int not null default 0,
  pages int not null default 0,
  info text,
  primary key (account_id, run)
);

alter table document_log add column saved_id int references saved_documents;
