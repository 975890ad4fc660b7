import { X509Certificate } from 'node:crypto';
import type { Environment } from '../config/environment.ts';

/** What is known of the server itself, whatever the agency: for its health page and its metrics. */
export interface Machine {
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  /** Where the embedded database is archived; undefined: nowhere. */
  readonly archiveTo: string | undefined;
  /** When the certificate of the server itself ends; undefined: it has none. */
  readonly certificateEnds: Temporal.Instant | undefined;
  readonly isProxied: boolean;
  readonly startedAt: Temporal.Instant;
}

export const machineOf = (env: Environment, isProxied: boolean): Machine => ({
  dataDir: env.dataDir,
  isEmbedded: env.databaseUrl === undefined,
  archiveTo: env.archiveTo,
  certificateEnds: env.tls && endOf(env.tls.cert),
  isProxied,
  startedAt: Temporal.Now.instant(),
});

/** Of the first certificate of the file, which is the server's own. */
export const endOf = (pem: Buffer): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Date.parse(new X509Certificate(pem).validTo));

/** Of a test or a command that shows no health page. */
export const unservedMachine = (dataDir: string): Machine => ({
  dataDir,
  isEmbedded: true,
  archiveTo: undefined,
  certificateEnds: undefined,
  isProxied: false,
  startedAt: Temporal.Now.instant(),
});
