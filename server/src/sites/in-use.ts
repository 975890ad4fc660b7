import { partsOf } from '@homecare/domain/accounts/single-sign-on.ts';
import { CONNECTION_KINDS, Connection, type ConnectionKind } from '@homecare/domain/sites/connections.ts';
import { agencyOf } from '@homecare/domain/sites/payer.ts';
import { PayerSettings } from '@homecare/domain/sites/schema.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { FIRST_PACK, packOf } from '@homecare/domain/states/registry.ts';
import { valueOn } from '@homecare/domain/states/rules.ts';
import { z } from 'zod';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
import { type Clock, dayNow } from '../platform/clock/clock.ts';
import { ClaimsEntry, type SiteEntry } from '../platform/config/config.ts';
import type { Secrets } from '../platform/crypto/secrets.ts';
import { type Paper, withTexts } from '../platform/documents/paper.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Reach } from '../platform/net/outgoing.ts';
import type { StoredSettings } from '../platform/settings/settings.ts';
import type {
  AddressServiceInUse,
  AggregatorAccess,
  MailAccount,
  SignInService,
  SmsAccount,
} from '../platform/site/connections.ts';
import type { RehearsedPayer, Settings } from '../platform/site/site.ts';
import { logoReader } from './logo.ts';
import { LOGO_KEY, OVERRIDE_PASSWORD, PAPER, STATE_KEY, StoredPaper, SWITCHES, Switches } from './queries.ts';

/** A site's settings in a Scope: an admin's values or, where there are none, the site file's. */

export const PAYER_KEY = 'payer';
export const connectionKey = (kind: ConnectionKind) => `connection.${kind}`;

/** As stored: the secret is sealed with the site's key, never plain text. */
export const StoredConnection = z.strictObject({ connection: Connection, sealed: z.string().nullable() });
export type StoredConnection = z.output<typeof StoredConnection>;
export const StoredPayer = PayerSettings;

export const openSecret = (secrets: Secrets, { sealed }: StoredConnection): string | null =>
  sealed === null ? null : secrets.decrypt(Buffer.from(sealed, 'base64'));
export const sealSecret = (secrets: Secrets, text: string): string =>
  secrets.encrypt(text).toString('base64');

type InUse = Pick<Settings, 'addresses' | 'aggregator' | 'textMessages' | 'mail' | 'signIn' | 'claims'>;

const POLL_SECONDS = 300;
const TEXTS_URL = 'https://api.twilio.com';

/** An admin's services must be on the internet, unless the operator allows services next to the server. */
export const reachOfAdmin = ({ localServices }: SiteEntry): Reach =>
  localServices === true ? 'any' : 'public';

/** A connection with its secret, in the form features use. */
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

export const signInOf = (
  { issuer, clientId, domains, claim, admins, managers }: Extract<Connection, { kind: 'signIn' }>,
  secret: string | null,
  entry: SiteEntry,
): SignInService => ({
  issuer,
  clientId,
  secret: secret ?? '',
  domains: partsOf(domains),
  claim,
  admins: partsOf(admins),
  managers: partsOf(managers),
  reach: reachOfAdmin(entry),
});

const claimsOf = (
  entry: SiteEntry,
  own: PayerSettings | undefined,
  ofState: Stated['claimFile'],
): Settings['claims'] => {
  const { claims, title, letterhead } = entry;
  const file = claims ?? ClaimsEntry.parse({});
  const { afterInterchange } = file;
  const membersPerFile = own?.membersPerFile ?? file.membersPerFile;
  if (own) return { ...agencyOf(own), afterInterchange, membersPerFile };
  return {
    ...file,
    receiver: file.receiver ?? ofState?.receiver ?? '',
    payerId: file.payerId ?? ofState?.payerId ?? '',
    name: file.name ?? letterhead?.agency ?? title,
    medicaidProviderId: file.medicaidProviderId ?? letterhead?.medicaidProviderId ?? null,
  };
};

/** The operator's values, which do not change while the site is open. */
export interface OperatorsPart {
  readonly entry: SiteEntry;
  readonly secrets: Secrets;
  readonly paper: Paper;
  readonly rehearsal: AggregatorAccess | undefined;
  readonly payer: RehearsedPayer | undefined;
}

type Values = StoredSettings['values'];

/** The agency's chosen state, by default the first one. */
const packIn = (values: Values): StatePack =>
  values[STATE_KEY] === undefined ? FIRST_PACK : packOf(z.string().parse(values[STATE_KEY]));

/** The state's values on a day, for what nobody has set. */
const statedIn = ({ rules }: StatePack, day: string) => ({
  claimFile: valueOn(rules.claimFile, day),
  aggregator: valueOn(rules.aggregator, day),
});
type Stated = ReturnType<typeof statedIn>;

const connectionsOf = (
  { entry, secrets, rehearsal }: OperatorsPart,
  values: Values,
  stated: Stated,
): InUse => {
  const stored = (kind: ConnectionKind) => {
    const value = values[connectionKey(kind)];
    if (value === undefined) return undefined;
    const { connection, sealed } = StoredConnection.parse(value);
    return { connection, secret: openSecret(secrets, { connection, sealed }) };
  };
  const [addresses, texts, mail, aggregator, signIn] = [
    stored('addresses'),
    stored('textMessages'),
    stored('mail'),
    stored('aggregator'),
    stored('signIn'),
  ];
  const payer = values[PAYER_KEY];
  const ofFile = entry.aggregator
    ? {
        ...entry.aggregator,
        payerId: entry.aggregator.payerId ?? stated.aggregator?.payerId ?? '',
        isRehearsal: false,
      }
    : rehearsal;
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
    signIn:
      signIn?.connection.kind === 'signIn' ? signInOf(signIn.connection, signIn.secret, entry) : undefined,
    claims: claimsOf(entry, payer === undefined ? undefined : StoredPayer.parse(payer), stated.claimFile),
  };
};

const CONNECTED = [STATE_KEY, PAYER_KEY, ...CONNECTION_KINDS.map(connectionKey)];
/** Everything a Scope's settings are made from. */
export const SETTINGS_KEYS = [SWITCHES, OVERRIDE_PASSWORD, PAPER, LOGO_KEY, FACTOR_REQUIRED, ...CONNECTED];

const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
};

/** Builds settings from what is stored. Unchanged parts stay the same objects, so that what is cached by them stays valid. */
export const settingsBuilder = (of: OperatorsPart, files: FileStore, clock: Clock) => {
  const logoOf = logoReader(files);
  let known: { readonly state: string; readonly made: InUse } | undefined;
  const inUse = (values: Values, stated: Stated): InUse => {
    const state = JSON.stringify([...CONNECTED.map((key) => values[key]), stated]);
    if (known?.state !== state) known = { state, made: connectionsOf(of, values, stated) };
    return known.made;
  };
  return async ({ revision, values }: StoredSettings): Promise<Settings> => {
    const logo = await logoOf(values[LOGO_KEY]);
    const texts = values[PAPER] === undefined ? undefined : StoredPaper.parse(values[PAPER]);
    const paper = texts ? withTexts(of.paper, texts) : of.paper;
    const { sendsCompleteVisits, ...switches } = Switches.parse(values[SWITCHES] ?? {});
    const timeZone = switches.timeZone || of.entry.timeZone;
    const pack = packIn(values);
    const day = dayNow(clock, timeZone);
    const stated = statedIn(pack, day);
    const connections = inUse(values, stated);
    return freeze({
      revision,
      day,
      timeZone,
      pack,
      capabilities: {
        ...switches,
        ...of.entry.capabilities,
        timeZone,
        state: pack.state,
        // Nothing is sent if it is not known how.
        sandataEnabled: switches.sandataEnabled && stated.aggregator !== undefined,
        carePlanPass: values[OVERRIDE_PASSWORD] !== undefined,
        officePhone: paper.letterhead.phone || paper.phone24h || '',
        rehearsal: connections.aggregator?.isRehearsal === true,
        payerRehearsal: of.payer !== undefined && connections.claims.usage === 'T',
      },
      sendsCompleteVisits,
      requiresFactor: values[FACTOR_REQUIRED] === true,
      paper: logo ? { ...paper, letterhead: { ...paper.letterhead, logo } } : paper,
      ...connections,
    });
  };
};
