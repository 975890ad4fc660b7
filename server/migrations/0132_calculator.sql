-- What the agency does where a limit would be exceeded; a limit without a row has the rule that the product begins with.

create table limit_rules (
  limit_name text primary key check (limit_name in ('planUnits', 'coverUnits', 'providerDay', 'providerWeek',
    'relativeWeek', 'personalYear', 'oversightYear', 'healthYear')),
  rule text not null check (rule in ('warn', 'justify', 'block')),
  modified timestamptz not null,
  modified_by text not null,
  rev int not null default 0
);
