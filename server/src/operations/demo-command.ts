import { parseArgs } from 'node:util';
import { Scope } from '../platform/auth/scope.ts';
import { DEMO_ENTRY } from '../platform/config/config.ts';
import { readEnvironment } from '../platform/config/environment.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { openSite } from '../sites/open-site.ts';
import { OperationRefused } from './archive.ts';
import { addExampleData } from './example-data.ts';
import { reachServer, runCommand } from './reach-server.ts';

const USAGE = 'Usage: npm run demo -- --clients N --providers N --months N';
/** More than any agency has, but few enough that a typing mistake does not fill the disk. */
const MOST = { clients: 20_000, providers: 20_000, months: 24 };

export interface DemoSize {
  readonly clients: number;
  readonly providers: number;
  readonly months: number;
}

/** The sizes given on the command line; `months` is 1 by default. */
export const readDemoSize = (args: readonly string[]): DemoSize => {
  const values = parse(args);
  const count = (name: keyof DemoSize, otherwise: number) => {
    const text = values[name];
    if (text === undefined) return otherwise;
    if (!/^\d{1,6}$/.test(text) || Number(text) > MOST[name])
      throw new OperationRefused(
        `--${name} is a whole number from 0 to ${MOST[name].toLocaleString('en-US')}. ${USAGE}`,
      );
    return Number(text);
  };
  const size = { clients: count('clients', 0), providers: count('providers', 0), months: count('months', 1) };
  if (size.clients + size.providers === 0) throw new OperationRefused(`Say how many people to add. ${USAGE}`);
  return size;
};

const parse = (args: readonly string[]) => {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { clients: option, providers: option, months: option } })
      .values;
  } catch (error) {
    throw new OperationRefused(`${error instanceof Error ? error.message.split('. ')[0] : error}. ${USAGE}`);
  }
};

const main = async () => {
  const size = readDemoSize(process.argv.slice(2));
  const env = readEnvironment(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const server = await reachServer(env, { alone: false });
  try {
    const file = await server.directory.read();
    const entry = file ? file.sites.find(({ name }) => name === DEMO_ENTRY.name) : DEMO_ENTRY;
    if (!entry)
      throw new OperationRefused(`There is no site '${DEMO_ENTRY.name}': only that one takes example data.`);
    const site = await openSite(entry, server.ways, env.dataDir, {
      poolSize: 2,
      limits: 'none',
      masterKey: readMasterKey(env.masterKey),
    });
    try {
      const begun = performance.now();
      const added = await addExampleData(await Scope.startJob(site, 'demo'), { ...size, say });
      if (!added.ok) throw new OperationRefused(added.info);
      say(`Added to the demo site in ${((performance.now() - begun) / 1_000).toFixed(1)} s.`);
    } finally {
      await site.close();
    }
  } finally {
    await server.stop();
  }
};

if (import.meta.main) await runCommand(main);
