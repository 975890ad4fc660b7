import { readFile } from 'node:fs/promises';
import type { OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import { BAD_LOGO, NO_LOGO } from '@homecare/domain/sites/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { isPicture } from '../platform/documents/paper.ts';
import { renderPdf } from '../platform/documents/render.ts';
import { plainFile } from '../platform/files/plain-picture.ts';
import type { FileStore, IncomingFile } from '../platform/files/store.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { lockSetting, removeSetting, writeSetting } from '../platform/settings/settings.ts';
import { LOGO_KEY, StoredLogo } from './queries.ts';

/** The agency's own logo, on the sign-in page, in the menu and on printed documents. */

const ENTITY = 'siteSettings';

/** The stored picture, read again only after another was uploaded. */
export const logoReader = (files: FileStore) => {
  let known: { readonly key: string; readonly bytes: Uint8Array | null } | undefined;
  return async (stored: unknown): Promise<Uint8Array | null> => {
    if (stored === undefined) return null;
    const { key } = StoredLogo.parse(stored);
    if (known?.key !== key) {
      const bytes = await files.read(key);
      known = { key, bytes: bytes ? new Uint8Array(bytes) : null };
    }
    return known.bytes;
  };
};

/** A picture the printer cannot read would prevent every document from being printed. */
const canBePrinted = async (scope: Scope, bytes: Buffer): Promise<boolean> => {
  const { letterhead } = scope.settings.paper;
  try {
    const { stream, pages, finish } = renderPdf({
      title: 'Logo',
      letterhead: { ...letterhead, logo: new Uint8Array(bytes) },
      confidentiality: null,
      printed: '',
      at: scope.now().toString(),
      parts: [{ title: 'Logo', subject: '', foot: '', blocks: [{ kind: 'paragraph', text: 'Logo' }] }],
    });
    stream.resume();
    stream.on('error', () => undefined);
    await pages;
    finish();
    return true;
  } catch {
    return false;
  }
};

export const uploadLogo = async (
  scope: Scope,
  _: unknown,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.uploadLogo>>> => {
  if (!file || file.size === 0) return refuseFields([{ field: 'file', message: NO_LOGO }]);
  if (!isPicture(await readFile(file.path))) return refuseFields([{ field: 'file', message: NO_LOGO }]);
  const plain = await plainFile(file);
  if (!plain || !(await canBePrinted(scope, await readFile(plain.path))))
    return refuseFields([{ field: 'file', message: BAD_LOGO }]);
  const saved = await storeFile(scope, plain, (keepIn) =>
    mutate(scope, 'sites.uploadLogo', async (tx, record) => {
      const before = await lockSetting(tx, LOGO_KEY);
      const key = await keepIn(tx);
      const rev = await writeSetting(tx, LOGO_KEY, { key, sha256: plain.sha256.toString('hex') });
      record({
        entity: ENTITY,
        id: null,
        action: 'update',
        changes: { logo: [before ? 'another picture' : null, `${plain.size} bytes`] },
      });
      return done({ rev });
    }),
  );
  return saved;
};

export const removeLogo = async (scope: Scope): Promise<Result<null>> => {
  const removed = await mutate(scope, 'sites.removeLogo', async (tx, record) => {
    if (!(await lockSetting(tx, LOGO_KEY))) return refuse('notFound');
    await removeSetting(tx, LOGO_KEY);
    record({ entity: ENTITY, id: null, action: 'update', changes: { logo: ['a picture', null] } });
    return done(null);
  });
  return removed;
};
