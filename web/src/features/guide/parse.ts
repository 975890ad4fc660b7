import type { Block, GuidePage, Piece } from './page.ts';

/** Of Markdown a page has a title, a picture, headings, paragraphs, lists, bold names and links to other pages. */
const INLINE = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([\w-]+)\.md\)/g;
const PICTURE = /^!\[([^\]]+)\]\((img\/[\w-]+\.webp)\)$/;
const ENTRY = /^(?:- |\d+\. )/;

export const piecesOf = (line: string): Piece[] => {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, bold, text, to] = match;
    if (match.index > from) pieces.push({ text: line.slice(from, match.index) });
    if (bold !== undefined) pieces.push({ text: bold, bold: true });
    else if (text !== undefined && to !== undefined) pieces.push({ text, to });
    from = match.index + whole.length;
  }
  if (from < line.length) pieces.push({ text: line.slice(from) });
  return pieces;
};

const kindOf = (line: string): Block['kind'] =>
  line.startsWith('- ') ? 'list' : ENTRY.test(line) ? 'steps' : 'text';

const blockOf = (part: string): Block => {
  if (part.startsWith('## ')) return { kind: 'heading', lines: [piecesOf(part.slice(3))] };
  const kind = kindOf(part);
  if (kind === 'text') return { kind, lines: [piecesOf(part.replaceAll('\n', ' '))] };
  return { kind, lines: part.split('\n').map((line) => piecesOf(line.replace(ENTRY, ''))) };
};

/** Parts are separated by empty lines; the first one is the title. */
export const parsePage = (source: string): Omit<GuidePage, 'picture'> & { readonly file?: string } => {
  const [title = '', ...parts] = source.trim().split(/\n\s*\n/);
  if (!title.startsWith('# ')) throw new Error(`a page of the guide begins with its title, not '${title}'`);
  const picture = parts.map((part) => PICTURE.exec(part)).find((match) => match !== null);
  const [, shows, file] = picture ?? [];
  return {
    title: title.slice(2),
    blocks: parts.filter((part) => !PICTURE.test(part)).map(blockOf),
    ...(shows && { shows }),
    ...(file && { file }),
  };
};
