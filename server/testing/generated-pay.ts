import { dueOf, NOTHING_DUE } from '@homecare/domain/books/due.ts';
import type {
  BookCard,
  BookPayFacts,
  BookPayRun,
  BookProviderPay,
  PaySums,
} from '@homecare/domain/books/facts.ts';
import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { PayCard } from '@homecare/domain/payroll/lines.ts';
import { payOfMonth } from '@homecare/domain/payroll/month.ts';
import { ratesInForce } from '@homecare/domain/payroll/rates.ts';
import type { HalfPay, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import {
  hoursOfHalfPay,
  NO_PAY,
  payOfHalf,
  runRow,
  straightOf,
  sumsOf,
} from '@homecare/domain/payroll/runs.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { HALVES } from '@homecare/domain/plan-documents/rules.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import type { Random } from '../src/operations/example-random.ts';

/** Payroll runs of a generated year, made by the product's rules, each with corrections of later changes. */

/** A rate with the run from which it is known, because some are set for days already paid. */
interface SetRate {
  readonly providerId: number;
  readonly category: string;
  readonly from: string | null;
  readonly rate: number;
  readonly knownFrom: number;
}

const CATEGORIES: readonly CategoryTerm[] = [
  { from: '', category: 'Homemaker' },
  { from: '2026-09-10', category: 'PCP/RPCP' },
];
const RULES = COLORADO_PAY_RULES;
const UNCHANGED = {
  card: () => undefined,
  rates: () => undefined,
  categories: () => undefined,
  week: () => undefined,
};
const two = (n: number) => String(n).padStart(2, '0');
const monthOf = (n: number) => `2026-${two(n)}`;

const ratesFor = (random: Random, providerId: number): SetRate[] => [
  { providerId, category: 'Homemaker', from: null, rate: 1_900 + random.int(0, 9) * 7, knownFrom: 1 },
  { providerId, category: 'Homemaker', from: '2026-05-10', rate: 2_011, knownFrom: 1 },
  { providerId, category: 'PCP/RPCP', from: null, rate: 2_133, knownFrom: 1 },
  // A raise that is entered two months late.
  ...(random.chance(0.5)
    ? [{ providerId, category: 'Homemaker', from: '2026-06-20', rate: 2_075, knownFrom: 8 }]
    : []),
];

/** What the books compare for a caregiver: the facts, and what was exported for each half. */
export interface GeneratedPay {
  readonly providerId: number;
  readonly facts: BookPayFacts;
  readonly months: readonly string[];
  readonly exported: ReadonlyMap<string, PaySums>;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const sumsOfPay = (pay: HalfPay): PaySums => ({
  hours: hoursOfHalfPay(pay),
  straight: straightOf(pay),
  overtime: sum(pay.weeks.map(({ hours }) => hours)),
  premium: sum(pay.weeks.map(({ premium }) => premium)),
});

export const comparedPay = ({ providerId, facts, months, exported }: GeneratedPay): BookProviderPay => {
  const dues = new Map(dueOf(facts, months).map((due) => [`${due.month} ${due.half}`, due]));
  return {
    providerId,
    parts: months.flatMap((month) =>
      HALVES.map((half) => ({
        month,
        half,
        name: `${month}, half ${half + 1}`,
        due: dues.get(`${month} ${half}`) ?? NOTHING_DUE,
        exported: exported.get(`${month} ${half}`) ?? NOTHING_DUE,
        shown: null,
        isWatched: false,
      })),
    ),
  };
};

interface MadeCard extends PayCard {
  readonly planId: number;
}
const payCard = (card: BookCard): MadeCard => ({
  ...card,
  month: card.date,
  calculation: card.customDate ?? card.date,
  categories: CATEGORIES,
});

/** How many months a run looks back; earlier ones do not change in these years. */
const MONTHS_BACK = 2;

export const makePayBooks = (random: Random, zone: string) => {
  const runs: BookPayRun[] = [];
  const states = new Map<string, { readonly run: number; readonly pay: HalfPay }>();
  const rates = new Map<number, readonly SetRate[]>();
  const basis = { zone, weekOf: workweeks(RULES.overtime), rules: RULES, cityOf: () => null };
  const ratesAt = (providerId: number, run: number) =>
    (rates.get(providerId) ?? []).filter(({ knownFrom }) => knownFrom <= run);

  const rowsOf = (
    n: number,
    providerId: number,
    cards: readonly MadeCard[],
  ): BookPayRun['rows'][number][] => {
    const known = ratesInForce(ratesAt(providerId, n));
    return Array.from({ length: Math.min(MONTHS_BACK, n - 1) + 1 }, (_, back) => n - back)
      .toReversed()
      .flatMap((at) => {
        const month = monthOf(at);
        const paid = cards.filter(({ calculation }) => calculation === month);
        const near = cards.filter(({ month: own }) => own >= monthOf(at - 3) && own <= month);
        const pay = payOfMonth({ rates: known, paid, all: near }, { ...basis, month });
        return HALVES.flatMap((half) => {
          const key = `${providerId} ${month} ${half}`;
          const before = states.get(key) ?? (at < n ? { run: at, pay: NO_PAY } : undefined);
          const state = payOfHalf({ ...pay, cards: paid, rates: known }, half, zone);
          const employee = { providerId, last: 'Caregiver', first: 'A', ssn4: null };
          const row: RunRow | undefined = runRow(employee, { month, half }, state, before, UNCHANGED);
          if (!row) return [];
          const told = states.get(key)?.pay ?? null;
          states.set(key, { run: n, pay: state });
          return [{ row, before: told, state }];
        });
      });
  };

  return {
    runs,
    /** Pays the month, and changes in earlier months. */
    run: (n: number, all: readonly BookCard[]): void => {
      const byProvider = Map.groupBy(all.map(payCard), ({ providerId }) => providerId);
      for (const id of byProvider.keys()) if (!rates.has(id)) rates.set(id, ratesFor(random, id));
      const rows = [...rates.keys()].flatMap((id) => rowsOf(n, id, byProvider.get(id) ?? []));
      const ordered = rows.toSorted((a, b) => Number(a.row.kind !== 'Pay') - Number(b.row.kind !== 'Pay'));
      const lines = ordered.map(({ row }) => row);
      runs.push({
        run: {
          number: n,
          month: monthOf(n),
          halves: [0, 1],
          period: null,
          layout: 'Own',
          at: `${monthOf(n)}-28T12:00:00Z`,
          who: 'Ada Lind',
          pay: sumsOf(lines, 'Pay'),
          corrections: sumsOf(lines, 'Correction'),
        },
        rows: ordered,
      });
    },
    providers: (all: readonly BookCard[]): GeneratedPay[] =>
      [...rates.keys()].map((providerId) => ({
        providerId,
        facts: {
          zone,
          overtime: RULES.overtime,
          periods: RULES.periods,
          cards: all.filter((card) => card.providerId === providerId).map(payCard),
          rates: ratesAt(providerId, 12),
          isWhole: () => false,
        },
        months: Array.from({ length: 12 }, (_, at) => monthOf(at + 1)),
        exported: new Map(
          [...states]
            .filter(([key]) => key.startsWith(`${providerId} `))
            .map(([key, { pay }]) => [key.slice(`${providerId} `.length), sumsOfPay(pay)]),
        ),
      })),
  };
};
