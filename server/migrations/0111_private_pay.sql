-- Private pay: rates and shares of cost of clients, invoices and payments.

create table private_terms (
  id int generated always as identity primary key,
  client_id int not null unique references people,
  -- [{"type": "PRIVATE", "from": "2026-01-01", "cents": 3800}, …] cents an hour
  rates jsonb not null,
  -- [{"from": "2026-01-01", "cents": 25000}, …] cents a month
  shares jsonb not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null
);

-- The last number of each range. Its row is held until the invoices with the numbers are stored: none is ever missing.
create table invoice_numbers (
  range text primary key check (range ~ '^\d{4}$'),
  last int not null check (last >= 1)
);
create trigger invoice_numbers_no_delete before delete on invoice_numbers
  for each statement execute function refuse_delete();

-- What one press made, so that it can be taken back as one.
create table invoice_runs (
  id int generated always as identity primary key,
  from_day date not null,
  through_day date not null,
  made timestamptz not null,
  made_by text not null,
  undone timestamptz,
  undone_by text,
  check (through_day >= from_day),
  check ((undone is null) = (undone_by is null))
);
create trigger invoice_runs_no_delete before delete on invoice_runs for each statement execute function refuse_delete();

create table invoices (
  id int generated always as identity primary key,
  range text not null references invoice_numbers,
  number int not null check (number >= 1),
  run_id int not null references invoice_runs,
  client_id int not null references people,
  -- null: the client's own record.
  payer_id int references payers,
  -- {"name": …, "lines": […], "email": …} as it was when the invoice was made.
  bill_to jsonb not null,
  from_day date not null,
  through_day date not null,
  issued date not null,
  due date not null,
  total int not null check (total > 0),
  sent timestamptz,
  sent_by text,
  sent_via text check (sent_via in ('Email', 'Paper')),
  message_id int references messages,
  voided timestamptz,
  voided_by text,
  voided_day date,
  void_reason text,
  created timestamptz not null,
  created_by text not null,
  rev int not null default 0,
  unique (range, number),
  check (through_day >= from_day and due >= issued),
  check (num_nulls(sent, sent_by, sent_via) in (0, 3)),
  check (num_nulls(voided, voided_by, voided_day, void_reason) in (0, 4)),
  check (message_id is null or sent_via = 'Email')
);
create index invoices_client on invoices (client_id, id);
create index invoices_run on invoices (run_id);
create trigger invoices_no_delete before delete on invoices for each statement execute function refuse_delete();

create table invoice_lines (
  invoice_id int not null references invoices,
  place int not null check (place >= 1),
  client_id int not null references people,
  kind text not null check (kind in ('Work', 'Share of cost')),
  day date not null,
  plan_id int references care_plans,
  card_id int references work,
  service text not null,
  caregiver text not null,
  minutes int not null check (minutes >= 0),
  rate int not null check (rate >= 0),
  amount int not null check (amount > 0),
  -- Of an invoice that was not voided.
  is_live boolean not null default true,
  primary key (invoice_id, place),
  check ((kind = 'Work') = (plan_id is not null) and (kind = 'Work') = (card_id is not null))
);
-- A day of work and a month's share of cost are on one live invoice.
create unique index invoice_lines_work on invoice_lines (plan_id, day) where kind = 'Work' and is_live;
create unique index invoice_lines_share on invoice_lines (client_id, day) where kind = 'Share of cost' and is_live;
create trigger invoice_lines_no_delete before delete on invoice_lines for each statement execute function refuse_delete();

create table payments (
  id int generated always as identity primary key,
  client_id int not null references people,
  day date not null,
  method text not null check (method in ('Check', 'Card', 'ACH', 'Cash')),
  reference text not null,
  amount int not null check (amount > 0),
  reversed timestamptz,
  reversed_by text,
  reversed_day date,
  reverse_reason text,
  created timestamptz not null,
  created_by text not null,
  rev int not null default 0,
  check (num_nulls(reversed, reversed_by, reversed_day, reverse_reason) in (0, 4))
);
create index payments_client on payments (client_id, id);
create trigger payments_no_delete before delete on payments for each statement execute function refuse_delete();

-- What of a payment pays an invoice, until one of the two is taken back.
create table payment_parts (
  id int generated always as identity primary key,
  payment_id int not null references payments,
  invoice_id int not null references invoices,
  amount int not null check (amount > 0),
  made timestamptz not null,
  made_by text not null,
  ended timestamptz
);
create index payment_parts_payment on payment_parts (payment_id);
create index payment_parts_invoice on payment_parts (invoice_id);
create trigger payment_parts_no_delete before delete on payment_parts for each statement execute function refuse_delete();
