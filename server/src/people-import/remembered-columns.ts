import { IMPORT_TARGETS, type ImportTarget } from '@homecare/domain/people-import/columns.ts';
import { headKey, type Remembered } from '@homecare/domain/people-import/mapping.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import type { OpenedFile } from './opened-file.ts';

/** The columns chosen when a file was imported, proposed for the next one (docs/rules/people-import.md, rule 18). */

const COLUMNS = 'peopleImport.columns';
/** Stored by a fingerprint of the column name, because if the header row was forgotten, a person's data is in its place. */
const Columns = z.partialRecord(z.enum(IMPORT_TARGETS), z.record(z.string(), z.string()));
/** Per kind of file; more column names than any agency's programs write. */
const MOST_HEADS = 1_000;

const fingerprintOf = ({ site }: Scope, head: string) =>
  site.secrets
    .fingerprint(`column ${headKey(head)}`)
    .toString('base64url')
    .slice(0, 22);

export const readRemembered = async (scope: Scope): Promise<(target: ImportTarget) => Remembered> => {
  const stored = Columns.parse((await readSetting(scope.site.db, COLUMNS))?.value ?? {});
  return (target) => (head) => stored[target]?.[fingerprintOf(scope, head)];
};

export const rememberColumns = async (
  tx: Tx,
  scope: Scope,
  { target, heads, mapping }: Pick<OpenedFile, 'target' | 'heads' | 'mapping'>,
): Promise<void> => {
  const stored = Columns.parse((await lockSetting(tx, COLUMNS))?.value ?? {});
  const before = stored[target] ?? {};
  // Of two columns with one name, the imported one counts.
  const said = heads
    .flatMap((head, at) =>
      headKey(head) === '' ? [] : [[fingerprintOf(scope, head), mapping[at] ?? ''] as const],
    )
    .toSorted(([, one], [, other]) => Number(one !== '') - Number(other !== ''));
  const heard = Object.fromEntries(said);
  if (Object.entries(heard).every(([head, key]) => before[head] === key)) return;
  const all = Object.entries({ ...before, ...heard });
  await writeSetting(tx, COLUMNS, { ...stored, [target]: Object.fromEntries(all.slice(-MOST_HEADS)) });
};
