-- What the payer asks and what its reasons mean: dated, with a source. Corrected claims that wait for a file.

create table payer_terms (
  payer text not null,
  valid_from date not null,
  -- From the day of service.
  filing_days int not null check (filing_days > 0),
  -- From a denial, when the limit above has passed.
  resubmit_days int not null check (resubmit_days >= 0),
  -- Frequency of a claim that was denied whole and goes again.
  resend_denied text not null check (resend_denied in ('1', '7')),
  source text not null,
  primary key (payer, valid_from)
);
insert into payer_terms (payer, valid_from, filing_days, resubmit_days, resend_denied, source) values
  ('CO_TXIX', '1993-10-01', 120, 60, '7', '10 CCR 2505-10 8.043; a denied claim as the product has sent it so far'),
  ('CO_TXIX', '2018-06-01', 365, 60, '7',
    'hcpf.colorado.gov/timely-filing-faq, read 2026-11: 365 days from the day of service, then every 60 days with the number of the denied claim, which only a replacement names');

create table payer_denial_reasons (
  payer text not null,
  -- Claim adjustment reason code of the remittance.
  code text not null check (code ~ '^[A-Z0-9]{1,5}$'),
  valid_from date not null,
  title text not null check (char_length(title) between 1 and 80),
  cause text not null,
  advice text not null,
  mend text not null check (mend in ('program', 'par', 'units', 'visit', 'member', 'final', 'other')),
  source text not null,
  primary key (payer, code, valid_from)
);
insert into payer_denial_reasons (payer, code, valid_from, title, cause, advice, mend, source)
select 'CO_TXIX', code, '2000-01-01', title, cause, advice, mend,
  'X12 claim adjustment reason codes, list 139, read 2026-11; words and advice are ours'
from (values
  ('4', 'Modifier does not fit', 'The modifier is not that of the client''s program on the day.', 'Set the type''s modifier of that day', 'program'),
  ('15', 'Wrong PAR number', 'The PAR number is missing or belongs to another service or agency.', 'Correct the PAR, then send again', 'par'),
  ('16', 'Something is missing', 'The claim lacks something; the remark codes say what.', 'Read the remarks, correct the record', 'other'),
  ('18', 'Duplicate of a paid claim', 'The payer has paid the same day and service already.', 'Nothing to send: write it off if it is a duplicate', 'final'),
  ('22', 'Other insurance pays first', 'The client has other insurance that must pay first.', 'Bill the other insurance first', 'other'),
  ('26', 'Before coverage began', 'The client was not covered yet on the day.', 'Check eligibility of that day', 'member'),
  ('27', 'After coverage ended', 'The client was not covered any more on the day.', 'Check eligibility of that day', 'member'),
  ('29', 'Filed too late', 'The payer got the claim after its deadline.', 'Ask the payer for a waiver', 'final'),
  ('31', 'Member not found', 'Medicaid number, name and date of birth do not match a member.', 'Correct the client''s record', 'member'),
  ('45', 'Charge above the payer''s rate', 'The payer paid its own rate, which is below the charge.', 'Check the rate of the type', 'other'),
  ('112', 'No verified visit', 'The payer found no accepted visit for the day.', 'Get the visit accepted by Sandata, then send again', 'visit'),
  ('119', 'Limit of the period reached', 'The units of the period are used up.', 'Choose the days to claim', 'units'),
  ('151', 'More units than verified', 'The visits of the day prove fewer units than were billed.', 'Correct the visit or the billed time', 'visit'),
  ('177', 'Program does not cover it', 'The client''s program does not cover the service on the day.', 'Check the program of that day', 'program'),
  ('197', 'No authorization on the day', 'No PAR covers the day and service.', 'Add the PAR, or ask for one', 'par'),
  ('198', 'Units above the authorization', 'The authorized units are used up.', 'Ask for more units, or choose the days to claim', 'units'),
  ('204', 'Service not covered', 'The client''s plan does not cover the service.', 'Check the program of that day', 'program'),
  ('272', 'Program conditions not met', 'The program''s conditions are not met on the day.', 'Check the program of that day', 'program'),
  ('284', 'PAR is for another service', 'The PAR is valid, but not for this service.', 'Correct the PAR, then send again', 'par'),
  ('296', 'PAR number not valid', 'The payer does not know the PAR number.', 'Correct the PAR, then send again', 'par'),
  ('B7', 'Agency not enrolled that day', 'The agency was not enrolled for the service on the day.', 'Check the enrollment with the payer', 'other'),
  ('B13', 'Paid as part of another claim', 'The payer paid it with another claim.', 'Nothing to send: write it off if it is a duplicate', 'final')
) as reason (code, title, cause, advice, mend);

-- A denied claim that is to go again as its cards are now.
create table claim_corrections (
  claim_id text primary key references claims,
  corrected timestamptz not null,
  corrected_by text not null,
  -- The file it went with; null: it waits, and can be taken back.
  batch_id int references claim_batches
);
create index claim_corrections_waiting on claim_corrections (claim_id) where batch_id is null;
