-- Images of texts are uploaded: the text provider fetches them by a link that opens for some days.

-- Since when nothing needs the bytes any more: the sweeper removes them, the row stays.
alter table stored_files add column removed timestamptz;

create table text_images (
  id int generated always as identity primary key,
  stored_key text not null unique references stored_files (key),
  -- As its content says.
  kind text not null check (kind in ('png', 'jpg')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The secret of the link, for the worker that hands the texts over.
  sealed_token bytea not null,
  created timestamptz not null,
  created_by text not null,
  account_id int not null references accounts,
  -- Of the first send: before it the link opens nothing.
  used timestamptz,
  -- Nothing opens it or sends it from then on, and its bytes are removed.
  expires timestamptz not null,
  removed timestamptz,
  check (expires > created)
);
create index text_images_kept on text_images (expires) where removed is null;
create trigger text_images_no_delete before delete on text_images for each statement execute function refuse_delete();

alter table bulk_sends add column image_id int references text_images,
  add check (image_id is null or (channel = 'SMS' and image is null));
alter table messages add column image_id int references text_images,
  add check (image_id is null or (channel = 'SMS' and image is null));
