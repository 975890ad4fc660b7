import { setTimeout as pause } from 'node:timers/promises';
import { isDrillDue } from '@homecare/domain/health/drill-due.ts';
import { readLastDrill } from '../health/notes.ts';
import { type Drill, removeDrills, runDrill } from './drill.ts';

const LOOK_MS = 15 * 60_000;

/** Runs a test restore of the archive each month while the process lives. */
export const followDrills = (options: Drill) => {
  const stopping = new AbortController();
  const look = async () => {
    const [first] = await options.archive.bases();
    if (!first) return;
    const last = await readLastDrill(options.dataDir);
    if (isDrillDue(Temporal.Now.zonedDateTimeISO(), last, Temporal.Instant.from(first.end)))
      await runDrill(options);
  };
  const follow = async () => {
    await removeDrills(options.dataDir);
    for (; !stopping.signal.aborted; await pause(LOOK_MS, undefined, { signal: stopping.signal, ref: false }))
      await look().catch(() => options.log.warn('the archive could not be looked at for a test restore'));
  };
  void follow().catch(() => undefined);
  return { stop: () => stopping.abort() };
};
