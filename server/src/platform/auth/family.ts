import { AGREEMENTS, type Agreement } from '@homecare/domain/call.ts';
import { stampNow } from '../clock/clock.ts';
import type { SettableSite } from '../site/site.ts';
import { ABSOLUTE_HOURS, hashToken, type Session } from './sessions.ts';

/** The current agreements among these names from a database row. */
export const agreementsIn = (names: readonly string[]): Agreement[] =>
  AGREEMENTS.filter((one) => names.includes(one));

interface Row {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly memberId: number;
  readonly clientId: number;
  readonly agreed: readonly string[];
  readonly language: string;
}

/**
 * Looked up with each request and cached nowhere, so that an ended invitation shows nothing anymore. Their account is marked deleted
 * from the start, so that no other session lookup finds it.
 */
const LOOKUP = `select account.id, member.name, member.id as "memberId", member.client_id as "clientId", member.agreed, member.language
  from sessions session join accounts account on account.id = session.account_id
    join family_members member on member.account_id = account.id
  where session.token_hash = $1 and session.ended is null and member.ended is null
    and session.created > $2::timestamptz - interval '${ABSOLUTE_HOURS} hours'`;

/** The session of a client's family member; undefined if it is unknown, has ended, or is of another site. */
export const findFamilySession = async (site: SettableSite, token: string): Promise<Session | undefined> => {
  const tokenHash = hashToken(token);
  const { rows } = await site.pool.query<Row>({
    name: 'family_session',
    text: LOOKUP,
    values: [tokenHash, stampNow(site.clock)],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, name, memberId, clientId, agreed, language } = row;
  return {
    // They have no role. Code that asks for one finds the least privileged, without any own data.
    user: { id, login: name, fullName: name, role: 'evv', initials: name, providerId: null },
    family: { id: memberId, clientId, agreed: agreementsIn(agreed), language },
    mustChangePassword: false,
    mustEnrol: false,
    tokenHash,
    extendNow: false,
    revision: '',
    settings: await site.readSettings(),
  };
};
