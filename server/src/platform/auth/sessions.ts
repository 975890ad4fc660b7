import { hash, randomBytes } from 'node:crypto';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import type { Site } from '../../sites/site.ts';
import { dayNow, stampNow } from '../clock/clock.ts';
import type { Tx } from '../db/mutate.ts';
import type { RevisionKey } from '../http/bind.ts';
import type { Actor } from './scope.ts';

/** R7: whatever the idle limit of the site, which only calls that are no polls extend. */
export const ABSOLUTE_HOURS = 12;
const EXTEND_AFTER_SECONDS = 60;

export interface Session {
  readonly user: Actor & { readonly id: number; readonly role: Role };
  readonly mustChangePassword: boolean;
  /** The site requires a second factor of this role, and the account has none. */
  readonly mustEnrol: boolean;
  readonly tokenHash: Buffer;
  readonly extendNow: boolean;
  /** Sum of the asked revision counters; '' when none was asked. */
  readonly revision: string;
}

/** Setting: whether admins and users must have a second factor. */
export const FACTOR_REQUIRED = 'secondFactor';

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Hashes of the tokens seen lately: a browser that polls sends the same one all day. */
const HASHES_KEPT = 1_000;
const hashes = new Map<string, Buffer>();
const keptHash = (token: string): Buffer => {
  const known = hashes.get(token);
  if (known) return known;
  if (hashes.size >= HASHES_KEPT) hashes.clear();
  const made = hashToken(token);
  hashes.set(token, made);
  return made;
};

/** One column with all of it: the driver spends more time on ten columns than on the rest of the request. */
interface Row {
  readonly session: string;
}
type Columns = readonly [
  accountId: number,
  login: string,
  fullName: string,
  role: string,
  initials: string,
  providerId: number | null,
  mustChangePassword: boolean,
  lacksFactor: boolean,
  isPasswordExpired: boolean | null,
  extendNow: boolean,
  revision: string,
];

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

// One prepared statement for both: the session with its account, and the revision of what is asked for.
const statement = (now: string, idle: string, today: string, revision: string) => `
  select json_build_array(s.account_id, a.login, a.full_name, a.role, a.initials, a.provider_id, a.reset_password,
    not a.second_factor and a.role in ('admin', 'user'),
    a.reset_password and a.password_expires < ${now},
    s.last_seen < ${now} - interval '${EXTEND_AFTER_SECONDS} seconds', ${revision})::text as session
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = $1 and s.ended is null and a.deleted is null
    and (a.provider_id is null or not is_provider_away(a.provider_id, ${today}))
    and s.last_seen > ${now} - make_interval(mins => ${idle}) and s.created > ${now} - interval '${ABSOLUTE_HOURS} hours'`;

const revisionAt = (kind: number) =>
  `coalesce((select rev from revisions where kind = $${kind} and key = $${kind + 1}), 0)`;
/** One look into the index for each key, in their order: a join with the list of keys costs twice as much. */
const withRevisions = (keys: number) =>
  statement(
    '$2::timestamptz',
    '$3::int',
    '$4::date',
    keys === 0
      ? "''"
      : `concat_ws('.', ${Array.from({ length: keys }, (_, n) => revisionAt(5 + 2 * n)).join(', ')})`,
  );
/** Statements by the number of keys; a list of days has at most a month of them. */
const statements = new Map<number, { readonly name: string; readonly text: string }>();
const statementFor = (keys: number) => {
  const found = statements.get(keys) ?? { name: `session_${keys}`, text: withRevisions(keys) };
  statements.set(keys, found);
  return found;
};

/** The session of a token on this site, or undefined when it is unknown, over, or of another site. */
export const findSession = async (
  site: Site,
  token: string,
  revision: readonly RevisionKey[] = [],
): Promise<Session | undefined> => {
  const tokenHash = keptHash(token);
  const { name, text } = statementFor(revision.length);
  const { idleMinutes } = await site.capabilities();
  const { clock, timeZone } = site;
  const values = [tokenHash, stampNow(clock), idleMinutes, dayNow(clock, timeZone), ...revision.flat()];
  const { rows } = await site.pool.query<Row>({ name, text, values });
  const [row] = rows;
  if (!row) return undefined;
  const columns: Columns = JSON.parse(row.session);
  const [id, login, fullName, role, initials, providerId, mustChangePassword, lacksFactor, ...more] = columns;
  const [isExpired, extendNow, counted] = more;
  if (isExpired || !isRole(role)) return undefined;
  const user = { id, login, fullName, role, initials, providerId };
  // Kept by the site: asked of the database with each session it cost a seventh of an unchanged poll.
  const mustEnrol = lacksFactor && (await site.requiresFactor());
  return { user, mustChangePassword, mustEnrol, tokenHash, extendNow, revision: counted };
};

/** The revision of what is asked for, as `findSession` answers it: for a call whose input was read after its session. */
export const readRevision = async ({ pool }: Site, keys: readonly RevisionKey[]): Promise<string> => {
  const counters = keys.map((_, n) => revisionAt(1 + 2 * n)).join(', ');
  const { rows } = await pool.query<{ revision: string }>({
    name: `revision_${keys.length}`,
    text: `select concat_ws('.', ${counters}) as revision`,
    values: keys.flat(),
  });
  return rows[0]?.revision ?? '';
};

/** Ends the sessions of all accounts of a provider, and their phones that stay signed in; answers how many sessions. */
export const endSessionsOfProvider = async (tx: Tx, providerId: number, now: string): Promise<number> => {
  await tx
    .updateTable('phones')
    .set({ ended: now })
    .where('ended', 'is', null)
    .where('account_id', 'in', (query) =>
      query.selectFrom('accounts').select('id').where('provider_id', '=', providerId),
    )
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended: now })
    .where('ended', 'is', null)
    .where('account_id', 'in', (query) =>
      query.selectFrom('accounts').select('id').where('provider_id', '=', providerId),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Keeps a session alive; called at most once a minute, never for polls. */
export const extendSession = async (site: Site, session: Session) => {
  await site.pool.query({
    name: 'session_extend',
    text: 'update sessions set last_seen = $2 where token_hash = $1 and ended is null',
    values: [session.tokenHash, site.clock.now().toString()],
  });
};
