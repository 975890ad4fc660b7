import { expect, it } from 'vitest';
import { manualHtml } from './manual.ts';
import type { GuidePage } from './page.ts';
import { parsePage, piecesOf } from './parse.ts';

const SOURCE = `# Today

What must be
done now.

![Today with example data](img/today.webp)

- Press **Save**.
- See [People](glossary.md).

## Colors

1. Red & <b>late</b>
`;

it('a page has its title, its picture and its blocks', () => {
  expect(parsePage(SOURCE)).toEqual({
    title: 'Today',
    shows: 'Today with example data',
    file: 'img/today.webp',
    blocks: [
      { kind: 'text', lines: [[{ text: 'What must be done now.' }]] },
      {
        kind: 'list',
        lines: [
          [{ text: 'Press ' }, { text: 'Save', bold: true }, { text: '.' }],
          [{ text: 'See ' }, { text: 'People', to: 'glossary' }, { text: '.' }],
        ],
      },
      { kind: 'heading', lines: [[{ text: 'Colors' }]] },
      { kind: 'steps', lines: [[{ text: 'Red & <b>late</b>' }]] },
    ],
  });
});

it('a page without a title is refused', () => {
  expect(() => parsePage('Today\n\nText')).toThrow('begins with its title');
});

it('a link to anything but a page stays text', () => {
  expect(piecesOf('[out](https://example.org)')).toEqual([{ text: '[out](https://example.org)' }]);
});

const index: GuidePage = {
  title: 'Guide',
  blocks: [
    { kind: 'text', lines: [[{ text: 'What there is.' }]] },
    { kind: 'heading', lines: [[{ text: 'Care' }]] },
    { kind: 'list', lines: [[{ text: 'Today', to: 'today' }, { text: ': now' }]] },
  ],
};

it('a page of the manual marks itself in the menu, and its text stays text', () => {
  const { file: _, ...page } = parsePage(SOURCE);
  const html = manualHtml('today', { ...page, picture: '/assets/today.webp' }, index, {
    style: '/assets/manual.css',
    icon: '/icon-192.png',
  });
  expect(html).toContain('<a href="/guide/today" aria-current="page">Today</a>');
  expect(html).toContain('<a href="/guide/glossary">People</a>');
  expect(html).toContain('<img src="/assets/today.webp" alt="Today with example data" width="900">');
  expect(html).toContain('<ol><li>Red &amp; &lt;b&gt;late&lt;/b&gt;</li></ol>');
  expect(html).not.toMatch(/<script|style="/);
});
