-- Reports of which an account is told every Monday.
create table report_mails (
  id int generated always as identity primary key,
  account_id int not null references accounts,
  file text not null,
  -- An address of the office, not of a record.
  address text not null,
  -- What was chosen: groups, quarters and the like, never whom a report is about.
  chosen jsonb not null check (jsonb_typeof(chosen) = 'object'),
  created timestamptz not null,
  -- The Monday of the last mail; null: none yet.
  mailed_on date,
  unique (account_id, file)
);

-- An account of the office is told by e-mail too.
alter table messages drop constraint messages_to_office,
  add constraint messages_to_office check (not to_office or direction = 'out');
