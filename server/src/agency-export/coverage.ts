import type { Tables } from '../platform/db/tables.ts';
import { SSN_FINGERPRINT, SSN_SEALED } from '../platform/sealed/ssn.ts';

/** What of an agency is in its archive, by table, and what is not, by name (docs/agency-archive.md). */

type TableName = keyof Tables;

const SECRETS = 'secrets by which somebody is let in';
const PASSING = 'what processes agree on while they run';

/** Tables that are not exported, with the reason. */
export const LEFT_OUT = {
  api_keys: SECRETS,
  family_links: SECRETS,
  idempotency_keys: SECRETS,
  known_devices: SECRETS,
  passkey_answers: SECRETS,
  passkeys: SECRETS,
  password_links: SECRETS,
  phones: SECRETS,
  recovery_codes: SECRETS,
  second_factors: SECRETS,
  sessions: SECRETS,
  telephony_devices: SECRETS,
  telephony_pins: SECRETS,
  webhook_deliveries: 'events for programs that the new agency does not know',
  webhooks: SECRETS,
  access_journals: PASSING,
  agency_exports: 'archives that were made here',
  cover_news: 'texts that are written within minutes',
  job_workers: PASSING,
  leases: PASSING,
  login_failures: PASSING,
  migrations: 'the manifest names them',
  plan_override_failures: PASSING,
  revision_rows: PASSING,
  revisions: PASSING,
} as const satisfies Partial<Record<TableName, string>>;

/** Exported tables. */
export const WHOLE = [
  'access_log',
  'account_identities',
  'accounts',
  'agency_form_versions',
  'agency_forms',
  'aggregator_pauses',
  'aggregator_records',
  'autopilot',
  'bank_deposits',
  'book_runs',
  'bulk_recipients',
  'bulk_sends',
  'calculator_caps',
  'calculator_files',
  'calculator_norms',
  'calculator_runs',
  'calendar_feeds',
  'call_out_proposals',
  'call_outs',
  'candidates',
  'care_plan_type_terms',
  'care_plan_types',
  'care_plans',
  'caregiver_hours',
  'caregiver_skills',
  'change_log',
  'claim_answer_files',
  'claim_answers',
  'claim_batches',
  'claim_cards',
  'claim_corrections',
  'claim_numbers',
  'claim_settlements',
  'claims',
  'client_needs',
  'client_pars',
  'client_payers',
  'client_programs',
  'custom_roles',
  'document_link_uses',
  'document_links',
  'document_log',
  'document_runs',
  'eligibility_answers',
  'eligibility_entries',
  'eligibility_members',
  'eligibility_requests',
  'email_confirmations',
  'exclusion_findings',
  'exclusion_screenings',
  'family_members',
  'filled_form_corrections',
  'filled_form_photos',
  'filled_forms',
  'incidents',
  'invoice_lines',
  'invoice_numbers',
  'invoice_runs',
  'invoices',
  'limit_justifications',
  'limit_rules',
  'list_views',
  'log_seals',
  'message_attachments',
  'message_events',
  'message_opt_outs',
  'message_pauses',
  'message_templates',
  'messages',
  'month_run_cards',
  'month_run_items',
  'month_runs',
  'offer_rounds',
  'offer_texts',
  'offers',
  'open_requests',
  'open_visits',
  'outside_postcodes',
  'page_code_tag',
  'pair_preferences',
  'parked_claims',
  'pay_categories',
  'pay_rates',
  'payer_decisions',
  'payer_denial_reasons',
  'payer_remittances',
  'payer_terms',
  'payers',
  'payment_parts',
  'payments',
  'payroll_confirmed_weeks',
  'payroll_employees',
  'payroll_numbers',
  'payroll_run_rows',
  'payroll_runs',
  'people',
  'people_apart',
  'people_history',
  'people_merges',
  'person_files',
  'private_terms',
  'procedure_codes',
  'report_mails',
  'saved_documents',
  'scan_errors',
  'scan_pages',
  'scan_uploads',
  'seal_certificates',
  'settings',
  'signatures',
  'signing_requests',
  'signing_signers',
  'skills',
  'stored_files',
  'telephony_calls',
  'telephony_steps',
  'telephony_tries',
  'text_images',
  'time_off',
  'today_marks',
  'update_notes',
  'visit_attempts',
  'visit_attempts_accepted',
  'visit_attempts_rejected',
  'visit_bulks',
  'visit_events',
  'visits',
  'work',
] as const satisfies readonly TableName[];

type Forgotten = Exclude<TableName, (typeof WHOLE)[number] | keyof typeof LEFT_OUT>;
/** A new table in neither list does not compile: decide here whether it belongs to the archive. */
export const IS_COMPLETE: [Forgotten] extends [never] ? true : Forgotten = true;

/**
 * What to do with a column of bytes or secrets: export it as it is; open it, because it is sealed by this site's key; the same for a
 * person's number, whose fingerprint must be recomputed, or for a whole row of people in it; or leave it out, with a replacement.
 */
export type ColumnRule =
  | { readonly kind: 'asIs' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'fingerprint' }
  | { readonly kind: 'openedPerson' }
  | { readonly kind: 'openedWithin' }
  | { readonly kind: 'leftOut'; readonly instead: string };

const asIs = { kind: 'asIs' } as const;
const opened = { kind: 'opened' } as const;
const openedPerson = { kind: 'openedPerson' } as const;
const openedWithin = { kind: 'openedWithin' } as const;

/** Every column of bytes, and other columns that are not exported as they are. */
export const COLUMNS: Readonly<Record<string, ColumnRule>> = {
  'accounts.password_hash': { kind: 'leftOut', instead: "''" },
  'accounts.second_factor': { kind: 'leftOut', instead: 'false' },
  'calendar_feeds.token_hash': asIs,
  'claim_answer_files.sha256': asIs,
  'claim_batches.file': asIs,
  'document_links.token_hash': asIs,
  'eligibility_answers.sha256': asIs,
  'eligibility_entries.answer_key': asIs,
  'eligibility_requests.file': asIs,
  'email_confirmations.token_hash': asIs,
  'exclusion_screenings.sha256': asIs,
  'family_members.calendar_hash': asIs,
  'message_attachments.content': opened,
  // It would open an account, document or answer for the archive's reader; nothing waiting in the archive is sent automatically.
  'messages.sealed_link': { kind: 'leftOut', instead: 'null' },
  'offers.token_hash': asIs,
  'payer_remittances.sha256': asIs,
  [`people.${SSN_SEALED}`]: openedPerson,
  [`people.${SSN_FINGERPRINT}`]: { kind: 'fingerprint' },
  'people_merges.away_before': openedWithin,
  'people_merges.kept_after': openedWithin,
  'people_merges.kept_before': openedWithin,
  'seal_certificates.certificate': asIs,
  // The certificate proves what was sealed; the new agency seals with its own key.
  'seal_certificates.private_key': { kind: 'leftOut', instead: 'null' },
  'signatures.hash': asIs,
  'signatures.seal_digest': asIs,
  'signing_requests.content_hash': asIs,
  'signing_signers.token_hash': asIs,
  'stored_files.sha256': asIs,
  'text_images.sealed_token': opened,
  'text_images.token_hash': asIs,
};

/** Rows and values exported differently from how they are stored. */
export const ROWS: Readonly<
  Partial<Record<TableName, { readonly where?: string; readonly change?: string }>>
> = {
  settings: {
    where: "key <> 'plan.overridePassword'",
    // Secrets of services are not exported; whoever sets up the new agency enters them again.
    change: `jsonb_build_object('value', case when key like 'connection.%' then value || '{"sealed": null}' else value end)`,
  },
  // This agency sends what is waiting here. The new one never does so automatically, as after a restore.
  messages: {
    change: `case when status in ('waiting', 'sending') then jsonb_build_object('status', 'unknown',
      'error', 'Imported: whether this message went out before is not known.', 'sent', coalesce(sent, created),
      'not_before', null, 'lease', null, 'leased_until', null) else '{}'::jsonb end`,
  },
  // The archive does not contain itself.
  stored_files: { where: 'not exists (select from agency_exports made where made.file_key = rows.key)' },
};

/** Work that belongs to what is left out. */
export const JOBS_LEFT_OUT: readonly string[] = ['webhooks', 'agency-export'];

/** Tables the archive would omit, and columns of bytes without a rule. */
export const uncovered = (
  tables: readonly { readonly name: string; readonly bytes: readonly string[] }[],
): string[] => {
  const known = new Set<string>([...WHOLE, ...Object.keys(LEFT_OUT)]);
  const left = new Set(Object.keys(LEFT_OUT));
  return tables.flatMap(({ name, bytes }) => {
    if (!known.has(name)) return [name];
    if (left.has(name)) return [];
    return bytes.map((column) => `${name}.${column}`).filter((column) => !Object.hasOwn(COLUMNS, column));
  });
};
