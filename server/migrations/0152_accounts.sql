-- Accounts that are opened at the sign-in service of the agency's company.

create table account_identities (
  issuer text not null,
  subject text not null,
  account_id int not null references accounts,
  -- Its account was made by the first sign-in: its groups say what role it has from then on.
  is_made boolean not null,
  created timestamptz not null,
  primary key (issuer, subject)
);
create index account_identities_account on account_identities (account_id);
