import { hash } from 'node:crypto';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sites } from '../../sites/sites.ts';
import { Scope } from '../auth/scope.ts';
import { hashToken } from '../auth/sessions.ts';
import { sendResult } from './dispatch.ts';

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

const STYLE =
  'body{margin:0;padding:32px 20px;background:#eef1f5;color:#1c2530;font:17px/1.5 system-ui,sans-serif}' +
  'main{max-width:440px;margin:0 auto;padding:24px;border-radius:10px;background:#fff}' +
  'img{height:40px;max-width:100%}h1{margin:20px 0 8px;font-size:22px;line-height:1.3}p{margin:0 0 12px}[lang=es]{color:#515c69}' +
  'button{width:100%;min-height:52px;margin-top:12px;border:0;border-radius:7px;background:#2765b8;color:#fff;font:600 17px system-ui,sans-serif}' +
  'button:focus-visible{outline:3px solid #1c2530;outline-offset:2px}';
/** No script, nothing from elsewhere, no frame. */
const POLICY = `default-src 'none';img-src 'self';style-src 'sha256-${hash('sha256', STYLE, 'base64')}';form-action 'self';base-uri 'none';frame-ancestors 'none'`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const both = (tag: string, [english, spanish]: Words) =>
  `<${tag}>${escapeHtml(english)}</${tag}><p lang="es">${escapeHtml(spanish)}</p>`;

const draw = (agency: string, { title, text }: LinkPage, button?: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><title>${escapeHtml(title[0])}</title><style>${STYLE}</style></head>
<body><main><img src="/homecare/api/modules/getLogo.php" alt="${escapeHtml(agency)}">
${both('h1', title)}${both('p', text)}
${button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''}</main></body></html>`;

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
    return reply
      .code(page ? 200 : 404)
      .headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
      .type('text/html; charset=utf-8')
      .send(draw(site.title, page ?? GONE, page?.button));
  };
  app.get<{ Params: { token: string } }>('/l/:token', (request, reply) =>
    answer(request, reply, (kind, scope, tokenHash) => kind.offer(scope, tokenHash)),
  );
  app.post<{ Params: { token: string } }>('/l/:token', (request, reply) =>
    answer(request, reply, (kind, scope, tokenHash) => kind.use(scope, tokenHash)),
  );
};
