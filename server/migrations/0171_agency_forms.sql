-- Forms that an agency builds for itself, their versions, and how they were filled.
create table agency_forms (
  id int generated always as identity primary key,
  -- Since when nobody fills it any more.
  retired timestamptz,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0
);
create trigger agency_forms_no_delete before delete on agency_forms
  for each statement execute function refuse_delete();

-- Each save is a version of its own: what was filled keeps the one by which it was filled.
create table agency_form_versions (
  id int generated always as identity primary key,
  form_id int not null references agency_forms,
  no int not null check (no >= 1),
  definition jsonb not null,
  created timestamptz not null,
  created_by text not null,
  unique (form_id, no)
);
create trigger agency_form_versions_append_only before update or delete on agency_form_versions
  for each statement execute function refuse_change();

create table filled_forms (
  id int generated always as identity primary key,
  version_id int not null references agency_form_versions,
  person_id int not null references people,
  -- At which it was filled; null: at none.
  visit_id int references visits,
  via text not null check (via in ('office', 'phone')),
  -- The day of which it speaks, and the moment at which it was filled.
  day date not null,
  at timestamptz not null,
  answers jsonb not null,
  filled_by text not null,
  entered timestamptz not null,
  check (via = 'office' or visit_id is not null)
);
create index filled_forms_version on filled_forms (version_id);
create index filled_forms_person on filled_forms (person_id);
create index filled_forms_visit on filled_forms (visit_id) where visit_id is not null;
create trigger filled_forms_no_delete before delete on filled_forms
  for each statement execute function refuse_delete();
-- Two records of one person become one; all else stays as it was filled.
create function filled_forms_stay() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'person_id' is distinct from to_jsonb(old) - 'person_id' then
    raise exception 'what was filled is corrected, not changed';
  end if;
  return new;
end $$;
create trigger filled_forms_unchanged before update on filled_forms
  for each row execute function filled_forms_stay();

-- All answers as they are after the correction.
create table filled_form_corrections (
  id int generated always as identity primary key,
  filled_id int not null references filled_forms,
  no int not null check (no >= 1),
  answers jsonb not null,
  reason text not null,
  created timestamptz not null,
  created_by text not null,
  unique (filled_id, no)
);
create trigger filled_form_corrections_append_only before update or delete on filled_form_corrections
  for each statement execute function refuse_change();

-- They come before the form that they belong to, under the name that it calls them by.
create table filled_form_photos (
  photo text primary key check (photo ~ '^[0-9a-f]{32}$'),
  stored_key text not null unique references stored_files (key),
  -- As its content says.
  kind text not null check (kind in ('png', 'jpg')),
  account_id int not null references accounts,
  created timestamptz not null,
  -- Null: no form has it yet.
  filled_id int references filled_forms,
  -- No form took it, and its bytes are removed.
  removed timestamptz,
  check (filled_id is null or removed is null)
);
create index filled_form_photos_filled on filled_form_photos (filled_id);
create index filled_form_photos_unused on filled_form_photos (created) where filled_id is null and removed is null;
create trigger filled_form_photos_no_delete before delete on filled_form_photos
  for each statement execute function refuse_delete();

create function agency_forms_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('agencyForms', 'all');
  return null;
end $$;
create trigger agency_forms_revision after insert or update on agency_forms
  for each statement execute function agency_forms_changed();
create trigger filled_forms_revision after insert or update on filled_forms
  for each statement execute function agency_forms_changed();
