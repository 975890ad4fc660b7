-- Scanned timesheets: what was uploaded, and its pages. A page is filed with a plan, a month and a half by its code or by
-- hand, or waits in the tray (documents-and-reports.md, A3).

create table scan_uploads (
  id int generated always as identity primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('pdf', 'jpg', 'png')),
  stored_key text not null unique references stored_files,
  pages int not null check (pages between 1 and 300),
  created timestamptz not null,
  created_by text not null,
  -- Every page was looked at.
  finished timestamptz
);
create index scan_uploads_created on scan_uploads (created);

create table scan_pages (
  id int generated always as identity primary key,
  upload_id int not null references scan_uploads,
  -- Of the file, from 1.
  page int not null check (page >= 1),
  state text not null default 'waiting' check (state in ('waiting', 'tray', 'filed')),
  -- Why it waits in the tray.
  reason text check (reason in ('noCode', 'foreign', 'twoCodes', 'noPlan', 'notBegun', 'unreadable')),
  -- Quarter turns clockwise that make it stand upright, in degrees.
  turn int not null default 0 check (turn in (0, 90, 180, 270)),

  plan_id int references care_plans,
  month text check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- T timesheet, C timesheet of a temporary plan, M monthly report page.
  kind text check (kind in ('T', 'C', 'M')),
  -- 0 is the first half, 1 the second; a monthly report page has none.
  period int check (period in (0, 1)),
  -- Of the code: page of the printed timesheet, and saved changes of the plan when it was printed.
  sheet int,
  version int,
  -- Printed before the plan's last change of before the month: code 5 is proposed.
  outdated boolean not null default false,

  filed timestamptz,
  -- Initials; null: by its code.
  filed_by text,
  -- A deleted page is hidden from every call; the file stays.
  deleted timestamptz,
  deleted_by text,
  rev int not null default 0,
  unique (upload_id, page),
  check ((state = 'filed') = (plan_id is not null and month is not null and kind is not null and filed is not null)),
  check ((state = 'tray') = (reason is not null)),
  check (kind is null or (kind = 'M') = (period is null))
);
create index scan_pages_plan on scan_pages (plan_id, month, period) where state = 'filed' and deleted is null;
create index scan_pages_open on scan_pages (upload_id, page) where state <> 'filed' and deleted is null;

create function scans_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('scans', 'all');
  return null;
end $$;
create trigger scan_uploads_revision after insert or update on scan_uploads
  for each statement execute function scans_changed();
create trigger scan_pages_revision after insert or update on scan_pages
  for each statement execute function scans_changed();

create trigger scan_uploads_no_delete before delete on scan_uploads for each statement execute function refuse_delete();
create trigger scan_pages_no_delete before delete on scan_pages for each statement execute function refuse_delete();
