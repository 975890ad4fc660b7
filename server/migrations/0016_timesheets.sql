-- Who changed the errors of a scanned timesheet last: told to whoever saves over it.
alter table scan_errors add column modified timestamptz;
alter table scan_errors add column modified_by text;
update scan_errors set modified = created, modified_by = created_by;
alter table scan_errors alter column modified set not null;
alter table scan_errors alter column modified_by set not null;
