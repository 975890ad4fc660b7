import { type Refusal, refuseFields } from '../errors.ts';

/** Kinds of files that may be uploaded (docs/rules/files.md, rule 1). */
export const FILE_KINDS = ['pdf', 'doc', 'docx', 'xls', 'xlsx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export const MAX_FILE_BYTES = 10_000_000;

export const WRONG_TYPE = 'Error: Incorrect filetype. Allowed filetype .pdf, .doc, .docx, .xls, .xlsx';
export const TOO_LARGE = 'Error: File must be less that 10MB';
export const NO_FILE = 'Error: Choose a file';
export const NO_NAME = 'Error: Enter a name';
export const BAD_NAME = 'Error: A name has no / \\ : * ? " < > | and no invisible characters';
export const LONG_NAME = 'Error: A name has at most 120 characters';
export const NAME_TAKEN = 'Error: There is a file with this name already';
export const NO_SUCH_FILE = 'Error: This file was not found';
export const NO_SPACE = 'Error: The server is short of space. The file was not saved.';
export const TOO_MANY_FILES = 'Error: A person has at most 500 files';
export const DAMAGED = 'Error: The stored file is damaged and was not sent. Restore it from a backup.';

export const FILE_UPLOADED = 'Success: File uploaded';
export const FILE_RENAMED = 'Success: File renamed';
export const FILE_DELETED = 'Success: File deleted';
export const FILE_RESTORED = 'Success: File restored';

/** The letters after the last dot, if they look like an extension: 'page.html' has one, 'v1.2' and 'Dr. Chen' have none. */
const extensionOf = (name: string) => /\.([a-z][a-z0-9]{0,4})$/i.exec(name)?.[1]?.toLowerCase();

/** The kind that a file name claims; undefined if it is not an allowed one. */
export const kindOfName = (name: string): FileKind | undefined => {
  const extension = extensionOf(name);
  return FILE_KINDS.find((kind) => kind === extension);
};

const MAX_NAME = 120;
/** Path separators, characters that Windows forbids, and invisible ones that make names look alike. */
const FORBIDDEN = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Normalizes a typed name: composed letters, single spaces. */
export const tidyName = (typed: string) => typed.normalize('NFC').replace(/ +/g, ' ').trim();

const nameFault = (name: string): string | undefined => {
  if (name === '') return NO_NAME;
  if ([...name].length > MAX_NAME) return LONG_NAME;
  if (!name.isWellFormed() || FORBIDDEN.test(name) || RESERVED.test(name) || /^\.|[. ]$/.test(name))
    return BAD_NAME;
  return undefined;
};

export type NamedFile = { readonly ok: true; readonly name: string } | Refusal<'badInput' | 'unsupported'>;

/**
 * The name under which a file of this kind is stored: the typed name, plus the extension if it has none. A different
 * extension is refused, so that no rename changes the kind of a document (docs/rules/files.md, rule 3).
 */
export const nameFile = (typed: string, kind: FileKind, field = 'name'): NamedFile => {
  const base = tidyName(typed);
  const extension = extensionOf(base);
  const name = extension === undefined && base !== '' ? `${base}.${kind}` : base;
  const fault = nameFault(name);
  if (fault) return refuseFields([{ field, message: fault }]);
  if (extension === undefined || extension === kind) return { ok: true, name };
  return kindOfName(base)
    ? refuseFields([{ field, message: keepsKind(kind) }])
    : refuseFields([{ field, message: WRONG_TYPE }], 'unsupported');
};

export const keepsKind = (kind: FileKind) => `Error: This is a .${kind} file: its name ends in .${kind}`;

/** Validates what is known of an upload before it is sent. The server also inspects the content. */
export const checkUpload = (
  file: { readonly name: string; readonly size: number } | undefined,
  typedName: string,
): Refusal<'badInput' | 'unsupported'> | undefined => {
  if (!file) return refuseFields([{ field: 'file', message: NO_FILE }]);
  const kind = kindOfName(file.name);
  if (!kind) return refuseFields([{ field: 'file', message: WRONG_TYPE }], 'unsupported');
  if (file.size > MAX_FILE_BYTES) return refuseFields([{ field: 'file', message: TOO_LARGE }]);
  const named = nameFile(typedName, kind);
  return named.ok ? undefined : named;
};

/** 'Driver license.pdf' → 'Driver license', the initial value of the name box. */
export const withoutExtension = (name: string) =>
  extensionOf(name) === undefined ? name : name.slice(0, name.lastIndexOf('.'));

/** 1,234,567 → '1.2 MB', in decimal megabytes like the size limit. */
export const showSize = (bytes: number) =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 999_500
      ? `${Math.round(bytes / 1000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
