import { counted } from '@homecare/domain/counted.ts';
import type { Environment } from '../platform/config/environment.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import { openPool } from '../platform/db/pool.ts';
import { NO_LOG } from '../platform/log/log.ts';
import { openOwnArchive } from '../platform/log-archive/installation.ts';
import { OperationRefused } from './archive.ts';
import { runDrill } from './drill.ts';
import { reachServer } from './reach-server.ts';

/** `npm run restore -- --drill` runs the monthly test restore now, by hand. */
export const drillNow = async (env: Environment, say: (line: string) => void) => {
  if (!env.archiveTo)
    throw new OperationRefused('Set ARCHIVE_TO to the folder of the archive that is to be restored.');
  const master = readMasterKey(env.masterKey);
  const server = await reachServer(env, { alone: false });
  try {
    const connection = server.ways.direct;
    const pool = openPool(connection, { max: 1, onError: () => undefined, limits: 'none' });
    const { rows } = await pool.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
    await pool.end();
    if (rows[0]?.mode !== 'on')
      throw new OperationRefused(
        'Start the application with ARCHIVE_TO first: the archive is compared with the running database.',
      );
    const archive = await openOwnArchive({ dataDir: env.dataDir, master }, env.archiveTo);
    say('Restoring the archive beside the running database, and comparing the two');
    const report = await runDrill({
      archive,
      dataDir: env.dataDir,
      master,
      connection,
      withFiles: !env.bucket,
      log: NO_LOG,
    });
    if (report.outcome !== 'same')
      throw new OperationRefused(['The archive did not pass:', ...report.findings].join('\n'));
    const { agencies, ofAgencies, tables, rows: count, documents, seconds } = report;
    say(
      `Everything was as it should be: ${counted(count, 'row')} of ${counted(tables, 'table')} in ${agencies} of ${counted(ofAgencies, 'agency', 'agencies')}, ${counted(documents, 'document')}, in ${seconds} s.`,
    );
  } finally {
    await server.stop();
  }
};
