import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import { claimsOf } from '@homecare/domain/claims/claim.ts';
import type { ClaimClient } from '@homecare/domain/claims/claim-file.ts';
import { type CardToClaim, type DayLine, dayLines } from '@homecare/domain/claims/day-lines.ts';
import { preflight } from '@homecare/domain/claims/preflight.ts';
import type { FirstPayer, FirstPayers } from '@homecare/domain/claims/second-payer.ts';
import { claimAgain, claimsToSend } from '@homecare/domain/claims/sent-claim.ts';
import { readClaims } from '@homecare/domain/claims/testing/837p-read.ts';
import { AGENCY, cardToClaim, PAR, TERM } from '@homecare/domain/claims/testing/example-month.ts';
import { HOSTILE_SIGNS } from '@homecare/domain/claims/testing/hostile-signs.ts';
import fc from 'fast-check';
import { addDays } from '../domain/src/calendar.ts';

/**
 * 200 generated months with hostile names, in each a claim that is replaced and taken back, some after one or two insurers,
 * judged by two independent validators of X12 files: pyx12 (BSD) and LinuxForHealth x12 (Apache-2.0, pydantic 1). They are no
 * part of the product: Python must find them, if need be by PYTHONPATH.
 */
const MONTHS = 200;
const SEED = 20_261_122;
const INSURED_THROUGH = '2026-11-15';
const NUMBERS = { date: '2026-12-01', time: '0905' };

const hostile = fc.string({ unit: fc.constantFrom(...HOSTILE_SIGNS), maxLength: 70 });
const name = fc.oneof(
  hostile.map((text) => `A${text}`),
  fc.constantFrom(
    'Nguyễn Thị Hương',
    'Łukasz-Żółć',
    "O’Brien~*:^| d'Été",
    'Щербаков-Їжакевич',
    'Ştefănescu',
    'X'.repeat(60),
    `${'Long Name '.repeat(7)}End`,
    'Müßig & Søn',
  ),
);
const two = (n: number) => String(n).padStart(2, '0');
const client = (id: number): fc.Arbitrary<ClaimClient> =>
  fc.record({
    id: fc.constant(id),
    lastName: name,
    firstName: name,
    middleName: fc.option(hostile),
    medicaid: fc.integer({ min: 100_000, max: 999_999 }).map((digits) => `Y${digits}`),
    dob: fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1930-01-01', days)),
    gender: fc.constantFrom('Male', 'Female', 'Unknown'),
    address: hostile.map((text) => `1 ${text}`),
    address2: fc.option(hostile),
    city: hostile.map((text) => `Aurora ${text}`),
    state: fc.constantFrom('CO', 'WY', 'NE'),
    postalCode: fc.constantFrom('80011', '80202-0001', '800110000'),
    diagnosis: fc.constantFrom('R68.89', 'G20', 'E11.9', 'S72.001A'),
  });

const rows = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 1, max: 30 }),
    from: fc.integer({ min: 0, max: 700 }),
    minutes: fc.integer({ min: 1, max: 700 }),
    billing: fc.boolean(),
  }),
  { selector: ({ day }) => day, minLength: 1, maxLength: 30 },
);
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const cards = (clientId: number): fc.Arbitrary<CardToClaim[]> =>
  fc
    .array(
      fc.record({
        rows,
        payRate: fc.integer({ min: 1, max: 2_000 }),
        excluded: fc.constantFrom(null, null, '2026-01-01'),
        code: fc.constantFrom('T1019', 'S5130', 'H0038'),
        modifiers: fc.constantFrom<string[][]>([], ['U1'], ['U1', 'KX'], ['U1', 'HR', 'KX', 'TU']),
        number: fc.constantFrom('1234567890', 'PAR-77_b'),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) =>
      list.map(({ rows, payRate, excluded, code, modifiers, number }, at) =>
        cardToClaim(
          rows.map(({ day, from, minutes, billing }) =>
            served(`2026-11-${two(day)}`, clock(from), clock(from + minutes), { billing }),
          ),
          { id: clientId * 10 + at, clientId, payRate, excluded },
          { terms: [{ ...TERM, procedureCode: code, modifiers }], pars: [{ ...PAR, number, units: null }] },
        ),
      ),
    );

const month = fc
  .integer({ min: 1, max: 8 })
  .chain((count) =>
    fc.tuple(
      fc.record({ name, contactName: name, address: name.map((text) => `1 ${text}`) }),
      fc.boolean(),
      fc.constantFrom('T', 'P'),
      fc.tuple(...Array.from({ length: count }, (_, at) => fc.tuple(client(at + 1), cards(at + 1)))),
    ),
  );

/**
 * Of every third client an insurer has paid a part of each line, of every sixth another one the rest of it. Where one pays
 * alone its cover ends in the middle of the month.
 */
const insured = (
  people: readonly (readonly [ClaimClient, readonly CardToClaim[]])[],
  lines: readonly DayLine[],
): FirstPayers =>
  new Map(
    people.flatMap(([{ id }]) => {
      if (id % 3 !== 0) return [];
      const payer = (number: string, share: number): FirstPayer => ({
        name: `Insurer ${number}`,
        number,
        from: '2026-01-01',
        through: null,
        memberId: `W${id}`,
        groupNumber: id % 2 === 0 ? 'G-77' : '',
        decisions: lines
          .filter(({ clientId, day }) => clientId === id && (id % 2 === 0 || day <= INSURED_THROUGH))
          .map(({ day, procedureCode, modifiers, charge }) => {
            const paid = Math.floor(charge * share);
            const adjustments = [{ group: 'PR', reason: '2', amount: charge - paid, quantity: null }];
            return {
              day,
              procedureCode: procedureCode ?? '',
              modifiers,
              charge,
              paid,
              adjustments,
              decided: NUMBERS.date,
            };
          }),
      });
      return [[id, [payer('60054', 0.5), ...(id % 6 === 0 ? [payer('62308', 0.25)] : [])]] as const];
    }),
  );

const fileOf = ([agencyNames, atypical, usage, people]: typeof month extends fc.Arbitrary<infer M>
  ? M
  : never) => {
  const agency = { ...AGENCY, ...agencyNames, usage, npi: atypical ? null : AGENCY.npi };
  const clients = new Map(people.map(([one]) => [one.id, one]));
  const records = new Map(
    people.map(([one, own]) => [one.id, { client: one, pars: own.flatMap(({ pars }) => pars) }]),
  );
  const lines = dayLines(
    people.flatMap(([, own]) => own),
    'America/Denver',
  );
  const checked = preflight(agency, records, lines, checkedOn(NUMBERS.date));
  if (checked.agency.length > 0 || checked.ready.length === 0) return undefined;
  const firstPayers = insured(people, checked.ready);
  const first = claimsToSend(checked.ready, 12, 0, firstPayers);
  // The first claim is replaced and taken back in the same file, so that every frequency is judged.
  const again = first.slice(0, 1).flatMap((claim) => [
    claimAgain(claim, {
      id: '13-1',
      icn: '2226001000001',
      frequency: '7',
      lines: checked.ready.slice(0, 1),
    }),
    claimAgain(claim, { id: '13-2', icn: '2226001000001', frequency: '8' }),
  ]);
  const claims = [...first, ...again];
  const numbers = { ...NUMBERS, interchange: 101, group: 101, batch: 12 };
  const text = writeClaims(coloradoFile(agency, clients, claims, numbers, firstPayers));
  return { text, claims, lines: claims.reduce((sum, claim) => sum + claim.lines.length, 0) };
};

/** Our own reader must find every claim again, to the cent. */
const isReadBack = ({ text, claims }: NonNullable<ReturnType<typeof fileOf>>) => {
  const reading = readClaims(text);
  const sums = (list: readonly { readonly id: string; readonly charge: number }[]) =>
    JSON.stringify(list.map(({ id, charge }) => `${id} ${charge}`).toSorted());
  return reading.ok && sums(claimsOf(reading.value)) === sums(claims);
};

interface Validator {
  readonly name: string;
  readonly module: string;
  /** Its way to say of each file `path: OK` or that it failed. */
  readonly run: readonly string[];
  /** What its rules leave out, though the standard allows it. */
  readonly adapt?: (text: string) => string;
  /** Files that it has no way to read, though the standard allows them; they are counted and not put to it. */
  readonly unread?: { readonly what: string; readonly isIn: (text: string) => boolean };
}

const READ_BY_MODELS = `
import sys
from linuxforhealth.x12.io import X12ModelReader
for path in sys.argv[1:]:
    try:
        with X12ModelReader(path) as reader:
            read = [model for model in reader.models()]
        print(path + (': OK' if read else ': Failure'))
    except Exception as error:
        print(path + ': Failure ' + str(error)[:300])
`;

import { checkedOn, coloradoFile } from '@homecare/domain/claims/testing/colorado-file.ts';

/** Its models know no U (unknown) in DMG03, and no amount that is still owed beside the decision of an insurer. */
const asItKnows = (text: string) =>
  withCounts(text.replaceAll(/^(DMG\*D8\*\d{8}\*)U/gm, '$1F').replaceAll(/^AMT\*EAF\*[^~]*~\n/gm, ''));

/** Each set says how many segments it has, its own end with them. */
const withCounts = (text: string) =>
  text.replaceAll(/^(ST\*[\s\S]*?^SE\*)\d+/gm, (_, set: string) => `${set}${set.split('~').length}`);

/** A line with the decisions of two insurers. */
const hasTwoDecisions = (text: string) =>
  text.split(/^LX\*/m).some((line) => (line.match(/^SVD\*/gm) ?? []).length > 1);

const VALIDATORS: readonly Validator[] = [
  { name: 'pyx12', module: 'pyx12.scripts.x12valid', run: ['-m', 'pyx12.scripts.x12valid'] },
  {
    name: 'LinuxForHealth x12',
    module: 'linuxforhealth.x12.io',
    run: ['-c', READ_BY_MODELS],
    adapt: asItKnows,
    // Its reader keeps one decision of an insurer for each line.
    unread: { what: 'claims after two insurers', isIn: hasTwoDecisions },
  },
];

const validate = ({ run }: Validator, files: readonly string[]) => {
  const said = spawnSync('python3', [...run, ...files], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return `${said.stdout ?? ''}\n${said.stderr ?? ''}`;
};
const isInstalled = ({ module }: Validator) => spawnSync('python3', ['-c', `import ${module}`]).status === 0;

const months = fc.sample(month, { numRuns: MONTHS, seed: SEED }).flatMap((one) => fileOf(one) ?? []);
const lost = months.filter((one) => !isReadBack(one));
const claims = months.reduce((sum, one) => sum + one.claims.length, 0);
const lines = months.reduce((sum, one) => sum + one.lines, 0);
console.log(
  `${months.length} files of ${MONTHS} months made, ${claims} claims, ${lines} lines; ${lost.length} not read back`,
);
let failed = lost.length > 0 || months.length < MONTHS * 0.9;

/** What a claim says of insurers who paid first, by the standard's loops: coverage, insured, payer, and each line's decision. */
const LOOPS: readonly (readonly [loop: string, segment: RegExp])[] = [
  ['2320', /^SBR\*[PST]\*18\*[^~]*\*CI~/gm],
  ['2330A', /^NM1\*IL\*1\*[^~]*~\n(?:N3[^~]*~\nN4[^~]*~\n)?NM1\*PR/gm],
  ['2330B', /^NM1\*PR\*2\*INSURER/gm],
  ['2430', /^SVD\*/gm],
];
const insuredFiles = months.filter(({ text }) => /^SVD\*/m.test(text));
console.log(
  `${insuredFiles.length} files have claims after insurers, ${months.filter(({ text }) => hasTwoDecisions(text)).length} after two; loops ${LOOPS.map(
    ([loop, segment]) =>
      `${loop}: ${months.reduce((sum, { text }) => sum + (text.match(segment) ?? []).length, 0)}`,
  ).join(', ')}`,
);
failed ||= LOOPS.some(([, segment]) => !months.some(({ text }) => text.match(segment)));

/** What each validator must refuse, so that its silence means something: a city is missing, or what an insurer paid. */
const expectRefusal = (validator: Validator) => {
  const { name, unread } = validator;
  const read = months.filter(({ text }) => !unread?.isIn(text));
  if (unread && read.length < months.length)
    console.log(
      `${name} does not read ${unread.what}: ${months.length - read.length} files are NOT judged by it`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'homecare-claims-'));
  try {
    const put = (file: string, text: string) => {
      const path = join(folder, file);
      writeFileSync(path, validator.adapt?.(text) ?? text);
      return path;
    };
    const files = read.map(({ text }, at) => put(`${at}.837`, text));
    const damaged = put('damaged.837', read[0]?.text.replace(/N4\*[^~]*~\n/, '') ?? '');
    const insurance = read.find(({ text }) => /^SVD\*/m.test(text))?.text ?? '';
    const unpaid = put('unpaid.837', insurance.replace(/^(SVD\*[^*]*\*)[^*]*/m, '$1'));
    const said = validate(validator, [...files, damaged, unpaid]);
    const accepted = files.filter((path) => said.includes(`${path}: OK`));
    const isStrict = [damaged, unpaid].every((path) => said.includes(`${path}: Failure`));
    const afterInsurers = read.filter(({ text }) => /^SVD\*/m.test(text)).length;
    console.log(
      `${name} accepts ${accepted.length} of ${files.length}, ${afterInsurers} with claims after insurers; damaged files are ${isStrict ? '' : 'NOT '}refused`,
    );
    if (accepted.length < files.length) console.log(said.slice(0, 4_000));
    return files.length > 0 && accepted.length === files.length && isStrict;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

for (const validator of VALIDATORS) {
  if (isInstalled(validator)) failed = !expectRefusal(validator) || failed;
  else console.log(`${validator.name} is not installed here: the files were NOT validated by it.`);
}
process.exitCode = failed ? 1 : 0;
