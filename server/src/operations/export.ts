import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from '../agency-export/service.ts';
import { NotCovered } from '../agency-export/writing.ts';
import { type Environment, readEnvironment } from '../platform/config/environment.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { openSite } from '../sites/open-site.ts';
import { OperationRefused } from './archive.ts';
import { type Reached, reachServer, runCommand } from './reach-server.ts';

/** The site with this name, opened for a command. */
export const openNamed = async (server: Reached, env: Environment, name: string) => {
  const file = await server.directory.read();
  const entry = file?.sites.find((site) => site.name === name);
  if (!entry) throw new OperationRefused(`There is no site '${name}': see npm run site -- list.`);
  return openSite(entry, server.ways, env.dataDir, {
    poolSize: 2,
    limits: 'none',
    bucket: env.bucket,
    masterKey: readMasterKey(env.masterKey),
  });
};

const main = async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  const [name, ...others] = positionals;
  if (!name || others.length > 0)
    throw new OperationRefused('Say what to export: npm run export -- SITE [--to FILE]');
  const env = readEnvironment(process.env);
  const made = Temporal.Now.instant().toString({ smallestUnit: 'second' });
  const target = path.resolve(values.to ?? `${name}-${made.replaceAll(':', '-')}.tar`);
  if (existsSync(target)) throw new OperationRefused(`${target} exists already: name a new file.`);
  const server = await reachServer(env, { alone: false });
  try {
    const site = await openNamed(server, env, name);
    const draft = `${target}.unfinished`;
    try {
      const file = await open(draft, 'w', 0o600);
      const { entries, bytes } = await writeArchive(site, file.createWriteStream({ flush: true }), made);
      await rename(draft, target);
      process.stdout.write(`Exported ${entries} entries, ${bytes} bytes: ${target}\n`);
      process.stdout.write(
        'It holds everything of the agency, readable by anyone who has it: keep it safe.\n',
      );
    } catch (error) {
      await rm(draft, { force: true });
      if (error instanceof NotCovered) throw new OperationRefused(error.message);
      throw error;
    } finally {
      await site.close();
    }
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
