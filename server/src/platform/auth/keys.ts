import { KEY_ROLES, type KeyRole } from '@homecare/domain/api-keys/schema.ts';
import { stampNow } from '../clock/clock.ts';
import type { Tx } from '../db/mutate.ts';
import { queryRows } from '../db/rows.ts';
import type { SettableSite } from '../site/site.ts';
import type { Stamp } from './scope.ts';
import { hashToken, newToken, type Session } from './sessions.ts';

/** The prefix of every key, by which a key left in a file can be recognized. */
const PREFIX = 'hcd_';
export const newKey = () => `${PREFIX}${newToken()}`;

/** Revokes the keys made by this account. */
export const revokeKeysOf = (tx: Tx, { at, by }: Stamp, accountId: number) =>
  queryRows<{ id: number; name: string }>(tx)`update api_keys set revoked = ${at}, revoked_by = ${by}
    where made_by = ${accountId} and revoked is null returning id, name`;

/** A valid key, for one call of the program that has it. */
export interface UsedKey {
  readonly session: Session;
  readonly role: KeyRole;
  readonly calls: readonly string[];
  /** It has made more calls in this minute than allowed. */
  readonly isTooFast: boolean;
}

interface Row {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly role: string;
  readonly calls: readonly string[];
  readonly uses: number;
  readonly most: number;
}

/** Finds, counts and notes the last use in one statement, so that all processes count together and a revoked key stops working at once. */
const USE = `update api_keys as used
  set last_used = $2, minute = date_trunc('minute', $2::timestamptz),
    uses = case when minute = date_trunc('minute', $2::timestamptz) then uses + 1 else 1 end
  where token_hash = $1 and revoked is null and expires > $2
  returning account_id as id, name, role, calls, uses, per_minute as most`;

/** The key with this text on this site; undefined if it is unknown, expired, revoked, or of another site. */
export const takeKey = async (site: SettableSite, text: string): Promise<UsedKey | undefined> => {
  const tokenHash = hashToken(text);
  const { rows } = await site.pool.query<Row>({
    name: 'api_key',
    text: USE,
    values: [tokenHash, stampNow(site.clock)],
  });
  const [row] = rows;
  const role = KEY_ROLES.find((one) => one === row?.role);
  if (!row || !role) return undefined;
  const { id, name, calls, uses, most } = row;
  const session: Session = {
    user: { id, login: name, fullName: name, role, initials: name, providerId: null },
    mustChangePassword: false,
    mustEnrol: false,
    tokenHash,
    extendNow: false,
    revision: '',
    settings: await site.readSettings(),
  };
  return { session, role, calls, isTooFast: uses > most };
};
