import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { signsDocuments } from '@homecare/domain/permissions.ts';
import type { Scope } from '../auth/scope.ts';
import { PdfAnswer } from '../http/bind.ts';
import type { DocumentIndex, DocumentPart, PrintedDocument } from './blocks.ts';
import { type DocumentEntry, logDocument } from './log.ts';
import {
  Cancelled,
  type Chapters,
  DocumentTooLarge,
  type Rendering,
  renderPdf,
  TooManyDocuments,
} from './render.ts';

export interface Printing extends Pick<DocumentEntry, 'kind' | 'subjectIds' | 'parameters'> {
  readonly title: string;
  /** Contains only ids, never names. */
  readonly fileName: string;
  readonly parts: readonly DocumentPart[];
  /** A bulk file: its first page, and chapters instead of parts. */
  readonly bulk?: { readonly index: DocumentIndex; readonly chapters: Chapters };
  /** `Page n of m` counts across all parts. */
  readonly oneCount?: boolean;
  /** Blank fields can be filled in on screen. */
  readonly fillable?: boolean;
  readonly seal?: PrintedDocument['seal'];
  readonly onEnd?: (outcome: DocumentEntry['outcome'], pages: number | null) => Promise<void>;
  readonly sensitive?: boolean;
  /** For a report. */
  readonly rows?: number;
  /** It names a client, so each page has the confidentiality sentence. */
  readonly namesClient: boolean;
}

/** MM-DD-YYYY HH:mm in the site's time zone. */
export const printStamp = (scope: Scope): string => {
  const { year, month, day, hour, minute } = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(month)}-${two(day)}-${year} ${two(hour)}:${two(minute)}`;
};

/** The session's initials, whatever the request names; those of an admin are not printed (docs/rules/documents.md, rule 5). */
const printedBy = ({ user }: Scope) =>
  signsDocuments(user.role) && user.initials ? ` by ${user.initials}` : '';

const documentOf = (scope: Scope, printing: Printing): PrintedDocument => {
  const { letterhead, texts } = scope.settings.paper;
  return {
    title: printing.title,
    letterhead,
    confidentiality: printing.namesClient ? texts.confidentiality : null,
    printed: `Printed ${printStamp(scope)}${printedBy(scope)}`,
    at: scope.now().toString(),
    parts: printing.parts,
    ...(printing.bulk && { index: printing.bulk.index }),
    ...(printing.oneCount && { oneCount: true }),
    ...(printing.fillable && { fillable: true }),
    ...(printing.seal && { seal: printing.seal }),
  };
};

/** Draws the document without notifying anyone or logging. */
export const drawPdf = (scope: Scope, printing: Printing): Rendering =>
  renderPdf(documentOf(scope, printing), printing.bulk?.chapters);

/** A short document as bytes. */
export const pdfBytes = async (scope: Scope, printing: Printing): Promise<Buffer> => {
  const { stream, pages, finish } = drawPdf(scope, printing);
  pages.then(finish, (error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

/** Draws the document, streams it to the browser's viewer, and logs how it ended before sending the last byte. */
export const answerPdf = async (scope: Scope, printing: Printing): Promise<Result<PdfAnswer>> => {
  const begun = performance.now();
  const { kind, subjectIds, parameters, sensitive = false, rows = null } = printing;
  const log = async (outcome: DocumentEntry['outcome'], pages: number | null) => {
    await logDocument(scope, {
      kind,
      subjectIds,
      parameters,
      sensitive,
      format: 'pdf',
      pages,
      rows,
      durationMs: performance.now() - begun,
      outcome,
    });
    await printing.onEnd?.(outcome, pages);
  };
  try {
    const { stream, flowing, pages, finish } = drawPdf(scope, printing);
    const logged = pages
      .then(
        (count) => log('done', count),
        async (error) => {
          await log(error instanceof Cancelled ? 'cancelled' : 'failed', null);
          throw error;
        },
      )
      .then(finish);
    logged.catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    // If a small document fails or cannot be logged, nothing of it has been sent and it becomes an ordinary refusal.
    await Promise.race([flowing, logged]);
    return done(new PdfAnswer(stream, printing.fileName));
  } catch (error) {
    if (error instanceof TooManyDocuments) return refuse('unavailable');
    if (error instanceof DocumentTooLarge)
      return refuse(
        'tooLarge',
        'This document is too large to print. Choose fewer records or a shorter time.',
      );
    throw error;
  }
};
