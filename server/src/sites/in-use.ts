import { Connection, type ConnectionKind } from '@homecare/domain/sites/connections.ts';
import { agencyOf } from '@homecare/domain/sites/payer.ts';
import { PayerSettings } from '@homecare/domain/sites/schema.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ClaimsEntry, type SiteEntry } from '../platform/config/config.ts';
import type { Secrets } from '../platform/crypto/secrets.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Reach } from '../platform/net/outgoing.ts';
import type {
  AddressServiceInUse,
  AggregatorAccess,
  MailAccount,
  SmsAccount,
} from '../platform/site/connections.ts';
import type { Site } from '../platform/site/site.ts';

/** What of a site an admin has set in place of the site file: its payer and its connections, as they are in use now. */

export const PAYER_KEY = 'payer';
export const connectionKey = (kind: ConnectionKind) => `connection.${kind}`;
export const LOGO_KEY = 'logo';

/** As it is stored: the secret sealed with the site's key, never as text. */
export const StoredConnection = z.strictObject({ connection: Connection, sealed: z.string().nullable() });
export type StoredConnection = z.output<typeof StoredConnection>;
export const StoredPayer = PayerSettings;
export const StoredLogo = z.strictObject({ key: z.string(), sha256: z.string() });

export const openSecret = (secrets: Secrets, { sealed }: StoredConnection): string | null =>
  sealed === null ? null : secrets.decrypt(Buffer.from(sealed, 'base64'));
export const sealSecret = (secrets: Secrets, text: string): string =>
  secrets.encrypt(text).toString('base64');

export interface InUse {
  readonly addresses: AddressServiceInUse;
  readonly aggregator: AggregatorAccess | undefined;
  readonly textMessages: SmsAccount | undefined;
  readonly mail: MailAccount | undefined;
  readonly claims: Site['claims'];
}

const POLL_SECONDS = 300;
const TEXTS_URL = 'https://api.twilio.com';

/** A connection with its secret, as the features take it. */
/** What an admin names is on the internet, unless the operator allows services beside the server. */
const reachOfAdmin = ({ localServices }: SiteEntry): Reach => (localServices === true ? 'any' : 'public');

export const addressesOf = (
  { provider, url }: Extract<Connection, { kind: 'addresses' }>,
  secret: string | null,
  entry: SiteEntry,
): AddressServiceInUse => {
  if (provider === 'local') return { provider };
  return provider === 'google'
    ? { provider, key: secret ?? '' }
    : { provider, url, reach: reachOfAdmin(entry) };
};
export const textsOf = (
  { accountSid, from }: Extract<Connection, { kind: 'textMessages' }>,
  secret: string | null,
  entry: SiteEntry,
): SmsAccount => ({ accountSid, from, authToken: secret ?? '', url: entry.textMessages?.url ?? TEXTS_URL });
export const mailOf = (
  { host, port, security, user, from }: Extract<Connection, { kind: 'mail' }>,
  secret: string | null,
  entry: SiteEntry,
): MailAccount => ({
  host,
  port,
  security,
  from,
  user: user || undefined,
  password: user ? (secret ?? '') : undefined,
  reach: reachOfAdmin(entry),
});
export const aggregatorOf = (
  { url, account, user, providerId, payerId }: Extract<Connection, { kind: 'aggregator' }>,
  secret: string | null,
  entry: SiteEntry,
): AggregatorAccess => ({
  url,
  account,
  user,
  password: secret ?? '',
  providerId,
  payerId,
  pollSeconds: entry.aggregator?.pollSeconds ?? POLL_SECONDS,
  isRehearsal: false,
  reach: reachOfAdmin(entry),
});

const claimsOf = (entry: SiteEntry, own: PayerSettings | undefined): Site['claims'] => {
  const { claims, title, letterhead } = entry;
  const file = claims ?? ClaimsEntry.parse({});
  const { afterInterchange } = file;
  const membersPerFile = own?.membersPerFile ?? file.membersPerFile;
  if (own) return { ...agencyOf(own), afterInterchange, membersPerFile };
  return {
    ...file,
    name: file.name ?? letterhead?.agency ?? title,
    medicaidProviderId: file.medicaidProviderId ?? letterhead?.medicaidProviderId ?? null,
  };
};

export interface FileConnections {
  readonly entry: SiteEntry;
  readonly secrets: Secrets;
  readonly rehearsal: AggregatorAccess | undefined;
}

type Rows = ReadonlyMap<string, { readonly value: unknown; readonly rev: number }>;

const build = ({ entry, secrets, rehearsal }: FileConnections, rows: Rows): InUse => {
  const stored = (kind: ConnectionKind) => {
    const row = rows.get(connectionKey(kind));
    if (!row) return undefined;
    const { connection, sealed } = StoredConnection.parse(row.value);
    return { connection, secret: openSecret(secrets, { connection, sealed }) };
  };
  const [addresses, texts, mail, aggregator] = [
    stored('addresses'),
    stored('textMessages'),
    stored('mail'),
    stored('aggregator'),
  ];
  const payer = rows.get(PAYER_KEY);
  const ofFile = entry.aggregator ? { ...entry.aggregator, isRehearsal: false } : rehearsal;
  return {
    addresses:
      addresses?.connection.kind === 'addresses'
        ? addressesOf(addresses.connection, addresses.secret, entry)
        : (entry.addresses ?? { provider: 'local' }),
    textMessages:
      texts?.connection.kind === 'textMessages'
        ? textsOf(texts.connection, texts.secret, entry)
        : entry.textMessages,
    mail:
      mail?.connection.kind === 'mail'
        ? mailOf(mail.connection, mail.secret, entry)
        : entry.mail && { user: undefined, password: undefined, ...entry.mail },
    aggregator:
      aggregator?.connection.kind === 'aggregator'
        ? aggregatorOf(aggregator.connection, aggregator.secret, entry)
        : ofFile,
    claims: claimsOf(entry, payer && StoredPayer.parse(payer.value)),
  };
};

const KEYS = [
  PAYER_KEY,
  ...(['addresses', 'textMessages', 'mail', 'aggregator'] as const).map(connectionKey),
];

/** Reads what is in use. The same objects are given until something was saved: what is kept by them stays. */
export const inUseReader = (of: FileConnections) => {
  let known = '';
  let made = build(of, new Map());
  return {
    now: () => made,
    read: async (db: Kysely<Tables>): Promise<InUse> => {
      const rows = await db
        .selectFrom('settings')
        .select(['key', 'value', 'rev'])
        .where('key', 'in', KEYS)
        .orderBy('key')
        .execute();
      const state = JSON.stringify(rows.map(({ key, rev, value }) => [key, rev, value]));
      if (state !== known) {
        made = build(of, new Map(rows.map(({ key, value, rev }) => [key, { value, rev }])));
        known = state;
      }
      return made;
    },
  };
};
