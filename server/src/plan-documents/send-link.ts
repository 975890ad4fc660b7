import { Readable } from 'node:stream';
import { done } from '@homecare/domain/errors.ts';
import { LINK_TRIES, linkState, readYear, sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { readStored } from '../platform/files/stored-files.ts';
import { PdfAnswer } from '../platform/http/bind.ts';
import type { LinkKind, LinkOffer, Visitor, Words } from '../platform/http/links.ts';
import { countTry, findLink, insertUse, lockLink, type OpenLink } from './queries.ts';

/** The page of a send link (docs/rules/plan-documents.md, rule 11). It names the kind of the document, and no person. */

const MONTHS_ES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const;

const kindOf = ({ kind, month }: OpenLink): Words => {
  if (kind === 'CP') return ['Care plan', 'Plan de cuidado'];
  const spanish = month ? `${MONTHS_ES[Number(month.slice(5)) - 1]} de ${month.slice(0, 4)}` : '';
  return [`Timesheet, ${month ? sayMonth(month) : ''}`, `Hoja de horas, ${spanish}`];
};

const offerOf = (link: OpenLink, staff: number | null, refusal?: Words): LinkOffer => ({
  title: ['A document is ready for you', 'Hay un documento listo para usted'],
  text: kindOf(link),
  button: ['Open document', 'Abrir documento'],
  ...(staff === null && {
    question: { name: 'year', label: ['Your year of birth', 'Su año de nacimiento'] as const },
  }),
  ...(refusal && { refusal }),
});

export const wrongYear = (left: number): Words => [
  `That does not match. ${left} ${left === 1 ? 'try' : 'tries'} left.`,
  `No coincide. Le ${left === 1 ? 'queda 1 intento' : `quedan ${left} intentos`}.`,
];

interface Attempt {
  /** Undefined: there is no such link, or it opens nothing any more. */
  readonly link: OpenLink | undefined;
  readonly opens: boolean;
  /** Tries that are left. */
  readonly left: number;
}

/** Counts and logs an attempt while the link is held, so that five wrong answers at once are five. */
const attempt = (scope: Scope, tokenHash: Buffer, { fields, address, agent, staff }: Visitor) =>
  mutate<Attempt>(scope, 'planDocuments.openLink', async (tx, record) => {
    const link = await lockLink(tx, tokenHash);
    if (!link || linkState(link, scope.now()) !== 'open') {
      record({ entity: 'documentLink', id: link?.linkId ?? null, action: 'refused' });
      return done({ link: undefined, opens: false, left: 0 });
    }
    const opens =
      staff !== null || (link.birthYear !== null && readYear(fields.year ?? '') === link.birthYear);
    const outcome = !opens ? 'wrong year' : staff === null ? 'opened' : 'opened by staff';
    if (!opens) await countTry(tx, link.linkId);
    await insertUse(tx, {
      linkId: link.linkId,
      at: scope.now().toString(),
      outcome,
      address,
      agent,
      accountId: staff,
    });
    record({ entity: 'documentLink', id: link.linkId, action: opens ? 'read' : 'refused' });
    return done({ link, opens, left: LINK_TRIES - link.tries - (opens ? 0 : 1) });
  });

export const documentLink: LinkKind = {
  offer: async (scope, tokenHash, { staff }) => {
    const link = await findLink(scope, tokenHash);
    return link && linkState(link, scope.now()) === 'open' ? offerOf(link, staff) : undefined;
  },
  use: async (scope, tokenHash, visitor) => {
    // Other kinds of links have tokens of their own: those are not ours to count.
    if (!(await findLink(scope, tokenHash))) return undefined;
    const tried = await attempt(scope, tokenHash, visitor);
    if (!tried.ok || !tried.data.link) return undefined;
    const { link, opens, left } = tried.data;
    if (!opens) return left > 0 ? offerOf(link, null, wrongYear(left)) : undefined;
    const bytes = await readStored(scope, link);
    if (!bytes) throw new Error(`the saved copy ${link.id} is gone or damaged`);
    return new PdfAnswer(Readable.from([bytes]), link.fileName);
  },
};
