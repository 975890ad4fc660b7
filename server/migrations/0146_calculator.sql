-- Limits of the agency's choice: days without an authorization or a code, and what family members are paid for in a year.
alter table limit_rules drop constraint limit_rules_limit_name_check;
alter table limit_rules add constraint limit_rules_limit_name_check check (limit_name in ('planUnits', 'coverUnits',
  'noPar', 'noCode', 'providerDay', 'providerWeek', 'relativeWeek', 'relativeYear', 'personalYear', 'oversightYear',
  'healthYear'));

alter table calculator_caps drop constraint calculator_caps_kind_check;
alter table calculator_caps add constraint calculator_caps_kind_check check (kind in
  ('providerDay', 'providerWeek', 'relativeWeek', 'relativeYear', 'personalYear', 'oversightYear', 'healthYear'));
insert into calculator_caps (kind, valid_from, minutes, soft, source) values
  ('relativeYear', '2000-01-01', 444 * 60, true,
    'Personal care by family members: 444 hours a certification year; secondary source: compare with the state''s notice.');
