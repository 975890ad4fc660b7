import { isKeptBy } from '@homecare/domain/accounts/role-parts.ts';
import { mayCall, ROLES } from '@homecare/domain/call.ts';
import { listReportMails } from '@homecare/domain/report-mails/contract.ts';
import type { ReportMail } from '@homecare/domain/report-mails/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

export const listOwnMails = (db: Db, { user }: Scope) =>
  queryRows<ReportMail>(
    db,
  )`select id, file, address, chosen from report_mails where account_id = ${user.id} order by id`;

/** Undefined if the caller already gets emails about this report. */
export const insertMail = (tx: Tx, scope: Scope, { file, address, chosen }: Omit<ReportMail, 'id'>) =>
  queryRow<{ id: number }>(tx)`insert into report_mails (account_id, file, address, chosen, created)
    values (${scope.user.id}, ${file}, ${address}, ${JSON.stringify(chosen)}::jsonb, ${scope.stamp().at})
    on conflict (account_id, file) do nothing returning id`;

export const deleteMail = (tx: Tx, { user }: Scope, id: number) =>
  queryRow<Pick<ReportMail, 'file'>>(tx)`delete from report_mails
    where id = ${id} and account_id = ${user.id} returning file`;

export interface DueMail {
  readonly accountId: number;
  readonly address: string;
  readonly files: readonly string[];
}

interface Due {
  /** The Monday of the emails. */
  readonly monday: string;
  /** When they became due; what is added later waits for the next time. */
  readonly since: string;
}

const isDue = ({ monday, since }: Due) =>
  sql`mail.created <= ${since} and (mail.mailed_on is null or mail.mailed_on < ${monday})`;

/** A role that may not read reports gets no email about them, nor does a copy of a role without that right. */
const READERS = ROLES.filter((role) => mayCall(role, listReportMails));
const reads = ({ base, without }: Copy): boolean =>
  base === null || without === null || isKeptBy({ base, without }, listReportMails);
interface Copy {
  readonly base: string | null;
  readonly without: readonly string[] | null;
}

/** Those due on a Monday and not notified yet, locked until the transaction ends. */
export const listDueMails = async (db: Db, due: Due, locks = false): Promise<DueMail[]> => {
  const rows = await queryRows<Omit<DueMail, 'files'> & Copy & { readonly file: string }>(
    db,
  )`select account.id as "accountId", mail.address, mail.file, copy.base, copy.without
    from report_mails mail join accounts account on account.id = mail.account_id
      left join custom_roles copy on copy.id = account.custom_role_id
    where account.deleted is null and account.suspended is null
      and account.role = any(${[...READERS]}) and ${isDue(due)}
    order by account.id, mail.id ${locks ? sql`for update of mail` : sql``}`;
  return [
    ...Map.groupBy(rows.filter(reads), ({ accountId, address }) => `${accountId} ${address}`).values(),
  ].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, files: own.map(({ file }) => file) }] : [];
  });
};

/** The rows that were notified. */
export const markMailed = async (tx: Tx, { accountId, address }: DueMail, due: Due): Promise<number[]> =>
  (
    await queryRows<{ id: number }>(tx)`update report_mails mail set mailed_on = ${due.monday}
      where account_id = ${accountId} and address = ${address} and ${isDue(due)} returning id`
  ).map(({ id }) => id);
