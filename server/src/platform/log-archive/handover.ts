import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * PostgreSQL may run as another account than the application, and knows neither the archive nor its key. So segments are handed over
 * as files in a folder of the cluster: its commands are small shell loops that wait for the application's answer. Nobody else uses
 * that folder.
 */
const FOLDER = 'handover';
const placeIn = (cluster: string, name: string) => join(cluster, FOLDER, name);

/** Creates the folder for the server's account, empty of earlier runs. */
export const openHandover = async (cluster: string) => {
  const folder = join(cluster, FOLDER);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await giveToServer(cluster, folder);
};

const giveToServer = async (cluster: string, place: string) => {
  const { uid, gid } = await stat(cluster);
  if (process.getuid?.() === 0) await chown(place, uid, gid);
};

/** A segment counts as archived once the application says so, after reading its copy back; after 50 s PostgreSQL asks again. */
const ARCHIVE_COMMAND = [
  `i=0; while [ ! -e ${FOLDER}/%f ]`,
  `do [ -e ${FOLDER}/closing ] && exit 1; i=$((i+1)); [ $i -gt 250 ] && exit 1; sleep 0.2`,
  `done; rm ${FOLDER}/%f`,
].join('; ');

/** The application provides a segment as a file of its name, or `.none` if the archive does not have it. */
const RESTORE_COMMAND = [
  `rm -f ${FOLDER}/%f.none; : > ${FOLDER}/%f.wanted`,
  `while [ ! -e ${FOLDER}/%f ]; do [ -e ${FOLDER}/%f.none ] && exit 1; sleep 0.02; done`,
  `mv ${FOLDER}/%f "%p"`,
].join('; ');

/**
 * Settings of a server that archives. A segment is closed after this many seconds even if it is not full, which limits how much work
 * can be lost.
 */
export const archivingSettings = (seconds: number) => ({
  archive_mode: 'on',
  archive_command: ARCHIVE_COMMAND,
  archive_timeout: `${seconds}s`,
});

/** Where recovery stops: an instant, a named point of the log, or the end of the archive. */
export type Until = Temporal.Instant | { readonly restorePoint: string } | 'latest';

const targetOf = (until: Until) => {
  if (until === 'latest') return {};
  if ('restorePoint' in until) return { recovery_target_name: until.restorePoint };
  // As precise as PostgreSQL's commit stamps, and without Z, which it does not accept here.
  return { recovery_target_time: until.toString({ fractionalSecondDigits: 6 }).replace('Z', '+00') };
};

/** Settings of a server that recovers. */
export const recoverySettings = (until: Until) => ({
  restore_command: RESTORE_COMMAND,
  recovery_target_action: 'promote',
  // Nobody can connect before it is done.
  hot_standby: 'off',
  ...targetOf(until),
});

const READY = '.ready';
/** Segments waiting to be archived, oldest first. */
export const segmentsReady = async (cluster: string): Promise<readonly string[]> =>
  (await readdir(join(cluster, 'pg_wal', 'archive_status')))
    .filter((name) => name.endsWith(READY))
    .map((name) => name.slice(0, -READY.length))
    .sort();

export const sayArchived = (cluster: string, segment: string) => writeFile(placeIn(cluster, segment), '');

/** A stopping server does not wait for an unresponsive archive; the segment is archived after the next start. */
export const sayClosing = (cluster: string) => writeFile(placeIn(cluster, 'closing'), '');

const WANTED = '.wanted';
export const segmentsWanted = async (cluster: string): Promise<readonly string[]> =>
  (await readdir(placeIn(cluster, '')))
    .filter((name) => name.endsWith(WANTED))
    .map((name) => name.slice(0, -WANTED.length));

/** `content` is undefined if the archive does not have the segment. */
export const giveSegment = async (cluster: string, segment: string, content: Buffer | undefined) => {
  const place = placeIn(cluster, segment);
  await rm(`${place}${WANTED}`);
  if (!content) return writeFile(`${place}.none`, '');
  await writeFile(`${place}.part`, content, { mode: 0o600 });
  await giveToServer(cluster, `${place}.part`);
  await rename(`${place}.part`, place);
};
