import { hash } from 'node:crypto';
import { REASONS, type Reason, type Refusal } from '@homecare/domain/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Pages outside the application: nothing from other origins, no frames, and no script except one named by the page. */

const STYLE =
  'body{margin:0;padding:32px 20px;background:#eef1f5;color:#1c2530;font:17px/1.5 system-ui,sans-serif}' +
  'main{max-width:440px;margin:0 auto;padding:24px;border-radius:10px;background:#fff;overflow-wrap:anywhere}' +
  'img{height:40px;max-width:100%}h1{margin:20px 0 8px;font-size:22px;line-height:1.3}p{margin:0 0 12px}.hint{color:#515c69}' +
  'form{margin-bottom:16px}label{display:block;margin:16px 0 6px;font-weight:600}[role=alert] p{color:#a71d1d;font-weight:600}' +
  'input{box-sizing:border-box;width:100%;min-height:52px;padding:0 14px;border:1px solid #6b7785;border-radius:7px;font:20px system-ui,sans-serif}' +
  'button{width:100%;min-height:52px;margin-top:12px;border:0;border-radius:7px;background:#2765b8;color:#fff;font:600 17px system-ui,sans-serif}' +
  'canvas{display:block;box-sizing:border-box;width:100%;aspect-ratio:3;border:1px solid #6b7785;border-radius:7px;touch-action:none}' +
  '.tick{display:flex;gap:12px;align-items:center;font-weight:400}.tick input{flex:none;width:24px;height:24px;min-height:24px}' +
  '.plain{background:#fff;color:#1c2530;border:1px solid #6b7785}.beside{display:flex;gap:12px}[hidden]{display:none}' +
  'a{color:#2765b8}button:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #1c2530;outline-offset:2px}';
const allowed = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
const policyOf = (script: string | undefined) =>
  [
    `default-src 'none';img-src 'self';style-src ${allowed(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${allowed(script)}`]),
    `form-action 'self';base-uri 'none';frame-ancestors 'none'`,
  ].join(';');

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

export interface PlainPage {
  readonly title: string;
  /** Markup with escaped texts. */
  readonly body: string;
  /** Whose logo is shown; none if the agency is not known. */
  readonly agency?: string | undefined;
  readonly lang?: 'en' | 'es';
  /** Runs once the page is loaded. */
  readonly script?: string | undefined;
}

const draw = ({ title, body, agency, lang = 'en', script }: PlainPage) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><link rel="icon" href="/homecare/api/modules/getLogo.php?min=1" type="image/svg+xml"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${agency === undefined ? '' : `<img src="/homecare/api/modules/getLogo.php" alt="${escapeHtml(agency)}">`}
${body}</main>${script === undefined ? '' : `<script>${script}</script>`}</body></html>`;

export const sendPage = (reply: FastifyReply, status: number, page: PlainPage) =>
  reply
    .code(status)
    .headers({
      'content-security-policy': policyOf(page.script),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(draw(page));

/** The answer is shown as a page, like a document in a new window. Scripts never request that. */
export const isShownAsPage = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'document';

const HINTS: Partial<Record<Reason, string>> = {
  notSignedIn: '<a href="/login">Sign in</a>, then open it again.',
};
const HINT = 'You can close this window and return to the application.';

/** Sends a script JSON and a person who opened a document a sentence. */
export const sendRefusalPage = (reply: FastifyReply, refusal: Refusal<Reason>, agency: string | undefined) =>
  sendPage(reply, REASONS[refusal.reason].status, {
    title: 'This cannot be shown',
    body: `<h1>This cannot be shown</h1><p>${escapeHtml(refusal.info)}</p><p class="hint">${HINTS[refusal.reason] ?? HINT}</p>`,
    agency,
  });
