-- Recorded times that staff did not accept: they wait no more, and move no visit. Only an undo takes that back, with the record
-- log as witness.

create table visit_attempts_rejected (
  attempt_id int primary key references visit_attempts,
  rejected timestamptz not null,
  rejected_by text not null
);
create trigger visit_attempts_rejected_no_update before update on visit_attempts_rejected
  for each statement execute function refuse_change();

alter table visit_bulks drop constraint visit_bulks_action_check;
alter table visit_bulks add check (action in ('accept', 'reject', 'send', 'close', 'reopen', 'reason'));
