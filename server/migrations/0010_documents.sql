-- Document log: one row for each document, report or export that was made. What was in it is not kept.

create table document_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  -- People, plans or visits that it is about; of large selections only how many.
  subject_ids int[] not null default '{}' check (cardinality(subject_ids) <= 500),
  subject_count int not null check (subject_count >= cardinality(subject_ids)),
  parameters jsonb not null default '{}',
  format text not null check (format in ('pdf', 'xlsx', 'csv')),
  pages int check (pages >= 0),
  rows int check (rows >= 0),
  -- Holds whole SSNs.
  sensitive boolean not null default false,
  account_id int,
  role text not null,
  initials text not null,
  address text,
  duration_ms int not null check (duration_ms >= 0),
  outcome text not null check (outcome in ('done', 'failed', 'cancelled'))
);
create index document_log_at on document_log (at);
create index document_log_subjects on document_log using gin (subject_ids);
create trigger document_log_append_only before update or delete on document_log
  for each statement execute function refuse_change();
create trigger document_log_no_truncate before truncate on document_log
  for each statement execute function refuse_change();
