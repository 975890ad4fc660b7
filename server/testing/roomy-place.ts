import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

export const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/** The folder for databases that tests create and drop by the hundred: in memory if the machine has enough. */
export async function roomyPlace(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > ROOM ? MEMORY : tmpdir();
}
