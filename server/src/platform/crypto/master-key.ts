import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ConfigError } from '../config/config-error.ts';
import { parseKey } from './key-text.ts';

/** Where the key comes from that opens the sites' keys: exactly one source, or none. */
export interface MasterKeySource {
  readonly file?: string | undefined;
  readonly value?: string | undefined;
  /** A program that prints it, such as the client of a key service. */
  readonly command?: string | undefined;
}

const COMMAND_MS = 30_000;
const SHAPE = '64 hexadecimal digits, as openssl rand -hex 32 prints them';

const known = new WeakMap<MasterKeySource, { readonly key: Buffer | undefined }>();

/** Undefined if none is set, and the sites' keys are stored unsealed in DATA_DIR/keys. A program is run once. */
export const readMasterKey = (source: MasterKeySource): Buffer | undefined => {
  const before = known.get(source);
  if (before) return before.key;
  const key = askFor(source);
  known.set(source, { key });
  return key;
};

const askFor = ({ file, value, command }: MasterKeySource): Buffer | undefined => {
  const read = (name: string, text: string) => {
    const key = parseKey(text);
    if (!key) throw new ConfigError(`${name} is not a master key: it has ${SHAPE}.`);
    return key;
  };
  if (value) return read('MASTER_KEY', value);
  if (file) {
    if (!existsSync(file)) throw new ConfigError(`The file of MASTER_KEY_FILE does not exist.`);
    return read('The file of MASTER_KEY_FILE', readFileSync(file, 'utf8'));
  }
  if (!command) return undefined;
  try {
    const printed = execFileSync('/bin/sh', ['-c', command], {
      timeout: COMMAND_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return read('What MASTER_KEY_COMMAND prints', printed.toString('utf8'));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('The program of MASTER_KEY_COMMAND failed: run it by hand to see why.');
  }
};

/** Identifies a master key without revealing anything about it. */
export const masterKeyName = (key: Buffer) =>
  createHash('sha256').update('homecare master key').update(key).digest('hex').slice(0, 16);
