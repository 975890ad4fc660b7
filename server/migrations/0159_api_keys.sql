-- Who made a key, so that it ends with their account; null where the change log does not say.

alter table api_keys add made_by int references accounts;
update api_keys set made_by = (
  select accounts.id from change_log join accounts on accounts.id = change_log.account_id
  where call = 'apiKeys.make' and entity = 'apiKey' and entity_id = api_keys.id
  order by change_log.id limit 1);
