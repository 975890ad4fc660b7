import { done, refuse } from '@homecare/domain/errors.ts';
import { readYear } from '@homecare/domain/plan-documents/rules.ts';
import { CHANGED, LINK_TRIES, signingLinkState } from '@homecare/domain/signing/rules.ts';
import { signingInSpanish } from '@homecare/domain/signing/spanish.ts';
import { wrongYear } from '../plan-documents/send-link.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { LinkKind, LinkOffer, LinkPage, Visitor, Words } from '../platform/http/links.ts';
import {
  countTry,
  findRequestOf,
  findSignerByToken,
  lockLink,
  type RequestRow,
  type SignerRow,
} from './queries.ts';
import { checkOpen, documentOf, ENTITY, takeSignature } from './signing.ts';

/** The page behind a link for signing (docs/rules/signing.md, rule 4). Before the year of birth it names no person. */

interface Asked {
  readonly request: RequestRow;
  readonly signer: SignerRow;
}

const titleOf = ({ request }: Asked): Words =>
  request.visitId === null
    ? ['A care plan to sign', 'Un plan de cuidado para firmar']
    : ['A visit to sign', 'Una visita para firmar'];

const READ_FIRST: Words = ['Read the document, then sign it.', 'Lea el documento y después fírmelo.'];
const YEAR: Words = ['Your year of birth', 'Su año de nacimiento'];

const yearPage = (asked: Asked, refusal?: Words): LinkOffer => ({
  title: titleOf(asked),
  text: [
    'Enter your year of birth to read and sign it.',
    'Escriba su año de nacimiento para leerlo y firmarlo.',
  ],
  button: ['Continue', 'Continuar'],
  question: { name: 'year', label: YEAR },
  ...(refusal && { refusal }),
});

const signPage = (asked: Asked, fields: Visitor['fields'], refusal?: Words): LinkOffer => ({
  title: titleOf(asked),
  text: READ_FIRST,
  button: ['Sign', 'Firmar'],
  signature: { name: fields.name ?? '', ink: fields.ink ?? '', answered: { year: fields.year ?? '' } },
  ...(refusal && { refusal }),
});

const ended = (asked: Asked, text: Words): LinkPage => ({ title: titleOf(asked), text });
const SIGNED: Words = ['Thank you. Your signature is recorded.', 'Gracias. Su firma quedó registrada.'];
/** A sentence of the rules, which say it in both languages. */
const said = (sentence: string): Words => [sentence, signingInSpanish(sentence) ?? sentence];

/** Undefined: there is no such link, or it opens nothing any more. */
const find = async (scope: Scope, tokenHash: Buffer): Promise<Asked | undefined> => {
  const [found, request] = await Promise.all([
    findSignerByToken(scope.site.db, tokenHash),
    findRequestOf(scope.site.db, { tokenHash }),
  ]);
  const signer = request?.signers.find(({ id }) => id === found?.id);
  return request && signer && { request, signer };
};

/** What there is to say to somebody whose link no longer works; undefined: it does. */
const endOf = async (scope: Scope, asked: Asked): Promise<LinkPage | 'gone' | undefined> => {
  const { request, signer } = asked;
  if (signer.signature) return ended(asked, SIGNED);
  if (signingLinkState(signer, scope.now()) !== 'open') return 'gone';
  const open = await checkOpen(scope, request, signer);
  return open.ok ? undefined : ended(asked, said(CHANGED));
};

interface Attempt {
  readonly opens: boolean;
  /** Tries that are left. */
  readonly left: number;
}

/** Checks, counts and logs a year while the link is locked, so that five wrong answers at once are five and none opens it after them. */
const attempt = (scope: Scope, tokenHash: Buffer, { request, signer }: Asked, year: string) =>
  mutate<Attempt>(scope, 'signing.openLink', async (tx, record) => {
    const link = await lockLink(tx, tokenHash);
    if (!link || signingLinkState(link, scope.now()) !== 'open') return refuse('notFound');
    const opens = readYear(year) === signer.birthYear;
    if (!opens) await countTry(tx, signer.id);
    record({ entity: ENTITY, id: request.id, action: opens ? 'read' : 'refused' });
    return done({ opens, left: LINK_TRIES - link.tries - (opens ? 0 : 1) });
  });

const sign = async (scope: Scope, asked: Asked, { fields, agent }: Visitor) => {
  const { request, signer } = asked;
  const { name = '', ink = '', confirmed } = fields;
  const taken = await takeSignature(scope, 'signing.signByLink', {
    requestId: request.id,
    role: signer.role,
    by: 'link',
    at: scope.now(),
    agent,
    name,
    ink: ink === '' ? null : ink,
    confirmed: confirmed === '1',
  });
  if (taken.ok) return ended(asked, SIGNED);
  const [wrong] = taken.errors;
  return signPage(asked, fields, said(wrong?.message ?? taken.info));
};

export const signingLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const asked = await find(scope, tokenHash);
    if (!asked) return undefined;
    const end = await endOf(scope, asked);
    return end === 'gone' ? undefined : (end ?? yearPage(asked));
  },
  use: async (scope, tokenHash, visitor) => {
    const asked = await find(scope, tokenHash);
    if (!asked) return undefined;
    const end = await endOf(scope, asked);
    if (end) return end === 'gone' ? undefined : end;
    const { fields } = visitor;
    const tried = await attempt(scope, tokenHash, asked, fields.year ?? '');
    if (!tried.ok) return undefined;
    const { opens, left } = tried.data;
    if (!opens) return left > 0 ? yearPage(asked, wrongYear(left)) : undefined;
    if (fields.show !== undefined) {
      const shown = await answerPdf(scope, await documentOf(scope, asked.request, []));
      return shown.ok ? shown.data : signPage(asked, fields, said(shown.info));
    }
    return fields.name === undefined ? signPage(asked, fields) : sign(scope, asked, visitor);
  },
};
