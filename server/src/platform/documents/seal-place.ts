import type { PrintedDocument } from './blocks.ts';

/** Bytes reserved for a signature: twice what it needs with its certificate. */
const ROOM = 8_192;
/** As wide as the numbers that replace it once the file's length is known. */
const NUMBER = '*'.repeat(10);
/** The file contains signatures, and changes are appended. */
const SIGNED_AND_APPENDED = 3;
const PRINTED = 4;

/** A PDF string; the library takes plain strings for names. */
const text = (value: string) => Object(value);

/**
 * Reserves the place in which the finished file is sealed (platform/crypto/pdf-seal.ts), as PDF readers expect it: an invisible
 * signature field on the last page.
 */
export const putSealPlace = (
  pdf: PDFKit.PDFDocument,
  reason: string,
  { at, letterhead }: Pick<PrintedDocument, 'at' | 'letterhead'>,
) => {
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, NUMBER, NUMBER, NUMBER],
    Contents: Buffer.alloc(ROOM),
    M: new Date(at),
    Name: text(letterhead.agency),
    Reason: text(reason),
  });
  const field = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    T: text('Seal'),
    F: PRINTED,
    P: pdf.page.dictionary,
    V: signature,
  });
  signature.end('');
  field.end('');
  const onPage: unknown[] = pdf.page.annotations;
  onPage.push(field);
  const form = pdf.font('regular').initForm()._root.data.AcroForm?.data;
  if (!form) throw new Error('the library makes no form');
  form.Fields.push(field);
  form.SigFlags = SIGNED_AND_APPENDED;
  // Readers must not redraw anything, because that would change the file.
  form.NeedAppearances = false;
};
