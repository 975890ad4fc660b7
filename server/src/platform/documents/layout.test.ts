import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_FORMS, sampleDocument } from '../../../testing/sample-forms.ts';
import type { Block, PrintedDocument } from './blocks.ts';
import { printable } from './fonts.ts';
import { paginate } from './layout.ts';
import { LEADING, type Mark, PAGE, WINDOW, widthOf, wrap } from './page.ts';

const documentOf = (blocks: readonly Block[], more: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Sample',
  letterhead: {
    agency: 'Agency',
    address: [],
    phone: null,
    fax: null,
    email: null,
    medicaidProviderId: null,
    logo: null,
  },
  confidentiality: 'Confidential.',
  printed: 'Printed 11-20-2026 10:00',
  at: '2026-11-20T17:00:00Z',
  parts: [{ title: 'Sample', subject: 'Somebody, ID 1', foot: 'Sample 1', blocks }],
  ...more,
});
const pagesOf = (blocks: readonly Block[]) => {
  const document = documentOf(blocks);
  return document.parts.flatMap((part) => paginate(document, part));
};
const textsOf = (marks: readonly Mark[]) => marks.flatMap((mark) => (mark.is === 'text' ? [mark.text] : []));

describe.each(SAMPLE_FORMS.map((form) => [form.kind, form] as const))('%s', (_, form) => {
  test.each(['usual', 'longest', 'empty'] as const)(
    '%s: nothing leaves the paper or covers other text',
    (fill) => {
      const document = sampleDocument(form, fill);
      const pages = document.parts.flatMap((part) => paginate(document, part));
      for (const marks of pages) {
        const boxes = marks.flatMap((mark) =>
          mark.is === 'text'
            ? [
                {
                  ...mark,
                  right: mark.x + widthOf(mark.text, mark.size, mark.weight),
                  bottom: mark.y + mark.size,
                },
              ]
            : [],
        );
        for (const box of boxes) {
          expect(box.x).toBeGreaterThanOrEqual(PAGE.margin - 0.01);
          expect(box.right).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 0.5);
          expect(box.bottom).toBeLessThanOrEqual(PAGE.height - PAGE.margin + 0.5);
        }
        const covered = boxes.flatMap((a, n) =>
          boxes
            .slice(n + 1)
            .filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom - 0.5 && b.y < a.bottom - 0.5)
            .map((b) => `${a.text} / ${b.text}`),
        );
        expect(covered).toEqual([]);
      }
    },
  );
});

describe('the address of a letter', () => {
  const lines = ['Ana Lopez', '1 Elm St', 'Apartment 7', 'Denver, CO 80202'];
  const fields: Block = { kind: 'fields', fields: [{ label: 'Invoice', value: '2026-0001', span: 12 }] };
  const [page = []] = pagesOf([fields, { kind: 'address', lines }, { kind: 'paragraph', text: 'after it' }]);
  const texts = page.flatMap((mark) => (mark.is === 'text' ? [mark] : []));

  test('is visible in the envelope’s window, and nothing else is', () => {
    const shown = texts.filter(({ text }) => lines.includes(text));
    expect(shown.map(({ text }) => text)).toEqual(lines);
    for (const { x, y, text, size } of shown) {
      expect([x >= WINDOW.x, y >= WINDOW.y, y + size <= WINDOW.bottom]).toEqual([true, true, true]);
      expect(x + widthOf(text, size)).toBeLessThanOrEqual(WINDOW.x + WINDOW.width);
    }
    // A letter can slide up and down by 33 points in its envelope.
    for (const { y, size, text } of texts.filter((one) => !shown.includes(one)))
      expect([text, y + size <= 147 || y >= 261]).toEqual([text, true]);
  });

  test('is placed lower if the page above it is full, and never covers other text', () => {
    const [full = []] = pagesOf([
      { kind: 'gap', height: 10 },
      ...Array.from({ length: 12 }, () => fields),
      { kind: 'address', lines },
    ]);
    const tops = full.flatMap((mark) => (mark.is === 'text' && mark.text === 'Ana Lopez' ? [mark.y] : []));
    expect(tops).toHaveLength(1);
    expect(tops[0]).toBeGreaterThan(WINDOW.end);
  });
});

describe('a table that is not written in', () => {
  test('breaks no word while another column has room to spare', () => {
    const [page] = pagesOf([
      {
        kind: 'table',
        dense: true,
        columns: [
          { head: 'Client', width: 60 },
          { head: 'Code', width: 4 },
          { head: 'Amount', width: 4, align: 'right' },
        ],
        rows: [['Bui, Minh', 'IHSSHMA', '$157,411.95']],
        total: ['1 record', '', '$1,157,411.95'],
      },
    ]);
    const texts = textsOf(page ?? []);
    for (const whole of ['Code', 'Amount', 'IHSSHMA', '$157,411.95', '$1,157,411.95'])
      expect(texts).toContain(whole);
  });

  test('fills its width whatever its words, and gives every column room', () => {
    const word = fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom(...'abcWM10. ') });
    fc.assert(
      fc.property(
        fc.array(fc.record({ width: fc.integer({ min: 1, max: 60 }), text: word }), {
          minLength: 1,
          maxLength: 16,
        }),
        (cells) => {
          const [page] = pagesOf([
            {
              kind: 'table',
              dense: true,
              columns: cells.map(({ width }) => ({ head: 'H', width })),
              rows: [cells.map(({ text }) => text)],
            },
          ]);
          const boxes = (page ?? []).flatMap((mark) => (mark.is === 'rect' ? [mark] : []));
          for (const { x, width } of boxes) expect(x + width).toBeCloseTo(PAGE.width - PAGE.margin, 3);
          const heads = (page ?? []).filter((mark) => mark.is === 'text' && mark.text === 'H');
          expect(heads).toHaveLength(cells.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('page breaks', () => {
  const rows = (count: number): Block[] => [
    { kind: 'section', text: 'Visits' },
    {
      kind: 'table',
      columns: [{ head: 'Date', width: 1 }],
      rows: Array.from({ length: count }, (_, n) => [`row ${n}`]),
    },
  ];

  test('repeat a table’s section and head, and every row appears once', () => {
    const pages = pagesOf(rows(120)).map(textsOf);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages.slice(1)) {
      expect(page).toContain('Visits · continued');
      expect(page).toContain('Date');
    }
    const printed = pages.flat().filter((text) => text.startsWith('row '));
    expect(printed).toEqual(Array.from({ length: 120 }, (_, n) => `row ${n}`));
    expect(pages.map((page) => page.find((text) => text.startsWith('Page ')))).toEqual(
      pages.map((_, n) => `Page ${n + 1} of ${pages.length}`),
    );
  });

  test('never separate signatures from content, or leave a section bar last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), (count) => {
        const signatures = [{ role: 'Client' }, { role: 'Agency' }];
        const pages = pagesOf([...rows(count), { kind: 'signatures', signatures }]).map(textsOf);
        const last = pages.findIndex((page) => page.includes('Client'));
        expect(pages[last]?.filter((text) => text.startsWith('row ')).length).toBeGreaterThanOrEqual(
          Math.min(2, count),
        );
        for (const page of pages)
          if (page.includes('Visits') || page.includes('Visits · continued'))
            expect(page.some((text) => text.startsWith('row '))).toBe(true);
      }),
      { numRuns: 90 },
    );
  });

  test('keep a short signed section together with its signatures', () => {
    for (let count = 1; count <= 60; count += 1) {
      const pages = pagesOf([
        ...rows(count),
        { kind: 'section', text: 'Agreement' },
        ...['one', 'two', 'three', 'four'].map((text): Block => ({ kind: 'paragraph', text })),
        { kind: 'signatures', signatures: [{ role: 'Client' }, { role: 'Agency' }] },
      ]).map(textsOf);
      const signed = pages.find((page) => page.includes('Client'));
      expect(signed).toEqual(expect.arrayContaining(['Agreement', 'one', 'four', 'Client', 'Agency']));
    }
  });

  test('never produce a page after the last row', () => {
    // The points by which the last row misses the end of the page.
    for (let height = 0; height < 16; height += 1)
      for (let count = 30; count <= 60; count += 1)
        for (const page of pagesOf([
          { kind: 'paragraph', text: 'x' },
          { kind: 'gap', height },
          ...rows(count),
        ]).map(textsOf))
          expect(page.some((text) => text.startsWith('row '))).toBe(true);
  });

  test('still print something taller than a page', () => {
    const text = 'word '.repeat(6_000);
    const pages = pagesOf([{ kind: 'fields', fields: [{ label: 'Remarks', span: 12, value: text }] }]);
    expect(pages.flatMap(textsOf).join(' ')).toContain('word');
  });

  test('requested at the top of a page add no empty page', () => {
    expect(pagesOf([{ kind: 'page' }, { kind: 'paragraph', text: 'x' }])).toHaveLength(1);
  });
});

describe('wrapped text', () => {
  test('contains every word in order and fits', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, maxLength: 40 }).map((word) => word.replace(/\s/g, '_')),
          {
            minLength: 1,
            maxLength: 30,
          },
        ),
        fc.integer({ min: 40, max: 540 }),
        (words, width) => {
          const text = words.join(' ');
          const lines = wrap(text, width, 9.5);
          for (const line of lines)
            if ([...line].length > 1) expect(widthOf(line, 9.5)).toBeLessThanOrEqual(width + 0.01);
          expect(lines.join('').replace(/ /g, '')).toBe(printable(text).replace(/ /g, ''));
        },
      ),
    );
  });

  test.each([
    ['composed letters', 'Nguye\u0302\u0303n', 'Nguyễn'],
    ['tabs and hard blanks', 'a\tb\u00a0c', 'a b c'],
    ['control and direction marks', 'a\u0007b\u202ec', 'abc'],
    ['what the font cannot draw', '漢字 🙂', '?? ?'],
    ['line ends of other systems', 'a\r\nb', 'a\nb'],
  ])('%s', (_, typed, printed) => expect(printable(typed)).toBe(printed));

  const long = 'Which of these does the client still do without help of anybody? '.repeat(6).trim();
  test.each<[string, Block]>([
    [
      'a question above its choices',
      { kind: 'checks', label: long, columns: 1, items: [{ label: 'Stands' }] },
    ],
    ['a heading', { kind: 'section', text: long }],
    ['a question in a box', { kind: 'fields', fields: [{ label: long, span: 12, value: 'Stands' }] }],
  ])('%s of several lines is printed whole, and nothing over it', (_, block) => {
    const [page = []] = pagesOf([block, { kind: 'paragraph', text: 'after it' }]);
    const texts = page.flatMap((mark) => (mark.is === 'text' ? [mark] : []));
    const own = texts.slice(texts.findIndex(({ text }) => text.startsWith('Which')));
    expect(
      own
        .map(({ text }) => text)
        .join(' ')
        .startsWith(long),
    ).toBe(true);
    const rows = own.slice(0, own.findIndex(({ text }) => text === 'after it') + 1);
    for (const [at, { y, size }] of rows.entries())
      expect(rows[at + 1]?.y ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(y + size - 0.5);
  });

  test('has lines spaced by the leading', () => {
    const [page = []] = pagesOf([{ kind: 'paragraph', text: 'one\ntwo' }]);
    const y = page.flatMap((mark) => (mark.is === 'text' && /^(one|two)$/.test(mark.text) ? [mark.y] : []));
    expect((y[1] ?? 0) - (y[0] ?? 0)).toBeCloseTo(9.5 * LEADING, 5);
  });
});
