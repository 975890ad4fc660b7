/**
 * Every column that refers to a person, and what merging two records does to it. A test compares the list with the database, so that
 * a new column cannot be forgotten.
 */
export interface PersonColumn {
  readonly table: string;
  readonly column: string;
  /** What its rows are called in the sentence about what moves; equal words are counted together. */
  readonly words: readonly [one: string, many: string];
  /** Columns that identify the row without its person. */
  readonly key: readonly string[];
  /** A row does not move if the record that stays has an equal one in these columns. */
  readonly taken?: { readonly by: readonly string[]; readonly where?: string };
}

const ID = ['id'] as const;

/** Moved in this order. Rows created by a bulk send stay together with its recipients. */
export const MOVED_COLUMNS: readonly PersonColumn[] = [
  { table: 'care_plans', column: 'provider_id', words: ['care plan', 'care plans'], key: ID },
  { table: 'care_plans', column: 'client_id', words: ['care plan', 'care plans'], key: ID },
  { table: 'visits', column: 'provider_id', words: ['visit', 'visits'], key: ID },
  { table: 'visits', column: 'client_id', words: ['visit', 'visits'], key: ID },
  { table: 'open_requests', column: 'client_id', words: ['open request', 'open requests'], key: ID },
  { table: 'call_outs', column: 'provider_id', words: ['call-out', 'call-outs'], key: ID },
  { table: 'offers', column: 'provider_id', words: ['offer', 'offers'], key: ID },
  {
    table: 'call_out_proposals',
    column: 'provider_id',
    words: ['proposed call-out', 'proposed call-outs'],
    key: ID,
  },
  {
    table: 'visit_events',
    column: 'provider_id',
    words: ['event of a visit', 'events of visits'],
    key: ID,
  },
  { table: 'work', column: 'provider_id', words: ['billing record', 'billing records'], key: ID },
  { table: 'work', column: 'client_id', words: ['billing record', 'billing records'], key: ID },
  {
    table: 'month_run_items',
    column: 'client_id',
    words: ['run of the month close', 'runs of the month close'],
    key: ['run_id', 'place'],
  },
  { table: 'claims', column: 'client_id', words: ['claim', 'claims'], key: ID },
  {
    table: 'client_pars',
    column: 'client_id',
    words: ['prior authorization', 'prior authorizations'],
    key: ID,
    taken: { by: ['type_id', 'number', 'from_date'], where: 'deleted is null' },
  },
  {
    table: 'client_programs',
    column: 'client_id',
    words: ['program', 'programs'],
    key: ID,
    taken: { by: ['from_date'], where: 'deleted is null' },
  },
  {
    table: 'limit_justifications',
    column: 'client_id',
    words: ['justification', 'justifications'],
    key: ID,
  },
  { table: 'invoices', column: 'client_id', words: ['invoice', 'invoices'], key: ID },
  {
    table: 'invoice_lines',
    column: 'client_id',
    words: ['line of an invoice', 'lines of invoices'],
    key: ['invoice_id', 'place'],
    taken: { by: ['kind', 'day'], where: "is_live and kind = 'Share of cost'" },
  },
  {
    table: 'payer_decisions',
    column: 'client_id',
    words: ['answer of an insurer', 'answers of insurers'],
    key: ID,
  },
  { table: 'payments', column: 'client_id', words: ['payment', 'payments'], key: ID },
  {
    table: 'private_terms',
    column: 'client_id',
    words: ['list of private rates', 'lists of private rates'],
    key: ID,
    taken: { by: [] },
  },
  {
    table: 'client_payers',
    column: 'client_id',
    words: ['list of payers', 'lists of payers'],
    key: ID,
    taken: { by: [] },
  },
  { table: 'person_files', column: 'person_id', words: ['document', 'documents'], key: ID },
  {
    table: 'eligibility_entries',
    column: 'client_id',
    words: ['eligibility answer', 'eligibility answers'],
    key: ID,
  },
  {
    table: 'eligibility_members',
    column: 'client_id',
    words: ['eligibility request', 'eligibility requests'],
    key: ['request_id', 'place'],
  },
  {
    table: 'bulk_recipients',
    column: 'person_id',
    words: ['entry of a bulk message', 'entries of bulk messages'],
    key: ['bulk_id', 'place'],
    taken: { by: ['bulk_id'] },
  },
  { table: 'messages', column: 'person_id', words: ['message', 'messages'], key: ID },
  {
    table: 'email_confirmations',
    column: 'person_id',
    words: ['e-mail confirmation', 'e-mail confirmations'],
    key: ['token_hash'],
    taken: { by: [] },
  },
  {
    table: 'pay_rates',
    column: 'provider_id',
    words: ['pay rate', 'pay rates'],
    key: ['category', 'valid_from'],
    taken: { by: ['category'] },
  },
  {
    table: 'payroll_employees',
    column: 'provider_id',
    words: ['payroll number', 'payroll numbers'],
    key: ['layout'],
    taken: { by: ['layout'] },
  },
  {
    table: 'caregiver_hours',
    column: 'provider_id',
    words: ['entry of working hours', 'entries of working hours'],
    key: ID,
    taken: { by: [] },
  },
  {
    table: 'caregiver_skills',
    column: 'provider_id',
    words: ['skill', 'skills'],
    key: ['skill_id'],
    taken: { by: ['skill_id'] },
  },
  {
    table: 'calendar_feeds',
    column: 'provider_id',
    words: ['calendar address', 'calendar addresses'],
    key: ['token_hash'],
    taken: { by: [] },
  },
  { table: 'time_off', column: 'provider_id', words: ['entry of time off', 'entries of time off'], key: ID },
  {
    table: 'client_needs',
    column: 'client_id',
    words: ['entry of requirements', 'entries of requirements'],
    key: ID,
    taken: { by: [] },
  },
  {
    table: 'pair_preferences',
    column: 'provider_id',
    words: ['preference', 'preferences'],
    key: ID,
    taken: { by: ['client_id', 'side'] },
  },
  {
    table: 'pair_preferences',
    column: 'client_id',
    words: ['preference', 'preferences'],
    key: ID,
    taken: { by: ['provider_id', 'side'] },
  },
  {
    table: 'telephony_pins',
    column: 'person_id',
    words: ['number and PIN', 'numbers and PINs'],
    key: ['number'],
    taken: { by: [] },
  },
  {
    table: 'telephony_tries',
    column: 'person_id',
    words: ['try of a PIN', 'tries of PINs'],
    key: ['call_id', 'step'],
  },
  { table: 'telephony_devices', column: 'client_id', words: ['code device', 'code devices'], key: ID },
  { table: 'telephony_calls', column: 'provider_id', words: ['phone call', 'phone calls'], key: ID },
  {
    table: 'family_members',
    column: 'client_id',
    words: ['invitation of the family', 'invitations of the family'],
    key: ID,
  },
  {
    table: 'exclusion_findings',
    column: 'person_id',
    words: ['finding of an exclusion list', 'findings of exclusion lists'],
    key: ID,
    taken: { by: ['list', 'entry_key'] },
  },
  { table: 'incidents', column: 'client_id', words: ['incident', 'incidents'], key: ID },
  { table: 'incidents', column: 'provider_id', words: ['incident', 'incidents'], key: ID },
  { table: 'filled_forms', column: 'person_id', words: ['filled form', 'filled forms'], key: ID },
  { table: 'accounts', column: 'provider_id', words: ['login', 'logins'], key: ID },
  { table: 'calculator_runs', column: 'client_id', words: ['calculation', 'calculations'], key: ID },
  { table: 'candidates', column: 'hired_as', words: ['application', 'applications'], key: ID },
  {
    table: 'people_history',
    column: 'person_id',
    words: ['earlier name or address', 'earlier names and addresses'],
    key: ID,
  },
  {
    table: 'people',
    column: 'merged_into',
    words: ['record merged before', 'records merged before'],
    key: ID,
  },
];

/** Why the rows of a column stay as they are. */
export const KEPT_COLUMNS: Readonly<Record<string, string>> = {
  'payroll_run_rows.provider_id': 'exported pay keeps its ID; the record that has any is the one that stays',
  'payroll_confirmed_weeks.provider_id': 'as exported pay',
  'people_merges.kept_id': 'says which records were merged',
  'people_merges.away_id': 'says which records were merged',
  'people_apart.low_id': 'says what somebody saw in two records',
  'people_apart.high_id': 'says what somebody saw in two records',
  'aggregator_records.record_id': 'what was sent went out under this ID; what still waits is closed',
  'access_log.subject_id': 'append-only',
  'change_log.entity_id': 'append-only',
  'document_log.subject_ids': 'append-only',
  'webhook_deliveries.subject_id': 'a receiver hears of a change by the ID that the change log has',
};
