-- Snoozes from before it was kept what their row stood for would hide everything that comes later: those rows are shown again.
-- Notices are one thing alone each and stay put off (docs/rules/today.md, rule 7).
update today_marks set snoozed_until = null, snoozed_by = null
  where snoozed_until is not null and snoozed_covers is null and row_key not like 'notice:%';
