import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Sites } from '../site/sites.ts';
import { sendResult } from './dispatch.ts';

/** The built web app: hashed assets for a year, the page itself always asked for again. Unknown hosts get nothing. */
export const serveWeb = async (app: FastifyInstance, webRoot: string, sites: Sites) => {
  await app.register(fastifyStatic, {
    root: path.join(webRoot, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  // icon.svg and the like, which keep their names from release to release
  const named = new Set(
    (await readdir(webRoot)).filter((name) => /^[\w-]+\.(svg|png|ico|txt|webmanifest|js)$/.test(name)),
  );
  const page = await readFile(path.join(webRoot, 'index.html'));
  app.get('/*', async (request, reply) => {
    const last = request.url.split('?')[0]?.split('/').at(-1) ?? '';
    if (!sites.knows(request)) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
    if (named.has(last) && request.url === `/${last}`)
      return reply.sendFile(last, webRoot, { maxAge: '1d', immutable: false });
    if (request.url.startsWith('/homecare/') || last.includes('.')) return reply.callNotFound();
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
};
