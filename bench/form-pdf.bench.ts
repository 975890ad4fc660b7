import { createHash } from 'node:crypto';
import { paginate } from '../server/src/platform/documents/layout.ts';
import { openPdf, paint } from '../server/src/platform/documents/paint.ts';
import { SAMPLE_FORMS, sampleDocument } from '../server/testing/sample-forms.ts';
import { drawAtFixedPlaces } from './limits/form-pdf.ts';
import { median, ms, report, showSource } from './report.ts';
import { limitFile } from './site.ts';

/**
 * CPU of one filled form, beside the same texts and lines drawn by the PDF library at coordinates that are known
 * beforehand: what laying out costs.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const FORMS = 10;

const form = SAMPLE_FORMS.find(({ kind }) => kind === 'caseManagerForm');
if (!form) throw new Error('the form is gone');
const document = sampleDocument(form, 'usual');
const places = document.parts.flatMap((part) => paginate(document, part));

const bytesOf = (draw: (data: (chunk: Buffer) => void) => Promise<void>) => {
  const chunks: Buffer[] = [];
  return draw((chunk) => void chunks.push(chunk)).then(() => Buffer.concat(chunks));
};

const sides = {
  // From the blocks: a new record would be laid out anew too.
  here: () =>
    bytesOf(async (data) => {
      const pdf = openPdf(document);
      const ended = new Promise((resolve) => pdf.once('end', resolve));
      pdf.on('data', data);
      await paint(pdf, sampleDocument(form, 'usual'), async () => undefined);
      await ended;
    }),
  limit: () => bytesOf((data) => drawAtFixedPlaces(document, places, data)),
};

const cpuOf = async (side: keyof typeof sides): Promise<number> => {
  const before = process.cpuUsage();
  for (let n = 0; n < FORMS; n += 1) await sides[side]();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / FORMS;
};

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const [one, other] = [await sides.here(), await sides.limit()];
for (let n = 0; n < 3; n += 1) for (const side of ['here', 'limit'] as const) await cpuOf(side);
const rounds = { here: [] as number[], limit: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1)
  for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const))
    rounds[side].push(await cpuOf(side));

const [here, bare] = [median(rounds.here), median(rounds.limit)];
showSource(limitFile('form-pdf'));
report([
  {
    name: `One filled form of ${places.length} pages (${one.length} bytes), CPU`,
    here: `${ms(here)} = ${(here / bare).toFixed(2)} ×`,
    limit: `${ms(bare)} (${other.length} bytes)`,
    target: 'at most 3 × the same texts and lines at fixed places, same file',
    share: digest(one) === digest(other) ? here / bare / 3 : Number.POSITIVE_INFINITY,
  },
]);
if (digest(one) !== digest(other)) console.log('The two files differ: the comparison does not count.');
