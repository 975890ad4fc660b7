-- As in 0102, and the counter is held before the plans are looked for that others leave behind: a plan that another transaction
-- is just adding to the pair is seen, once that one has committed, or notes itself after this one.
create or replace function care_plans_updated() returns trigger language plpgsql as $$
begin
  insert into revisions (kind, key, rev) values ('carePlans', 'all', first_revision()) on conflict do nothing;
  perform 1 from revisions where kind = 'carePlans' and key = 'all' for update;
  perform bump_revisions('carePlans', array_agg('all'::text), array_agg(id)) from (
    select id from after_rows
    union
    select other.id from (select id, provider_id, client_id from before_rows
        except select id, provider_id, client_id from after_rows) as moved
      join care_plans other on other.provider_id = moved.provider_id and other.client_id = moved.client_id
    union
    select covers_id from (select id, covers_id from before_rows except select id, covers_id from after_rows) as uncovered
      where covers_id is not null
  ) as changed;
  return null;
end $$;
