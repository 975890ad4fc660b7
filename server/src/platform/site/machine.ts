import { X509Certificate } from 'node:crypto';
import type { Environment } from '../config/environment.ts';

/** What is known about the server itself, for every agency: for its health page and metrics. */
export interface Machine {
  readonly dataDir: string;
  readonly isEmbedded: boolean;
  /** Where the embedded database is archived; undefined if it is not. */
  readonly archiveTo: string | undefined;
  /** When the server's own certificate expires; undefined if it has none. */
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

/** Reads the first certificate in the file, which is the server's own. */
export const endOf = (pem: Buffer): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(Date.parse(new X509Certificate(pem).validTo));

/** For a test or a command without a health page. */
export const unservedMachine = (dataDir: string): Machine => ({
  dataDir,
  isEmbedded: true,
  archiveTo: undefined,
  certificateEnds: undefined,
  isProxied: false,
  startedAt: Temporal.Now.instant(),
});
