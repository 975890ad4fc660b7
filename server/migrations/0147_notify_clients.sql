-- How a client hears of changes of their visits; null: they did not ask for it.
alter table client_needs add column notify_by text check (notify_by in ('text', 'email'));
