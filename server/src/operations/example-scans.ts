import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { done } from '@homecare/domain/errors.ts';
import { halfName, halfStart } from '@homecare/domain/timesheets/rules.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { fileByHand, insertUpload } from '../timesheets/page-queries.ts';

/** A page of an example timesheet that came back. */
interface Sheet {
  readonly planId: number;
  readonly month: string;
  readonly period: 0 | 1;
}

const MOST_PAGES = 300;

/** A PDF with a line of text on each page, enough to open and view. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const pages = lines.map((_, n) => `${4 + n * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${lines.length}/Kids[${pages}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...lines.flatMap((line, n) => {
      const text = `BT /F1 16 Tf 60 700 Td (${line}) Tj ET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + n * 2} 0 R>>`,
        `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const at = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return String(at).padStart(10, '0');
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${at} 00000 n \n`).join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
};

/** Halves of this month and the last that have begun; every fifth plan owes its second half, every ninth all of them. */
const listSheets = async (scope: Scope): Promise<Sheet[]> => {
  const today = scope.today();
  const months = [1, 0].map((back) => today.toPlainYearMonth().subtract({ months: back }).toString());
  const { rows } = await sql<{ id: number; start: string }>`select id, start_date as start from care_plans
    where status <> 'Deleted' and id % 9 <> 0 order by id`.execute(scope.site.db);
  const halves = months.flatMap((month) => ([0, 1] as const).map((period) => ({ month, period })));
  return rows.flatMap(({ id: planId, start }) =>
    halves
      .filter(
        ({ month, period }) => halfStart(month, period) <= today.toString() && start.slice(0, 7) <= month,
      )
      .filter(({ period }) => period === 0 || planId % 5 !== 0)
      .map((half) => ({ planId, ...half })),
  );
};

/** Scanned timesheets of a first start: one file whose pages are assigned by hand. */
export const addExampleScans = async (scope: Scope): Promise<void> => {
  const sheets = (await listSheets(scope)).slice(0, MOST_PAGES);
  if (sheets.length === 0) return;
  const bytes = pdfOf(
    sheets.map(
      ({ planId, month, period }) => `Example timesheet, plan ${planId}, ${month}, ${halfName(period)}`,
    ),
  );
  const file = {
    path: path.join(scope.site.files.incoming, `${randomUUID()}.pdf`),
    name: 'Example timesheets.pdf',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  };
  await mkdir(scope.site.files.incoming, { recursive: true });
  await writeFile(file.path, bytes);
  const [at, by] = [scope.now().toString(), 'M.R.'];
  const kept = await storeFile(scope, file, (keepIn) =>
    mutate(scope, 'demo.scans', async (tx, record) => {
      const storedKey = await keepIn(tx);
      const upload = { name: file.name, kind: 'pdf', storedKey, pages: sheets.length, at, by } as const;
      const id = await insertUpload(tx, upload);
      const { rows } = await sql<{ id: number }>`select id from scan_pages where upload_id = ${id}
        order by page`.execute(tx);
      for (const [n, sheet] of sheets.entries()) {
        const page = rows[n];
        if (page) await fileByHand(tx, page.id, { ...sheet, kind: 'T', at, by });
      }
      await sql`update scan_uploads set finished = ${at} where id = ${id}`.execute(tx);
      record({ entity: 'scanUpload', id, action: 'insert', changes: { pages: [null, sheets.length] } });
      return done(id);
    }),
  );
  if (!kept.ok) throw new Error(kept.info);
};
