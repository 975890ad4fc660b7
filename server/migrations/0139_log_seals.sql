-- Digests of the logs, each over the one before (docs/rules/log-seals.md): a row that was changed or removed since is found.
create table log_seals (
  log text not null check (log in ('change_log', 'access_log')),
  number int not null check (number > 0),
  day date not null,
  -- The rows with an id above `after`, up to `through`.
  after bigint not null,
  through bigint not null check (through > after),
  blocks jsonb not null,
  digest text not null,
  primary key (log, number)
);
create trigger log_seals_append_only before update or delete on log_seals
  for each statement execute function refuse_change();
create trigger log_seals_no_truncate before truncate on log_seals
  for each statement execute function refuse_change();
