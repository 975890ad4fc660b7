import { type Block, type GuidePage, languageOf, manualAddress, type Piece } from './page.ts';

/** Pages of the manual: plain HTML with one style sheet and nothing that runs. */
export interface ManualFiles {
  readonly style: string;
  readonly icon: string;
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const plain = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

const address = (name: string) => manualAddress(name === 'README' ? '' : name);

const pieceHtml = ({ text, bold, to }: Piece) => {
  if (to !== undefined) return `<a href="${address(to)}">${plain(text)}</a>`;
  return bold ? `<strong>${plain(text)}</strong>` : plain(text);
};

const TAGS = { text: 'p', heading: 'h2', list: 'ul', steps: 'ol' } as const;

const blockHtml = ({ kind, lines }: Block) => {
  const tag = TAGS[kind];
  const words = lines.map((line) => line.map(pieceHtml).join(''));
  const entries = kind === 'list' || kind === 'steps' ? words.map((word) => `<li>${word}</li>`) : words;
  return `<${tag}>${entries.join('')}</${tag}>`;
};

/** Groups and pages of the index, without what it says of them; the index itself needs no second list. */
const menuHtml = (index: GuidePage, here: string) => {
  const groups = index.blocks
    .filter(({ kind }) => kind === 'heading' || kind === 'list')
    .map(({ kind, lines }) => {
      if (kind === 'heading') return blockHtml({ kind, lines });
      const links = lines
        .flatMap((line) => line.filter(({ to }) => to !== undefined).slice(0, 1))
        .map(({ text, to = '' }) => {
          const mark = to === here ? ' aria-current="page"' : '';
          return `<li><a href="${address(to)}"${mark}>${plain(text)}</a></li>`;
        });
      return `<ul>${links.join('')}</ul>`;
    });
  return `<nav aria-label="Pages">\n${groups.join('\n')}\n</nav>`;
};

const pictureHtml = ({ picture, shows = '' }: GuidePage) =>
  picture ? `<img src="${picture}" alt="${plain(shows)}" width="900">` : '';

/** One page of the manual; `name` is README for its index. */
export const manualHtml = (name: string, page: GuidePage, index: GuidePage, files: ManualFiles) => {
  const [first, ...rest] = page.blocks;
  return `<!doctype html>
<html lang="${languageOf(name)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plain(name === 'README' ? page.title : `${page.title} - ${index.title}`)}</title>
<link rel="icon" href="${files.icon}">
<link rel="stylesheet" href="${files.style}">
</head>
<body>
<header><a href="${address('README')}">${plain(index.title)}</a></header>
<div>
${name === 'README' ? '' : menuHtml(index, name)}
<main>
<h1>${plain(page.title)}</h1>
${first ? blockHtml(first) : ''}
${pictureHtml(page)}
${rest.map(blockHtml).join('\n')}
</main>
</div>
</body>
</html>
`;
};
