import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PaperEntry } from '../documents/paper.ts';
import { ConfigError } from './config-error.ts';

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Someone's address is sent there, so it must be encrypted or stay on this machine. */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => url.startsWith('https:') || isLoopback(new URL(url).hostname),
    'This address needs https.',
  );

/** The source of address suggestions. Without an entry, nothing typed leaves the machine. */
export const AddressService = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('local') }),
  z.strictObject({ provider: z.enum(['photon', 'nominatim']), url: serviceUrl }),
  z.strictObject({ provider: z.literal('google'), key: z.string().min(1), url: serviceUrl.optional() }),
]);
export type AddressService = z.output<typeof AddressService>;

/** Where a site's visits are reported; defaults are those of the state. */
export const AggregatorEntry = z.strictObject({
  /** `https://api.sandata.com/interfaces/intake` */
  url: serviceUrl,
  account: z.string().min(1).max(64),
  user: z.string().min(1),
  password: z.string().min(1),
  /** The agency's Medicaid provider number. */
  providerId: z.string().min(1).max(64),
  /** By default that of the agency's state. */
  payerId: z.string().min(1).max(64).optional(),
  pollSeconds: z.int().min(1).max(3_600).default(300),
});
export type AggregatorEntry = z.output<typeof AggregatorEntry>;

/** The text messaging account of a site. */
export const TextEntry = z.strictObject({
  accountSid: z.string().regex(/^AC[0-9a-f]{32}$/i, 'An account is AC and 32 characters of 0-9 and a-f.'),
  authToken: z.string().min(1),
  /** A number of the account, or the SID of a messaging service. */
  from: z.string().regex(/^(\+1\d{10}|MG[0-9a-f]{32})$/i, 'A number looks like +13035550110.'),
  url: serviceUrl.default('https://api.twilio.com'),
  /** How long to wait for an answer; after that, the outcome is unknown. */
  answerSeconds: z.int().min(1).max(60).optional(),
});

/** The mail server of a site. */
export const MailEntry = z
  .strictObject({
    host: z.string().min(1),
    port: z.int().min(1).max(65_535).default(587),
    security: z.enum(['tls', 'starttls', 'none']).default('starttls'),
    user: z.string().min(1).optional(),
    password: z.string().min(1).optional(),
    from: z.email(),
  })
  .refine(({ security, host }) => security !== 'none' || isLoopback(host), 'This mail server needs TLS.')
  .refine(({ user, password }) => !user === !password, 'User and password are set together.');

/** The agency as its Medicaid payer knows it. Missing entries are reported before a file is made. */
export const ClaimsEntry = z.strictObject({
  /** Trading partner number. */
  tpid: z.string().default(''),
  /** Without one, the agency uses its Medicaid provider number. */
  npi: z.string().nullable().default(null),
  taxonomy: z.string().nullable().default(null),
  medicaidProviderId: z.string().optional(),
  ein: z.string().default(''),
  /** The site's title by default. */
  name: z.string().optional(),
  address: z.string().default(''),
  address2: z.string().nullable().default(null),
  city: z.string().default(''),
  state: z.string().default(''),
  /** ZIP+4. */
  zip: z.string().default(''),
  contactName: z.string().default(''),
  contactPhone: z.string().default(''),
  /** T until the payer has accepted test files. */
  usage: z.enum(['T', 'P']).default('T'),
  /** The last control number used with this trading partner number before. */
  afterInterchange: z.int().min(0).max(999_000_000).default(0),
  /** Precedes the trading partner number in the names of files for the payer. */
  filePrefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,20}$/, 'A file prefix is at most 20 letters, digits, hyphens and underscores.')
    .default('tp'),
  /** The receiver of files and the payer named in them; by default those of the agency's state. */
  receiver: z.string().optional(),
  payerId: z.string().optional(),
  /** Members per eligibility request. */
  membersPerFile: z.int().min(1).max(5_000).default(5_000),
});
export type ClaimsEntry = z.output<typeof ClaimsEntry>;

/** The operator's part of a site; its other switches are settings in its own database. */
export const SiteEntry = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'A site name is lower-case letters, digits and hyphens.'),
  title: z.string().min(1),
  place: z.string().default(''),
  /** Host names (`care.example.org`) or host and port (`care.example.org:8443`), matched exactly. */
  hosts: z.array(z.string().min(1)),
  timeZone: z.string().default('America/Denver'),
  capabilities: z.strictObject({
    premium: z.boolean().default(true),
    version: z.int().default(2),
    maxClients: z.int().default(10_000),
    billing: z.boolean().default(true),
  }),
  /** A separate database instead of the one on the common server; if the next entry is set, this one may be a pooler. */
  databaseUrl: z.string().optional(),
  databaseDirectUrl: z.string().optional(),
  addresses: AddressService.optional(),
  aggregator: AggregatorEntry.optional(),
  textMessages: TextEntry.optional(),
  mail: MailEntry.optional(),
  /** The site's address for phones and the text messaging provider; see `publicUrlOf` for the default. */
  publicUrl: serviceUrl.optional(),
  letterhead: PaperEntry.optional(),
  claims: ClaimsEntry.optional(),
  /** Lets an admin of the site use services on this machine and its network; by default only those on the internet. */
  localServices: z.boolean().optional(),
});
export type SiteEntry = z.output<typeof SiteEntry>;

/** The address of this process. */
export interface Served {
  readonly port: number;
  readonly isEncrypted: boolean;
}

/** The address in links: the operator's or, by default, the first host, with the port only if it is this machine. */
export const publicUrlOf = (
  { publicUrl, hosts: [host = 'localhost'] }: Pick<SiteEntry, 'publicUrl' | 'hosts'>,
  served?: Served,
): string => {
  const isHere = served !== undefined && isLoopback(host);
  const own = isHere
    ? `${served.isEncrypted ? 'https' : 'http'}://${host}:${served.port}`
    : `https://${host}`;
  return (publicUrl ?? own).replace(/\/+$/, '');
};

export const SitesFile = z.strictObject({
  sites: z.array(SiteEntry),
  /** Hosts that belong to no single site: the sign-in screen asks which one. */
  pickerHosts: z.array(z.string()).default([]),
  /** Addresses of reverse proxies whose X-Forwarded headers are trusted. */
  trustedProxies: z.array(z.string()).default([]),
  /** How much of the server one address may use; defaults are in platform/http/shed.ts. */
  limits: z
    .strictObject({
      requestsPerAddress: z.int().min(100),
      openRequestsPerAddress: z.int().min(10),
      connectionsPerAddress: z.int().min(10),
      leastBytesPerSecond: z.int().min(0),
      paceWindowSeconds: z.int().min(1).max(300),
    })
    .partial()
    .optional(),
});
export type SitesFile = z.output<typeof SitesFile>;

export const sitesPath = (dataDir: string) => path.join(dataDir, 'sites.json');

export const DEMO_ENTRY: SiteEntry = {
  name: 'demo',
  title: 'Front Range Home Care',
  place: 'Aurora, Colorado',
  hosts: ['localhost', '127.0.0.1', '[::1]'],
  timeZone: 'America/Denver',
  capabilities: { premium: true, version: 2, maxClients: 0, billing: true },
  letterhead: {
    address: ['14201 E 4th Avenue, Suite 300', 'Aurora, CO 80011'],
    phone: '(303) 555-0110',
    fax: '(303) 555-0111',
    email: 'office@frontrange.example',
    medicaidProviderId: '9000123456',
    phone24h: '(303) 555-0119',
    officer: { name: 'Dana Whitfield', title: 'Administrator', phone: '(303) 555-0112' },
    texts: {},
  },
  claims: {
    tpid: '11525703',
    npi: '1234567893',
    taxonomy: '253Z00000X',
    ein: '84-0000001',
    address: '14201 E 4th Avenue',
    address2: 'Suite 300',
    city: 'Aurora',
    state: 'CO',
    zip: '80011-0001',
    contactName: 'Billing Office',
    contactPhone: '(303) 555-0110',
    usage: 'T',
    afterInterchange: 0,
    filePrefix: 'tp',
    receiver: 'COMEDASSISTPROG',
    payerId: 'CO_TXIX',
    membersPerFile: 5_000,
  },
};

/** The table of sites; undefined if there is none yet (first start). */
export const readSites = async (dataDir: string): Promise<SitesFile | undefined> => {
  if (!existsSync(sitesPath(dataDir))) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(await readFile(sitesPath(dataDir), 'utf8'));
  } catch {
    throw new ConfigError(`${sitesPath(dataDir)} is not JSON.`);
  }
  const parsed = SitesFile.safeParse(json);
  if (!parsed.success) throw new ConfigError(`${sitesPath(dataDir)}: ${z.prettifyError(parsed.error)}`);
  assertHosts(parsed.data, sitesPath(dataDir));
  return parsed.data;
};

/** Each host must belong to one site. */
export const assertHosts = ({ sites, pickerHosts }: SitesFile, place: string) => {
  const seen = new Set<string>();
  for (const host of [...sites.flatMap(({ hosts }) => hosts), ...pickerHosts]) {
    if (seen.has(host)) throw new ConfigError(`${place}: the host ${host} is listed twice.`);
    seen.add(host);
  }
};

/** Written completely or not at all. */
export const writeSites = async (dataDir: string, file: SitesFile): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  const draft = `${sitesPath(dataDir)}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(file, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, sitesPath(dataDir));
};
