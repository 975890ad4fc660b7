import type { Scope } from '../auth/scope.ts';
import type { Tx } from '../db/mutate.ts';

/** What was made, for whom and by whom (docs/rules/documents.md, rule 9), never its content. */
export interface DocumentEntry {
  readonly kind: string;
  readonly subjectIds: readonly number[];
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly format: 'pdf' | 'xlsx' | 'csv';
  readonly pages: number | null;
  readonly rows: number | null;
  /** Contains full SSNs. */
  readonly sensitive: boolean;
  readonly durationMs: number;
  readonly outcome: 'done' | 'failed' | 'cancelled';
  /** The stored copy. */
  readonly savedId?: number;
}

/** Of larger selections only the number is stored. */
const IDS_KEPT = 500;

export const logDocument = async (
  scope: Scope,
  entry: DocumentEntry,
  db: Tx | Scope['site']['db'] = scope.site.db,
): Promise<void> => {
  const { user } = scope;
  await db
    .insertInto('document_log')
    .values({
      at: scope.now().toString(),
      kind: entry.kind,
      subject_ids: entry.subjectIds.length > IDS_KEPT ? [] : [...entry.subjectIds],
      subject_count: entry.subjectIds.length,
      parameters: JSON.stringify(entry.parameters),
      format: entry.format,
      pages: entry.pages,
      rows: entry.rows,
      sensitive: entry.sensitive,
      account_id: user.id,
      role: user.role,
      initials: user.initials,
      address: scope.address,
      duration_ms: Math.round(entry.durationMs),
      outcome: entry.outcome,
      saved_id: entry.savedId ?? null,
    })
    .execute();
};
