import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { keysOf } from '@homecare/domain/keys.ts';
import type * as calls from '@homecare/domain/staffing/telling-contract.ts';
import { TellingTemplates } from '@homecare/domain/staffing/telling-contract.ts';
import { templateFault } from '@homecare/domain/staffing/told-words.ts';
import { readTemplate } from '../messaging/service.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';

/** Which templates of the agency tell a client's contact of another caregiver or time. */

const KEY = 'staffing.telling';
const STANDARD: TellingTemplates = { covered: null, uncovered: null, moved: null };

const readTelling = async (db: Db) => {
  const stored = await readSetting(db, KEY);
  return { templates: stored ? TellingTemplates.parse(stored.value) : STANDARD, rev: stored?.rev ?? 0 };
};

/** The text of the template that was chosen; undefined: none was, or it was deleted since. */
export const findTellingText = async (tx: Tx, what: keyof TellingTemplates): Promise<string | undefined> => {
  const id = (await readTelling(tx)).templates[what];
  return id === null ? undefined : (await readTemplate(tx, id))?.text;
};

export const getTelling: UseCase<typeof calls.getTelling> = async (scope) =>
  done(await readTelling(scope.site.db));

export const saveTelling: UseCase<typeof calls.saveTelling> = (scope, { templates, rev }) =>
  mutate(scope, 'staffing.saveTelling', async (tx, record) => {
    await lockSetting(tx, KEY);
    const before = await readTelling(tx);
    if (before.rev !== rev) return refuseStale(scope, undefined);
    const wrong = [];
    for (const field of keysOf(templates)) {
      const id = templates[field];
      const found = id === null ? null : await readTemplate(tx, id);
      if (found === undefined) return refuse('notFound', 'This template was deleted. Choose another one.');
      const message = found === null ? undefined : templateFault(found.text);
      if (message !== undefined) wrong.push({ field: `templates.${field}`, message });
    }
    const refused = refuseAll(wrong);
    if (refused) return refused;
    record({
      entity: 'staffingTelling',
      id: null,
      action: 'update',
      changes: { templates: [before.templates, templates] },
    });
    return done({ rev: await writeSetting(tx, KEY, templates) });
  });
