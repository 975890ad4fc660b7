-- A type may round as its state says. Of the release before none does: it is written only where no rule of the state is at hand.
alter table care_plan_type_terms alter column unit_rule drop not null;
