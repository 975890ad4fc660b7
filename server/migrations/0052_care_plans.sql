-- A plan changes from a day on: days before keep the week that they were worked by.

alter table care_plans
  -- Empty: `json` alone counts on all days. Else every week of the plan in the order of its days, the first from the plan's
  -- start, each as {from, json}; `json` is then the first of them.
  add column weeks jsonb not null default '[]' check (jsonb_typeof(weeks) = 'array'),
  add check (jsonb_array_length(weeks) <> 1),
  add check (weeks = '[]' or weeks -> 0 -> 'json' = json);

-- The week that a plan goes by on a day; weekOn of the care plan rules is the same for one plan at hand.
create function plan_week_on(plan care_plans, day date) returns jsonb language sql stable as $$
  select case when plan.weeks = '[]' then plan.json else coalesce(
    (select week -> 'json' from jsonb_array_elements(plan.weeks) as week
      where (week ->> 'from')::date <= day order by (week ->> 'from')::date desc limit 1), plan.json) end
$$;

-- The week that is shown where a plan has one alone: that of a day, or of the plan's last day where it ended before.
create function plan_week_shown(plan care_plans, day date) returns jsonb language sql stable as $$
  select case when plan.weeks = '[]' then plan.json else plan_week_on(plan,
    least(day, case when plan.covers_id is null then plan.end_date - 1 else plan.end_date end)) end
$$;
