-- Covers say no more than that the regular caregiver cannot come. Those that were made before also said why: the note of a
-- call-out or of time off, or the check that had failed, which the client and the caregiver who comes may not read.
update care_plans set create_reason = 'The regular caregiver cannot come'
where covers_id is not null and create_reason ~ '^Cover [0-9]{2}-[0-9]{2}-[0-9]{4}(:|$)';
