-- The autopilot stops: somebody in the office is told by text that nobody comes yet.

alter table messages
  -- To a phone of the office, which is nobody's record.
  add column to_office boolean not null default false,
  drop constraint messages_owner,
  add constraint messages_owner check (case when direction = 'in' then num_nonnulls(person_id, candidate_id) <= 1
    when to_office then num_nonnulls(person_id, candidate_id) = 0
    else num_nonnulls(person_id, candidate_id) = 1 end),
  add constraint messages_to_office check (not to_office or (direction = 'out' and channel = 'SMS'));

create index visit_events_office_told on visit_events (day) where kind = 'officeTold';
