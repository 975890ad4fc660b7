import { compareKeys } from '../compare.ts';
import { KIND_FACTS } from './kinds.ts';
import { PARTS, type TodayRow } from './schema.ts';

/** So many rows are shown at once, and all of them that cannot wait; the rest is folded. */
export const ROWS_SHOWN = 10;

type Ranked = Pick<TodayRow, 'kind' | 'at' | 'cents' | 'key'>;

/** What has no time comes after what has one. */
const compareTimes = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : compareKeys(Date.parse(a), Date.parse(b));

/** By part, then harm, then time, then dollars; last by key, so that equal rows keep their places (docs/rules/today.md, rule 1). */
export const compareRows = (a: Ranked, b: Ranked): number => {
  const [one, other] = [KIND_FACTS[a.kind], KIND_FACTS[b.kind]];
  return (
    PARTS.indexOf(one.part) - PARTS.indexOf(other.part) ||
    one.harm - other.harm ||
    compareTimes(a.at, b.at) ||
    (b.cents ?? 0) - (a.cents ?? 0) ||
    compareKeys(a.key, b.key)
  );
};

/** Of these, after all that cannot wait, so many rows of money stay in sight however much else there is, and the ones that are mended the most often. */
const MONEY_KEPT = 3;
const ALWAYS_KEPT: readonly TodayRow['kind'][] = ['unaccepted', 'expired'];

/** The rows that are shown at once, in their order (docs/rules/today.md, rule 5). */
export const shownAtOnce = <Row extends { readonly kind: TodayRow['kind'] }>(rows: readonly Row[]): Row[] => {
  const ofMoney = rows.filter(({ kind }) => KIND_FACTS[kind].part === 'money').slice(0, MONEY_KEPT);
  const always = ALWAYS_KEPT.flatMap((kind) => rows.find((row) => row.kind === kind) ?? []);
  const kept = new Set(rows.filter(({ kind }) => KIND_FACTS[kind].part === 'now'));
  for (const row of [...ofMoney, ...always, ...rows]) if (kept.size < ROWS_SHOWN) kept.add(row);
  return rows.filter((row) => kept.has(row));
};
