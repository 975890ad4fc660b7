-- A soft cap may be exceeded where that is justified; a hard one may not.

alter table calculator_caps add column soft boolean not null default false;
-- Community First Choice: what a client gets in a year; an exception must be justified.
update calculator_caps set soft = true where kind in ('personalYear', 'oversightYear', 'healthYear');
