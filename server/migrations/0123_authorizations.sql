-- The program by which Medicaid pays for a client, by day, and the code that a care plan type has in Community First Choice.

create table client_programs (
  id int generated always as identity primary key,
  client_id int not null references people,
  from_date date not null,
  program text not null check (program in ('Waiver', 'CFC')),
  -- Which waiver, such as EBD.
  name text check (char_length(name) between 1 and 40),
  modified timestamptz not null,
  modified_by text not null,
  deleted timestamptz,
  rev int not null default 0
);
create unique index client_programs_day on client_programs (client_id, from_date) where deleted is null;
create trigger client_programs_no_delete before delete on client_programs
  for each statement execute function refuse_delete();

alter table care_plan_type_terms
  add column cfc_code text,
  add column cfc_modifiers text[] not null default '{}' check (cardinality(cfc_modifiers) <= 4);

-- Terms as the rules take them.
create function term_json(term care_plan_type_terms) returns jsonb language sql stable as $$
  select jsonb_build_object('validFrom', term.valid_from, 'procedureCode', term.procedure_code,
      'modifiers', term.modifiers, 'unitRule', term.unit_rule, 'rateCents', term.rate, 'addrateCents', term.addrate,
      'payCategory', term.pay_category, 'source', term.source)
    || case when term.cfc_code is null then '{}'
      else jsonb_build_object('cfcCode', term.cfc_code, 'cfcModifiers', term.cfc_modifiers) end
$$;

-- Programs of a client as the rules take them, the first day first.
create function programs_of(client int) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('from', from_date, 'program', program) order by from_date), '[]')
  from client_programs where client_id = client and deleted is null
$$;
