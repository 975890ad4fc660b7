-- When and by whom the status of a card was changed last: the Status Report lists by it.
alter table work add column status_at timestamptz not null default now();
alter table work add column status_by text not null default '';
update work set status_at = modified, status_by = modified_by;

-- Status Set, reports and claims go by the month of calculation.
create index work_calculation on work (coalesce(custom_month, month)) where deleted is null;
