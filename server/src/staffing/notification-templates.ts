import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { keysOf } from '@homecare/domain/keys.ts';
import { templateFault } from '@homecare/domain/staffing/notification-words.ts';
import type * as calls from '@homecare/domain/staffing/notifications-contract.ts';
import { NotificationTemplates } from '@homecare/domain/staffing/notifications-contract.ts';
import { readTemplate } from '../messaging/service.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';

/** Which templates of the agency notify a client's contact of another caregiver or time. */

const KEY = 'staffing.telling';
const STANDARD: NotificationTemplates = { covered: null, uncovered: null, moved: null };

const readTemplates = async (db: Db) => {
  const stored = await readSetting(db, KEY);
  return { templates: stored ? NotificationTemplates.parse(stored.value) : STANDARD, rev: stored?.rev ?? 0 };
};

/** The text of the template that was chosen; undefined: none was, or it was deleted since. */
export const findNotificationText = async (
  tx: Tx,
  what: keyof NotificationTemplates,
): Promise<string | undefined> => {
  const id = (await readTemplates(tx)).templates[what];
  return id === null ? undefined : (await readTemplate(tx, id))?.text;
};

export const getNotificationTemplates: UseCase<typeof calls.getNotificationTemplates> = async (scope) =>
  done(await readTemplates(scope.site.db));

export const saveNotificationTemplates: UseCase<typeof calls.saveNotificationTemplates> = (
  scope,
  { templates, rev },
) =>
  mutate(scope, 'staffing.saveTelling', async (tx, record) => {
    await lockSetting(tx, KEY);
    const before = await readTemplates(tx);
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
