import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import type * as pages from '@homecare/domain/sites/page-contract.ts';
import type { latestUpdate, logo, siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { NO_NOTE } from '@homecare/domain/sites/rules.ts';
import { z } from 'zod';
import { refusedNewPassword } from '../accounts/password-rules.ts';
import { hasSeenUpdate, seeUpdate } from '../accounts/service.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { FileAnswer, type Visit } from '../platform/http/bind.ts';
import { lockSetting, readSetting, removeSetting, writeSetting } from '../platform/settings/settings.ts';
import { insertUpdateNote } from '../platform/settings/update-notes.ts';
import type { Sites } from '../platform/site/sites.ts';
import { listNotes, OVERRIDE_PASSWORD, readLatestUpdate } from './queries.ts';

/** The host's own entry; on a picker host all entries (T4: nobody else learns the list of agencies). */
export const describeSites = async (
  sites: Sites,
  { site, request }: Visit,
): Promise<Result<OutputOf<typeof siteConfig>>> => {
  const origin = `${request.protocol}://${request.host}`;
  const picker = sites.isPicker(request.host);
  const shown = picker ? sites.entries : [site];
  return done(Object.fromEntries(shown.map(({ name, title }) => [name, { origin, title, picker }])));
};

// Drawn for the product: a house under a roof of mountains. An agency's own logo replaces it.
const MARK =
  '<rect width="48" height="48" rx="11" fill="#2765b8"/><path d="M8 34 19 17l7 10 5-6 9 13z" fill="#fff"/><circle cx="35" cy="14" r="4.5" fill="#ffd58a"/>';

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The mark with the name next to it, wide enough for the name in any font. */
export const drawLogo = (title: string) => {
  const letters = [...title].map((letter) => (/[\p{Lu}\p{Lo}@%&]/u.test(letter) ? 19 : 13));
  const width = letters.reduce((sum, letter) => sum + letter, 64);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 48" preserveAspectRatio="xMinYMid" role="img" aria-label="${escapeXml(title)}">${MARK}
<text x="60" y="31" font-family="sans-serif" font-size="20" font-weight="600" fill="#1c2530">${escapeXml(title)}</text></svg>`;
};

export const siteLogo = async (visit: Visit, { min }: InputOf<typeof logo>): Promise<Result<FileAnswer>> => {
  const { site, settings } = await visit.asSet();
  const own = settings.paper.letterhead.logo;
  const type = own?.[0] === 0xff ? 'image/jpeg' : 'image/png';
  if (own && !min) return done(new FileAnswer(type, Buffer.from(own)));
  // Fits completely into an icon's square, whatever its shape.
  const face = own
    ? `<image href="data:${type};base64,${Buffer.from(own).toString('base64')}" width="48" height="48"/>`
    : MARK;
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" role="img" aria-label="${escapeXml(site.title)}">${face}</svg>`;
  return done(new FileAnswer('image/svg+xml', Buffer.from(min ? icon : drawLogo(site.title))));
};

export const updateNote = async (scope: Scope): Promise<Result<OutputOf<typeof latestUpdate>>> => {
  const note = await readLatestUpdate(scope.site.db);
  const seen = note === undefined || (await hasSeenUpdate(scope, note.id));
  return done({ order: note?.id ?? 0, data: note?.note ?? '', seen });
};

export const markUpdateSeen = async (
  scope: Scope,
  { order }: InputOf<typeof pages.markUpdateSeen>,
): Promise<Result<null>> => {
  // A number beyond the newest note would hide future notes.
  const newest = (await readLatestUpdate(scope.site.db))?.id ?? 0;
  return order > newest ? refuse('notFound') : seeUpdate(scope, order);
};

export const listUpdateNotes = async (scope: Scope) => done(await listNotes(scope.site.db));

export const addUpdateNote = async (
  scope: Scope,
  { note }: InputOf<typeof calls.addUpdateNote>,
): Promise<Result<OutputOf<typeof calls.addUpdateNote>>> => {
  const text = note.trim();
  if (text === '') return refuseFields([{ field: 'note', message: NO_NOTE }]);
  return mutate(scope, 'sites.addUpdateNote', async (tx, record) => {
    const order = await insertUpdateNote(tx, text, scope.now().toString());
    record({ entity: 'updateNote', id: order, action: 'insert', changes: { note: [null, text] } });
    return done({ order }, { insertId: order });
  });
};

// ---- plan override password

/** The hash of the site's plan override password, for verifyPassword; undefined if none is set, so that nothing can be overridden. */
export const readOverrideHash = async (scope: Scope): Promise<string | undefined> => {
  const stored = await readSetting(scope.site.db, OVERRIDE_PASSWORD);
  return stored && z.string().parse(stored.value);
};

export const setOverridePassword = async (
  scope: Scope,
  { password }: InputOf<typeof calls.setOverridePassword>,
): Promise<Result<OutputOf<typeof calls.setOverridePassword>>> => {
  const [fault] = password === null ? [] : await refusedNewPassword(scope, password);
  if (fault) return refuseFields([fault]);
  // Before the transaction opens, because hashing takes time.
  const hash = password === null ? null : await hashPassword(password);
  const saved = await mutate(scope, 'sites.setOverridePassword', async (tx, record) => {
    const before = await lockSetting(tx, OVERRIDE_PASSWORD);
    if (hash === null) await removeSetting(tx, OVERRIDE_PASSWORD);
    else await writeSetting(tx, OVERRIDE_PASSWORD, hash);
    record({
      entity: 'setting',
      id: null,
      action: 'update',
      changes: { [OVERRIDE_PASSWORD]: [before ? '(hidden)' : null, hash === null ? null : '(hidden)'] },
    });
    return done({ carePlanPass: hash !== null });
  });
  return saved;
};
