import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sites } from '../../sites/sites.ts';
import { Scope } from '../auth/scope.ts';
import { hashToken } from '../auth/sessions.ts';
import { sendResult } from './dispatch.ts';
import { escapeHtml, sendPage } from './plain-page.ts';

/** English, Spanish. */
type Words = readonly [english: string, spanish: string];

export interface LinkPage {
  readonly title: Words;
  readonly text: Words;
}

/** One use of links by token: `offer` changes nothing, `use` does it once. Undefined: the link is not (or no longer) valid. */
export interface LinkKind {
  readonly offer: (
    scope: Scope,
    tokenHash: Buffer,
  ) => Promise<(LinkPage & { readonly button: string }) | undefined>;
  readonly use: (scope: Scope, tokenHash: Buffer) => Promise<LinkPage | undefined>;
}

const GONE: LinkPage = {
  title: ['This link is no longer valid', 'Este enlace ya no es válido'],
  text: [
    'This link is no longer valid. Please call the office.',
    'Este enlace ya no es válido. Por favor, llame a la oficina.',
  ],
};

const both = (tag: string, [english, spanish]: Words) =>
  `<${tag}>${escapeHtml(english)}</${tag}><p lang="es">${escapeHtml(spanish)}</p>`;

const bodyOf = ({ title, text }: LinkPage, button?: string) => `${both('h1', title)}${both('p', text)}
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}`;

/**
 * GET /l/{token} shows a button, POST does what the link is for: a preview that only reads opens nothing (R18). The token
 * is the proof: no session, no origin rule (wire-contract.md, Common rules). Whatever is wrong, the answer is the same.
 */
export const serveLinks = (app: FastifyInstance, sites: Sites, kinds: readonly LinkKind[]) => {
  const answer = async (
    request: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
    find: (
      kind: LinkKind,
      scope: Scope,
      tokenHash: Buffer,
    ) => Promise<(LinkPage & { button?: string }) | undefined>,
  ) => {
    const site = sites.ofRequest(request);
    if (!site) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
    const { token } = request.params;
    let page: (LinkPage & { button?: string }) | undefined;
    if (/^[\w-]{43}$/.test(token))
      for (const kind of kinds) page ??= await find(kind, Scope.ofJob(site, 'link'), hashToken(token));
    return sendPage(reply, page ? 200 : 404, {
      title: (page ?? GONE).title[0],
      body: bodyOf(page ?? GONE, page?.button),
      agency: site.title,
    });
  };
  app.get<{ Params: { token: string } }>('/l/:token', (request, reply) =>
    answer(request, reply, (kind, scope, tokenHash) => kind.offer(scope, tokenHash)),
  );
  app.post<{ Params: { token: string } }>('/l/:token', (request, reply) =>
    answer(request, reply, (kind, scope, tokenHash) => kind.use(scope, tokenHash)),
  );
};
