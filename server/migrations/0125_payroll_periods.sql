-- Pay periods of one or two weeks beside halves: a row is of the place of its period among those of the month, and a run that pays
-- such a period says its days.
alter table payroll_runs
  drop constraint payroll_runs_halves_check,
  add column begins date,
  add column through date,
  add check ((begins is null) = (through is null)),
  add check (begins is not null or halves in ('{0}', '{1}', '{0,1}'));
alter table payroll_run_rows
  drop constraint payroll_run_rows_half_check,
  add check (half between 0 and 30);
