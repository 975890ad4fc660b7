import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { codeNamesIn } from '../../testing/code-names.ts';
import type { Fill } from '../../testing/form-facts.ts';
import { differenceOf, fromPng, readPdf, sideBySide, toPng } from '../../testing/pdf.ts';
import { SAMPLE_FORMS, sampleDocument } from '../../testing/sample-forms.ts';
import { renderPdf } from '../platform/documents/render.ts';

/** Pages that were approved by eye; UPDATE_PAGES=1 writes them again. */
const imageOf = (kind: string, fill: Fill) =>
  fileURLToPath(new URL(`pages/${kind}.${fill}.png`, import.meta.url));
const SCALE = 0.4;
/** The allowed difference, out of 255, in the cell that differs most; smaller ones are invisible. */
const TOLERANCE = 12;

const draw = async (form: (typeof SAMPLE_FORMS)[number], fill: Fill) => {
  const { stream, pages, finish } = renderPdf(sampleDocument(form, fill));
  pages.then(finish, (error) => stream.destroy(error));
  return readPdf(new Uint8Array(await buffer(stream)), SCALE);
};

/** What each form must contain, from the table of its content. */
const CONTENT: Record<string, readonly string[]> = {
  caseManagerForm: [
    'Nguyễn, Thị Mỹ A',
    '02-09-1947',
    'Y123456',
    'Ana Ruiz',
    'ana.ruiz@caseagency.example',
    '03-31-2027',
    'Units in the PAR year 04-01-2026 to 03-31-2027',
    '1,776',
    'Garcia, Elena M',
    '14.25',
    'Excluded',
    'Change of address or',
    'Partly approved',
    'PAR number',
    'Agency representative · Kim Office',
    'Case Manager · Ana Ruiz',
  ],
  CareCoordinationForm: [
    'Sunrise Adult Daycare',
    'Front Range Physical Therapy',
    'Overlap 13:00-14:30',
    'Other agencies',
    'Agreed duties',
    'Contact log',
    'Risks and back-up plan',
    'Next review date',
    'Client or representative · Thị Mỹ Nguyễn',
  ],
  CareCoordinationRequest: [
    'Personal Care 9.00, Homemaker 5.25; 14.25 hours a week',
    'Urgent',
    'Hospital or discharge',
    'Client consents',
    'Papers enclosed',
    'Sender · Kim Office',
    'Answering person',
  ],
  incidentForm: [
    'Person reporting',
    'Witnesses',
    'Observed by us',
    'Abuse, neglect, exploitation',
    'Yes, critical',
    'Injury marks',
    'Protective services',
    'within 24 hours',
    'Resolution',
    'Reporter',
    'Supervisor',
  ],
  followupForm: [
    '09-30-2026',
    '12-30-2026',
    'Not needed',
    'The timesheet is signed after the work only.',
    'Condition since last time',
    'Next date',
    'Supervisor · Kim Office',
  ],
  employeeVerification: [
    'To whom it may concern:',
    '***-**-1234',
    'Caregiver',
    '05-02-2022',
    'Employed',
    'Average hours a week',
    'Gross 2026-10',
    'Agency officer · Dana Whitfield',
    '(303) 555-0112',
  ],
  lastHoursReport: [
    '11-10-2026',
    'Moved to family in Ohio',
    '11-02-2026',
    '2026-10',
    '1.98 *',
    'Units left in the PAR year',
    'Remarks',
  ],
  Newprovider: [
    '900-01-0001',
    '07-30-1985',
    '(303) 555-0148',
    'Married at Single Rate',
    'Medicaid 131',
    'Routing number',
    'I-9',
    'CAPS check',
    'Employee · Elena Maria Garcia',
  ],
};

describe.each(SAMPLE_FORMS.map((form) => [form.kind, form] as const))('%s', (kind, form) => {
  test('contains what its table requires, on its number of pages', async () => {
    const pages = await draw(form, 'usual');
    const text = pages.map((page) => page.text.normalize('NFC')).join('\n');
    expect((CONTENT[kind] ?? ['no content is named']).filter((words) => !text.includes(words))).toEqual([]);
    expect(pages).toHaveLength(form.pages);
    pages.forEach((page, n) => void expect(page.text).toContain(`Page ${n + 1} of ${pages.length}`));
  });

  test.each(['usual', 'empty'] as const)('%s: shows no field by its name in the code', async (fill) => {
    for (const { text } of await draw(form, fill)) expect(codeNamesIn(text)).toEqual([]);
  });

  test.each(['usual', 'longest', 'empty'] as const)('%s: looks as approved', async (fill) => {
    const seen = sideBySide(await draw(form, fill));
    const file = imageOf(kind, fill);
    if (process.env.UPDATE_PAGES === '1') {
      mkdirSync(new URL('pages', import.meta.url), { recursive: true });
      writeFileSync(file, toPng(seen));
    }
    expect(differenceOf(seen, fromPng(readFileSync(file)))).toBeLessThan(TOLERANCE);
  });
});

test('the comparison of pages notices a missing word', async () => {
  const [form] = SAMPLE_FORMS;
  if (!form) throw new Error('there are no forms');
  const changed = { ...form, blocks: (fill: Fill) => form.blocks(fill).slice(0, -1) };
  const [one, other] = await Promise.all([draw(form, 'usual'), draw(changed, 'usual')]);
  expect(differenceOf(sideBySide(one), sideBySide(other))).toBeGreaterThan(TOLERANCE);
});
