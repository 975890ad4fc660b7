-- A file that goes with an e-mail: kept until the message has gone, as the secret of a link is.
alter table messages add column has_attachment boolean not null default false;
create table message_attachments (
  message_id int primary key references messages,
  name text not null check (name !~ '[[:cntrl:]/]'),
  type text not null,
  -- Sealed.
  content bytea not null
);
