-- The dated weeks of a plan as the product names them: [{from, week}]. They are stored as the wire has them, [{from, json}].
create function plan_weeks(weeks jsonb) returns jsonb language sql immutable as $$
  select case when weeks = '[]' then weeks else (
    select jsonb_agg(jsonb_build_object('from', dated -> 'from', 'week', dated -> 'json') order by place)
    from jsonb_array_elements(weeks) with ordinality as each (dated, place)) end
$$;
