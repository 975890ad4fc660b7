import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { checkAgency } from '@homecare/domain/claims/preflight.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import {
  CONNECTION_KINDS,
  type Connection,
  type ConnectionKind,
  type ConnectionRow,
  checkConnection,
  EMPTY,
  targetOf,
} from '@homecare/domain/sites/connections.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import { checkPayer, tidyPayer } from '@homecare/domain/sites/payer.ts';
import type { PayerSettings } from '@homecare/domain/sites/schema.ts';
import { valueOn } from '@homecare/domain/states/rules.ts';
import { trySignIn } from '../accounts/openid.ts';
import { tryAddresses } from '../addresses/service.ts';
import { tryAggregator } from '../aggregator/intake.ts';
import { tryMail } from '../messaging/mail.ts';
import { readBalance } from '../messaging/sms.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import { lockSetting, readSetting, removeSetting, writeSetting } from '../platform/settings/settings.ts';
import {
  addressesOf,
  aggregatorOf,
  connectionKey,
  mailOf,
  openSecret,
  PAYER_KEY,
  StoredConnection,
  sealSecret,
  signInOf,
  textsOf,
} from './in-use.ts';

/** Outside services and the payer, as configured by an admin. Secrets are accepted and never returned. */

export const PAYER_ENTITY = 'sitePayer';
export const entityOf = (kind: ConnectionKind) => `connection.${kind}`;

interface InUse {
  readonly source: ConnectionRow['source'];
  readonly connection: Connection;
  readonly secret: string | null;
}

/** The operator's settings; those of a rehearsal's simulator are not shown. */
const ofFile = (scope: Scope, kind: ConnectionKind): InUse => {
  const { pack } = scope.settings;
  const { addresses, textMessages, mail, aggregator } = scope.site.entry;
  const found = (connection: Connection, secret: string | null): InUse => ({
    source: 'file',
    connection,
    secret,
  });
  if (kind === 'addresses' && addresses)
    return found(
      {
        kind,
        provider: addresses.provider,
        url: 'url' in addresses ? (addresses.url ?? '') : '',
        secret: null,
      },
      'key' in addresses ? addresses.key : null,
    );
  if (kind === 'textMessages' && textMessages) {
    const { accountSid, from, authToken } = textMessages;
    return found({ kind, accountSid, from, secret: null }, authToken);
  }
  if (kind === 'mail' && mail) {
    const { host, port, security, user = '', from, password = null } = mail;
    return found({ kind, host, port, security, user, from, secret: null }, password);
  }
  if (kind === 'aggregator' && aggregator) {
    const { url, account, user, providerId, password } = aggregator;
    const payerId =
      aggregator.payerId ?? valueOn(pack.rules.aggregator, scope.today().toString())?.payerId ?? '';
    return found({ kind, url, account, user, providerId, payerId, secret: null }, password);
  }
  return { source: 'none', connection: EMPTY[kind], secret: null };
};

const inUse = (scope: Scope, kind: ConnectionKind, value: unknown): InUse => {
  if (value === undefined) return ofFile(scope, kind);
  const stored = StoredConnection.parse(value);
  return { source: 'own', connection: stored.connection, secret: openSecret(scope.site.secrets, stored) };
};

export const listConnections = async (
  scope: Scope,
): Promise<Result<OutputOf<typeof calls.listConnections>>> => {
  const rows = await Promise.all(
    CONNECTION_KINDS.map(async (kind): Promise<ConnectionRow> => {
      const stored = await readSetting(scope.site.db, connectionKey(kind));
      const { source, connection, secret } = inUse(scope, kind, stored?.value);
      return { kind, source, connection, secretSet: secret !== null, rev: stored?.rev ?? 0 };
    }),
  );
  return done(rows);
};

/** The typed connection with the secret that applies, or what is wrong. */
const withSecret = (scope: Scope, connection: Connection, known: InUse) => {
  const stored = { connection: known.connection, secretSet: known.secret !== null };
  const allowsLocal = scope.site.entry.localServices === true;
  const refused = refuseAll(checkConnection(connection, stored, allowsLocal));
  if (refused) return refused;
  const keeps = targetOf(known.connection) === targetOf(connection);
  return done({ secret: connection.secret || (keeps ? known.secret : null) });
};

const HIDDEN = '(hidden)';
/** Old and new value of each field; for a secret only that it changed. */
const differing = (before: InUse | undefined, after: Connection | undefined, secretChanged: boolean) => {
  const [old, now]: readonly Readonly<Record<string, unknown>>[] = [
    { ...before?.connection, secret: null },
    { ...after, secret: null },
  ];
  const names = Object.keys({ ...old, ...now }).filter((name) => name !== 'kind' && name !== 'secret');
  return {
    ...Object.fromEntries(
      names
        .filter((name) => old?.[name] !== now?.[name])
        .map((name) => [name, [old?.[name] ?? null, now?.[name] ?? null] as const]),
    ),
    ...(secretChanged && { secret: [before?.secret == null ? null : HIDDEN, 'changed'] as const }),
  };
};

export const saveConnection = async (
  scope: Scope,
  { connection, rev }: InputOf<typeof calls.saveConnection>,
): Promise<Result<{ rev: number }>> => {
  const { kind } = connection;
  const saved = await mutate(scope, 'sites.saveConnection', async (tx, record) => {
    const stored = await lockSetting(tx, connectionKey(kind));
    if ((stored?.rev ?? 0) !== rev) return refuseStaleByLog(tx, scope, { entity: entityOf(kind) });
    const known = inUse(scope, kind, stored?.value);
    const result = withSecret(scope, connection, known);
    if (!result.ok) return result;
    const { secret } = result.data;
    record({
      entity: entityOf(kind),
      id: null,
      action: 'update',
      changes: differing(known, connection, secret !== known.secret),
    });
    const sealed = secret === null ? null : sealSecret(scope.site.secrets, secret);
    const value = { connection: { ...connection, secret: null }, sealed };
    return done({ rev: await writeSetting(tx, connectionKey(kind), value) });
  });
  return saved;
};

export const removeConnection = async (
  scope: Scope,
  { kind, rev }: InputOf<typeof calls.removeConnection>,
): Promise<Result<{ rev: number }>> => {
  const removed = await mutate(scope, 'sites.removeConnection', async (tx, record) => {
    const stored = await lockSetting(tx, connectionKey(kind));
    if (!stored) return refuse('notFound');
    if (stored.rev !== rev) return refuseStaleByLog(tx, scope, { entity: entityOf(kind) });
    const known = inUse(scope, kind, stored.value);
    record({
      entity: entityOf(kind),
      id: null,
      action: 'update',
      changes: differing(known, undefined, known.secret !== null),
    });
    await removeSetting(tx, connectionKey(kind));
    return done({ rev: 0 });
  });
  return removed;
};

type Tried = OutputOf<typeof calls.testConnection>;

const attempt = async (scope: Scope, connection: Connection, secret: string | null): Promise<Tried> => {
  const { entry } = scope.site;
  switch (connection.kind) {
    case 'addresses':
      return tryAddresses(addressesOf(connection, secret, entry));
    case 'textMessages': {
      const balance = await readBalance(textsOf(connection, secret, entry));
      return balance.ok
        ? { works: true, answer: `Twilio accepts the account. Its balance is $${balance.amount}.` }
        : { works: false, answer: balance.reason };
    }
    case 'mail':
      return tryMail(mailOf(connection, secret, entry));
    case 'aggregator':
      return tryAggregator(aggregatorOf(connection, secret, entry));
    case 'signIn':
      return trySignIn(signInOf(connection, secret, entry), scope.site.publicUrl);
  }
};

/** Tests the typed connection, with the stored secret if none is typed; nothing is sent to anyone. */
export const testConnection = async (
  scope: Scope,
  { connection }: InputOf<typeof calls.testConnection>,
): Promise<Result<Tried>> => {
  const { kind } = connection;
  const stored = await readSetting(scope.site.db, connectionKey(kind));
  const result = withSecret(scope, connection, inUse(scope, kind, stored?.value));
  if (!result.ok) return result;
  const tried = await attempt(scope, connection, result.data.secret);
  await recordChanges(scope.site.db, scope, 'sites.testConnection', [
    { entity: entityOf(kind), id: null, action: 'run', changes: { test: [null, tried.answer] } },
  ]);
  return done(tried);
};

// --- Payer

export const payerOf = ({ settings: { claims } }: Scope): PayerSettings => ({
  tpid: claims.tpid,
  filePrefix: claims.filePrefix,
  usage: claims.usage,
  receiver: claims.receiver,
  payerId: claims.payerId,
  npi: claims.npi ?? '',
  taxonomy: claims.taxonomy ?? '',
  medicaidProviderId: claims.medicaidProviderId ?? '',
  ein: claims.ein,
  name: claims.name,
  address: claims.address,
  address2: claims.address2 ?? '',
  city: claims.city,
  state: claims.state,
  zip: claims.zip,
  contactName: claims.contactName,
  contactPhone: claims.contactPhone,
  membersPerFile: claims.membersPerFile,
});

export const getPayer = async (scope: Scope): Promise<Result<OutputOf<typeof calls.getPayer>>> => {
  const stored = await readSetting(scope.site.db, PAYER_KEY);
  return done({
    ...payerOf(scope),
    lacks: checkAgency(scope.settings.claims).map(({ message }) => message),
    rev: stored?.rev ?? 0,
  });
};

export const savePayer = async (
  scope: Scope,
  { rev, ...wanted }: InputOf<typeof calls.savePayer>,
): Promise<Result<{ rev: number }>> => {
  const payer = tidyPayer(wanted);
  const refused = refuseAll(checkPayer(payer));
  if (refused) return refused;
  const saved = await mutate(scope, 'sites.savePayer', async (tx, record) => {
    const stored = await lockSetting(tx, PAYER_KEY);
    if ((stored?.rev ?? 0) !== rev) return refuseStaleByLog(tx, scope, { entity: PAYER_ENTITY });
    const before: Readonly<Record<string, unknown>> = payerOf(scope);
    record({
      entity: PAYER_ENTITY,
      id: null,
      action: 'update',
      changes: Object.fromEntries(
        Object.entries(payer)
          .filter(([name, value]) => before[name] !== value)
          .map(([name, value]) => [name, [before[name] ?? null, value] as const]),
      ),
    });
    return done({ rev: await writeSetting(tx, PAYER_KEY, payer) });
  });
  return saved;
};
