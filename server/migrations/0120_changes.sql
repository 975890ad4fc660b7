-- Prior authorizations, pages of scans and call-outs note whom or what each revision changed, too (see 0097).

-- By the client: what is told of a client depends on all of their authorizations.
drop trigger client_pars_revision on client_pars;
drop function client_pars_revision();
create function client_pars_inserted() returns trigger language plpgsql as $$
begin
  perform bump_revisions('pars', array_agg('all'::text), array_agg(client_id)) from after_rows;
  return null;
end $$;
create function client_pars_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('pars', array_agg('all'::text), array_agg(client_id))
    from (select client_id from before_rows union select client_id from after_rows) as changed;
  return null;
end $$;
create trigger client_pars_insert_revision after insert on client_pars
  referencing new table as after_rows for each statement execute function client_pars_inserted();
create trigger client_pars_update_revision after update on client_pars
  referencing old table as before_rows new table as after_rows for each statement execute function client_pars_updated();

-- The tray changes with its pages alone, not with every file that is being read.
create function scan_pages_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('scans', 'all');
  perform bump_revisions('scanPages', array_agg('all'::text), array_agg(id)) from changed_rows;
  return null;
end $$;
drop trigger scan_pages_revision on scan_pages;
create trigger scan_pages_insert_revision after insert on scan_pages
  referencing new table as changed_rows for each statement execute function scan_pages_changed();
create trigger scan_pages_update_revision after update on scan_pages
  referencing new table as changed_rows for each statement execute function scan_pages_changed();

-- By the caregiver who cannot come.
drop trigger call_outs_revision on call_outs;
create or replace function call_outs_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('callOuts', array_agg('all'::text), array_agg(provider_id)) from changed_rows;
  return null;
end $$;
create trigger call_outs_insert_revision after insert on call_outs
  referencing new table as changed_rows for each statement execute function call_outs_changed();
create trigger call_outs_update_revision after update on call_outs
  referencing new table as changed_rows for each statement execute function call_outs_changed();
