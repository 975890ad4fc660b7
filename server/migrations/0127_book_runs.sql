-- A check that stops is begun anew by its job until it comes to its end: none fails for good, and nothing ever said so.
alter table book_runs drop column failed;
