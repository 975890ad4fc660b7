-- Terms of payers and their reasons of denial are edited on a screen: each has a number, and what it was seen as.
alter table payer_terms add column id int generated always as identity unique, add column rev int not null default 0;
alter table payer_denial_reasons add column id int generated always as identity unique,
  add column rev int not null default 0;
