-- The prior authorizations of a client are the home of PAR Expiration; the field of the record follows them.
update people set par_expiration = par.through
from (select client_id, max(through_date) as through from client_pars where deleted is null group by client_id) par
where par.client_id = people.id and people.par_expiration is distinct from par.through;

-- Notices tell when a prior authorization ends: an answer that is kept is void when one changes.
create function client_pars_revision() returns trigger language plpgsql as $$
begin
  perform bump_revision('pars', 'all');
  return null;
end $$;
create trigger client_pars_revision after insert or update on client_pars
  for each statement execute function client_pars_revision();
