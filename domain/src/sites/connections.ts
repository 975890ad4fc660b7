import { z } from 'zod';
import { domainOf, partsOf } from '../accounts/single-sign-on.ts';
import type { FieldError } from '../errors.ts';
import { isEmail } from '../formats.ts';

/**
 * Connections of a site to outside services (decision 41). Secrets are only sent to the server: a null `secret` keeps the
 * stored one, and none is ever returned.
 */

const short = z.string().trim().max(200);
const secret = z.string().max(500).nullable();

export const Connection = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('addresses'),
    provider: z.enum(['local', 'photon', 'nominatim', 'google']),
    url: short,
    secret,
  }),
  z.strictObject({ kind: z.literal('textMessages'), accountSid: short, from: short, secret }),
  z.strictObject({
    kind: z.literal('mail'),
    host: short,
    port: z.int().min(1).max(65_535),
    security: z.enum(['tls', 'starttls', 'none']),
    user: short,
    from: short,
    secret,
  }),
  z.strictObject({
    kind: z.literal('aggregator'),
    url: short,
    account: short,
    user: short,
    providerId: short,
    payerId: short,
    secret,
  }),
  z.strictObject({
    kind: z.literal('signIn'),
    issuer: short,
    clientId: short,
    /** The agency's e-mail domains, separated by commas, as are the groups. */
    domains: short,
    /** The name of the provider's claim with an account's groups. */
    claim: short,
    admins: short,
    managers: short,
    secret,
  }),
]);
export type Connection = z.output<typeof Connection>;
export type ConnectionKind = Connection['kind'];
export const CONNECTION_KINDS = ['addresses', 'textMessages', 'mail', 'aggregator', 'signIn'] as const;

export const ConnectionRow = z.strictObject({
  kind: z.enum(CONNECTION_KINDS),
  /** own: set by an admin. file: set by the operator. none: not set. */
  source: z.enum(['own', 'file', 'none']),
  /** The connection in use, or an empty form. Its `secret` is always null. */
  connection: Connection,
  secretSet: z.boolean(),
  rev: z.int(),
});
export type ConnectionRow = z.output<typeof ConnectionRow>;

/** The empty form of each kind. */
export const EMPTY: { readonly [K in ConnectionKind]: Extract<Connection, { kind: K }> } = {
  addresses: { kind: 'addresses', provider: 'local', url: '', secret: null },
  textMessages: { kind: 'textMessages', accountSid: '', from: '', secret: null },
  mail: { kind: 'mail', host: '', port: 587, security: 'starttls', user: '', from: '', secret: null },
  aggregator: {
    kind: 'aggregator',
    url: 'https://api.sandata.com/interfaces/intake',
    account: '',
    user: '',
    providerId: '',
    payerId: '',
    secret: null,
  },
  signIn: {
    kind: 'signIn',
    issuer: '',
    clientId: '',
    domains: '',
    claim: 'groups',
    admins: '',
    managers: '',
    secret: null,
  },
};

/** Who receives the secret. If this changes, the secret must be entered again, so that it never goes to somebody else. */
export const targetOf = (connection: Connection): string => {
  switch (connection.kind) {
    case 'addresses':
      return JSON.stringify([connection.provider, connection.url]);
    case 'textMessages':
      return connection.accountSid;
    case 'mail':
      return JSON.stringify([connection.host, connection.port, connection.security, connection.user]);
    case 'aggregator':
      return JSON.stringify([connection.url, connection.account, connection.user]);
    case 'signIn':
      return JSON.stringify([connection.issuer, connection.clientId]);
  }
};

/** Whether such a connection needs a secret at all. */
export const needsSecret = (connection: Connection): boolean => {
  if (connection.kind === 'addresses') return connection.provider === 'google';
  return connection.kind === 'mail' ? connection.user !== '' : true;
};

const LOCAL_NAME = /^(localhost|.*\.(localhost|local|internal|lan|home|arpa))$/i;
const PRIVATE_NUMBER =
  /^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;

/** A number in any notation that a resolver accepts: 0177.0.0.1 and 0x7f.1 both are 127.0.0.1. */
const ENDS_IN_NUMBER = /(^|\.)(\d+|0x[0-9a-f]*)$/i;
const PLAIN_NUMBER = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/;

/**
 * Admins may only name services on the internet; services on the server's own network are up to the operator. This rejects
 * what is plainly wrong at its field. Where a name leads is only known, and checked, when connecting.
 */
const isOutside = (text: string) => {
  const host = text.replace(/\.$/, '');
  if (!/^[a-z0-9.-]+$/i.test(host) || !host.includes('.') || LOCAL_NAME.test(host)) return false;
  return ENDS_IN_NUMBER.test(host) ? PLAIN_NUMBER.test(host) && !PRIVATE_NUMBER.test(host) : true;
};

/** What is wrong with the URL of a service that an admin enters. */
export const serviceUrlFault = (text: string, allowsLocal: boolean): string | undefined => {
  const [, scheme, host] = /^(https?):\/\/([^\s/?#@:[\]]+)(?::\d{1,5})?(?:\/[^\s?#@]*)?$/i.exec(text) ?? [];
  if (scheme === undefined || host === undefined) return 'An address looks like https://service.example.org.';
  if (allowsLocal) return undefined;
  if (scheme.toLowerCase() !== 'https') return 'This address must begin with https.';
  return isOutside(host) ? undefined : 'Services beside the server are set by the operator.';
};

const hostFault = (host: string, allowsLocal: boolean): string | undefined => {
  if (!/^[a-z0-9.-]+$/i.test(host)) return 'A mail server looks like smtp.example.org.';
  return allowsLocal || isOutside(host) ? undefined : 'Services beside the server are set by the operator.';
};

const domainsFault = (text: string): string | undefined => {
  const domains = partsOf(text);
  const isDomain = (domain: string) => domainOf(`name@${domain}`) === domain.toLowerCase();
  return domains.length > 0 && domains.every(isDomain)
    ? undefined
    : 'Enter the domain of your e-mail addresses, such as example.org.';
};

type Check = readonly [field: string, fault: string | undefined | false];
const missing = (text: string, words: string): string | false => text === '' && words;

const checksOf = (connection: Connection, allowsLocal: boolean): readonly Check[] => {
  switch (connection.kind) {
    case 'addresses':
      return connection.provider === 'photon' || connection.provider === 'nominatim'
        ? [['url', serviceUrlFault(connection.url, allowsLocal)]]
        : [];
    case 'textMessages':
      return [
        [
          'accountSid',
          !/^AC[0-9a-f]{32}$/i.test(connection.accountSid) &&
            'An account is AC and 32 characters of 0-9 and a-f.',
        ],
        [
          'from',
          !/^(\+1\d{10}|MG[0-9a-f]{32})$/i.test(connection.from) &&
            'A number looks like +13035550110, a messaging service begins with MG.',
        ],
      ];
    case 'mail':
      return [
        ['host', hostFault(connection.host, allowsLocal)],
        ['from', !isEmail(connection.from) && 'Enter an email address, such as name@example.org.'],
        ['security', connection.security === 'none' && !allowsLocal && 'This mail server needs TLS.'],
      ];
    case 'aggregator':
      return [
        ['url', serviceUrlFault(connection.url, allowsLocal)],
        ['account', missing(connection.account, 'Enter the account number.')],
        ['user', missing(connection.user, 'Enter the user name.')],
        ['providerId', missing(connection.providerId, 'Enter the Medicaid provider number of the agency.')],
        ['payerId', missing(connection.payerId, 'Enter the payer id, such as CODPHP.')],
      ];
    case 'signIn':
      return [
        ['issuer', serviceUrlFault(connection.issuer, allowsLocal)],
        ['clientId', missing(connection.clientId, 'Enter the client ID.')],
        ['domains', domainsFault(connection.domains)],
        ['claim', missing(connection.claim, 'Enter what the service calls groups, such as groups.')],
      ];
  }
};

export const SECRET_NAMES: Record<ConnectionKind, string> = {
  addresses: 'key',
  textMessages: 'token',
  mail: 'password',
  aggregator: 'password',
  signIn: 'client secret',
};

/** `stored` is the connection in use, and whether it has a secret. */
export const checkConnection = (
  connection: Connection,
  stored: { readonly connection: Connection; readonly secretSet: boolean },
  allowsLocal: boolean,
): FieldError[] => {
  const keeps = stored.secretSet && targetOf(stored.connection) === targetOf(connection);
  const name = SECRET_NAMES[connection.kind];
  const isSecretMissing = needsSecret(connection) && !connection.secret && !keeps;
  const checks: readonly Check[] = [
    ...checksOf(connection, allowsLocal),
    [
      'secret',
      isSecretMissing &&
        (stored.secretSet
          ? `Enter the ${name} again: it is not shown to another service or account.`
          : `Enter the ${name}.`),
    ],
  ];
  return checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
};
