import { createHash } from 'node:crypto';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { NOT_COMPLETE, sayBy } from '@homecare/domain/signing/rules.ts';
import { SIGNER_WORDS, type SignedSubject } from '@homecare/domain/signing/schema.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { carePlanDocument, daysFrom, findPlan, printingOf } from '../plan-documents/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Block, FlowPart } from '../platform/documents/blocks.ts';
import { findVisit } from '../visits/service.ts';
import type { GivenRow } from './queries.ts';

/** The words that are signed, as the document has them, and the page with the signatures. */

export interface Content {
  readonly text: string;
  readonly hash: Buffer;
  readonly version: number;
}

const contentOf = (part: FlowPart, version: number): Content => {
  const text = JSON.stringify(part);
  return { text, hash: createHash('sha256').update(text).digest(), version };
};

/** Of this release's own making: nobody else writes the column. */
export const partOf = (text: string): FlowPart => JSON.parse(text);

/** The lines to sign by hand make room for the signatures themselves. */
const isToBeSigned = ({ kind }: Block) => kind !== 'signatures';

const planContent = async (scope: Scope, planId: number): Promise<Result<Content>> => {
  const plan = await findPlan(scope, planId);
  if (!plan.ok) return plan;
  const document = carePlanDocument(plan.data, await printingOf(scope), daysFrom(scope));
  const part = document.parts.find((one) => one.kind !== 'sheet');
  if (!part) return refuse('notFound');
  return done(contentOf({ ...part, blocks: part.blocks.filter(isToBeSigned) }, plan.data.rev));
};

const taskRows = ({ Care, Home }: Visit['Tasks']) =>
  [...Object.entries(Care), ...Object.entries(Home)].map(([name, minutes]) => [name, String(minutes)]);

const visitPart = (visit: Visit, zone: string): FlowPart => {
  const stamp = (at: string | null) => (at === null ? '' : showStamp(at, zone));
  return {
    title: 'Visit Record',
    subject: `${visit.ClientName}, visit of ${showDate(visit.Date)}`,
    foot: `Visit ${visit.id} · plan ${visit.CareID} · ${showDate(visit.Date)}`,
    aside: [`Visit ${visit.id}`, `Plan ${visit.CareID}`],
    blocks: [
      {
        kind: 'fields',
        fields: [
          { label: 'Client', span: 6, value: visit.ClientName },
          { label: 'Caregiver', span: 6, value: visit.ProviderName },
          { label: 'Day', span: 4, value: showDate(visit.Date) },
          { label: 'Planned', span: 8, value: `${visit.PlanStartTime} - ${visit.PlanEndTime}` },
          { label: 'Check-in', span: 6, value: stamp(visit.startedAt) },
          { label: 'Check-out', span: 6, value: stamp(visit.endedAt) },
        ],
      },
      { kind: 'gap', height: 6 },
      {
        kind: 'table',
        dense: true,
        columns: [
          { head: 'Task', width: 80 },
          { head: 'Minutes', width: 20, align: 'right' },
        ],
        rows: taskRows(visit.Tasks),
        none: 'This visit has no tasks.',
      },
    ],
  };
};

const visitContent = async (scope: Scope, planId: number, visitId: number): Promise<Result<Content>> => {
  const visit = await findVisit(scope.site.db, scope, visitId);
  if (!visit || visit.CareID !== planId) return refuse('notFound');
  if (visit.Status !== 'Complete') return refuse('conflict', NOT_COMPLETE);
  return done(contentOf(visitPart(visit, scope.settings.timeZone), visit.rev));
};

/** What would be signed now. */
export const currentContent = (scope: Scope, { planId, visitId }: SignedSubject): Promise<Result<Content>> =>
  visitId === null ? planContent(scope, planId) : visitContent(scope, planId, visitId);

/** A plan is another one after each change; of a visit only what is on its record counts, not how it was sent on. */
export const isSameContent = (
  {
    visitId,
    version,
    contentHash,
  }: Pick<SignedSubject, 'visitId'> & {
    readonly version: number;
    readonly contentHash: Buffer;
  },
  now: Content,
) => (visitId === null ? version === now.version : contentHash.equals(now.hash));

const STATEMENT = {
  plan: 'Everyone who signed below has read this care plan, agrees with it, and agreed to sign electronically.',
  visit:
    'Everyone who signed below confirms that this visit took place at these times, and agreed to sign electronically.',
} as const;

/** Who signed when and how, with the picture, and the chain by which each signature holds those before it. */
export const signaturePart = (
  of: { readonly visitId: number | null; readonly contentHash: Buffer } & Pick<FlowPart, 'subject' | 'foot'>,
  given: readonly GivenRow[],
  zone: string,
): FlowPart => ({
  title: 'Signatures',
  subject: of.subject,
  foot: of.foot,
  blocks: [
    { kind: 'paragraph', text: STATEMENT[of.visitId === null ? 'plan' : 'visit'] },
    { kind: 'gap', height: 8 },
    ...given.map(
      ({ role, name, ink, at, by, hash }): Block => ({
        kind: 'signed',
        name,
        ink,
        lines: [
          `${SIGNER_WORDS[role]}: ${name}`,
          `Signed ${showStamp(at, zone)} (${at}) ${sayBy(by)}`,
          ink === null ? 'The typed name is the signature' : 'Signed by hand on the screen',
          `Hash ${hash.toString('hex')}`,
        ],
      }),
    ),
    {
      kind: 'paragraph',
      style: 'small',
      text: `SHA-256 of the document that was signed: ${of.contentHash.toString('hex')}. Each hash above is made of the one before it and of the signature: who, name, time, place and picture. The file is sealed with the agency's certificate; a changed file no longer matches its seal.`,
    },
  ],
});
