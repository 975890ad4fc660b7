-- Overtime counts a night over the border of two workweeks by its minutes in each of them. Runs made before counted it whole in
-- the week it starts: what they exported stays as it is until an admin confirms the difference of a person's week.

-- Whether the run counted nights by their minutes in each week; runs of before did not.
alter table payroll_runs add column splits_weeks boolean not null default false;

create table payroll_confirmed_weeks (
  provider_id int not null references people,
  -- First and last day of the workweek.
  begins date not null,
  through date not null check (through >= begins),
  -- Overtime in hundredths of an hour and premium in cents that the correction adds, as they were confirmed.
  hours int not null,
  premium int not null,
  confirmed_by text not null,
  confirmed_at timestamptz not null,
  primary key (provider_id, through)
);
create trigger payroll_confirmed_weeks_append_only before update or delete on payroll_confirmed_weeks
  for each statement execute function refuse_change();
