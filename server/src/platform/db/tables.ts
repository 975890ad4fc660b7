// Row types of the migrated database, written by generate-tables.ts. Never edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[];
type JsonColumn = ColumnType<Json, string, string>;
type JsonColumnDefaulted = ColumnType<Json, string | undefined, string>;
type JsonColumnOrNull = ColumnType<Json | null, string | null, string | null>;
type JsonColumnOrNullDefaulted = ColumnType<Json | null, string | null | undefined, string | null>;

export interface AccessJournalsTable {
  name: string;
  position: number;
  at: Generated<string>;
}

export interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: string;
  account_id: number;
  address: string;
  call: string;
  way: string;
  subject: string | null;
  subject_id: number | null;
  rows: number | null;
  filter: JsonColumnOrNull;
  request: string;
}

export interface AccountIdentitiesTable {
  issuer: string;
  subject: string;
  account_id: number;
  is_made: boolean;
  created: string;
}

export interface AccountsTable {
  id: GeneratedAlways<number>;
  login: string;
  password_hash: string;
  full_name: string;
  role: string;
  initials: string;
  provider_id: number | null;
  email: string | null;
  phone: string | null;
  reset_password: Generated<boolean>;
  password_expires: string | null;
  created: Generated<string>;
  deleted: string | null;
  rev: Generated<number>;
  second_factor: Generated<boolean>;
  suspended: string | null;
  update_seen: Generated<number>;
  start_on_today: boolean | null;
  custom_role_id: number | null;
}

export interface AgencyExportsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  asked: string;
  asked_by: string;
  state: string;
  file_key: string | null;
  size: number | null;
  made: string | null;
  error: string | null;
}

export interface AgencyFormVersionsTable {
  id: GeneratedAlways<number>;
  form_id: number;
  no: number;
  definition: JsonColumn;
  created: string;
  created_by: string;
}

export interface AgencyFormsTable {
  id: GeneratedAlways<number>;
  retired: string | null;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface AggregatorPausesTable {
  one: Generated<boolean>;
  until: string;
  failures: number;
  reason: string;
}

export interface AggregatorRecordsTable {
  id: GeneratedAlways<number>;
  type: string;
  record_id: number;
  status: Generated<string>;
  resend: Generated<boolean>;
  sequence_id: number | null;
  uuid: string | null;
  message: string | null;
  json: JsonColumnDefaulted;
  created: string;
  created_by: string;
  modified: string;
  sent_at: string | null;
  poll_at: string | null;
  sends: Generated<number>;
  tries: Generated<number>;
  calls: JsonColumnOrNull;
}

export interface ApiKeysTable {
  id: GeneratedAlways<number>;
  account_id: number;
  name: string;
  role: string;
  token_hash: Buffer;
  calls: string[];
  per_minute: number;
  created: string;
  created_by: string;
  expires: string;
  last_used: string | null;
  minute: string | null;
  uses: Generated<number>;
  revoked: string | null;
  revoked_by: string | null;
  made_by: number | null;
}

export interface AutopilotTable {
  only_one: Generated<boolean>;
  settings: JsonColumn;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface BankDepositsTable {
  id: GeneratedAlways<number>;
  day: string;
  amount: number;
  reference: Generated<string>;
  entered: string;
  entered_by: string;
  deleted: string | null;
  deleted_by: string | null;
  occurrence: Generated<number>;
}

export interface BookRunsTable {
  id: GeneratedAlways<number>;
  asked: string;
  asked_by: string | null;
  ended: string | null;
  done: Generated<number>;
  steps: Generated<number>;
  broken_count: Generated<number>;
  results: JsonColumnDefaulted;
}

export interface BulkRecipientsTable {
  bulk_id: number;
  place: number;
  person_id: number;
  state: Generated<string>;
  reason: string | null;
  message_id: number | null;
}

export interface BulkSendsTable {
  id: GeneratedAlways<number>;
  channel: string;
  state: Generated<string>;
  subject: string | null;
  text: string;
  image: string | null;
  total: number;
  queued: Generated<number>;
  skipped: Generated<number>;
  info: string | null;
  created: string;
  created_by: string;
  account_id: number;
  ended: string | null;
  image_id: number | null;
}

export interface CalculatorCapsTable {
  kind: string;
  valid_from: string;
  minutes: number | null;
  source: string;
  rev: Generated<number>;
  soft: Generated<boolean>;
}

export interface CalculatorFilesTable {
  name: string;
  run_id: number;
  content: JsonColumn;
  compared: string[];
}

export interface CalculatorNormsTable {
  code: number;
  valid_from: string;
  name: string;
  minutes: number | null;
  per: string | null;
  source: string;
  rev: Generated<number>;
}

export interface CalculatorRunsTable {
  id: GeneratedAlways<number>;
  at: string;
  by: string;
  client_id: number;
  request: JsonColumn;
  asked: number;
  placed: number;
  optimal: boolean;
  result: string;
  change: string | null;
}

export interface CalendarFeedsTable {
  provider_id: number;
  token_hash: Buffer;
  created: string;
  created_by: string;
  fetched: string | null;
}

export interface CallOutProposalsTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  message_id: number;
  words: string;
  at: string;
  closed_at: string | null;
  closed_by: string | null;
}

export interface CallOutsTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  from_at: string;
  until_at: string;
  note: string | null;
  via: string;
  called_at: string;
  called_by: string;
  withdrawn_at: string | null;
  withdrawn_by: string | null;
  rev: Generated<number>;
}

export interface CandidatesTable {
  id: GeneratedAlways<number>;
  name: string;
  phone: string;
  address: string;
  address_latitude: number;
  address_longitude: number;
  address_approximate: Generated<boolean>;
  date_available: string;
  date_created: string;
  status: Generated<string>;
  hired_as: number | null;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface CarePlanTypeTermsTable {
  type_id: number;
  valid_from: string;
  procedure_code: string | null;
  modifiers: Generated<string[]>;
  unit_rule: Generated<string | null>;
  rate: number | null;
  addrate: number | null;
  source: string;
  pay_category: string | null;
  cfc_code: string | null;
  cfc_modifiers: Generated<string[]>;
}

export interface CarePlanTypesTable {
  id: GeneratedAlways<number>;
  code: string;
  name: string;
  pc_items: string[];
  hm_items: string[];
  ihss: boolean;
  relative: boolean;
  evv_needed: boolean;
  aggregator_code: string | null;
  position: number;
  rev: Generated<number>;
}

export interface CarePlansTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  client_id: number;
  type_id: number;
  start_date: string;
  end_date: string | null;
  remarks: string | null;
  create_reason: string;
  status: string;
  archive_info: string | null;
  delete_info: string | null;
  excluded: string | null;
  covers_id: number | null;
  json: JsonColumn;
  created: string;
  modified: string;
  modified_by: string;
  rev: Generated<number>;
  weeks: JsonColumnDefaulted;
}

export interface CaregiverHoursTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  windows: JsonColumnOrNull;
  wished_minutes: number | null;
  most_minutes: number | null;
  farthest_miles: number | null;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface CaregiverSkillsTable {
  provider_id: number;
  skill_id: number;
}

export interface ChangeLogTable {
  id: GeneratedAlways<number>;
  at: Generated<string>;
  account_id: number | null;
  actor: string;
  role: string;
  address: string | null;
  call: string;
  entity: string;
  entity_id: number | null;
  action: string;
  changes: JsonColumnDefaulted;
}

export interface ClaimAnswerFilesTable {
  id: GeneratedAlways<number>;
  name: string;
  kinds: string[];
  sha256: Buffer | null;
  stored_key: string | null;
  state: string;
  payments: JsonColumnDefaulted;
  unmatched: JsonColumnDefaulted;
  remarks: JsonColumnDefaulted;
  received: string;
  received_by: string;
  faults: JsonColumnDefaulted;
  payer_id: number | null;
}

export interface ClaimAnswersTable {
  id: GeneratedAlways<number>;
  file_id: number;
  claim_id: string;
  source: string;
  outcome: string;
  reason: string | null;
  icn: string | null;
  paid: number | null;
  problem: string | null;
  key: string | null;
  lines: JsonColumnOrNull;
}

export interface ClaimBatchesTable {
  id: number;
  kind: string;
  month: string;
  interchange: number;
  group_number: number;
  usage: string;
  file_name: string;
  file: Buffer;
  sets: JsonColumn;
  refused: JsonColumnDefaulted;
  claims: number;
  lines: number;
  units: number;
  amount: number;
  created: string;
  created_by: string;
}

export interface ClaimCardsTable {
  claim_id: string;
  card_id: number;
  units: number;
  charge: number;
  superseded: Generated<boolean>;
  refused_by: string | null;
  refused_reason: string | null;
  paid: number | null;
  reversed: Generated<boolean>;
  reason: string | null;
  problem: string | null;
  posted: Generated<string[]>;
  insured: Generated<number>;
}

export interface ClaimCorrectionsTable {
  claim_id: string;
  corrected: string;
  corrected_by: string;
  batch_id: number | null;
}

export interface ClaimNumbersTable {
  one: Generated<boolean>;
  batch: number;
  interchange: number;
  group_number: number;
}

export interface ClaimSettlementsTable {
  id: GeneratedAlways<number>;
  claim_id: string;
  kind: string;
  reason: string;
  note: Generated<string>;
  amount: number;
  agreed: string | null;
  settled: string;
  settled_by: string;
  undone: string | null;
  undone_by: string | null;
  recovered: Generated<number>;
}

export interface ClaimsTable {
  id: string;
  batch_id: number;
  number: number;
  client_id: number;
  place: string;
  par: string | null;
  frequency: string;
  original: string | null;
  replaces: string | null;
  charge: number;
  units: number;
  lines: JsonColumn;
  accepted_by: string | null;
  refused_by: string | null;
  refused_reason: string | null;
  icn: string | null;
  paid: number | null;
  reversed: Generated<boolean>;
  reason: string | null;
  problem: string | null;
  owner_id: number | null;
  note: string | null;
  rev: Generated<number>;
  insured: Generated<number>;
}

export interface ClientNeedsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  required_skills: Generated<number[]>;
  languages: Generated<string[]>;
  wished_languages: Generated<string[]>;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
  notify_by: string | null;
}

export interface ClientParsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  type_id: number;
  number: string;
  from_date: string;
  through_date: string;
  units: number | null;
  modified: string;
  modified_by: string;
  deleted: string | null;
  rev: Generated<number>;
}

export interface ClientPayersTable {
  id: GeneratedAlways<number>;
  client_id: number;
  payers: JsonColumn;
  updated: string;
  updated_by: string;
  rev: number;
}

export interface ClientProgramsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  from_date: string;
  program: string;
  name: string | null;
  modified: string;
  modified_by: string;
  deleted: string | null;
  rev: Generated<number>;
}

export interface CoverNewsTable {
  id: GeneratedAlways<number>;
  press: string;
  kind: string;
  plan_id: number;
  day: string;
  cover_id: number;
  date: string;
  plan_start: string;
  plan_end: string;
}

export interface CustomRolesTable {
  id: GeneratedAlways<number>;
  name: string;
  base: string;
  without: string[];
  created: string;
  created_by: string;
  rev: Generated<number>;
}

export interface DocumentLinkUsesTable {
  id: GeneratedAlways<number>;
  link_id: number;
  at: string;
  outcome: string;
  address: string | null;
  agent: string | null;
  account_id: number | null;
}

export interface DocumentLinksTable {
  id: GeneratedAlways<number>;
  saved_id: number;
  token_hash: Buffer;
  created: string;
  expires: string;
  tries: Generated<number>;
  revoked: string | null;
  ended: string | null;
}

export interface DocumentLogTable {
  id: GeneratedAlways<number>;
  at: string;
  kind: string;
  subject_ids: Generated<number[]>;
  subject_count: number;
  parameters: JsonColumnDefaulted;
  format: string;
  pages: number | null;
  rows: number | null;
  sensitive: Generated<boolean>;
  account_id: number | null;
  role: string;
  initials: string;
  address: string | null;
  duration_ms: number;
  outcome: string;
  saved_id: number | null;
}

export interface DocumentRunsTable {
  account_id: number;
  run: string;
  started: string;
  state: string;
  total: Generated<number>;
  done: Generated<number>;
  pages: Generated<number>;
  info: string | null;
}

export interface EligibilityAnswersTable {
  id: GeneratedAlways<number>;
  name: string;
  sha256: Buffer;
  stored_key: string;
  entered: number;
  refused: number;
  known: number;
  unmatched: JsonColumnDefaulted;
  remarks: JsonColumnDefaulted;
  received: string;
  received_by: string;
}

export interface EligibilityEntriesTable {
  id: GeneratedAlways<number>;
  client_id: number;
  status: string;
  request_date: string;
  start_date: string | null;
  end_date: string | null;
  data: JsonColumnDefaulted;
  created: string;
  created_by: string;
  source: Generated<string>;
  rev: Generated<number>;
  modified: string | null;
  modified_by: string | null;
  deleted: string | null;
  answer_id: number | null;
  raw: string | null;
  trace: string | null;
  answer_key: Buffer | null;
}

export interface EligibilityMembersTable {
  request_id: number;
  place: number;
  client_id: number;
  medicaid: string;
}

export interface EligibilityRequestsTable {
  id: GeneratedAlways<number>;
  interchange: number;
  group_number: number;
  usage: string;
  day: string;
  file_name: string;
  file: Buffer;
  refused: JsonColumnDefaulted;
  created: string;
  created_by: string;
}

export interface EmailConfirmationsTable {
  person_id: number;
  token_hash: Buffer;
  email: string;
  message_id: number;
  expires: string;
  used: string | null;
}

export interface ExclusionFindingsTable {
  id: GeneratedAlways<number>;
  list: string;
  person_id: number;
  entry_key: string;
  entry: JsonColumn;
  score: number;
  reasons: JsonColumn;
  found_at: string;
  screening_id: number;
  decision: string | null;
  decided_at: string | null;
  decided_by: string | null;
  memo: string | null;
}

export interface ExclusionScreeningsTable {
  id: GeneratedAlways<number>;
  list: string;
  file_name: string;
  sha256: Buffer;
  listed: number;
  screened: number;
  found: number;
  at: string;
  by: string;
}

export interface FamilyLinksTable {
  token_hash: Buffer;
  member_id: number;
  made: string;
  expires: string;
  used: string | null;
}

export interface FamilyMembersTable {
  id: GeneratedAlways<number>;
  account_id: number;
  client_id: number;
  name: string;
  relation: string;
  email: string;
  language: string;
  agreed: string[];
  agreed_by: string;
  invited: string;
  invited_by: string;
  ended: string | null;
  ended_by: string | null;
  rev: Generated<number>;
  calendar_hash: Buffer | null;
  calendar_made: string | null;
  calendar_read: string | null;
}

export interface FilledFormCorrectionsTable {
  id: GeneratedAlways<number>;
  filled_id: number;
  no: number;
  answers: JsonColumn;
  reason: string;
  created: string;
  created_by: string;
  kind: Generated<string>;
}

export interface FilledFormPhotosTable {
  photo: string;
  stored_key: string;
  kind: string;
  account_id: number;
  created: string;
  filled_id: number | null;
  removed: string | null;
}

export interface FilledFormsTable {
  id: GeneratedAlways<number>;
  version_id: number;
  person_id: number;
  visit_id: number | null;
  via: string;
  day: string;
  at: string;
  answers: JsonColumn;
  filled_by: string;
  entered: string;
}

export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  call: string;
  answer: JsonColumnOrNull;
  created: Generated<string>;
  payload: Buffer | null;
}

export interface IncidentsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  provider_id: number | null;
  visit_id: number | null;
  via: string;
  facts: JsonColumn;
  notices: JsonColumnDefaulted;
  follow_ups: JsonColumnDefaulted;
  resolution: string | null;
  entered: string;
  entered_by: string;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface InvoiceLinesTable {
  invoice_id: number;
  place: number;
  client_id: number;
  kind: string;
  day: string;
  plan_id: number | null;
  card_id: number | null;
  service: string;
  caregiver: string;
  minutes: number;
  rate: number;
  amount: number;
  is_live: Generated<boolean>;
  settlement_id: number | null;
}

export interface InvoiceNumbersTable {
  range: string;
  last: number;
}

export interface InvoiceRunsTable {
  id: GeneratedAlways<number>;
  from_day: string;
  through_day: string;
  made: string;
  made_by: string;
  undone: string | null;
  undone_by: string | null;
}

export interface InvoicesTable {
  id: GeneratedAlways<number>;
  range: string;
  number: number;
  run_id: number;
  client_id: number;
  payer_id: number | null;
  bill_to: JsonColumn;
  from_day: string;
  through_day: string;
  issued: string;
  due: string;
  total: number;
  sent: string | null;
  sent_by: string | null;
  sent_via: string | null;
  message_id: number | null;
  voided: string | null;
  voided_by: string | null;
  voided_day: string | null;
  void_reason: string | null;
  created: string;
  created_by: string;
  rev: Generated<number>;
}

export interface JobWorkersTable {
  worker_id: string;
  process: number | null;
  created: Generated<string>;
  until: Generated<string>;
}

export interface KnownDevicesTable {
  token_hash: Buffer;
  account_id: number;
  last_used: string;
}

export interface LeasesTable {
  name: string;
  holder: string;
  fence: number;
  until: string;
}

export interface LimitJustificationsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  limit_name: string;
  par_id: number | null;
  plan_id: number | null;
  amount: number;
  until_day: string;
  text: string;
  made: string;
  made_by: string;
}

export interface LimitRulesTable {
  limit_name: string;
  rule: string;
  modified: string;
  modified_by: string;
  rev: Generated<number>;
}

export interface ListViewsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  list: string;
  name: string;
  is_shared: Generated<boolean>;
  view: JsonColumn;
  saved: string;
  saved_by: string;
  rev: Generated<number>;
}

export interface LogSealsTable {
  log: string;
  number: number;
  day: string;
  after: number;
  through: number;
  blocks: JsonColumn;
  digest: string;
}

export interface LoginFailuresTable {
  kind: string;
  login: string;
  place: string;
  failures: number;
  window_start: string;
}

export interface MessageAttachmentsTable {
  message_id: number;
  name: string;
  type: string;
  content: Buffer;
}

export interface MessageEventsTable {
  sid: string;
  event: string;
  message_id: number;
  error_code: number | null;
  at: string;
}

export interface MessageOptOutsTable {
  number: string;
  stopped: string;
}

export interface MessagePausesTable {
  channel: string;
  until: string;
  failures: number;
  reason: string;
}

export interface MessageTemplatesTable {
  id: GeneratedAlways<number>;
  name: string;
  text: string;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface MessagesTable {
  id: GeneratedAlways<number>;
  channel: string;
  recipient: string;
  person_id: number | null;
  candidate_id: number | null;
  subject: string | null;
  text: string;
  image: string | null;
  sealed_link: Buffer | null;
  status: Generated<string>;
  sender: string | null;
  error: string | null;
  request: string;
  place: number;
  created: string;
  created_by: string;
  account_id: number | null;
  sent: string | null;
  direction: Generated<string>;
  tries: Generated<number>;
  not_before: string | null;
  lease: string | null;
  leased_until: string | null;
  sid: string | null;
  read_at: string | null;
  read_by: string | null;
  again_id: number | null;
  image_id: number | null;
  to_office: Generated<boolean>;
  has_attachment: Generated<boolean>;
}

export interface MigrationsTable {
  name: string;
  hash: string;
  applied: Generated<string>;
}

export interface MonthRunCardsTable {
  run_id: number;
  card_id: number;
  state: Generated<string>;
}

export interface MonthRunItemsTable {
  run_id: number;
  place: number;
  client_id: number;
  state: Generated<string>;
  cause: string | null;
  reason: string | null;
  above: Generated<number>;
}

export interface MonthRunsTable {
  id: GeneratedAlways<number>;
  month: string;
  state: Generated<string>;
  with_claims: boolean;
  batch_id: number | null;
  info: string | null;
  started: string;
  started_by: string;
  account_id: number;
  ended: string | null;
  undone: string | null;
  undone_by: string | null;
}

export interface OfferRoundsTable {
  plan_id: number;
  day: string;
  wave: Generated<number>;
  settings: JsonColumn;
  chosen: number[] | null;
  is_automatic: boolean;
  started_at: string;
  started_by: string;
  next_at: string | null;
  paused_at: string | null;
  paused_by: string | null;
  ended_at: string | null;
  ended_why: string | null;
}

export interface OfferTextsTable {
  message_id: number;
  handled_at: string | null;
}

export interface OffersTable {
  id: GeneratedAlways<number>;
  plan_id: number;
  day: string;
  provider_id: number;
  wave: number;
  code: string;
  token_hash: Buffer;
  channel: string;
  sent_at: string;
  sent_by: string;
  pay_cents: number | null;
  overtime_minutes: Generated<number>;
  miles: string | null;
  extra_minutes: number | null;
  visits_here: Generated<number>;
  opened_at: string | null;
  state: Generated<string>;
  answered_at: string | null;
  words: string | null;
  cover_id: number | null;
  unclear_at: string | null;
  date: string | null;
  plan_start: string | null;
  plan_end: string | null;
  from_start: string | null;
  from_town: string | null;
  cause: string | null;
}

export interface OpenRequestsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  type_id: number;
  start_date: string;
  json: JsonColumn;
  remarks: string | null;
  create_reason: string;
  status: Generated<string>;
  care_plan_id: number | null;
  opened: string;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface OpenVisitsTable {
  plan_id: number;
  day: string;
  opened_at: string;
  cover_id: number | null;
  covered_at: string | null;
  covered_via: string | null;
  overtime_minutes: number | null;
}

export interface OutsidePostcodesTable {
  code: string;
}

export interface PageCodeTagTable {
  only_row: Generated<boolean>;
  tag: string;
}

export interface PairPreferencesTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  client_id: number;
  side: string;
  kind: string;
  reason: string | null;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface ParkedClaimsTable {
  id: GeneratedAlways<number>;
  file_id: number;
  claim_id: string | null;
  key: string;
  trace: string;
  paid_on: string | null;
  payment: JsonColumn;
  reasons: JsonColumn;
  state: Generated<string>;
  note: string | null;
  decided: string | null;
  decided_by: string | null;
}

export interface PasskeyAnswersTable {
  question_hash: Buffer;
  expires: string;
}

export interface PasskeysTable {
  id: GeneratedAlways<number>;
  account_id: number;
  credential_id: string;
  public_key: Buffer;
  sign_count: Generated<number>;
  name: string;
  created: string;
  last_used: string | null;
}

export interface PasswordLinksTable {
  token_hash: Buffer;
  account_id: number;
  expires: string;
}

export interface PayCategoriesTable {
  name: string;
  built_in: Generated<boolean>;
  former: Generated<string[]>;
  retired: Generated<boolean>;
}

export interface PayRatesTable {
  provider_id: number;
  category: string;
  valid_from: string | null;
  rate: number;
  set_by: string | null;
  set_at: string | null;
}

export interface PayerDecisionsTable {
  id: GeneratedAlways<number>;
  remittance_id: number;
  payer_id: number;
  client_id: number;
  day: string;
  procedure_code: string;
  modifiers: string[];
  charge: number;
  paid: number;
  adjustments: JsonColumn;
  decided: string;
  taken_back_by: number | null;
}

export interface PayerDenialReasonsTable {
  payer: string;
  code: string;
  valid_from: string;
  title: string;
  cause: string;
  advice: string;
  mend: string;
  source: string;
  id: GeneratedAlways<number>;
  rev: Generated<number>;
}

export interface PayerRemittancesTable {
  id: GeneratedAlways<number>;
  payer_id: number;
  name: string;
  sha256: Buffer;
  stored_key: string;
  unused: JsonColumn;
  received: string;
  received_by: string;
}

export interface PayerTermsTable {
  payer: string;
  valid_from: string;
  filing_days: number;
  resubmit_days: number;
  resend_denied: string;
  source: string;
  id: GeneratedAlways<number>;
  rev: Generated<number>;
}

export interface PayersTable {
  id: GeneratedAlways<number>;
  kind: string;
  name: string;
  contact: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  address: Generated<string>;
  address2: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  zip: Generated<string>;
  terms_days: number;
  payer_number: Generated<string>;
  is_active: Generated<boolean>;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface PaymentPartsTable {
  id: GeneratedAlways<number>;
  payment_id: number;
  invoice_id: number;
  amount: number;
  made: string;
  made_by: string;
  ended: string | null;
}

export interface PaymentsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  day: string;
  method: string;
  reference: string;
  amount: number;
  reversed: string | null;
  reversed_by: string | null;
  reversed_day: string | null;
  reverse_reason: string | null;
  created: string;
  created_by: string;
  rev: Generated<number>;
}

export interface PayrollConfirmedWeeksTable {
  provider_id: number;
  begins: string;
  through: string;
  hours: number;
  premium: number;
  confirmed_by: string;
  confirmed_at: string;
}

export interface PayrollEmployeesTable {
  layout: string;
  provider_id: number;
  number: string;
}

export interface PayrollNumbersTable {
  one: Generated<boolean>;
  last: number;
}

export interface PayrollRunRowsTable {
  run: number;
  position: number;
  provider_id: number;
  month: string;
  half: number;
  kind: string;
  row: JsonColumn;
  state: JsonColumn;
}

export interface PayrollRunsTable {
  number: number;
  month: string;
  halves: number[];
  layout: string;
  made: string;
  made_by: string;
  basis: JsonColumn;
  pay: JsonColumn;
  corrections: JsonColumn;
  low_weeks: JsonColumnDefaulted;
  splits_weeks: Generated<boolean>;
  begins: string | null;
  through: string | null;
  whole_periods: Generated<boolean>;
}

export interface PeopleTable {
  id: number;
  kind: string;
  last_name: string;
  first_name: string;
  middle_name: string | null;
  sort_key: GeneratedAlways<string>;
  gender: string | null;
  dob: string | null;
  ssn_cipher: Buffer | null;
  ssn_hmac: Buffer | null;
  ssn_last4: string | null;
  marital: string | null;
  language: string | null;
  address: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  county: string | null;
  address_latitude: number | null;
  address_longitude: number | null;
  address_approximate: Generated<boolean>;
  phone: string | null;
  alt_phone: string | null;
  email: string | null;
  confirmed_email: Generated<boolean>;
  emergency_contact: string | null;
  emergency_phone: string | null;
  emergency_address: string | null;
  emergency_relation: string | null;
  notify_visit: string | null;
  hrs_tt: Generated<boolean>;
  withhold_allow: number | null;
  units: number | null;
  mobile_user_id: number | null;
  start_date: string | null;
  id_expiration: string | null;
  safety_training: string | null;
  background_check: string | null;
  caps_check: string | null;
  staff_evaluation: string | null;
  skill_validation: string | null;
  skill_not_need: Generated<boolean>;
  work_authorization_expiration: string | null;
  start_ihss: string | null;
  medicaid: string | null;
  private_client: Generated<boolean>;
  services: JsonColumnOrNull;
  total_units: JsonColumnOrNull;
  diagnosis: string | null;
  start_of_care: string | null;
  home_visit: string | null;
  par_expiration: string | null;
  benefit_renewal: string | null;
  client_skill_traning: string | null;
  field2: string | null;
  case_manager: string | null;
  managers_phone: string | null;
  managers_email: string | null;
  case_manager_date: string | null;
  case_changed: string | null;
  doctor: string | null;
  doctors_phone: string | null;
  daycare: Generated<boolean>;
  daycare_name: string | null;
  daycare_days: JsonColumnOrNull;
  daycare_time_from: string | null;
  daycare_time_to: string | null;
  other_service: JsonColumnOrNull;
  covid_vaccine: string | null;
  flushot_vaccine: string | null;
  covid_status: string | null;
  telehealth_consent: Generated<boolean>;
  cur: Generated<string>;
  archive_date: string | null;
  dc_date: string | null;
  dc_reason: string | null;
  return_date: string | null;
  notes: string | null;
  aggregator_status: string | null;
  field1: string | null;
  created: Generated<string>;
  updated: Generated<string>;
  updated_by: string;
  rev: Generated<number>;
  icd10: string | null;
  merged_into: number | null;
}

export interface PeopleApartTable {
  low_id: number;
  high_id: number;
  said: string;
  said_by: string;
}

export interface PeopleHistoryTable {
  id: GeneratedAlways<number>;
  person_id: number;
  field: string;
  value: string;
  until: string;
  by: string;
  at: Generated<string>;
  deleted: string | null;
}

export interface PeopleMergesTable {
  id: GeneratedAlways<number>;
  kept_id: number;
  away_id: number;
  merged: string;
  merged_by: string;
  kept_before: JsonColumn;
  kept_after: JsonColumn;
  away_before: JsonColumn;
  moved: JsonColumn;
  changed: JsonColumn;
  undone: string | null;
  undone_by: string | null;
}

export interface PersonFilesTable {
  id: GeneratedAlways<number>;
  person_id: number;
  name: string;
  stored_key: string;
  created: Generated<string>;
  created_by: string;
  deleted: string | null;
  deleted_by: string | null;
}

export interface PhonesTable {
  id: GeneratedAlways<number>;
  account_id: number;
  token_hash: Buffer;
  agent: string | null;
  created: string;
  last_used: string;
  expires: string;
  ended: string | null;
  pin_hash: string | null;
  credential_id: string | null;
  public_key: Buffer | null;
  sign_count: Generated<number>;
  tries: Generated<number>;
  challenge: string | null;
  challenge_expires: string | null;
}

export interface PlanOverrideFailuresTable {
  account_id: number;
  failures: number;
  window_start: string;
}

export interface PrivateTermsTable {
  id: GeneratedAlways<number>;
  client_id: number;
  rates: JsonColumn;
  shares: JsonColumn;
  updated: string;
  updated_by: string;
  rev: number;
}

export interface ProcedureCodesTable {
  code: string;
  label: string;
}

export interface RecoveryCodesTable {
  account_id: number;
  code_hmac: Buffer;
  used: string | null;
}

export interface ReportMailsTable {
  id: GeneratedAlways<number>;
  account_id: number;
  file: string;
  address: string;
  chosen: JsonColumn;
  created: string;
  mailed_on: string | null;
}

export interface RevisionRowsTable {
  kind: string;
  key: string;
  rev: number;
  rows: number[] | null;
  at: Generated<string>;
}

export interface RevisionsTable {
  kind: string;
  key: string;
  rev: number;
}

export interface SavedDocumentsTable {
  id: GeneratedAlways<number>;
  kind: string;
  plan_id: number;
  month: string | null;
  parameters: JsonColumnDefaulted;
  file_name: string;
  file_key: string;
  pages: number;
  plan_version: number;
  created: string;
  created_by: number | null;
}

export interface ScanErrorsTable {
  id: GeneratedAlways<number>;
  plan_id: number;
  month: string;
  period: number;
  errors: number[];
  archived: Generated<boolean>;
  created: string;
  created_by: string;
  rev: Generated<number>;
  modified: string;
  modified_by: string;
}

export interface ScanPagesTable {
  id: GeneratedAlways<number>;
  upload_id: number;
  page: number;
  state: Generated<string>;
  reason: string | null;
  turn: Generated<number>;
  plan_id: number | null;
  month: string | null;
  kind: string | null;
  period: number | null;
  sheet: number | null;
  version: number | null;
  outdated: Generated<boolean>;
  filed: string | null;
  filed_by: string | null;
  deleted: string | null;
  deleted_by: string | null;
  rev: Generated<number>;
  sheets: number | null;
}

export interface ScanUploadsTable {
  id: GeneratedAlways<number>;
  name: string;
  kind: string;
  stored_key: string;
  pages: number;
  created: string;
  created_by: string;
  finished: string | null;
}

export interface SealCertificatesTable {
  id: GeneratedAlways<number>;
  certificate: Buffer;
  private_key: Buffer | null;
  made: string;
}

export interface SecondFactorsTable {
  account_id: number;
  secret: Buffer;
  created: string;
  confirmed: string | null;
  last_step: Generated<number>;
}

export interface SessionsTable {
  token_hash: Buffer;
  account_id: number;
  created: Generated<string>;
  last_seen: Generated<string>;
  address: string | null;
  agent: string | null;
  ended: string | null;
  id: GeneratedAlways<number>;
  phone_id: number | null;
  unlocked: Generated<boolean>;
  challenge: string | null;
  challenge_expires: string | null;
  proof: string | null;
}

export interface SettingsTable {
  key: string;
  value: JsonColumn;
  rev: Generated<number>;
}

export interface SignaturesTable {
  id: GeneratedAlways<number>;
  signer_id: number;
  name: string;
  ink: string | null;
  signed_by: string;
  at: string;
  received: string;
  account_id: number | null;
  address: string | null;
  agent: string | null;
  hash: Buffer;
  saved_id: number;
  seal_digest: Buffer;
  certificate_id: number;
}

export interface SigningRequestsTable {
  id: GeneratedAlways<number>;
  plan_id: number;
  visit_id: number | null;
  version: number;
  content: string;
  content_hash: Buffer;
  created: string;
  created_by: number | null;
}

export interface SigningSignersTable {
  id: GeneratedAlways<number>;
  request_id: number;
  role: string;
  token_hash: Buffer | null;
  expires: string | null;
  tries: Generated<number>;
  withdrawn: string | null;
}

export interface SkillsTable {
  id: GeneratedAlways<number>;
  name: string;
}

export interface StoredFilesTable {
  key: string;
  size: number;
  sha256: Buffer;
  created: Generated<string>;
  removed: string | null;
}

export interface TelephonyCallsTable {
  id: GeneratedAlways<number>;
  sid: string;
  caller: string;
  called: string;
  began: string;
  ended: string | null;
  step: Generated<number>;
  state: JsonColumn;
  provider_id: number | null;
  visit_id: number | null;
  move: string | null;
  place: string | null;
  outcome: string | null;
  tasks: JsonColumnDefaulted;
  seen: string | null;
  seen_by: string | null;
}

export interface TelephonyDevicesTable {
  id: GeneratedAlways<number>;
  client_id: number;
  secret: Buffer;
  added: string;
  added_by: string;
  removed: string | null;
}

export interface TelephonyPinsTable {
  person_id: number;
  number: string;
  pin_hash: string;
  tries: Generated<number>;
  set_at: string;
  set_by: string;
}

export interface TelephonyStepsTable {
  call_id: number;
  step: number;
  answer: string;
}

export interface TelephonyTriesTable {
  call_id: number;
  step: number;
  person_id: number;
}

export interface TextImagesTable {
  id: GeneratedAlways<number>;
  stored_key: string;
  kind: string;
  token_hash: Buffer;
  sealed_token: Buffer;
  created: string;
  created_by: string;
  account_id: number;
  used: string | null;
  expires: string;
  removed: string | null;
}

export interface TimeOffTable {
  id: GeneratedAlways<number>;
  provider_id: number;
  from_day: string;
  through_day: string;
  from_time: string | null;
  through_time: string | null;
  reason: string | null;
  status: string;
  requested: string;
  requested_by: string;
  decided: string | null;
  decided_by: string | null;
  updated: string;
  updated_by: string;
  rev: Generated<number>;
}

export interface TodayMarksTable {
  id: GeneratedAlways<number>;
  row_key: string;
  snoozed_until: string | null;
  snoozed_by: string | null;
  assigned_to: number | null;
  assigned_by: string | null;
  changed: string | null;
  snoozed_covers: JsonColumnOrNull;
}

export interface UpdateNotesTable {
  id: GeneratedAlways<number>;
  note: string;
  created: Generated<string>;
}

export interface VisitAttemptsTable {
  id: GeneratedAlways<number>;
  visit_id: number;
  account_id: number | null;
  move: string;
  at: string;
  received_at: string;
  device_at: string | null;
  late: boolean;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  distance: number | null;
  location_error: boolean;
  refusal: string;
  call_id: number | null;
}

export interface VisitAttemptsAcceptedTable {
  attempt_id: number;
  accepted: string;
  accepted_by: string;
}

export interface VisitAttemptsRejectedTable {
  attempt_id: number;
  rejected: string;
  rejected_by: string;
}

export interface VisitBulksTable {
  id: GeneratedAlways<number>;
  account_id: number;
  action: string;
  made: string;
  undone: string | null;
  items: JsonColumn;
}

export interface VisitEventsTable {
  id: GeneratedAlways<number>;
  plan_id: number;
  day: string;
  at: string;
  kind: string;
  provider_id: number | null;
  who: string | null;
  words: string | null;
  message_id: number | null;
  call_out_id: number | null;
}

export interface VisitsTable {
  id: GeneratedAlways<number>;
  care_plan_id: number;
  planned_day: string;
  date: string;
  plan_start: string;
  plan_end: string;
  client_id: number;
  provider_id: number;
  status: Generated<string>;
  aggregator_status: string | null;
  start_at: string | null;
  end_at: string | null;
  start_latitude: number | null;
  start_longitude: number | null;
  start_accuracy: number | null;
  start_distance: number | null;
  start_device_at: string | null;
  start_received_at: string | null;
  start_late: Generated<boolean>;
  start_location_error: Generated<boolean>;
  end_latitude: number | null;
  end_longitude: number | null;
  end_accuracy: number | null;
  end_distance: number | null;
  end_device_at: string | null;
  end_received_at: string | null;
  end_late: Generated<boolean>;
  end_location_error: Generated<boolean>;
  place_latitude: number | null;
  place_longitude: number | null;
  start_edited: Generated<boolean>;
  end_edited: Generated<boolean>;
  bill_visit: Generated<boolean>;
  iobse: string | null;
  change_code: number | null;
  change_reason: string | null;
  notes: string | null;
  tasks: JsonColumn;
  created: string;
  edited: string | null;
  edited_by: string | null;
  edited_via: string | null;
  removed: string | null;
  rev: Generated<number>;
  review_hints: JsonColumnDefaulted;
  review_seen_by: string | null;
  review_seen: string | null;
  aggregator_message: string | null;
  closed_code: string | null;
  closed_memo: string | null;
  closed_by: string | null;
  closed: string | null;
  explained_by: string | null;
  explained: string | null;
  rescheduled: Generated<boolean>;
  start_call_id: number | null;
  end_call_id: number | null;
}

export interface WebhookDeliveriesTable {
  id: GeneratedAlways<number>;
  webhook_id: number;
  change_id: number;
  kind: string;
  entity: string;
  subject_id: number;
  action: string;
  at: string;
  state: Generated<string>;
  tries: Generated<number>;
  next_at: string | null;
  status: number | null;
  error: string | null;
  tried: string | null;
  claim: string | null;
}

export interface WebhooksTable {
  id: GeneratedAlways<number>;
  name: string;
  url: string;
  kinds: string[];
  with_data: boolean;
  secret: Buffer;
  created: string;
  created_by: string;
  paused: string | null;
  quiet_until: string | null;
  removed: string | null;
}

export interface WorkTable {
  id: GeneratedAlways<number>;
  care_plan_id: number;
  client_id: number;
  provider_id: number;
  type_id: number;
  month: string;
  custom_month: string | null;
  start_period: string;
  end_period: string;
  days: JsonColumn;
  pay_rate: number;
  unit_rule: Generated<string>;
  working_minutes: number;
  travel_minutes: number;
  unit: number;
  no_billing_working_minutes: Generated<number>;
  no_billing_travel_minutes: Generated<number>;
  no_billing_unit: Generated<number>;
  no_payroll_working_minutes: Generated<number>;
  no_payroll_travel_minutes: Generated<number>;
  no_payroll_unit: Generated<number>;
  billed_units: GeneratedAlways<number>;
  amount: number;
  status: Generated<string>;
  denied_reason: string | null;
  remarks: string | null;
  excluded: string | null;
  covid: Generated<boolean>;
  created: string;
  modified: string;
  modified_by: string;
  deleted: string | null;
  rev: Generated<number>;
  status_at: Generated<string>;
  status_by: Generated<string>;
  rate_kind: string | null;
  rates: JsonColumnDefaulted;
  repriced: Generated<number>;
}

export interface Tables {
  access_journals: AccessJournalsTable;
  access_log: AccessLogTable;
  account_identities: AccountIdentitiesTable;
  accounts: AccountsTable;
  agency_exports: AgencyExportsTable;
  agency_form_versions: AgencyFormVersionsTable;
  agency_forms: AgencyFormsTable;
  aggregator_pauses: AggregatorPausesTable;
  aggregator_records: AggregatorRecordsTable;
  api_keys: ApiKeysTable;
  autopilot: AutopilotTable;
  bank_deposits: BankDepositsTable;
  book_runs: BookRunsTable;
  bulk_recipients: BulkRecipientsTable;
  bulk_sends: BulkSendsTable;
  calculator_caps: CalculatorCapsTable;
  calculator_files: CalculatorFilesTable;
  calculator_norms: CalculatorNormsTable;
  calculator_runs: CalculatorRunsTable;
  calendar_feeds: CalendarFeedsTable;
  call_out_proposals: CallOutProposalsTable;
  call_outs: CallOutsTable;
  candidates: CandidatesTable;
  care_plan_type_terms: CarePlanTypeTermsTable;
  care_plan_types: CarePlanTypesTable;
  care_plans: CarePlansTable;
  caregiver_hours: CaregiverHoursTable;
  caregiver_skills: CaregiverSkillsTable;
  change_log: ChangeLogTable;
  claim_answer_files: ClaimAnswerFilesTable;
  claim_answers: ClaimAnswersTable;
  claim_batches: ClaimBatchesTable;
  claim_cards: ClaimCardsTable;
  claim_corrections: ClaimCorrectionsTable;
  claim_numbers: ClaimNumbersTable;
  claim_settlements: ClaimSettlementsTable;
  claims: ClaimsTable;
  client_needs: ClientNeedsTable;
  client_pars: ClientParsTable;
  client_payers: ClientPayersTable;
  client_programs: ClientProgramsTable;
  cover_news: CoverNewsTable;
  custom_roles: CustomRolesTable;
  document_link_uses: DocumentLinkUsesTable;
  document_links: DocumentLinksTable;
  document_log: DocumentLogTable;
  document_runs: DocumentRunsTable;
  eligibility_answers: EligibilityAnswersTable;
  eligibility_entries: EligibilityEntriesTable;
  eligibility_members: EligibilityMembersTable;
  eligibility_requests: EligibilityRequestsTable;
  email_confirmations: EmailConfirmationsTable;
  exclusion_findings: ExclusionFindingsTable;
  exclusion_screenings: ExclusionScreeningsTable;
  family_links: FamilyLinksTable;
  family_members: FamilyMembersTable;
  filled_form_corrections: FilledFormCorrectionsTable;
  filled_form_photos: FilledFormPhotosTable;
  filled_forms: FilledFormsTable;
  idempotency_keys: IdempotencyKeysTable;
  incidents: IncidentsTable;
  invoice_lines: InvoiceLinesTable;
  invoice_numbers: InvoiceNumbersTable;
  invoice_runs: InvoiceRunsTable;
  invoices: InvoicesTable;
  job_workers: JobWorkersTable;
  known_devices: KnownDevicesTable;
  leases: LeasesTable;
  limit_justifications: LimitJustificationsTable;
  limit_rules: LimitRulesTable;
  list_views: ListViewsTable;
  log_seals: LogSealsTable;
  login_failures: LoginFailuresTable;
  message_attachments: MessageAttachmentsTable;
  message_events: MessageEventsTable;
  message_opt_outs: MessageOptOutsTable;
  message_pauses: MessagePausesTable;
  message_templates: MessageTemplatesTable;
  messages: MessagesTable;
  migrations: MigrationsTable;
  month_run_cards: MonthRunCardsTable;
  month_run_items: MonthRunItemsTable;
  month_runs: MonthRunsTable;
  offer_rounds: OfferRoundsTable;
  offer_texts: OfferTextsTable;
  offers: OffersTable;
  open_requests: OpenRequestsTable;
  open_visits: OpenVisitsTable;
  outside_postcodes: OutsidePostcodesTable;
  page_code_tag: PageCodeTagTable;
  pair_preferences: PairPreferencesTable;
  parked_claims: ParkedClaimsTable;
  passkey_answers: PasskeyAnswersTable;
  passkeys: PasskeysTable;
  password_links: PasswordLinksTable;
  pay_categories: PayCategoriesTable;
  pay_rates: PayRatesTable;
  payer_decisions: PayerDecisionsTable;
  payer_denial_reasons: PayerDenialReasonsTable;
  payer_remittances: PayerRemittancesTable;
  payer_terms: PayerTermsTable;
  payers: PayersTable;
  payment_parts: PaymentPartsTable;
  payments: PaymentsTable;
  payroll_confirmed_weeks: PayrollConfirmedWeeksTable;
  payroll_employees: PayrollEmployeesTable;
  payroll_numbers: PayrollNumbersTable;
  payroll_run_rows: PayrollRunRowsTable;
  payroll_runs: PayrollRunsTable;
  people: PeopleTable;
  people_apart: PeopleApartTable;
  people_history: PeopleHistoryTable;
  people_merges: PeopleMergesTable;
  person_files: PersonFilesTable;
  phones: PhonesTable;
  plan_override_failures: PlanOverrideFailuresTable;
  private_terms: PrivateTermsTable;
  procedure_codes: ProcedureCodesTable;
  recovery_codes: RecoveryCodesTable;
  report_mails: ReportMailsTable;
  revision_rows: RevisionRowsTable;
  revisions: RevisionsTable;
  saved_documents: SavedDocumentsTable;
  scan_errors: ScanErrorsTable;
  scan_pages: ScanPagesTable;
  scan_uploads: ScanUploadsTable;
  seal_certificates: SealCertificatesTable;
  second_factors: SecondFactorsTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  signatures: SignaturesTable;
  signing_requests: SigningRequestsTable;
  signing_signers: SigningSignersTable;
  skills: SkillsTable;
  stored_files: StoredFilesTable;
  telephony_calls: TelephonyCallsTable;
  telephony_devices: TelephonyDevicesTable;
  telephony_pins: TelephonyPinsTable;
  telephony_steps: TelephonyStepsTable;
  telephony_tries: TelephonyTriesTable;
  text_images: TextImagesTable;
  time_off: TimeOffTable;
  today_marks: TodayMarksTable;
  update_notes: UpdateNotesTable;
  visit_attempts: VisitAttemptsTable;
  visit_attempts_accepted: VisitAttemptsAcceptedTable;
  visit_attempts_rejected: VisitAttemptsRejectedTable;
  visit_bulks: VisitBulksTable;
  visit_events: VisitEventsTable;
  visits: VisitsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  work: WorkTable;
}

// The types that a database happens not to use yet stay referenced.
export type JsonColumns = JsonColumn | JsonColumnDefaulted | JsonColumnOrNull | JsonColumnOrNullDefaulted;
