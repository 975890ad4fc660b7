-- Whoever changes a setting, the site's settings have a new revision in the same transaction: a request reads it with its
-- session and reads the settings themselves only when it is another than the one this process knows.
create function settings_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('settings', 'all');
  return null;
end $$;
create trigger settings_revision after insert or update or delete on settings
  for each statement execute function settings_changed();
