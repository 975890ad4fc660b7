import { hash, randomBytes } from 'node:crypto';
import { CustomRole } from '@homecare/domain/accounts/custom-role.ts';
import { OFFICE, ROLES, type Role } from '@homecare/domain/call.ts';
import { dayNow, stampNow } from '../clock/clock.ts';
import {
  type Changed,
  type ChangedRow,
  changedOf,
  changedSince,
  type RevisionKey,
  revisionAt,
} from '../db/changes.ts';
import type { Tx } from '../db/mutate.ts';
import { together } from '../db/together.ts';
import { SETTINGS_REVISION } from '../settings/settings.ts';
import type { SettableSite, Settings, Site } from '../site/site.ts';
import type { Actor, FamilyMember } from './scope.ts';

/** The longest session, whatever the site's idle limit, which only calls that are not polls extend (docs/rules/accounts.md, rule 11). */
export const ABSOLUTE_HOURS = 12;
const EXTEND_AFTER_SECONDS = 60;

export interface Session {
  readonly user: Actor & { readonly id: number; readonly role: Role };
  /** The family member whose session it is. */
  readonly family?: FamilyMember;
  readonly mustChangePassword: boolean;
  /** The site requires a second factor for this role, and the account has none. */
  readonly mustEnrol: boolean;
  readonly tokenHash: Buffer;
  readonly extendNow: boolean;
  /** The sum of the requested revision counters; '' if none were requested. */
  readonly revision: string;
  /** Changes since the given revisions; undefined as in `Counted`. */
  readonly changed?: Changed | undefined;
  /**
   * Read together with the session, so they include every change before the request. They contain the account's copy of a role, so
   * that code asking what is switched on respects it too.
   */
  readonly settings: Settings;
}

/** The setting that admins and users must have a second factor. */
export const FACTOR_REQUIRED = 'secondFactor';

export const newToken = () => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Hashes of recently seen tokens, because a polling browser sends the same one all day. */
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

/** Everything is in one column, because the driver would spend more time on ten columns than on the rest of the request. */
interface Row {
  /** The parameter number of this session among those looked up together. */
  readonly at: number;
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
  isFactorMissing: boolean,
  isPasswordExpired: boolean | null,
  extendNow: boolean,
  custom: unknown,
  revision: string,
  changed?: readonly ChangedRow[],
];

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

const OFFICE_NAMES = OFFICE.map((role) => `'${role}'`).join(', ');

/** Null if the account has the role itself. */
const CUSTOM_ROLE = `(select json_build_object('id', c.id, 'rev', c.rev, 'name', c.name, 'base', c.base, 'without', c.without)
    from custom_roles c where c.id = a.custom_role_id)`;

/** Looks up the session and account of the token at `$at`, and the revision of the keys after it. */
const lookup = (at: number, now: string, idle: string, today: string, asked: string) => `
  select ${at} as at, json_build_array(s.account_id, a.login, a.full_name, a.role, a.initials, a.provider_id, a.reset_password,
    not a.second_factor and s.proof is null and a.role in (${OFFICE_NAMES}),
    a.reset_password and a.password_expires < ${now},
    s.last_seen < ${now} - interval '${EXTEND_AFTER_SECONDS} seconds', ${CUSTOM_ROLE}, ${asked})::text as session
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = $${at} and s.ended is null and a.deleted is null
    and (a.provider_id is null or not is_provider_away(a.provider_id, ${today}))
    and s.last_seen > ${now} - make_interval(mins => ${idle}) and s.created > ${now} - interval '${ABSOLUTE_HOURS} hours'`;

const revisionsFrom = (first: number, keys: number) =>
  keys === 0
    ? "''"
    : `concat_ws('.', ${Array.from({ length: keys }, (_, n) => revisionAt(first + 2 * n)).join(', ')})`;

/** How much is requested with a session: the number of revision keys, and whether changes since older ones are. */
interface Breadth {
  readonly keys: number;
  readonly isSince: boolean;
}

const askedFrom = (first: number, { keys, isSince }: Breadth) => {
  const arrays = first + 2 * keys;
  const changed = isSince ? `, ${changedSince(arrays, arrays + 1, arrays + 2)}` : '';
  return revisionsFrom(first, keys) + changed;
};

const NOW = '$1::timestamptz';
const IDLE = '$2::int';
const TODAY = '$3::date';
/** The row with the revision of the settings, next to those of the sessions. */
const OF_SETTINGS = 0;
/** The parameters that all sessions of a statement share. */
const SHARED = 3;
const widthOf = ({ keys, isSince }: Breadth) => 1 + 2 * keys + (isSince ? 3 : 0);
const placeOf = (n: number, breadth: Breadth) => SHARED + 1 + n * widthOf(breadth);

/** Statements by number of sessions and of keys; a list of days has at most a month of keys. */
const statements = new Map<string, string>();
const statementFor = (sessions: number, breadth: Breadth) => {
  const name = `sessions_${sessions}_${breadth.keys}${breadth.isSince ? '_since' : ''}`;
  const text =
    statements.get(name) ??
    Array.from({ length: sessions }, (_, n) => placeOf(n, breadth))
      .map((at) => lookup(at, NOW, IDLE, TODAY, askedFrom(at + 1, breadth)))
      .concat(`select ${OF_SETTINGS}, ${SETTINGS_REVISION}`)
      .join(' union all ');
  statements.set(name, text);
  return { name, text };
};

interface Asked {
  readonly tokenHash: Buffer;
  readonly revision: readonly RevisionKey[];
  readonly since: readonly number[] | undefined;
}

const valuesOf = ({ tokenHash, revision, since }: Asked) => [
  tokenHash,
  ...revision.flat(),
  ...(since ? [revision.map(([kind]) => kind), revision.map(([, key]) => key), since] : []),
];

/** As many as browsers poll at once share one statement, prepared for each number. */
const TOGETHER = 8;
const VALUES_TOGETHER = 24;

interface Found {
  readonly session: string | undefined;
  readonly settings: Settings;
}

/** The settings decide which sessions have ended, so if they differ from the database's, the sessions are looked up again. */
const findRows = async (site: SettableSite, breadth: Breadth, asked: readonly Asked[]): Promise<Found[]> => {
  const { clock, pool } = site;
  for (let settings = site.lastSettings(); ; settings = await site.readSettings()) {
    if (!settings || settings.day !== dayNow(clock, settings.timeZone)) continue;
    const { capabilities, timeZone, revision } = settings;
    const values = [
      stampNow(clock),
      capabilities.idleMinutes,
      dayNow(clock, timeZone),
      ...asked.flatMap(valuesOf),
    ];
    const { rows } = await pool.query<Row>({ ...statementFor(asked.length, breadth), values });
    const answerAt = (place: number) => rows.find(({ at }) => at === place)?.session;
    if (answerAt(OF_SETTINGS) !== revision) continue;
    return asked.map((_, n) => ({ session: answerAt(placeOf(n, breadth)), settings }));
  }
};

/** Askers by site and by what is requested. */
type Ask = (asked: Asked) => Promise<Found>;
const askers = new WeakMap<Site, Map<string, Ask>>();
const findRow = (site: SettableSite, asked: Asked): Promise<Found> => {
  const ofSite = askers.get(site) ?? new Map<string, Ask>();
  askers.set(site, ofSite);
  const breadth = { keys: asked.revision.length, isSince: asked.since !== undefined };
  const most = Math.max(1, Math.min(TOGETHER, Math.floor(VALUES_TOGETHER / widthOf(breadth))));
  const name = `${breadth.keys} ${breadth.isSince}`;
  const ask = ofSite.get(name) ?? together<Asked, Found>(most, (all) => findRows(site, breadth, all));
  ofSite.set(name, ask);
  return ask(asked);
};

const withCustom = (settings: Settings, custom: CustomRole): Settings => ({
  ...settings,
  capabilities: { ...settings.capabilities, custom },
});

/** The session of a token on this site; undefined if it is unknown, has ended, or is of another site. */
export const findSession = async (
  site: SettableSite,
  token: string,
  revision: readonly RevisionKey[] = [],
  /** If given, changes since these revisions are returned too. */
  since?: readonly number[],
): Promise<Session | undefined> => {
  const tokenHash = keptHash(token);
  const { session, settings } = await findRow(site, { tokenHash, revision, since });
  if (session === undefined) return undefined;
  const columns: Columns = JSON.parse(session);
  const [id, login, fullName, role, initials, providerId, mustChangePassword, isFactorMissing, ...more] =
    columns;
  const [isExpired, extendNow, custom, counted, changed] = more;
  if (isExpired || !isRole(role)) return undefined;
  const user = { id, login, fullName, role, initials, providerId };
  const mustEnrol = isFactorMissing && settings.requiresFactor;
  return {
    user,
    mustChangePassword,
    mustEnrol,
    tokenHash,
    extendNow,
    revision: counted,
    changed: changed && changedOf(changed),
    settings: custom === null ? settings : withCustom(settings, CustomRole.parse(custom)),
  };
};

/** Ends the sessions of all accounts of a provider, and their phones that stay signed in; returns how many sessions. */
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

/** Extends a session, at most once a minute and never for polls. */
export const extendSession = async (site: Site, session: Session) => {
  await site.pool.query({
    name: 'session_extend',
    text: 'update sessions set last_seen = $2 where token_hash = $1 and ended is null',
    values: [session.tokenHash, site.clock.now().toString()],
  });
};
