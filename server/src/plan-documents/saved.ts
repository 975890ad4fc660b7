import { Readable } from 'node:stream';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import * as calls from '@homecare/domain/plan-documents/contract.ts';
import { LINK_DAYS, linkState } from '@homecare/domain/plan-documents/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { logDocument } from '../platform/documents/log.ts';
import { Cancelled, TooManyDocuments } from '../platform/documents/render.ts';
import { printToFile } from '../platform/documents/to-file.ts';
import { discard } from '../platform/files/store.ts';
import { readStored, storeFile } from '../platform/files/stored-files.ts';
import { PdfAnswer, type UseCase } from '../platform/http/bind.ts';
import {
  findSavedFile,
  insertLink,
  insertSaved,
  listSavedOf,
  lockPlan,
  type PlanFacts,
  revokeLinkRow,
} from './queries.ts';
import {
  carePlanDocument,
  daysFrom,
  findPlan,
  monthOf,
  type OnePlan,
  printingOf,
  timesheetDocument,
} from './service.ts';

type Saved = Promise<Result<OutputOf<typeof calls.saveCarePlan>>>;

/** Whom the link goes to: an active provider whose year of birth can be asked for. */
const checkReceiver = ({ provider }: PlanFacts): Result<never> | undefined => {
  if (provider.archived !== null) return refuse('badInput', calls.NO_PROVIDER);
  return provider.hasBirthDate ? undefined : refuse('badInput', calls.NO_BIRTH_DATE);
};

export const saveCarePlan = async (scope: Scope, { id }: InputOf<typeof calls.saveCarePlan>): Saved => {
  const plan = await findPlan(scope, id);
  if (!plan.ok) return plan;
  return save(scope, plan.data, {
    kind: 'CP',
    month: null,
    document: carePlanDocument(plan.data, await printingOf(scope), daysFrom(scope)),
  });
};

export const saveTimesheet = async (scope: Scope, input: InputOf<typeof calls.saveTimesheet>): Saved => {
  const month = monthOf(input);
  if (!month.ok) return month;
  const plan = await findPlan(scope, input.id);
  if (!plan.ok) return plan;
  const { covidts, timeNeeded, mreport } = input;
  const printing = await printingOf(scope);
  const document = timesheetDocument(plan.data, month.data, printing, { covidts, timeNeeded, mreport });
  if (!document.ok) return document;
  return save(scope, plan.data, { kind: 'TS', month: month.data, document: document.data });
};

interface ToSave {
  readonly kind: 'CP' | 'TS';
  readonly month: string | null;
  readonly document: OnePlan;
}

/**
 * Keeps the printed bytes and makes the link, in one transaction with both log rows. The token is made here and answered
 * once: only its hash is kept, so a request that is repeated by its key cannot be answered again.
 */
const save = async (scope: Scope, plan: PlanFacts, { kind, month, document }: ToSave): Saved => {
  const unreachable = checkReceiver(plan);
  if (unreachable) return unreachable;
  const begun = performance.now();
  const printed = await printToFile(scope, document).catch((error: unknown) => {
    if (error instanceof TooManyDocuments || error instanceof Cancelled) return undefined;
    throw error;
  });
  if (!printed) return refuse('unavailable');
  const token = newToken();
  try {
    const kept = await keepDocument(scope, plan, { kind, month, document }, { ...printed, begun, token });
    if (!kept.ok) return kept;
    if (kept.data.tokenHash !== hashToken(token).toString('hex'))
      return refuse('conflict', 'This key was used for another request.');
    return done({ path: `/l/${token}` });
  } finally {
    await discard(printed.file);
  }
};

/** Keeps the printed file, its link and both log rows, unless the plan has changed since it was read. */
const keepDocument = (
  scope: Scope,
  plan: PlanFacts,
  { kind, month, document }: ToSave,
  printed: {
    readonly file: Awaited<ReturnType<typeof printToFile>>['file'];
    readonly pages: number;
    readonly begun: number;
    readonly token: string;
  },
) =>
  storeFile(scope, printed.file, (keepIn) =>
    mutate(scope, 'planDocuments.save', async (tx, record) => {
      const locked = await lockPlan(tx, plan.id);
      if (!locked || locked.status === 'Deleted') return refuse('notFound');
      if (locked.rev !== plan.rev) return refuse('stale');
      const savedId = await insertSaved(tx, scope, {
        kind,
        planId: plan.id,
        month,
        parameters: document.parameters,
        fileName: document.fileName,
        fileKey: await keepIn(tx),
        pages: printed.pages,
        planVersion: plan.rev,
      });
      const now = scope.now();
      const tokenHash = hashToken(printed.token);
      await insertLink(tx, {
        savedId,
        tokenHash,
        created: now.toString(),
        expires: now.add({ hours: LINK_DAYS * 24 }).toString(),
      });
      await logDocument(
        scope,
        {
          kind: document.kind,
          subjectIds: document.subjectIds,
          parameters: { ...document.parameters, save: true },
          format: 'pdf',
          pages: printed.pages,
          rows: null,
          sensitive: false,
          durationMs: performance.now() - printed.begun,
          outcome: 'done',
          savedId,
        },
        tx,
      );
      record({
        entity: 'savedDocument',
        id: savedId,
        action: 'insert',
        changes: { plan: [null, plan.id], file: [null, document.fileName] },
      });
      return done({ tokenHash: tokenHash.toString('hex') });
    }),
  );

/** Keeps a document that another feature printed of a plan, in its transaction. */
export const keepPrinted = async (
  tx: Tx,
  scope: Scope,
  printed: {
    readonly kind: 'SP' | 'SV';
    readonly document: Pick<OnePlan, 'kind' | 'subjectIds' | 'parameters' | 'fileName'>;
    readonly planId: number;
    readonly planVersion: number;
    readonly fileKey: string;
    readonly pages: number;
    readonly begun: number;
  },
): Promise<number> => {
  const { kind, document, planId, planVersion, fileKey, pages, begun } = printed;
  const { parameters, fileName } = document;
  const savedId = await insertSaved(tx, scope, {
    kind,
    planId,
    month: null,
    parameters,
    fileName,
    fileKey,
    pages,
    planVersion,
  });
  const durationMs = performance.now() - begun;
  const entry = { format: 'pdf', pages, rows: null, sensitive: false, durationMs, outcome: 'done' } as const;
  await logDocument(
    scope,
    { kind: document.kind, subjectIds: document.subjectIds, parameters, ...entry, savedId },
    tx,
  );
  return savedId;
};

export const listSaved: UseCase<typeof calls.listSaved> = async (scope, of) => {
  const now = scope.now();
  const rows = await listSavedOf(scope, of);
  return done(
    rows.map(({ links, ...saved }) => ({
      ...saved,
      links: links.map((link) => ({
        id: link.id,
        state: linkState(link, now),
        expires: link.expires,
        opened: link.opened,
        lastOpened: link.lastOpened,
        wrong: link.wrong,
      })),
    })),
  );
};

/** The stored bytes; logged as every document that is handed out. */
export const downloadSaved: UseCase<typeof calls.downloadSaved> = async (scope, { id }) => {
  const begun = performance.now();
  const file = await findSavedFile(scope, id);
  if (!file) return refuse('notFound');
  const bytes = await readStored(scope, file);
  if (!bytes) throw new Error(`the saved copy ${id} is gone or damaged`);
  await logDocument(scope, {
    kind: 'SavedDocument',
    subjectIds: [file.planId],
    parameters: {},
    format: 'pdf',
    pages: file.pages,
    rows: null,
    sensitive: false,
    durationMs: performance.now() - begun,
    outcome: 'done',
    savedId: id,
  });
  return done(new PdfAnswer(Readable.from([bytes]), file.fileName));
};

export const revokeLink: UseCase<typeof calls.revokeLink> = (scope, { id }) =>
  mutate(scope, 'planDocuments.revokeLink', async (tx, record) => {
    const revoked = await revokeLinkRow(tx, id, scope.now().toString());
    if (!revoked) return refuse('notFound', 'This link does not exist, or was revoked before.');
    record({
      entity: 'savedDocument',
      id: revoked.savedId,
      action: 'update',
      changes: { link: [id, 'revoked'] },
    });
    return done(null, { info: calls.LINK_REVOKED });
  });
