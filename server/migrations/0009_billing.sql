-- Billing records ('work', a card): what the month of a care plan is billed and paid by. Lengths in minutes, money in cents;
-- totals are written by the server from the grid (documents-and-reports.md, A1).

create table work (
  id int generated always as identity primary key,
  care_plan_id int not null references care_plans,
  client_id int not null references people,
  provider_id int not null references people,
  type_id int not null references care_plan_types,
  -- First day of the service month, and of the month of calculation where that switch is on.
  month date not null check (extract(day from month) = 1),
  custom_month date check (extract(day from custom_month) = 1),
  start_period date not null check (date_trunc('month', start_period) = month),
  end_period date not null check (date_trunc('month', end_period) = month),
  -- The daily grid: date, start, end, travel, billing, payroll.
  days jsonb not null check (jsonb_typeof(days) = 'array'),

  -- Cents per unit of 15 minutes, and how a part of a unit is rounded.
  pay_rate int not null check (pay_rate >= 0),
  unit_rule text not null default 'up' check (unit_rule in ('up', 'nearest', 'down')),
  working_minutes int not null check (working_minutes >= 0),
  travel_minutes int not null check (travel_minutes >= 0),
  unit int not null check (unit >= 0),
  no_billing_working_minutes int not null default 0 check (no_billing_working_minutes between 0 and working_minutes),
  no_billing_travel_minutes int not null default 0 check (no_billing_travel_minutes between 0 and travel_minutes),
  no_billing_unit int not null default 0 check (no_billing_unit between 0 and unit),
  no_payroll_working_minutes int not null default 0 check (no_payroll_working_minutes between 0 and working_minutes),
  no_payroll_travel_minutes int not null default 0 check (no_payroll_travel_minutes between 0 and travel_minutes),
  no_payroll_unit int not null default 0 check (no_payroll_unit between 0 and unit),
  billed_units int not null generated always as (unit - no_billing_unit) stored,
  amount bigint not null generated always as ((unit - no_billing_unit)::bigint * pay_rate) stored,

  status text not null default 'Billed'
    check (status in ('Billed', 'Paid', 'Denied', 'PartPaid', 'Adjust', 'Problem', 'Pending')),
  denied_reason text,
  remarks text,
  -- The plan's state when it was billed: EVV-exempt since, a temporary plan.
  excluded date,
  covid boolean not null default false,

  created timestamptz not null,
  modified timestamptz not null,
  modified_by text not null,
  deleted timestamptz,
  rev int not null default 0,
  check (start_period <= end_period),
  check (client_id <> provider_id)
);
-- One live billing record per care plan and month, no exception.
create unique index work_plan_month on work (care_plan_id, month) where deleted is null;
create index work_client on work (client_id, month) where deleted is null;
create index work_provider on work (provider_id, month) where deleted is null;
create index work_month on work (month) where deleted is null;

create function work_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('work', 'all');
  return null;
end $$;
create trigger work_revision after insert or update on work for each statement execute function work_changed();
-- A deleted record stays, marked.
create trigger work_no_delete before delete on work for each statement execute function refuse_delete();
