-- What one process at a time may do, as long as it says again and again that it is still at it. Each holder has a higher
-- `fence` than the one before: what it writes names it, and is refused once somebody else has taken over.
create table leases (
  name text primary key,
  holder text not null,
  fence bigint not null,
  until timestamptz not null
);

-- A worker of the job queue lives as long as it renews its row. Up to here its process held an advisory lock on its number,
-- on a connection of its own; a server of before goes on writing that number.
alter table job_workers alter column process drop not null,
  add column until timestamptz not null default now() + interval '1 minute';
create index job_workers_until on job_workers (until);
