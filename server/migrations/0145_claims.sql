-- What an insurer that paid first left by its contract: nobody owes it.
insert into payer_denial_reasons (payer, code, valid_from, title, cause, advice, mend, source) values
  ('CO_TXIX', '23', '2000-01-01', 'Settled with the insurer that paid first',
    'The rest is what an insurer that paid first cut by its contract, or what it and Medicaid share. The agency bears it.',
    'Compare with the insurer''s answer, then write it off', 'final',
    'X12 claim adjustment reason codes, list 139, read 2026-11; words and advice are ours')
-- An agency may have written its own.
on conflict do nothing;
