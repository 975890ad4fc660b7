-- The pay category of a type is dated with its other terms: pay of a month goes by the one of each day.

alter table care_plan_type_terms add column
  pay_category text check (pay_category in ('HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP'));
update care_plan_type_terms terms set pay_category = type.pay_category
from care_plan_types type where type.id = terms.type_id;
alter table care_plan_types drop column pay_category;

-- The oldest terms count for all days before them too.
create function pay_category_on(type int, day date) returns text language sql stable as $$
  select pay_category from care_plan_type_terms where type_id = type
  order by valid_from <= day desc, case when valid_from <= day then day - valid_from else valid_from - day end
  limit 1
$$;
