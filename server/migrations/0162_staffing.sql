-- Of a step by which somebody called out: the call-out, which may be withdrawn while another one of theirs stands.
alter table visit_events add column call_out_id int references call_outs;

update visit_events event set call_out_id = (select call_out.id from call_outs call_out
    where call_out.provider_id = event.provider_id and abs(extract(epoch from call_out.called_at - event.at)) < 5
    order by abs(extract(epoch from call_out.called_at - event.at)), call_out.id limit 1)
  where event.kind = 'calledOut';
