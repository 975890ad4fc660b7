-- Caps of one client a year: of personal care, of protective oversight among it, and of health maintenance.

alter table calculator_caps drop constraint calculator_caps_kind_check, drop constraint calculator_caps_minutes_check;
alter table calculator_caps
  add constraint calculator_caps_kind_check check (kind in
    ('providerDay', 'providerWeek', 'relativeWeek', 'personalYear', 'oversightYear', 'healthYear')),
  add constraint calculator_caps_minutes_check check (minutes between 1 and 525600);

-- Units of a quarter hour.
insert into calculator_caps (kind, valid_from, minutes, source)
select kind, date '2025-12-22', units * 15,
  'Community First Choice, soft cap: ' || to_char(units, 'FM99,999') || ' units a year; notice of 12-22-2025, secondary source: compare with the state''s notice.'
from (values ('personalYear', 10000), ('oversightYear', 1460), ('healthYear', 19000)) as cap (kind, units);
