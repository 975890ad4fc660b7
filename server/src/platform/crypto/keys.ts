import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { isSealedBy, Keyring, readKeys, syncFolderOf, writeKeys } from './keyring.ts';

export const keysFolder = (dataDir: string) => path.join(dataDir, 'keys');
export const keyFile = (dataDir: string, site: string) => path.join(keysFolder(dataDir), `${site}.key`);

/** Where an installation's keys are stored, and the key that seals them. */
export interface KeyPlace {
  readonly dataDir: string;
  /** Undefined if they are stored unsealed. */
  readonly master?: Buffer | undefined;
}

export const writeKeyFile = async (file: string, text: string) => {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  syncFolderOf(file);
};

/**
 * The keys of one site, outside the database (docs/rules/sites.md, rule 12): DATA_DIR/keys/<site>.key, made on the first start and
 * never again once data exists (`mayCreate`), because a new key could not read the old data. A master key set later seals the file
 * from then on.
 */
export const siteKeyring = async (
  { dataDir, master }: KeyPlace,
  site: string,
  mayCreate: boolean,
): Promise<Keyring> => {
  const file = keyFile(dataDir, site);
  if (!existsSync(file)) {
    if (!mayCreate)
      throw new Error(
        `The key file of site ${site} is missing; without it its data cannot be read. Restore keys/${site}.key.`,
      );
    await mkdir(keysFolder(dataDir), { recursive: true, mode: 0o700 });
    await writeKeyFile(file, writeKeys({ keys: [randomBytes(32)], isRotating: false }, site, master));
  }
  const text = await readFile(file, 'utf8');
  if (master && !isSealedBy(text, master))
    await writeKeyFile(file, writeKeys(readKeys(text, site, master), site, master));
  return new Keyring(file, site, master);
};

/** Distinguishes the correct keys from wrong ones without revealing anything about them. */
export const keyCheck = (...keys: readonly Buffer[]) => {
  const hash = createHmac('sha256', keys[0] ?? '').update('homecare backup');
  for (const key of keys.slice(1)) hash.update(key);
  return hash.digest('hex');
};
