import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { hostileBodies } from '../server/testing/hostile-bodies.ts';
import { request } from '../server/testing/server-process.ts';

/** Sends hostile bodies in a thread of its own, so that it takes no time from who measures, and posts the answers' statuses. */
const { url, cookie, count, atOnce } = z
  .object({ url: z.string(), cookie: z.string(), count: z.number(), atOnce: z.number() })
  .parse(workerData);

const kinds = hostileBodies(['session/touch', 'modules/getNoTimesheet.php', 'info.php'], ['get', 'insert']);
const statuses = new Map<number, number>();
let sent = 0;

/** A body that is refused while it is still sent may find its connection closed before the refusal is read. */
const closed = (error: unknown) => {
  if (error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET'))
    return { status: 0 };
  throw error;
};

const send = async () => {
  for (let n = sent++; n < count; n = sent++) {
    const kind = kinds[n % kinds.length];
    if (!kind) throw new Error('no hostile body');
    const { url: path, method, headers, payload } = kind;
    // Every second one by somebody who is signed in.
    const { status } = await request(`${url}${path}`, {
      method,
      headers: { ...headers, ...(n % 2 === 0 && { cookie }) },
      ...(payload !== undefined && { payload }),
    }).catch(closed);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
};

await Promise.all(Array.from({ length: atOnce }, send));
parentPort?.postMessage([...statuses]);
