import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../platform/config/environment.ts';
import { OperationRefused } from './archive.ts';
import { openNamed } from './export.ts';
import { importAgency } from './import-agency.ts';
import { reachServer, runCommand } from './reach-server.ts';

const main = async () => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const [name, file, ...others] = positionals;
  if (!name || !file || others.length > 0)
    throw new OperationRefused('Say where to import what: npm run import -- SITE FILE');
  const env = readEnvironment(process.env);
  // Nobody may work in a half-imported agency.
  const server = await reachServer(env, { alone: true });
  try {
    const site = await openNamed(server, env, name);
    try {
      const say = (line: string) => process.stdout.write(`${line}\n`);
      await importAgency({ site, source: path.resolve(file), say });
      say(`Nobody can sign in yet: npm run site -- recover ${name} LOGIN gives an admin a new password.`);
    } finally {
      await site.close();
    }
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
