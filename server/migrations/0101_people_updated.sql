-- The old and the new rows of a statement are compared as two sets. A join of them was planned once for each connection, for as
-- many rows as its first statement changed: after a single person, a change of 20,000 went through each pair of them.
create or replace function people_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('people', array_agg('all'::text), array_agg(id)) from after_rows;
  perform bump_revisions('people', array_agg('named'::text), array_agg(id))
    from (select id, last_name, first_name, middle_name, language, phone, address, address2, city, state, postal_code,
        address_latitude, address_longitude, address_approximate, merged_into from after_rows
      except select id, last_name, first_name, middle_name, language, phone, address, address2, city, state, postal_code,
        address_latitude, address_longitude, address_approximate, merged_into from before_rows) as changed;
  return null;
end $$;
