import { done, refuse } from '@homecare/domain/errors.ts';
import { readYear } from '@homecare/domain/plan-documents/rules.ts';
import { CHANGED, LINK_TRIES, signingLinkState } from '@homecare/domain/signing/rules.ts';
import { signingInSpanish } from '@homecare/domain/signing/spanish.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { LinkKind, LinkOffer, LinkPage, Visitor, Words } from '../platform/http/links.ts';
import { countTry, findRequestOf, findSignerByToken, type RequestRow, type SignerRow } from './queries.ts';
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

/** Counted before the next one is looked at, so that five wrong answers at once are five. */
const wrongYear = async (scope: Scope, asked: Asked): Promise<LinkOffer | undefined> => {
  const counted = await mutate(scope, 'signing.openLink', async (tx, record) => {
    const tries = await countTry(tx, asked.signer.id, LINK_TRIES);
    if (!tries) return refuse('notFound');
    record({ entity: ENTITY, id: asked.request.id, action: 'refused' });
    return done(LINK_TRIES - tries.tries);
  });
  if (!counted.ok || counted.data === 0) return undefined;
  const left = counted.data;
  return yearPage(asked, [
    `That does not match. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
    `No coincide. Le ${left === 1 ? 'queda 1 intento' : `quedan ${left} intentos`}.`,
  ]);
};

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
    if (readYear(fields.year ?? '') !== asked.signer.birthYear) return wrongYear(scope, asked);
    if (fields.show !== undefined) {
      const shown = await answerPdf(scope, await documentOf(scope, asked.request, []));
      return shown.ok ? shown.data : signPage(asked, fields, said(shown.info));
    }
    return fields.name === undefined ? signPage(asked, fields) : sign(scope, asked, visitor);
  },
};
