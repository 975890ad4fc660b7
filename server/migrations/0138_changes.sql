-- people.staffed: what boards, open visits and unread texts show or ask of a person: their names and addresses as in
-- people.named, whether they may work, whose phones they have, and that they are there at all. The queue of the aggregator
-- writes none of it.
create or replace function people_inserted() returns trigger language plpgsql as $$
begin
  perform bump_revisions('people', array_agg('all'::text), array_agg(id)) from after_rows;
  perform bump_revisions('people', array_agg('staffed'::text), array_agg(id)) from after_rows;
  return null;
end $$;
create or replace function people_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('people', array_agg('all'::text), array_agg(id)) from after_rows;
  perform bump_revisions('people', array_agg('named'::text), array_agg(id))
    from (select id, last_name, first_name, middle_name, language, phone, address, address2, city, state, postal_code,
        address_latitude, address_longitude, address_approximate, merged_into from after_rows
      except select id, last_name, first_name, middle_name, language, phone, address, address2, city, state, postal_code,
        address_latitude, address_longitude, address_approximate, merged_into from before_rows) as changed;
  perform bump_revisions('people', array_agg('staffed'::text), array_agg(id))
    from (select id, last_name, first_name, middle_name, language, phone, alt_phone, city, postal_code, address_latitude,
        address_longitude, merged_into, kind, cur, archive_date, private_client, start_ihss, background_check, caps_check,
        work_authorization_expiration, case_manager, managers_phone from after_rows
      except select id, last_name, first_name, middle_name, language, phone, alt_phone, city, postal_code, address_latitude,
        address_longitude, merged_into, kind, cur, archive_date, private_client, start_ihss, background_check, caps_check,
        work_authorization_expiration, case_manager, managers_phone from before_rows) as changed;
  return null;
end $$;

-- Whoever holds an answer of today, in whose tag people.all stood at this place, knows all of people.staffed.
insert into revisions (kind, key, rev)
  select kind, 'staffed', rev from revisions where kind = 'people' and key = 'all' on conflict do nothing;
