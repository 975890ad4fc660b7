import { buffer } from 'node:stream/consumers';
import type { DocumentPart, PrintedDocument } from '../src/platform/documents/blocks.ts';
import { renderPdf } from '../src/platform/documents/render.ts';
import { SAMPLE_PRINTING } from './plan-facts.ts';

/** A document as the printer gets it. */
export const drawnPdf = async (document: PrintedDocument): Promise<Uint8Array> => {
  const { stream, pages, finish } = renderPdf(document);
  pages.then(finish, (error) => stream.destroy(error));
  return new Uint8Array(await buffer(stream));
};

/** Parts on the sample agency's letterhead. */
export const printedPdf = (parts: readonly DocumentPart[]): Promise<Uint8Array> =>
  drawnPdf({
    title: 'Sample',
    letterhead: SAMPLE_PRINTING.paper.letterhead,
    confidentiality: SAMPLE_PRINTING.paper.texts.confidentiality,
    printed: 'Printed 11-20-2026 10:00 by K.O.',
    at: '2026-11-20T17:00:00Z',
    parts,
    oneCount: true,
  });
