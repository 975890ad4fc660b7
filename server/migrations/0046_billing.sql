-- A dated rate of a type (inside, outside) gives each day of a card its own amount; Old and Custom rates hold for the whole
-- card. The rates are kept as they were when the card was saved, and its amount is written by the server beside its units.
alter table work add column rate_kind text check (rate_kind in ('inside', 'outside'));
alter table work add column rates jsonb not null default '[]' check (jsonb_typeof(rates) = 'array');
alter table work alter column amount drop expression;

-- Cards that are not claimed yet and have the rate of their type for the first day of their month were meant to be billed by
-- it. Their amounts stay; where the type's rate changes inside the month, the upload names them before they are sent.
with meant as (
  select work.id, term.rate, term.addrate,
    exists (select from outside_postcodes where code = left(client.postal_code, 5)) as is_outside
  from work join people client on client.id = work.client_id
    cross join lateral (select rate, addrate from care_plan_type_terms term
      where term.type_id = work.type_id and term.valid_from <= work.month order by term.valid_from desc limit 1) as term
  where work.deleted is null and work.status in ('Billed', 'Pending')
    and not exists (select from claim_cards part join work sent on sent.id = part.card_id
      where sent.care_plan_id = work.care_plan_id and sent.month = work.month))
update work set rate_kind = case when meant.is_outside and meant.addrate = work.pay_rate then 'outside' else 'inside' end,
  rates = jsonb_build_array(jsonb_build_object('from', work.month, 'cents', work.pay_rate))
from meant where work.id = meant.id
  and ((meant.is_outside and meant.addrate = work.pay_rate) or meant.rate = work.pay_rate);
