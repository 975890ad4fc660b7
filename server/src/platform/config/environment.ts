import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { MasterKeySource } from '../crypto/master-key.ts';
import type { Bucket } from '../files/s3-store.ts';
import { ConfigError } from './config-error.ts';

const text = (meaning: string) => z.string().optional().describe(meaning);

/** Each variable with its default, its meaning and the sentence for an invalid value; docs/operations.md shows the same. */
export const Variables = z
  .object({
    PORT: z
      .string()
      .refine((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535, {
        error: ({ input }) => `PORT=${input} is not a port number.`,
      })
      .transform(Number)
      .prefault('8080')
      .describe('port to listen on'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe(
        'address to listen on; with one that is not loopback set TLS or a proxy, since phones give their location only to https',
      ),
    TLS_CERT: text('PEM file with the certificate, to serve https; set it together with `TLS_KEY`'),
    TLS_KEY: text('PEM file with the key of the certificate'),
    DATA_DIR: z
      .string()
      .default('.data')
      .describe('sites, keys, files and the embedded database; by default in the project'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL looks like postgres://user:password@host:5432/postgres.')
      .optional()
      .describe(
        'a PostgreSQL server, 15 or newer, in place of the embedded one: `postgres://user:password@host:5432/postgres`',
      ),
    DATABASE_DIRECT_URL: z
      .string()
      .regex(
        /^postgres(ql)?:\/\//,
        'DATABASE_DIRECT_URL looks like postgres://user:password@host:5432/postgres.',
      )
      .optional()
      .describe(
        'the same server past its pooler, for migrations and backups; with it DATABASE_URL may be a pooler',
      ),
    DATABASE_OWNER_URL: z
      .string()
      .regex(
        /^postgres(ql)?:\/\//,
        'DATABASE_OWNER_URL looks like postgres://owner:password@host:5432/postgres.',
      )
      .optional()
      .describe(
        'the same server as the role that owns databases and tables, for migrations, `site -- add`, `site -- move` and restore; the server itself does without',
      ),
    DATABASE_CONNECTIONS: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'DATABASE_CONNECTIONS is a whole number, such as 40.')
      .transform(Number)
      .prefault('40')
      .describe('most connections to databases of this process, for all sites together'),
    DRAIN_SECONDS: z
      .string()
      .regex(/^\d{1,3}$/, 'DRAIN_SECONDS is a whole number of seconds, such as 5.')
      .transform(Number)
      .prefault('0')
      .describe(
        'seconds that an ending process goes on answering while `/readyz` says 503, so that a proxy takes it out; more than the time between two checks of the proxy',
      ),
    DEMO_PASSWORD: text('password of the demo logins `admin`, `user`, `provider`, `evv`'),
    LOG_REQUESTS: z
      .enum(['0', '1'], { error: 'LOG_REQUESTS is 1 or 0.' })
      .default('0')
      .describe('`1` writes a line for each request: its call, status and time, no personal data'),
    SLOW_STATEMENT_MS: z
      .string()
      .regex(/^\d{1,6}$/, 'SLOW_STATEMENT_MS is a whole number of milliseconds, such as 500.')
      .transform(Number)
      .prefault('500')
      .describe('statements of the database that take longer are written to the log'),
    ARCHIVE_TO: text(
      'folder for the archive of the embedded database, best on another disk or machine; with it any minute of the last days can be restored',
    ),
    ARCHIVE_DAYS: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'ARCHIVE_DAYS is a whole number of days, such as 14.')
      .transform(Number)
      .prefault('14')
      .describe('how many days back the archive reaches'),
    MASTER_KEY_FILE: text(
      'file with the master key (64 hexadecimal digits) that seals the keys of the sites; best on another disk',
    ),
    MASTER_KEY: text('the master key itself, in place of a file'),
    MASTER_KEY_COMMAND: text(
      'a command that prints the master key, such as the client of a key service, in place of a file',
    ),
    S3_BUCKET: text('bucket for the documents of all sites, in place of `DATA_DIR/files`'),
    S3_KEY_ID: text('who may write to the bucket'),
    S3_SECRET: text('the secret of `S3_KEY_ID`'),
    S3_ENDPOINT: z
      .string()
      .refine(URL.canParse, 'S3_ENDPOINT looks like https://storage.example.org.')
      .optional()
      .describe(
        'address of an S3-compatible service that is not Amazon, such as `https://storage.example.org`',
      ),
    S3_REGION: z.string().default('us-east-1').describe('region of the bucket'),
    PG_BIN: text(
      'folder with the programs of another PostgreSQL (`postgres`, `initdb`) for the embedded database',
    ),
    PG_USER: text(
      'account that runs the embedded database when the start is by root; else `postgres`, then `nobody`',
    ),
  })
  .refine(({ TLS_CERT, TLS_KEY }) => !TLS_CERT === !TLS_KEY, {
    error: 'TLS_CERT and TLS_KEY are set together: one of them is missing.',
  })
  .refine((given) => given.DATABASE_URL || !(given.DATABASE_DIRECT_URL || given.DATABASE_OWNER_URL), {
    error: 'DATABASE_DIRECT_URL and DATABASE_OWNER_URL need DATABASE_URL.',
  })
  .refine(({ ARCHIVE_TO, DATABASE_URL }) => !ARCHIVE_TO || !DATABASE_URL, {
    error:
      'ARCHIVE_TO is for the embedded database: a server of DATABASE_URL is archived with its own tools.',
  })
  .refine(({ ARCHIVE_TO }) => !ARCHIVE_TO || process.platform !== 'win32', {
    error: 'ARCHIVE_TO does not work on Windows.',
  })
  .refine(
    ({ MASTER_KEY, MASTER_KEY_FILE, MASTER_KEY_COMMAND }) =>
      [MASTER_KEY, MASTER_KEY_FILE, MASTER_KEY_COMMAND].filter(Boolean).length <= 1,
    { error: 'Set one of MASTER_KEY_FILE, MASTER_KEY and MASTER_KEY_COMMAND.' },
  )
  .refine(({ S3_BUCKET, S3_KEY_ID, S3_SECRET }) => !S3_BUCKET || (S3_KEY_ID && S3_SECRET), {
    error: 'S3_BUCKET needs S3_KEY_ID and S3_SECRET.',
  });

/** An empty variable counts as not set. All invalid ones are named in one sentence. */
export const readVariables = (env: NodeJS.ProcessEnv): z.output<typeof Variables> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = Variables.safeParse(given);
  if (!read.success) throw new ConfigError(read.error.issues.map(({ message }) => message).join('\n'));
  return read.data;
};

export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined means the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly databaseConnections: number;
  readonly drainSeconds: number;
  readonly demoPassword: string | undefined;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly logRequests: boolean;
  readonly slowStatementMs: number;
  /** Where the embedded database is archived; undefined if it is not. */
  readonly archiveTo: string | undefined;
  readonly archiveDays: number;
  /** Where the key that seals the sites' keys comes from. */
  readonly masterKey: MasterKeySource;
  /** Files are in a bucket instead of DATA_DIR/files. */
  readonly bucket: Bucket | undefined;
}

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
export const WEB_ROOT = path.join(ROOT, 'web', 'dist');

/** Of the installed product. */
export const RELEASE = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))).version;

export const readEnvironment = (env: NodeJS.ProcessEnv): Environment => {
  const given = readVariables(env);
  const { TLS_CERT: cert, TLS_KEY: key, S3_BUCKET: bucket, S3_KEY_ID: keyId, S3_SECRET: secret } = given;
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: path.resolve(env.DATA_DIR ? '' : ROOT, given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    databaseDirectUrl: given.DATABASE_DIRECT_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    databaseConnections: given.DATABASE_CONNECTIONS,
    drainSeconds: given.DRAIN_SECONDS,
    demoPassword: given.DEMO_PASSWORD,
    tls: cert && key ? { cert: readPem(cert), key: readPem(key) } : undefined,
    logRequests: given.LOG_REQUESTS === '1',
    slowStatementMs: given.SLOW_STATEMENT_MS,
    archiveTo: given.ARCHIVE_TO && path.resolve(given.ARCHIVE_TO),
    archiveDays: given.ARCHIVE_DAYS,
    masterKey: { file: given.MASTER_KEY_FILE, value: given.MASTER_KEY, command: given.MASTER_KEY_COMMAND },
    bucket:
      bucket && keyId && secret
        ? { bucket, endpoint: given.S3_ENDPOINT, region: given.S3_REGION, keyId, secret }
        : undefined,
  };
};

const readPem = (file: string) => {
  if (!existsSync(file)) throw new ConfigError(`The TLS file ${file} does not exist.`);
  return readFileSync(file);
};
