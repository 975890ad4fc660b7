-- Some payers round each visit by itself.
alter table care_plan_type_terms drop constraint care_plan_type_terms_unit_rule_check;
alter table care_plan_type_terms add constraint care_plan_type_terms_unit_rule_check
  check (unit_rule in ('up', 'nearest', 'down', 'nearestVisit'));
alter table work drop constraint work_unit_rule_check;
alter table work add constraint work_unit_rule_check check (unit_rule in ('up', 'nearest', 'down', 'nearestVisit'));
