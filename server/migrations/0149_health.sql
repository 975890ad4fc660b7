-- What the health page counts of the last 24 hours, without reading the queues of years.
create index aggregator_records_rejected on aggregator_records (modified) where status = 'Failed';
create index messages_undelivered on messages (created) where status in ('failed', 'undelivered', 'unknown');
