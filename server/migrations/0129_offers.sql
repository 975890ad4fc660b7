-- Why a yes did not count, by the name that the rules give it; empty where it counted, and in older answers.
alter table offers
  add column cause text,
  add check (cause is null or state in ('taken', 'refused'));
