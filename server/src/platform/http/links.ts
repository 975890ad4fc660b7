import { isOffice } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Scope } from '../auth/scope.ts';
import { findSession, hashToken } from '../auth/sessions.ts';
import type { SettableSite } from '../site/site.ts';
import type { Sites } from '../site/sites.ts';
import { FileAnswer, PdfAnswer } from './bind.ts';
import { decodeForm } from './decode.ts';
import { sendResult, sessionCookie, setFamilyCookie } from './dispatch.ts';
import { escapeHtml, sendPage } from './plain-page.ts';
import { readingForm, SIGNATURE_SCRIPT, type SignatureOffer, signatureFields } from './signature-fields.ts';

/** English and Spanish. */
export type Words = readonly [english: string, spanish: string];

export interface LinkPage {
  readonly title: Words;
  readonly text: Words;
  /** Where to continue. */
  readonly onward?: { readonly path: string; readonly label: Words };
}

/** A page with the button that performs the link's action. */
export interface LinkOffer extends LinkPage {
  readonly button: Words;
  /** A second button, which sends this field. */
  readonly other?: { readonly name: string; readonly value: string; readonly label: Words };
  /** A question before it; the answer is sent in this field. */
  readonly question?: { readonly name: string; readonly label: Words };
  /** Asks twice for a new password (`password` and `confirmation`) for the account with this login. */
  readonly passwordFor?: string;
  /** Someone signs on this page: who, if known, and values that are sent back unchanged. */
  readonly signature?: SignatureOffer;
  /** Why the last answer was refused. */
  readonly refusal?: Words;
}

/** The link starts a session and leads to its page. */
export class Entry {
  readonly token: string;
  readonly path: string;
  readonly seconds: number;
  constructor(token: string, path: string, seconds: number) {
    this.token = token;
    this.path = path;
    this.seconds = seconds;
  }
}

/** The visitor of a link. */
export interface Visitor {
  readonly fields: Readonly<Record<string, string>>;
  readonly address: string;
  readonly agent: string | null;
  /** The request's number. */
  readonly request: string;
  /** The account of signed-in office staff. */
  readonly staff: number | null;
}

/**
 * A purpose of links by token: `offer` shows without changing anything (a file is for machines), `use` acts. Undefined means the
 * link is not, or no longer, valid.
 */
export interface LinkKind {
  readonly offer: (
    scope: Scope,
    tokenHash: Buffer,
    visitor: Visitor,
  ) => Promise<LinkPage | LinkOffer | FileAnswer | undefined>;
  readonly use: (
    scope: Scope,
    tokenHash: Buffer,
    visitor: Visitor,
  ) => Promise<LinkPage | LinkOffer | PdfAnswer | Entry | undefined>;
}

const goneOf = (phone: string | null): LinkPage => ({
  title: ['This link is no longer valid', 'Este enlace ya no es válido'],
  text: [
    `This link is no longer valid. Please call the office.${phone ? ` ${phone}` : ''}`,
    `Este enlace ya no es válido. Por favor, llame a la oficina.${phone ? ` ${phone}` : ''}`,
  ],
});

/** The browser prefers Spanish to English. */
const prefersSpanish = ({ headers }: FastifyRequest): boolean => {
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/;\s*q=/);
      return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => /^(en|es)\b/.test(tag) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted[0]?.tag.startsWith('es') ?? false;
};

const LANGUAGES = ['en', 'es'] as const;

/** The reader's language first, the other below. */
const wordsFor = (spanish: boolean) => {
  const [first, second] = spanish ? ([1, 0] as const) : ([0, 1] as const);
  const both = (tag: string, words: Words) =>
    `<${tag}>${escapeHtml(words[first])}</${tag}><p lang="${LANGUAGES[second]}" class="hint">${escapeHtml(words[second])}</p>`;
  // Words that are the same in both languages, such as No, are shown once.
  const joined = (words: Words) => escapeHtml([...new Set([words[first], words[second]])].join(' / '));
  return { both, joined, first: (words: Words) => words[first] };
};

const PASSWORD_FIELDS: readonly (readonly [name: string, label: Words])[] = [
  ['password', ['New password', 'Contraseña nueva']],
  ['confirmation', ['Confirm password', 'Confirme la contraseña']],
];

const FAULTY = ' aria-invalid="true" aria-describedby="refusal"';

const formOf = (
  { button, other, question, passwordFor, signature, refusal }: LinkOffer,
  { both, joined }: ReturnType<typeof wordsFor>,
) => {
  const fault = refusal ? FAULTY : '';
  const field = question
    ? `<label for="answer">${joined(question.label)}</label>
<input id="answer" name="${escapeHtml(question.name)}" inputmode="numeric" autocomplete="off" maxlength="4" pattern="[0-9]{4}" required${fault}>`
    : '';
  // Password managers need the login next to the password.
  const account =
    passwordFor === undefined
      ? ''
      : `<input name="username" autocomplete="username" value="${escapeHtml(passwordFor)}" hidden>`;
  const passwords =
    passwordFor === undefined
      ? ''
      : PASSWORD_FIELDS.map(
          ([name, label]) => `<label for="${name}">${joined(label)}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" maxlength="500" required${fault}>`,
        ).join('\n');
  const alert = refusal ? `<div id="refusal" role="alert">${both('p', refusal)}</div>` : '';
  const second = other
    ? ` <button name="${escapeHtml(other.name)}" value="${escapeHtml(other.value)}">${joined(other.label)}</button>`
    : '';
  const signed = signature ? signatureFields(signature, joined) : '';
  const read = signature ? readingForm(signature, joined) : '';
  return `${read}<form method="post">${alert}${field}${account}${passwords}${signed}<button>${joined(button)}</button>${second}</form>`;
};

const staffOf = async (site: SettableSite, request: FastifyRequest): Promise<number | null> => {
  const token = request.cookies[sessionCookie(request)]?.split('~')[1];
  const session = token ? await findSession(site, token) : undefined;
  if (!session || session.mustChangePassword || session.mustEnrol) return null;
  return isOffice(session.user.role) ? session.user.id : null;
};

const AGENT_KEPT = 300;

const visitorOf = async (site: SettableSite, request: FastifyRequest): Promise<Visitor> => {
  const { body } = request;
  const sent =
    typeof body === 'object' && body !== null && 'formText' in body && typeof body.formText === 'string'
      ? decodeForm(body.formText)
      : undefined;
  return {
    fields: sent?.ok ? sent.value : {},
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, AGENT_KEPT) ?? null,
    request: request.id,
    staff: await staffOf(site, request),
  };
};

type Found = LinkPage | LinkOffer | FileAnswer | PdfAnswer | Entry | undefined;
const hasButton = (page: LinkPage | LinkOffer): page is LinkOffer => 'button' in page;

const sendLinkPage = (
  { site, settings }: Scope,
  page: LinkPage | LinkOffer | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { agency, phone } = settings.paper.letterhead;
  const spanish = prefersSpanish(request);
  const words = wordsFor(spanish);
  const shown = page ?? goneOf(phone);
  const form = hasButton(shown) ? formOf(shown, words) : '';
  const onward = page?.onward
    ? `<p><a href="${escapeHtml(page.onward.path)}">${words.joined(page.onward.label)}</a></p>`
    : '';
  const call = page && phone ? `<p class="hint">${escapeHtml(`${agency} · ${phone}`)}</p>` : '';
  const status = !page ? 404 : hasButton(page) && page.refusal ? 400 : 200;
  return sendPage(reply, status, {
    title: words.first(shown.title),
    body: `${words.both('h1', shown.title)}${words.both('p', shown.text)}\n${form}${onward}${call}`,
    agency: site.title,
    lang: spanish ? 'es' : 'en',
    script: hasButton(shown) && shown.signature ? SIGNATURE_SCRIPT : undefined,
  });
};

/**
 * GET /l/{token} shows a button and POST acts, so a link preview changes nothing. The token is the proof: no session, no origin rule
 * (docs/rules/calls.md, rule 7). Every invalid link gets the same answer.
 */
export const serveLinks = (app: FastifyInstance, sites: Sites, kinds: readonly LinkKind[]) => {
  const answer = async (
    request: FastifyRequest<{ Params: { token: string } }>,
    reply: FastifyReply,
    find: (kind: LinkKind, scope: Scope, tokenHash: Buffer, visitor: Visitor) => Promise<Found>,
  ) => {
    const site = await sites.ofRequest(request);
    if (!site) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
    const { token } = request.params;
    const scope = await Scope.startJob(site, 'link');
    let found: Found;
    if (/^[\w-]{43}$/.test(token)) {
      const hash = hashToken(token);
      const visitor = await visitorOf(site, request);
      for (const kind of kinds) found ??= await find(kind, scope, hash, visitor);
    }
    if (found instanceof PdfAnswer || found instanceof FileAnswer) {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
      const tag = found instanceof FileAnswer ? found.tag : undefined;
      if (tag !== undefined) {
        reply.headers({ 'cache-control': 'private, no-cache', etag: tag });
        if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) return reply.code(304).send();
      }
      return sendResult(undefined, site, reply, { ok: true, data: found });
    }
    if (found instanceof Entry)
      return setFamilyCookie(reply, request, `${site.name}~${found.token}`, found.seconds)
        .header('cache-control', 'no-store')
        .redirect(found.path, 303);
    return sendLinkPage(scope, found, request, reply);
  };
  app.route<{ Params: { token: string } }>({
    // Programs that fetch files may ask for size and type first.
    method: ['GET', 'HEAD'],
    url: '/l/:token',
    handler: (request, reply) => answer(request, reply, (kind, ...at) => kind.offer(...at)),
  });
  app.post<{ Params: { token: string } }>('/l/:token', (request, reply) =>
    answer(request, reply, (kind, ...at) => kind.use(...at)),
  );
};
