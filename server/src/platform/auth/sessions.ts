import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import type { Site } from '../../sites/site.ts';
import type { RevisionKey } from '../http/bind.ts';
import type { Actor } from './scope.ts';

/** R7: idle limit in minutes (absolute: 12 hours). Only calls that are no polls extend it. */
export const IDLE_MINUTES = 30;
const ABSOLUTE_HOURS = 12;
const EXTEND_AFTER_SECONDS = 60;

export interface Session {
  readonly user: Actor & { readonly id: number; readonly role: Role };
  readonly mustChangePassword: boolean;
  readonly tokenHash: Buffer;
  readonly extendNow: boolean;
  /** Sum of the asked revision counters; '' when none was asked. */
  readonly revision: string;
}

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

interface Row {
  account_id: number;
  login: string;
  full_name: string;
  role: string;
  initials: string;
  provider_id: number | null;
  reset_password: boolean;
  password_expired: boolean;
  extend: boolean;
  revision: string | null;
}

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

// One prepared statement for both: the session with its account, and the revision of what is asked for.
const statement = (now: string, revision: string) => `
  select s.account_id, a.login, a.full_name, a.role, a.initials, a.provider_id, a.reset_password,
    a.reset_password and a.password_expires < ${now} as password_expired,
    s.last_seen < ${now} - interval '${EXTEND_AFTER_SECONDS} seconds' as extend, ${revision} as revision
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = $1 and s.ended is null and a.deleted is null
    and s.last_seen > ${now} - interval '${IDLE_MINUTES} minutes' and s.created > ${now} - interval '${ABSOLUTE_HOURS} hours'`;

const PLAIN = { name: 'session', text: statement('$2::timestamptz', "''") };
const WITH_REVISION = {
  name: 'session_revision',
  text: statement(
    '$2::timestamptz',
    `(select string_agg(r.kind || r.key || '.' || r.rev, ',' order by r.kind, r.key)
      from unnest($3::text[], $4::text[]) k (kind, key) join revisions r on r.kind = k.kind and r.key = k.key)`,
  ),
};

/** The session of a token on this site, or undefined when it is unknown, over, or of another site. */
export const findSession = async (
  site: Site,
  token: string,
  revision: readonly RevisionKey[] | undefined,
): Promise<Session | undefined> => {
  const tokenHash = hashToken(token);
  const now = site.clock.now().toString();
  const query = revision
    ? {
        ...WITH_REVISION,
        values: [tokenHash, now, revision.map(([kind]) => kind), revision.map(([, key]) => key)],
      }
    : { ...PLAIN, values: [tokenHash, now] };
  const { rows } = await site.pool.query<Row>(query);
  const row = rows[0];
  if (!row || row.password_expired || !isRole(row.role)) return undefined;
  return {
    user: {
      id: row.account_id,
      login: row.login,
      fullName: row.full_name,
      role: row.role,
      initials: row.initials,
      providerId: row.provider_id,
    },
    mustChangePassword: row.reset_password,
    tokenHash,
    extendNow: row.extend,
    revision: row.revision ?? '',
  };
};

/** Keeps a session alive; called at most once a minute, never for polls. */
export const extendSession = async (site: Site, session: Session) => {
  await site.pool.query({
    name: 'session_extend',
    text: 'update sessions set last_seen = $2 where token_hash = $1 and ended is null',
    values: [session.tokenHash, site.clock.now().toString()],
  });
};
