-- Why a client needs care beyond a limit, up to an amount (units of an authorization, minutes of a cap) and a day.
create table limit_justifications (
  id int generated always as identity primary key,
  client_id int not null references people,
  limit_name text not null,
  par_id int references client_pars,
  plan_id int references care_plans,
  amount int not null check (amount > 0),
  until_day date not null,
  text text not null check (char_length(text) between 1 and 1000),
  made timestamptz not null,
  made_by text not null
);
create index limit_justifications_client on limit_justifications (client_id);
create trigger limit_justifications_no_delete before delete on limit_justifications
  for each statement execute function refuse_delete();
