import type { PrintedDocument } from './blocks.ts';

/** Bytes that a signature has room for: twice what it takes with its certificate. */
const ROOM = 8_192;
/** As wide as the numbers that replace it once the length of the file is known. */
const NUMBER = '*'.repeat(10);
/** There are signatures, and what is added to the file is appended to it. */
const SIGNED_AND_APPENDED = 3;
const PRINTED = 4;

/** A text of the file; plain strings are names to the library. */
const text = (value: string) => Object(value);

/**
 * The place in which the file is sealed once it is drawn (platform/crypto/pdf-seal.ts), as readers of PDF expect it: a field for
 * a signature on the last page, without a look of its own.
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
  // Nothing of the file is drawn anew: that would change it.
  form.NeedAppearances = false;
};
