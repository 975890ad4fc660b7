import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';

export const keysFolder = (dataDir: string) => path.join(dataDir, 'keys');

const KEY_BYTES = 32;
/** The key that a file of one holds, as hex; undefined: it holds none. */
export const parseKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text.trim(), 'hex');
  return key.length === KEY_BYTES ? key : undefined;
};

/**
 * The key of one site, outside the database (docs/rules/sites.md, rule 12): DATA_DIR/keys/<site>.key, 32 bytes as hex, made on
 * the first start and never again once data exists (`mayCreate`), since a new key could not read the old data.
 */
export const siteKey = async (dataDir: string, site: string, mayCreate: boolean): Promise<Buffer> => {
  const folder = keysFolder(dataDir);
  const file = path.join(folder, `${site}.key`);
  if (!existsSync(file)) {
    if (!mayCreate)
      throw new Error(
        `The key file of site ${site} is missing; without it its data cannot be read. Restore keys/${site}.key.`,
      );
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(KEY_BYTES).toString('hex'));
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  const key = parseKey(await readFile(file, 'utf8'));
  if (!key) throw new Error(`The key file of site ${site} is damaged.`);
  return key;
};

/** Tells the right key from a wrong one without saying anything about it. */
export const keyCheck = (key: Buffer) => createHmac('sha256', key).update('homecare backup').digest('hex');
