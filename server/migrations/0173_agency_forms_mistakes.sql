-- What was filled about the wrong person, of the wrong day or twice stays, and does not count: the last entry of its history says so.
alter table filled_form_corrections
  add column kind text not null default 'answers' check (kind in ('answers', 'mistake', 'restored'));
create index filled_form_corrections_mistakes on filled_form_corrections (filled_id) where kind = 'mistake';

-- What is due follows from it.
create trigger filled_form_corrections_revision after insert on filled_form_corrections
  for each statement execute function agency_forms_changed();
