import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { keysOf } from '@homecare/domain/keys.ts';
import { templateFault } from '@homecare/domain/staffing/notification-words.ts';
import type * as calls from '@homecare/domain/staffing/notifications-contract.ts';
import {
  NO_TEMPLATES,
  type Notification,
  NotificationTemplates,
} from '@homecare/domain/staffing/notifications-contract.ts';
import { readTemplate } from '../messaging/service.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';

/** The agency's templates that tell a client's contact about another caregiver or time. */

const KEY = 'staffing.telling';
const STANDARD: NotificationTemplates = { ...NO_TEMPLATES, spanish: NO_TEMPLATES };

const readTemplates = async (db: Db) => {
  const stored = await readSetting(db, KEY);
  return { templates: stored ? NotificationTemplates.parse(stored.value) : STANDARD, rev: stored?.rev ?? 0 };
};

/** The template chosen for a language; undefined if none was chosen or it has been deleted. */
export const findNotificationText = async (
  tx: Tx,
  what: Notification,
  language: 'en' | 'es',
): Promise<string | undefined> => {
  const { templates } = await readTemplates(tx);
  const id = (language === 'es' ? templates.spanish : templates)[what];
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
    const { spanish, ...english } = templates;
    const chosen = [
      ...keysOf(english).map((field) => ({ field: `templates.${field}`, id: english[field] })),
      ...keysOf(spanish).map((field) => ({ field: `templates.spanish.${field}`, id: spanish[field] })),
    ];
    const wrong = [];
    for (const { field, id } of chosen) {
      const found = id === null ? null : await readTemplate(tx, id);
      if (found === undefined) return refuse('notFound', 'This template was deleted. Choose another one.');
      const message = found === null ? undefined : templateFault(found.text);
      if (message !== undefined) wrong.push({ field, message });
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
