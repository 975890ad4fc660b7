-- The accounts of a provider who is archived are closed from the archive date on, and open again when the provider comes back.

create function is_provider_away(provider_id int, today date) returns boolean language sql stable as $$
  select exists (
    select from people where people.id = provider_id and cur = 'n' and coalesce(archive_date, '-infinity') <= today
  )
$$;
