import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/report-mails/contract.ts';
import {
  instantDue,
  mondayDue,
  sayReportMail,
  validateAddress,
} from '@homecare/domain/report-mails/mails.ts';
import { keptParameters, readParameters } from '@homecare/domain/reports/parameters.ts';
import { OFFICE, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { PAGE_REPORTS } from '../reports/documents.ts';
import { deleteMail, insertMail, listDueMails, listOwnMails, markMailed } from './queries.ts';

/** Every Monday, each account is told which of its reports are ready; their content never leaves by email. */

const ENTITY = 'reportMail';
const findEntry = (file: string) => PAGE_REPORTS.find(({ entry }) => entry.file === file)?.entry;

export const listReportMails: UseCase<typeof calls.listReportMails> = async (scope) =>
  done(await listOwnMails(scope.site.db, scope));

const KNOWN = 'You get an e-mail about this report every Monday already.';

export const addReportMail: UseCase<typeof calls.addReportMail> = async (scope, { file, ...asked }) => {
  const entry = findEntry(file);
  if (!entry) return refuse('notFound');
  const read = readParameters(entry, asked.chosen, scope.today());
  if (!read.ok) return read;
  const wrong = refuseAll(validateAddress(asked.address));
  if (wrong) return wrong;
  const mail = { file, address: asked.address.trim(), chosen: keptParameters(entry, asked.chosen) };
  return mutate(scope, 'reportMails.add', async (tx, record) => {
    const row = await insertMail(tx, scope, mail);
    if (!row) return refuseFields([{ field: 'file', message: KNOWN }]);
    const changes = { report: [null, entry.name], address: [null, mail.address] } as const;
    record({ entity: ENTITY, id: row.id, action: 'insert', changes });
    return done(null, { insertId: row.id });
  });
};

export const removeReportMail: UseCase<typeof calls.removeReportMail> = (scope, { id }) =>
  mutate(scope, 'reportMails.remove', async (tx, record) => {
    const row = await deleteMail(tx, scope, id);
    if (!row) return refuse('notFound');
    const name = findEntry(row.file)?.name ?? row.file;
    record({ entity: ENTITY, id, action: 'delete', changes: { report: [name, null] } });
    return done(null);
  });

/** One email per address of an account, once; missed ones are sent when the server runs again. */
export const mailReports = async (scope: Scope): Promise<void> => {
  const { site, settings } = scope;
  if (!settings.capabilities.emailEnabled) return;
  const monday = mondayDue(scope.now().toZonedDateTimeISO(settings.timeZone));
  const due = { monday: monday.toString(), since: instantDue(monday, settings.timeZone).toString() };
  if ((await listDueMails(site.db, due)).length === 0) return;
  await mutate(scope, 'reportMails.send', async (tx, record) => {
    for (const mail of await listDueMails(tx, due, true)) {
      const { accountId, address, files } = mail;
      const names = files.flatMap((file) => findEntry(file)?.name ?? []);
      if (names.length > 0) {
        const words = sayReportMail(names, site.title, `${site.publicUrl}/reports`);
        const message = { channel: 'Email', recipient: address, owner: OFFICE, ...words } as const;
        const request = `reports ${accountId} ${address} ${due.monday}`;
        const queued = await queueMessages(tx, scope, [message], record, request);
        // Beyond the daily message limit, the rest is sent with the next run.
        if (!queued.ok) break;
      }
      for (const id of await markMailed(tx, mail, due))
        record({ entity: ENTITY, id, action: 'update', changes: { mailed: [null, due.monday] } });
    }
    return done(null);
  });
};
