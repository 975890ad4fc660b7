-- What became of the message that a step of a visit's story is about.
alter table visit_events add column message_id int references messages;
