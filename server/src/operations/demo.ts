import { randomBytes } from 'node:crypto';
import type { Role } from '@homecare/domain/call.ts';
import { done } from '@homecare/domain/errors.ts';
import { isCaregiver, isTiedRole } from '@homecare/domain/permissions.ts';
import { createAccount, resetPassword } from '../accounts/service.ts';
import { linkMobileAccount } from '../people/service.ts';
import { hashPassword, verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { createExampleData } from './example-data.ts';
import { addExampleScans } from './example-scans.ts';

/** On a server that only this machine can reach, the password is fixed; anywhere else it is random and shown once. */
const LOOPBACK_PASSWORD = 'Front-Range-2026';

export interface DemoLogins {
  readonly accounts: readonly { readonly role: Role; readonly login: string }[];
  /** The password of all accounts, if this start knows it. */
  readonly known: string | undefined;
}

const ACCOUNTS = [
  { role: 'admin', login: 'admin', fullName: 'Marisol Reyes' },
  { role: 'user', login: 'user', fullName: 'Daniel Park' },
  { role: 'provider', login: 'provider', fullName: 'Tigist Bekele' },
  { role: 'evv', login: 'evv', fullName: 'Tigist Bekele' },
] as const;

type Origin = 'given' | 'fixed' | 'random';

/**
 * The first start makes example data and the four accounts; on later starts, the password follows the environment
 * (docs/rules/sites.md, rule 13).
 */
export const prepareDemo = async (
  site: OpenedSite,
  options: { password: string | undefined; loopback: boolean; say: (line: string) => void },
): Promise<DemoLogins> => {
  const scope = await Scope.startJob(site, 'demo');
  const accounts = ACCOUNTS.map(({ role, login }) => ({ role, login }));
  const before = await site.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'demo')
    .executeTakeFirst();
  const wanted: Origin = options.password ? 'given' : options.loopback ? 'fixed' : 'random';
  if (before && before.value === 'random' && wanted === 'random') return { accounts, known: undefined };
  // A password given once is kept until another one is given.
  if (before && before.value === 'given' && wanted !== 'given') return { accounts, known: undefined };
  const password =
    options.password ??
    (options.loopback ? LOOPBACK_PASSWORD : `Hc1-${randomBytes(9).toString('base64url')}`);
  if (before) await setDemoPasswords(scope, password, wanted);
  else await createDemo(scope, password, wanted, options.say);
  return { accounts, known: password };
};

const createDemo = async (scope: Scope, password: string, wanted: Origin, say: (line: string) => void) => {
  const { providerId } = await createExampleData(scope, {
    clients: 24,
    providers: 12,
    months: 2,
    say,
  });
  await addExampleScans(scope);
  await mutate(scope, 'demo.prepare', async (tx, record) => {
    for (const account of ACCOUNTS) {
      const tied = isTiedRole(account.role);
      const created = await createAccount(tx, scope, {
        ...account,
        password,
        temporary: false,
        ...(tied && { providerId }),
      });
      if (!created.ok) return created;
      if (isCaregiver(account.role)) await linkMobileAccount(tx, scope, providerId, created.data, record);
      record({
        entity: 'account',
        id: created.data,
        action: 'insert',
        changes: { role: [null, account.role] },
      });
    }
    await tx
      .insertInto('settings')
      .values([
        { key: 'demo', value: JSON.stringify(wanted) },
        {
          key: 'switches',
          value: JSON.stringify({
            smsEnabled: true,
            emailEnabled: true,
            sandataEnabled: true,
            eligibility: true,
            langGroup: ['English', 'Spanish', 'Vietnamese', 'Amharic'],
            startOnToday: true,
          }),
        },
      ])
      .execute();
    await tx
      .insertInto('update_notes')
      .values({ note: 'This is an example agency. Press ? on any page to read about it.' })
      .execute();
    return done(null);
  });
};

/** Changes only accounts whose password differs, so that a restart signs nobody out. */
const setDemoPasswords = async (scope: Scope, password: string, origin: Origin) => {
  const { db } = scope.site;
  const logins = ACCOUNTS.map(({ login }) => login);
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash'])
    .where('login', 'in', logins)
    .where('deleted', 'is', null)
    .execute();
  const checked = await Promise.all(
    rows.map(async (row) => ({ id: row.id, same: await verifyPassword(password, row.password_hash) })),
  );
  const others = checked.filter((row) => !row.same);
  if (others.length === 0) return;
  await mutate(scope, 'demo.password', async (tx, record) => {
    for (const { id } of others) {
      await resetPassword(tx, scope, id, await hashPassword(password), false);
      record({ entity: 'account', id, action: 'update', changes: { password: ['(hidden)', '(hidden)'] } });
    }
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(origin) })
      .where('key', '=', 'demo')
      .execute();
    return done(null);
  });
};
