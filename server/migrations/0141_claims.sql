-- Two deposits of one day may be equal in all that the bank says of them: then they are told apart by their order in its file.
alter table bank_deposits add column occurrence int not null default 1 check (occurrence > 0);
drop index bank_deposits_same;
create unique index bank_deposits_same on bank_deposits (day, amount, reference, occurrence) where deleted is null;
