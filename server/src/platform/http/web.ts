import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sites } from '../site/sites.ts';
import { phoneCookie, sendResult, sessionCookie } from './dispatch.ts';

/** Someone who may still be signed in; calls check the session itself. */
const isKnown = (request: FastifyRequest) =>
  [sessionCookie, phoneCookie].some((nameOf) => request.cookies[nameOf(request)] !== undefined);

/** '/guide' is the manual and '/guide/today' one of its pages; any other address has no file. */
const MANUAL = /^\/guide(?:\/([\w-]*))?(?:\?|$)/;
const manualFileOf = (url: string) => {
  const [address, name] = MANUAL.exec(url) ?? [];
  return address === undefined ? undefined : `${name || 'index'}.html`;
};

/** The page of a client's family, which loads its own files. */
const isFamilyPage = (url: string) => /^\/family\/?(\?|$)/i.test(url);

/**
 * Serves the built web app: hashed assets are cached for a year, the page itself and the manual are always revalidated. Unknown
 * hosts get nothing.
 */
export const serveWeb = async (app: FastifyInstance, webRoot: string, sites: Sites) => {
  await app.register(fastifyStatic, {
    root: path.join(webRoot, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  // Files such as icon.svg, which keep their names from release to release.
  const named = new Set(
    (await readdir(webRoot)).filter((name) => /^[\w-]+\.(svg|png|ico|txt|webmanifest|js)$/.test(name)),
  );
  const manual = new Set(await readdir(path.join(webRoot, 'guide')).catch(() => []));
  const page = await readFile(path.join(webRoot, 'index.html'));
  // Variants of the page that load the files of the sign-in form or the family page instead of the application.
  const signIn = await readFile(path.join(webRoot, 'sign-in.html')).catch(() => page);
  const family = await readFile(path.join(webRoot, 'family.html')).catch(() => page);
  app.get('/*', async (request, reply) => {
    const last = request.url.split('?')[0]?.split('/').at(-1) ?? '';
    if (!sites.knows(request)) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
    if (named.has(last) && request.url === `/${last}`)
      return reply.sendFile(last, webRoot, { maxAge: '1d', immutable: false });
    const ofManual = manualFileOf(request.url);
    if (ofManual && manual.has(ofManual))
      return reply.sendFile(`guide/${ofManual}`, webRoot, { maxAge: 0, immutable: false });
    if (request.url.startsWith('/homecare/') || last.includes('.')) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .type('text/html; charset=utf-8')
      .send(isFamilyPage(request.url) ? family : isKnown(request) ? page : signIn);
  });
};
