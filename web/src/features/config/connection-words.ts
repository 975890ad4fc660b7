import { Connection, type ConnectionKind, type ConnectionRow } from '@homecare/domain/sites/connections.ts';

interface FieldWords {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Condition under which the field is shown. */
  readonly when?: (form: Form) => boolean;
}
export type Form = Record<string, string>;

interface KindWords {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  readonly fields: readonly FieldWords[];
  readonly secretWhen?: (form: Form) => boolean;
}

const isOnline = ({ provider }: Form) => provider === 'photon' || provider === 'nominatim';

export const KINDS: Record<ConnectionKind, KindWords> = {
  addresses: {
    title: 'Address provider',
    note: 'Address suggestions and coordinates.',
    secret: 'Key',
    secretWhen: ({ provider }) => provider === 'google',
    fields: [
      {
        name: 'provider',
        label: 'Provider',
        options: [
          ['local', 'Built in (addresses never leave this server)'],
          ['photon', 'Photon'],
          ['nominatim', 'Nominatim'],
          ['google', 'Google Places'],
        ],
      },
      { name: 'url', label: 'Address of the service', when: isOnline },
    ],
  },
  textMessages: {
    title: 'Text messages',
    note: 'Twilio',
    secret: 'Token',
    fields: [
      { name: 'accountSid', label: 'Account SID' },
      { name: 'from', label: 'Number', description: 'Such as +13035550110, or a messaging service (MG…)' },
    ],
  },
  mail: {
    title: 'E-mail',
    note: 'SMTP',
    secret: 'Password',
    fields: [
      { name: 'host', label: 'Mail server' },
      { name: 'port', label: 'Port' },
      {
        name: 'security',
        label: 'Security',
        options: [
          ['starttls', 'STARTTLS'],
          ['tls', 'TLS from the start'],
          ['none', 'None (this machine only)'],
        ],
      },
      { name: 'user', label: 'User', description: 'Empty: no sign-in' },
      { name: 'from', label: 'Sender address' },
    ],
  },
  aggregator: {
    title: 'Sandata',
    note: 'Visits are sent here.',
    secret: 'Password',
    fields: [
      { name: 'url', label: 'Address of the service' },
      { name: 'account', label: 'Account' },
      { name: 'user', label: 'User' },
      { name: 'providerId', label: 'Medicaid provider ID' },
      { name: 'payerId', label: 'Payer ID' },
    ],
  },
  signIn: {
    title: 'Single sign-on',
    note: 'OpenID Connect',
    secret: 'Client secret',
    fields: [
      { name: 'issuer', label: 'Issuer', description: 'Such as https://login.example.org' },
      { name: 'clientId', label: 'Client ID' },
      { name: 'domains', label: 'E-mail domains', description: 'Such as example.org' },
      { name: 'claim', label: 'Claim with the groups' },
      { name: 'admins', label: 'Groups of admins', description: 'Commas between them' },
      { name: 'managers', label: 'Groups of Managers', description: 'Commas between them' },
    ],
  },
};

export const formOf = ({ connection, rev }: ConnectionRow): { value: Form; rev: number } => {
  const { kind: _, secret: __, ...values } = connection;
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return { value: { ...Object.fromEntries(texts), secret: '' }, rev };
};

/** The input as a connection; undefined if a number is invalid. */
export const connectionOf = (kind: ConnectionKind, { secret, port, ...form }: Form) => {
  const numbers = port === undefined ? {} : { port: /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0 };
  return Connection.safeParse({ kind, ...form, ...numbers, secret: secret || null }).data;
};

export const SOURCES: Record<ConnectionRow['source'], string> = {
  own: 'Set here.',
  file: 'Set by the operator. Settings saved here replace it.',
  none: 'Not set.',
};
