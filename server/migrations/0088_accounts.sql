-- The newest update note that the owner of the account has closed: it is shown once to each account, on whatever device.
alter table accounts add column update_seen int not null default 0;
