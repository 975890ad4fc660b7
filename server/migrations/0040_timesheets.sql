-- How many sheets the printed timesheet of a half has, by the code of this one; null: one, or filed by hand.
alter table scan_pages add column sheets int check (sheets between 2 and 99);

-- Halves whose timesheet is received: all sheets of one printed version came, or somebody filed a page by hand.
create view received_halves as
  select plan_id, month, period from (
    select plan_id, month, period from scan_pages
    where state = 'filed' and deleted is null and period is not null
    group by plan_id, month, period, version
    having bool_or(sheets is null) or count(distinct sheet) >= max(sheets)) whole
  group by plan_id, month, period;
