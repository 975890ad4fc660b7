-- A file has so much time for all its pages; what is left of it waits in the tray and says so.
alter table scan_pages drop constraint scan_pages_reason_check,
  add constraint scan_pages_reason_check
    check (reason in ('noCode', 'foreign', 'twoCodes', 'noPlan', 'notBegun', 'unreadable', 'tooSlow'));
