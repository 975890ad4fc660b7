-- Recorded times are accepted in bulk too, and that can be undone: they wait for acceptance again. The record log keeps both.

drop trigger visit_attempts_accepted_append_only on visit_attempts_accepted;
create trigger visit_attempts_accepted_no_update before update on visit_attempts_accepted
  for each statement execute function refuse_change();

alter table visit_bulks drop constraint visit_bulks_action_check;
alter table visit_bulks add check (action in ('accept', 'send', 'close', 'reopen', 'reason'));
