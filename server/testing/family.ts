import type { Agreement } from '@homecare/domain/call.ts';
import { hashToken, newToken } from '../src/platform/auth/sessions.ts';
import type { Caller, TestServer } from './server.ts';

export interface FamilyCaller extends Caller {
  readonly memberId: number;
}

let serial = 0;

/** A client's family member, invited and signed in with the link in their email. */
export const asFamily = async (
  server: TestServer,
  clientId: number,
  agreed: readonly Agreement[],
): Promise<FamilyCaller> => {
  serial += 1;
  const { site } = server;
  const now = site.clock.now().toString();
  const name = `Rosa ${serial}`;
  const token = newToken();
  const { rows } = await site.pool.query<{ id: number; account: number }>(
    `with account as (
       insert into accounts (login, password_hash, full_name, role, initials, reset_password, created, deleted)
       values ($1, '', $1, 'evv', $1, false, $2, $2) returning id),
     member as (
       insert into family_members (account_id, client_id, name, relation, email, language, agreed, agreed_by, invited, invited_by)
       select id, $3, $1, 'Daughter', $4, 'en', $5, 'Helen, by phone', $2, 'AD' from account returning id, account_id)
     select id, account_id as account from member`,
    [name, now, clientId, `rosa${serial}@example.org`, agreed],
  );
  const { id: memberId = 0, account: accountId = 0 } = rows[0] ?? {};
  await site.pool.query(
    `insert into sessions (token_hash, account_id, created, last_seen, address, proof) values ($1, $2, $3, $3, '127.0.0.1', 'link')`,
    [hashToken(token), accountId, now],
  );
  const caller = server.withCookie(`homecare-family=${site.name}~${token}`);
  return { ...caller, accountId, memberId };
};
