-- What insurers that pay first paid of it, as the claim says: the payer owes the rest.
alter table claims add column insured bigint not null default 0;
alter table claim_cards add column insured bigint not null default 0;
