-- What the row of a snooze stood for: what comes to it later is shown again (docs/rules/today.md, rule 7).
alter table today_marks add column snoozed_covers jsonb;
