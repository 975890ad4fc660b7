import { fromBuffer } from 'yauzl';

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: Record<string, unknown>;
  /** Lines of the sheet of small tables, by column letter. */
  readonly summary: readonly Record<string, unknown>[];
}

/** A report in a workbook: rows and totals by column name. */
export const tableIn = async (file: Buffer): Promise<Table> => {
  const { rows, names } = await reopen(file);
  const [[head = {}, ...lines] = []] = rows;
  const letters = Object.keys(head);
  const named = (row: Record<string, unknown>) =>
    Object.fromEntries(letters.map((letter) => [String(head[letter]), row[letter]]));
  return {
    heads: letters.map((letter) => String(head[letter])),
    rows: lines.slice(0, -1).map(named),
    totals: named(lines.at(-1) ?? {}),
    summary: names.includes('Summary') ? (rows[1] ?? []) : [],
  };
};

/** An independent reader: the parts of the zip, with their XML read literally. */
export const reopen = async (file: Buffer) => {
  const parts = await new Promise<Map<string, string>>((resolve, reject) => {
    const found = new Map<string, string>();
    fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(found));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk);
          found.set(entry.fileName, Buffer.concat(chunks).toString());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
  const part = (name: string) => parts.get(`xl/${name}`) ?? '';
  const plain = (xml: string) =>
    [...xml.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)]
      .map(([, text = '']) => text)
      .join('')
      .replace(
        /&(lt|gt|quot|apos|amp);/g,
        (_, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[String(name)] ?? '',
      );
  const shared = [...part('sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, xml = '']) =>
    plain(xml),
  );
  const rowsOf = (sheet: string) =>
    [...sheet.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
      Object.fromEntries(
        [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].flatMap(
          ([, column = '', attributes = '', cell = '']) => {
            const value = /<v>([^<]*)<\/v>/.exec(cell)?.[1];
            if (value === undefined) return [];
            return [[column, attributes.includes('t="s"') ? shared[Number(value)] : Number(value)]];
          },
        ),
      ),
    );
  const sheets = ['worksheets/sheet1.xml', 'worksheets/sheet2.xml', 'worksheets/sheet3.xml']
    .map(part)
    .filter((sheet) => sheet !== '');
  return {
    sheets,
    rows: sheets.map(rowsOf),
    formulas: sheets.map((sheet) =>
      Object.fromEntries(
        [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)<\/f>/g)].map(([, cell = '', formula = '']) => [
          cell,
          formula,
        ]),
      ),
    ),
    names: [...part('workbook.xml').matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name),
    styles: part('styles.xml'),
  };
};
