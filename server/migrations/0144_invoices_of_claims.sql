-- What a claim leaves to the client is a line of an invoice: their share of cost, or a service that is not covered.
alter table invoice_lines
  add column settlement_id int references claim_settlements,
  drop constraint invoice_lines_kind_check,
  add constraint invoice_lines_kind_check check (kind in ('Work', 'Share of cost', 'Share of a claim', 'Not covered')),
  add constraint invoice_lines_settled check ((kind in ('Share of a claim', 'Not covered')) = (settlement_id is not null));
-- It is on one live invoice.
create unique index invoice_lines_settlement on invoice_lines (settlement_id) where is_live;
