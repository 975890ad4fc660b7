-- The autopilot begins at once, not with the next round of its job.
create function call_outs_wake() returns trigger language plpgsql as $$
begin
  perform offers_wake();
  return null;
end $$;
create trigger call_outs_wake after insert on call_outs for each statement execute function call_outs_wake();
