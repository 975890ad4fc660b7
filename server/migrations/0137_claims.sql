-- The insurer that sent a file; none: Medicaid.
alter table claim_answer_files add column payer_id int references payers;
