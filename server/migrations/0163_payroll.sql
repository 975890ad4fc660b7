-- Runs that look at both parts of a pay period over the end of a month; what runs before them missed is looked at once by the next.
alter table payroll_runs add column whole_periods boolean not null default false;
