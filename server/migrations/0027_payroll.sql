-- Runs of Export Payroll: what was paid, and what later changes are told against. A run never changes.

-- The last number given. Its one row is held to the end of every transaction that makes a run: numbers have no gap, and no two
-- runs pay the same hours.
create table payroll_numbers (
  one boolean primary key default true check (one),
  last int not null
);
insert into payroll_numbers (last) values (0);

create table payroll_runs (
  number int primary key,
  -- Month of calculation, and which of its halves were asked for.
  month date not null check (extract(day from month) = 1),
  halves smallint[] not null check (halves in ('{0}', '{1}', '{0,1}')),
  layout text not null,
  made timestamptz not null,
  made_by text not null,
  -- Overtime rules and pay categories that it was counted by: when they are others, every half is looked at again.
  basis jsonb not null,
  -- Rows, hours, straight pay and premium of both kinds of rows.
  pay jsonb not null,
  corrections jsonb not null
);

create table payroll_run_rows (
  run int not null references payroll_runs,
  position int not null,
  provider_id int not null references people,
  month date not null check (extract(day from month) = 1),
  half smallint not null check (half in (0, 1)),
  kind text not null check (kind in ('Pay', 'Correction')),
  -- As it was exported, and all that was paid for the half with it.
  row jsonb not null,
  state jsonb not null,
  primary key (run, provider_id, month, half)
);
create index payroll_run_rows_half on payroll_run_rows (provider_id, month, half, run);

create trigger payroll_runs_append_only before update or delete on payroll_runs
  for each statement execute function refuse_change();
create trigger payroll_run_rows_append_only before update or delete on payroll_run_rows
  for each statement execute function refuse_change();

-- Employee numbers of payroll services, kept with the layout of their file.
create table payroll_employees (
  layout text not null,
  provider_id int not null references people,
  number text not null check (char_length(number) between 1 and 30),
  primary key (layout, provider_id),
  -- Judged at the end: two providers may change numbers with each other.
  unique (layout, number) deferrable initially deferred
);

-- Which cards changed since a run is asked before each one.
create index work_modified on work (modified);
