import { sum } from '../sum.ts';
import {
  BOOK_PARTS,
  type BookCheck,
  type BookPart,
  type BookRecord,
  type Broken,
  type CheckResult,
  type PartOfTotal,
} from './schema.ts';

/** Parts that somebody should look at: their records are listed. */
const LISTED: readonly BookPart[] = [
  'noRecord',
  'outsidePeriod',
  'notBilled',
  'shorter',
  'tooLong',
  'aboveVisits',
  'notClaimed',
  'partlyClaimed',
  'changedSince',
  'deletedSince',
  'abovePar',
  'withoutPar',
  'paidAbove',
  'rejected',
  'takenBack',
  'unpaid',
  'shareNotBilled',
  'shareAbove',
  'toCorrect',
];
export const isListed = (part: BookPart) => LISTED.includes(part);

/** Records and breaches that are kept of each: a check of twenty years stays one page. */
export const MOST_KEPT = 200;

/** Adds up one check: a value always goes to its total and to one part, so that parts add up to the total. */
export const newTally = (check: BookCheck) => {
  let looked = 0;
  let brokenCount = 0;
  const broken: Broken[] = [];
  const parts = new Map<BookPart, { value: number; count: number; records: PartOfTotal['records'] }>();
  return {
    look: () => {
      looked += 1;
    },
    add: (part: BookPart, value: number, record: BookRecord) => {
      if (value === 0) return;
      const known = parts.get(part) ?? { value: 0, count: 0, records: [] };
      known.value += value;
      known.count += 1;
      if (isListed(part) && known.records.length < MOST_KEPT) known.records.push({ ...record, value });
      parts.set(part, known);
    },
    break: (text: string, record: BookRecord) => {
      brokenCount += 1;
      if (broken.length < MOST_KEPT) broken.push({ text, record });
    },
    result: (): CheckResult => ({
      check,
      looked,
      total: sum([...parts.values()].map(({ value }) => value)),
      parts: BOOK_PARTS.flatMap((part) => {
        const own = parts.get(part);
        return own ? [{ part, ...own }] : [];
      }),
      broken,
      brokenCount,
    }),
  };
};
export type Tally = ReturnType<typeof newTally>;

const mergeParts = (a: readonly PartOfTotal[], b: readonly PartOfTotal[]): PartOfTotal[] => {
  const parts = Map.groupBy([...a, ...b], ({ part }) => part);
  return BOOK_PARTS.flatMap((part) => {
    const own = parts.get(part);
    if (!own) return [];
    return [
      {
        part,
        value: sum(own.map(({ value }) => value)),
        count: sum(own.map(({ count }) => count)),
        records: own.flatMap(({ records }) => records).slice(0, MOST_KEPT),
      },
    ];
  });
};

/** The same check of another month, file or run. */
export const mergeResults = (a: CheckResult, b: CheckResult): CheckResult => ({
  check: a.check,
  looked: a.looked + b.looked,
  total: a.total + b.total,
  parts: mergeParts(a.parts, b.parts),
  broken: [...a.broken, ...b.broken].slice(0, MOST_KEPT),
  brokenCount: a.brokenCount + b.brokenCount,
});

export const mergeAll = (results: readonly CheckResult[]): CheckResult[] =>
  [...Map.groupBy(results, ({ check }) => check).values()].flatMap((own) => {
    const [first, ...others] = own;
    return first ? [others.reduce(mergeResults, first)] : [];
  });
