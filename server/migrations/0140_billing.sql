-- How often new terms of its type changed a record: nobody changed it by hand as long as that is every change of it.
alter table work add column repriced int not null default 0 check (repriced between 0 and rev);
