import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { readPageCode, writePageCode } from '@homecare/domain/plan-documents/page-code.ts';
import { describe, expect, test } from 'vitest';
import { codeNamesIn } from '../../testing/code-names.ts';
import { readCodes } from '../../testing/codes.ts';
import type { Fill } from '../../testing/form-facts.ts';
import { differenceOf, fromPng, readPdf, sideBySide, toPng } from '../../testing/pdf.ts';
import { SAMPLE_PRINTING, samplePlan, sampleTemporary } from '../../testing/plan-facts.ts';
import type { DocumentPart, PrintedDocument } from '../platform/documents/blocks.ts';
import { layPart } from '../platform/documents/layout.ts';
import { LANDSCAPE, type Mark, PAGE, widthOf } from '../platform/documents/page.ts';
import { renderPdf } from '../platform/documents/render.ts';
import { carePlanPart } from './documents/care-plan.ts';
import { orderSheetPart } from './documents/order-sheet.ts';
import { timesheetParts } from './documents/timesheet.ts';

const MONTH = '2026-11';
const FLAGS = { covidts: false, timeNeeded: true, mreport: true };

const documentOf = (parts: readonly DocumentPart[]): PrintedDocument => ({
  title: 'Sample',
  letterhead: SAMPLE_PRINTING.paper.letterhead,
  confidentiality: SAMPLE_PRINTING.paper.texts.confidentiality,
  printed: 'Printed 11-20-2026 10:00 by K.O.',
  at: '2026-11-20T17:00:00Z',
  parts,
  oneCount: true,
});

const print = async (parts: readonly DocumentPart[]): Promise<Uint8Array> => {
  const { stream, pages, finish } = renderPdf(documentOf(parts));
  pages.then(finish, (error) => stream.destroy(error));
  return new Uint8Array(await buffer(stream));
};

const DOCUMENTS: Record<string, (fill: Fill) => DocumentPart[]> = {
  CarePlan: (fill) => [carePlanPart(samplePlan(fill), SAMPLE_PRINTING)],
  Timesheet: (fill) => timesheetParts(samplePlan(fill), MONTH, SAMPLE_PRINTING, FLAGS),
  Temporary: (fill) =>
    timesheetParts(sampleTemporary(fill), MONTH, SAMPLE_PRINTING, {
      ...FLAGS,
      covidts: true,
      mreport: false,
    }),
  ServiceOrder: (fill) => [orderSheetPart(samplePlan(fill), MONTH, SAMPLE_PRINTING)],
};
const KINDS = Object.entries(DOCUMENTS);

/** What must be on the usual document, from the table of its content; and its pages. */
const CONTENT: Record<string, { readonly pages: number; readonly words: readonly string[] }> = {
  CarePlan: {
    pages: 1,
    words: [
      'Plan 12345',
      'Nguyễn, Thị Mỹ A',
      '02-09-1947',
      'Y123456',
      'I10 hypertension',
      'Łukasz Wiśniewski',
      'Garcia, Elena M',
      '02-10-2026',
      'Two dogs; use the side door.',
      'Reason: New PAR',
      'Personal care (minutes)',
      'Minutes per day',
      'Planned 10.00 hours a week (600 minutes) · travel 1.25 hours (75 minutes)',
      'together 11.25 hours (675 minutes)',
      'Sunrise Adult Daycare: Tue, Thu 09:00-14:30',
      '24 hours (303) 555-0199',
      'Client or representative (relation) · Thị Mỹ Nguyễn',
      'Agency supervisor',
      'modified 11-18-2026 09:41 AM M.R.',
    ],
  },
  Timesheet: {
    pages: 3,
    words: [
      'Timesheet November 2026, 1st half (1-15)',
      'Timesheet November 2026, 2nd half (16-30)',
      'Personal Care (PCP)',
      'Planned hours of this half: 20.00, travel 2.50',
      'Plan 12345 · 2026-11 · 2nd half · sheet 1',
      'Bathing',
      'Provider initials',
      'Client or representative · Thị Mỹ Nguyễn',
      'Relation',
      '6 Original missing',
      'Monthly Report November 2026',
      'Medicines refused',
    ],
  },
  Temporary: { pages: 2, words: ['TEMPORARY 11-09-2026 - 11-20-2026, covers Garcia, Elena'] },
  ServiceOrder: {
    pages: 1,
    words: ['Service Order November 2026', '42.00 (5.25)', '189', '1,776', 'changed 11-18-2026', 'I accept'],
  },
};

describe.each(KINDS)('%s', (kind, partsOf) => {
  test('says what its table of content asks for, on its number of pages', async () => {
    const pages = await readPdf(await print(partsOf('usual')));
    const text = pages.map((page) => page.text.normalize('NFC')).join('\n');
    const { words, pages: count } = CONTENT[kind] ?? { words: ['no content is named'], pages: 0 };
    expect(words.filter((one) => !text.includes(one))).toEqual([]);
    expect(pages).toHaveLength(count);
    pages.forEach((page, n) => void expect(page.text).toContain(`Page ${n + 1} of ${count}`));
  });

  /** Pages that were looked at and found good; UPDATE_PAGES=1 writes them anew. */
  test.each(['usual', 'longest', 'empty'] as const)('%s: looks as it was approved', async (fill) => {
    const seen = sideBySide(await readPdf(await print(partsOf(fill)), 0.4));
    const file = fileURLToPath(new URL(`pages/${kind}.${fill}.png`, import.meta.url));
    if (process.env.UPDATE_PAGES === '1') {
      mkdirSync(new URL('pages', import.meta.url), { recursive: true });
      writeFileSync(file, toPng(seen));
    }
    expect(differenceOf(seen, fromPng(readFileSync(file)))).toBeLessThan(12);
  });

  test.each(['usual', 'longest', 'empty'] as const)(
    '%s: nothing leaves the paper or comes near a code',
    (fill) => {
      const parts = partsOf(fill);
      for (const part of parts)
        for (const { draw, landscape } of layPart(documentOf(parts), part)) {
          const marks = draw();
          const { width, height } = landscape ? LANDSCAPE : PAGE;
          const codes = marks.filter((mark) => mark.is === 'code');
          for (const mark of marks) {
            if (mark.is === 'path' || mark.is === 'logo' || mark.is === 'code') continue;
            const box =
              mark.is === 'line'
                ? [
                    Math.min(mark.x1, mark.x2),
                    Math.min(mark.y1, mark.y2),
                    Math.max(mark.x1, mark.x2),
                    Math.max(mark.y1, mark.y2),
                  ]
                : mark.is === 'text'
                  ? [mark.x, mark.y, mark.x + widthOf(mark.text, mark.size, mark.weight), mark.y + mark.size]
                  : [mark.x, mark.y, mark.x + mark.width, mark.y + mark.height];
            const [left = 0, top = 0, right = 0, bottom = 0] = box;
            const said = JSON.stringify(mark);
            expect(left >= 12 && top >= 12 && right <= width - 12 && bottom <= height - 12, said).toBe(true);
            for (const { x, y, size } of codes) {
              const near =
                left < x + size + 11.9 && right > x - 11.9 && top < y + size + 11.9 && bottom > y - 11.9;
              expect(near, `near a code: ${said}`).toBe(false);
            }
          }
        }
    },
  );
});

test.each(Object.keys(DOCUMENTS))('%s: no words lie on others, however long the names are', (kind) => {
  for (const fill of ['usual', 'longest', 'empty'] as const) {
    const parts = DOCUMENTS[kind]?.(fill) ?? [];
    for (const part of parts)
      for (const { draw } of layPart(documentOf(parts), part)) {
        const words = draw()
          .filter((mark) => mark.is === 'text')
          .map(({ text, x, y, size, weight }) => ({
            text,
            x,
            y,
            size,
            end: x + widthOf(text, size, weight),
          }));
        for (const [n, one] of words.entries())
          for (const other of words.slice(n + 1)) {
            const across = Math.min(one.end, other.end) - Math.max(one.x, other.x);
            const down = Math.min(one.y + one.size, other.y + other.size) - Math.max(one.y, other.y);
            expect(across > 1 && down > 1, `${fill}: ${one.text} | ${other.text}`).toBe(false);
          }
      }
  }
});

test.each(KINDS)('%s: names no field by its name in the code, and no version', async (_, partsOf) => {
  for (const fill of ['usual', 'empty'] as const)
    for (const { text } of await readPdf(await print(partsOf(fill)))) expect(codeNamesIn(text)).toEqual([]);
});

/** The usual plan with so many tasks, a third of them at home. */
const planWithTasks = (count: number) => {
  const plan = samplePlan('usual');
  const [first] = plan.week.personalCareItems;
  if (!first) throw new Error('the usual plan has no tasks');
  const rows = Array.from({ length: count }, (_, n) => ({ ...first, Name: `Task number ${n + 1}` }));
  const cut = Math.ceil((count * 2) / 3);
  return samplePlan('usual', {
    week: { ...plan.week, personalCareItems: rows.slice(0, cut), homeMakingItems: rows.slice(cut) },
  });
};

const textsOf = ({ draw }: { readonly draw: () => readonly Mark[] }) =>
  draw().flatMap((mark) => (mark.is === 'text' ? [mark.text] : []));
const tasksOn = (texts: readonly string[]) => texts.filter((text) => /^Task number \d+$/.test(text));

const sheetsOf = (count: number) => {
  const flags = { ...FLAGS, mreport: false };
  const parts = timesheetParts(planWithTasks(count), MONTH, SAMPLE_PRINTING, flags);
  return parts.map((part) => layPart(documentOf(parts), part).map(textsOf));
};

test('the timesheets of a month are two sheets for up to 20 tasks, and four for up to 50', () => {
  for (const [tasks, each] of [
    [1, 1],
    [12, 1],
    [13, 1],
    [20, 1],
    [30, 2],
    [50, 2],
  ] as const)
    expect(
      sheetsOf(tasks).map((half) => half.length),
      `${tasks} tasks`,
    ).toEqual([each, each]);
});

test('however many tasks there are, each is on one sheet of a half, and none is signed without its share', () => {
  for (let count = 1; count <= 70; count += 1)
    for (const half of sheetsOf(count)) {
      const tasks = half.map(tasksOn);
      expect(tasks.flat()).toEqual(Array.from({ length: count }, (_, n) => `Task number ${n + 1}`));
      const [first = [], last = []] = [tasks[0], tasks.at(-1)];
      expect(last.length, `${count} tasks`).toBeGreaterThanOrEqual(first.length / 3);
    }
});

test('however many tasks a care plan has, it is signed on the page that says when to call', () => {
  for (let count = 0; count <= 60; count += 1) {
    const parts = [carePlanPart(planWithTasks(count), SAMPLE_PRINTING)];
    const pages = parts.flatMap((part) => layPart(documentOf(parts), part)).map(textsOf);
    const signed = pages.filter((page) => page.includes('Agency supervisor'));
    expect(signed).toHaveLength(1);
    expect(signed[0], `${count} tasks`).toContain(
      'When the provider cannot come, and what is reported at once',
    );
  }
});

test('signatures and all boxes of a long sheet are on its last page, each page has its own code', async () => {
  const parts = timesheetParts(samplePlan('longest'), MONTH, SAMPLE_PRINTING, { ...FLAGS, mreport: false });
  const bytes = await print(parts);
  const pages = await readPdf(bytes);
  const half = pages.slice(0, pages.length / 2);
  expect(half.length).toBeGreaterThan(1);
  half.forEach(({ text }, n) => {
    expect(text.includes('Relation')).toBe(n === half.length - 1);
    expect(text).toContain('Provider initials');
    expect(text.includes('Time In')).toBe(n === 0);
  });
  for (const n of half.keys())
    for (const code of await readCodes(bytes, n))
      expect(readPageCode(code)).toMatchObject({ page: n + 1, pages: half.length });
  half.forEach(({ text }, n) => void expect(text).toContain(`sheet ${n + 1} of ${half.length}`));
});

test('without the switch the diagnosis is not printed', async () => {
  const printing = { ...SAMPLE_PRINTING, paper: { ...SAMPLE_PRINTING.paper, diagnosisOnPlan: false } };
  const [page] = await readPdf(await print([carePlanPart(samplePlan('usual'), printing)]));
  expect(page?.text).not.toContain('hypertension');
});

test('a day whose visit was closed leaves the order, which says why', async () => {
  const textOf = async (plan: ReturnType<typeof samplePlan>) =>
    (await readPdf(await print([orderSheetPart(plan, MONTH, SAMPLE_PRINTING)])))
      .map(({ text }) => text)
      .join('\n');
  const plan = samplePlan('usual');
  const closed = [
    { plannedDay: '2026-11-02', ClosedCode: 'hospital' as const, ClosedMemo: null },
    { plannedDay: '2026-10-05', ClosedCode: 'refused' as const, ClosedMemo: null },
  ];
  const [before, after] = [await textOf(plan), await textOf({ ...plan, closed })];
  expect(before).toContain('42.00 (5.25)');
  expect(after).not.toContain('42.00 (5.25)');
  expect(after).toContain('11-02 Closed: client in hospital');
  expect(after).not.toContain('refused');
  expect(before).not.toContain('Closed visits');
});

test('a plan that changes in the month is printed by the week of each day', async () => {
  const plan = samplePlan('usual');
  const [timeIn, timeOut, travel] = plan.week.time;
  const evening = {
    ...plan.week,
    personalCareItems: plan.week.personalCareItems.map((row) =>
      row.Name === plan.week.personalCareItems[0]?.Name ? { ...row, Name: 'Evening walk' } : row,
    ),
    time: [{ ...timeIn, Mon: '12:00' }, { ...timeOut, Mon: '14:00' }, travel] satisfies typeof plan.week.time,
  };
  const changed = {
    ...plan,
    weeks: [
      { from: plan.StartDate, week: plan.week },
      { from: '2026-11-23', week: evening },
    ],
  };
  const flags = { ...FLAGS, timeNeeded: true, mreport: false };
  const [, second] = timesheetParts(changed, '2026-11', SAMPLE_PRINTING, flags);
  if (second?.kind !== 'sheet') throw new Error('no timesheet of the second half');
  // Mondays 16, 23 and 30 of November 2026.
  expect([0, 7, 14].map((at) => second.clocks[0]?.hints?.[at])).toEqual(['08:30', '12:00', '12:00']);
  const walk = second.groups.flatMap(({ rows }) => rows).find(({ label }) => label === 'Evening walk');
  expect([0, 7].map((at) => walk?.hints?.[at] ?? null)).toEqual([null, expect.any(String)]);
  const november = { from: '2026-11-01', through: '2026-11-30' };
  const text = (await readPdf(await print([carePlanPart(changed, SAMPLE_PRINTING, november)])))
    .map((page) => page.text)
    .join(' ');
  expect(text).toContain('Week through 11-22-2026');
  expect(text).toContain('Week from 11-23-2026');
});

/** A small generator of its own, so that a failure can be looked at again. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

test('20 random pages: both codes are read back from the picture, the text is that of the plan', async () => {
  const random = randomOf(20_261_121);
  for (let n = 0; n < 20; n += 1) {
    const id = 1 + random(2_000_000_000);
    const rev = random(400);
    const month = `20${26 + random(4)}-${String(1 + random(12)).padStart(2, '0')}`;
    const plan = samplePlan('usual', { id, rev, coversPlanId: null });
    const flags = { covidts: false, timeNeeded: random(2) === 1, mreport: true };
    const parts = timesheetParts(
      plan,
      month,
      { ...SAMPLE_PRINTING, tag: `Q${random(10)}Z${random(10)}` },
      flags,
    );
    const part = parts[random(parts.length)];
    if (!part?.code) throw new Error('a page without a code');
    const bytes = await print([part]);
    const text = writePageCode({ ...part.code, page: 1 });
    expect(await readCodes(bytes, 0)).toEqual([text, text]);
    const seen = (await readPdf(bytes))[0]?.text.normalize('NFC') ?? '';
    for (const words of [`Plan ${id}`, month, 'Garcia, Elena M', 'Nguyễn, Thị Mỹ A'])
      expect(seen).toContain(words);
    if (part.kind !== 'sheet') continue;
    const tasks = [...plan.week.personalCareItems, ...plan.week.homeMakingItems];
    for (const task of tasks) {
      expect(seen).toContain(task.Name);
      const planned = part.columns.filter(({ weekday }) =>
        WEEKDAYS.some((day) => day === weekday && task[day] > 0),
      ).length;
      const row = part.groups.flatMap(({ rows }) => rows).find(({ label }) => label === task.Name);
      expect(row?.hints?.filter((hint) => hint !== null)).toHaveLength(planned);
    }
    expect(seen.includes('08:30')).toBe(flags.timeNeeded);
  }
});
