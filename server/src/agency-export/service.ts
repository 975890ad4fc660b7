import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as calls from '@homecare/domain/agency-export/contract.ts';
import { KEPT_HOURS } from '@homecare/domain/agency-export/contract.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { releaseFiles, storeFile, streamStored } from '../platform/files/stored-files.ts';
import { tarOf } from '../platform/files/tar.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import type { Site } from '../platform/site/site.ts';
import {
  EXPORT_JOB,
  findReady,
  findWaiting,
  insertExport,
  listOver,
  markFailed,
  markReady,
  markRemoved,
  selectExports,
} from './queries.ts';
import { atOneMoment, entriesOf, FileLost, NotCovered } from './writing.ts';

/** Everything the agency has, in one archive (docs/agency-archive.md). */

const ENTITY = 'agencyExport';

interface Written {
  readonly entries: number;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** Writes the site's state of one moment. */
export const writeArchive = async (
  site: Site,
  target: Writable,
  made: string,
  ending?: AbortSignal,
): Promise<Written> => {
  const client = await site.pool.connect();
  let entries = 0;
  let bytes = 0;
  const hash = createHash('sha256');
  const measured = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      bytes += chunk.length;
      hash.update(chunk);
      next(null, chunk);
    },
  });
  try {
    await atOneMoment(client, async () => {
      const exported = {
        client,
        secrets: site.secrets,
        readFile: (key: string) => site.files.read(key),
        title: site.title,
        made,
      };
      const counted = async function* () {
        for await (const entry of entriesOf(exported)) {
          entries += 1;
          yield entry;
        }
      };
      await pipeline(Readable.from(tarOf(counted())), measured, target, {
        ...(ending && { signal: ending }),
      });
    });
  } finally {
    client.release();
  }
  return { entries, bytes, sha256: hash.digest() };
};

export const listExports: UseCase<typeof calls.listExports> = async (scope) =>
  done(await selectExports(scope.site.db));

const UNDER_WAY = 'An archive is being made already.';

export const makeExport: UseCase<typeof calls.makeExport> = (scope) =>
  mutate(scope, 'agencyExport.make', async (tx, record) => {
    const row = await insertExport(tx, scope);
    if (!row) return refuse('conflict', UNDER_WAY);
    await queueJob(tx, EXPORT_JOB);
    record({ entity: ENTITY, id: row.id, action: 'insert' });
    return done(null, { insertId: row.id });
  });

const TAR = 'application/x-tar';

export const downloadExport: UseCase<typeof calls.downloadExport> = async (scope, { id }) => {
  const found = id === null ? undefined : await findReady(scope.site.db, id);
  const body = found && (await streamStored(scope, found));
  if (!found || !body) return refuse('notFound');
  await recordChanges(scope.site.db, scope, 'agencyExport.download', [
    { entity: ENTITY, id, action: 'read' },
  ]);
  const stamp = found.made.slice(0, 19).replaceAll(':', '-');
  return done(new FileAnswer(TAR, body, `${scope.site.name}-${stamp}.tar`));
};

const remove = (scope: Scope, id: number) =>
  mutate(scope, 'agencyExport.remove', async (tx, record) => {
    const row = await markRemoved(tx, id);
    if (!row) return refuse('notFound');
    await releaseFiles(tx, [row.key], scope.now().toString());
    record({ entity: ENTITY, id, action: 'delete' });
    return done(null);
  });

export const removeExport: UseCase<typeof calls.removeExport> = (scope, { id }) => remove(scope, id);

const sayFailure = (error: unknown) =>
  error instanceof NotCovered || error instanceof FileLost
    ? error.message
    : 'The archive could not be written. Try again, or ask the operator of the server.';

/** Written next to the agency's files, and added to them once it is complete. */
const writeFile = async (
  scope: Scope,
  id: number,
  ending: AbortSignal,
): Promise<IncomingFile & { readonly made: string }> => {
  const { incoming } = scope.site.files;
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const place = path.join(incoming, `export-${id}`);
  const made = scope.now().toString({ smallestUnit: 'second' });
  const target = createWriteStream(place, { mode: 0o600, flush: true });
  const { bytes, sha256 } = await writeArchive(scope.site, target, made, ending);
  return { path: place, name: 'archive.tar', size: bytes, sha256, made };
};

const work = async (scope: Scope, ending: AbortSignal): Promise<void> => {
  const waiting = await findWaiting(scope.site.db);
  if (!waiting) return;
  const { id, accountId, askedBy } = waiting;
  const ordered = scope.inOrderOf({ id: accountId, initials: askedBy });
  try {
    const file = await writeFile(scope, id, ending);
    await storeFile(ordered, file, (keepIn) =>
      mutate(ordered, 'agencyExport.write', async (tx, record) => {
        const key = await keepIn(tx);
        await markReady(tx, id, { key, size: file.size, made: file.made });
        record({ entity: ENTITY, id, action: 'update', changes: { size: [null, file.size] } });
        return done(null);
      }),
    );
  } catch (error) {
    await rm(path.join(scope.site.files.incoming, `export-${id}`), { force: true });
    // It stays waiting, for a process that writes it from the start.
    if (ending.aborted) throw error;
    scope.site.log.error(`export ${id}`, error);
    await mutate(ordered, 'agencyExport.write', async (tx, record) => {
      await markFailed(tx, id, sayFailure(error));
      record({ entity: ENTITY, id, action: 'update', changes: { failed: [null, true] } });
      return done(null);
    });
  }
};

/** One process at a time, so that no archive is written twice. */
export const writeWaiting = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  await doAlone(scope, EXPORT_JOB, work, { ending });
};

export const removeOver = async (scope: Scope): Promise<void> => {
  const before = scope.now().subtract({ hours: KEPT_HOURS }).toString();
  for (const { id } of await listOver(scope.site.db, before)) await remove(scope, id);
};
