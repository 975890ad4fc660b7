-- Whether Today opens after the owner of the account has signed in; null: as the agency has set it.
alter table accounts add column start_on_today boolean;
