import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitRuleOf } from '../billing/rates.ts';
import { addDays } from '../calendar.ts';
import { checkPayRules } from '../payroll/pay-rules.ts';
import type { UnitRule } from '../unit-rules.ts';
import { isDay } from '../wire.ts';
import type { Rule, RuleName, StatePack } from './pack.ts';
import { FIRST_PACK, findPack, PACKS, packOf } from './registry.ts';
import { RULE_TITLES, sayRules } from './rule-words.ts';
import {
  blockedBy,
  lastFilingDay,
  missingRules,
  type Purpose,
  payRulesOf,
  programWords,
  statedOn,
  uploadName,
  valueOn,
} from './rules.ts';

/** Typed by hand: what every pack has to answer. */
const NAMES: readonly RuleName[] = [
  'units',
  'codes',
  'memberId',
  'filing',
  'resending',
  'claimFile',
  'visitProof',
  'aggregator',
  'incidents',
  'overtime',
  'wages',
  'caps',
  'norms',
  'words',
  'timeZone',
];
const PURPOSES: readonly Purpose[] = ['cards', 'claims', 'questions', 'visits', 'calculator'];

const ruleOf = ({ rules }: StatePack, name: RuleName): Rule<unknown> => rules[name];

describe.each(PACKS.map((pack) => ({ name: pack.name, pack })))('the pack of $name', ({ pack }) => {
  it('answers every rule, with what a source says or with unknown', () => {
    expect(Object.keys(pack.rules).toSorted()).toEqual([...NAMES].toSorted());
    expect(pack.state).toMatch(/^[A-Z]{2}$/);
    for (const name of NAMES) {
      const rule = ruleOf(pack, name);
      expect(rule === 'unknown' || rule.length > 0, name).toBe(true);
    }
  });

  it('dates each rule, the oldest first, and quotes its source', () => {
    for (const name of NAMES) {
      const rule = ruleOf(pack, name);
      if (rule === 'unknown') continue;
      const days = rule.map(({ from }) => from);
      expect(days.every(isDay), name).toBe(true);
      expect(days, name).toEqual(days.toSorted());
      for (const { source, quote } of rule) {
        expect(source.trim().length, `${name}: source`).toBeGreaterThan(3);
        expect(quote.trim().length, `${name}: words of the source`).toBeGreaterThan(3);
      }
    }
  });

  it('says each rule in words, and each unknown one as not known', () => {
    const said = sayRules(pack);
    expect([...new Set(said.map(({ name }) => name))]).toEqual(NAMES);
    for (const { name, title, value, from, source } of said) {
      expect(title).toBe(RULE_TITLES[name]);
      expect(value.length).toBeGreaterThan(1);
      expect(from === null).toBe(ruleOf(pack, name) === 'unknown');
      expect(source === '').toBe(from === null);
    }
  });

  it('gives an agency that begins pay rules that can be saved', () => {
    expect(checkPayRules(payRulesOf(pack))).toEqual([]);
  });

  it('blocks just what needs an unknown rule, and names the rule', () => {
    const day = fc.integer({ min: 0, max: 18_000 }).map((days) => addDays('1990-01-01', days));
    fc.assert(
      fc.property(day, fc.constantFrom(...PURPOSES), (on, purpose) => {
        const missing = missingRules(pack, purpose, on);
        const sentence = blockedBy(pack, purpose, on);
        expect(sentence === undefined).toBe(missing.length === 0);
        for (const name of missing) expect(statedOn(ruleOf(pack, name), on)).toBeUndefined();
        if (sentence !== undefined) expect(sentence).toContain(pack.name);
      }),
    );
  });

  it('is found by its state', () => {
    expect(findPack(pack.state)).toBe(pack);
    expect(packOf(pack.state)).toBe(pack);
    expect(missingRules(packOf('ZZ'), 'cards', '2026-11-20')).toEqual(['units']);
  });
});

it('keeps no two packs of one state', () => {
  expect(new Set(PACKS.map(({ state }) => state)).size).toBe(PACKS.length);
});

it('keeps nothing from being done in the first state', () => {
  for (const purpose of PURPOSES) expect(blockedBy(FIRST_PACK, purpose, '2026-11-20')).toBeUndefined();
});

describe('a rule that begins later', () => {
  const [words] = FIRST_PACK.rules.words === 'unknown' ? [] : FIRST_PACK.rules.words;
  const [file] = FIRST_PACK.rules.claimFile === 'unknown' ? [] : FIRST_PACK.rules.claimFile;
  if (!words || !file) throw new Error('the first pack has lost its words');
  const later = { ...words, from: '2027-07-01', value: { medicaid: 'Later Medicaid', office: 'LMO' } };
  const { rules } = FIRST_PACK;
  const pack: StatePack = {
    ...FIRST_PACK,
    rules: { ...rules, words: [words, later], claimFile: [{ ...file, from: '2026-11-01' }] },
  };

  it.each([
    ['2027-06-30', words.value, `${words.value.office} Upload`],
    ['2027-07-01', later.value, 'LMO Upload'],
  ])('counts from its day on: %s', (day, value, button) => {
    expect(valueOn(pack.rules.words, day)).toEqual(value);
    expect(programWords(pack, day)).toEqual(value);
    expect(uploadName(pack, day)).toBe(button);
  });

  it('addresses a file by the day on which it is made, also for services before', () => {
    expect(blockedBy(pack, 'claims', '2026-09-01', { made: '2026-11-20' })).toBeUndefined();
    expect(blockedBy(pack, 'claims', '2026-09-01', { made: '2026-10-31' })).toMatch(
      /how a claim file is addressed/,
    );
  });
});

describe('a pack that knows nothing', () => {
  const rules = {
    ...FIRST_PACK.rules,
    units: 'unknown',
    claimFile: 'unknown',
    memberId: 'unknown',
    filing: 'unknown',
    aggregator: 'unknown',
    caps: 'unknown',
    norms: 'unknown',
  } as const;
  const pack: StatePack = { state: 'ZZ', name: 'Nowhere', rules };

  it.each<[Purpose, string]>([
    [
      'cards',
      'Billing to Medicaid waits. No source at hand says for Nowhere: how time becomes units. Nothing is guessed. Enter it with the rates of the care plan type.',
    ],
    [
      'claims',
      'Claim files wait. No source at hand says for Nowhere: the form of Medicaid numbers, the deadline of claims, how a claim file is addressed and how visits are sent to the state. Nothing is guessed.',
    ],
    [
      'questions',
      'Eligibility files wait. No source at hand says for Nowhere: the form of Medicaid numbers and how a claim file is addressed. Nothing is guessed.',
    ],
    [
      'visits',
      'Visits cannot be sent. No source at hand says for Nowhere: how visits are sent to the state. Nothing is guessed.',
    ],
    [
      'calculator',
      'The calculator waits. No source at hand says for Nowhere: the caps of hours and how long tasks take. Nothing is guessed. Enter yours under Configuration, IHSS norms.',
    ],
  ])('says what keeps %s from being done', (purpose, sentence) => {
    expect(blockedBy(pack, purpose, '2026-11-20')).toBe(sentence);
  });

  it('takes what the agency has entered itself in its place', () => {
    const entered = ['filing', 'claimFile', 'caps', 'norms'] as const;
    expect(missingRules(pack, 'claims', '2026-11-20', { entered })).toEqual(['memberId', 'aggregator']);
    expect(blockedBy(pack, 'calculator', '2026-11-20', { entered })).toBeUndefined();
  });

  it.each<[string, [validFrom: string, unitRule: UnitRule | null][], UnitRule | null, UnitRule | null]>([
    ['without terms', [], null, 'up'],
    ['with terms that leave it to the state', [['2026-01-01', null]], null, 'up'],
    ['with its own', [['2026-01-01', 'nearestVisit']], 'nearestVisit', 'nearestVisit'],
    ['that begins in the month', [['2026-11-16', 'down']], 'down', 'down'],
    ['that begins later', [['2026-12-01', 'down']], null, 'up'],
    [
      'by the first day of the month',
      [
        ['2025-01-01', 'nearest'],
        ['2026-11-02', 'down'],
      ],
      'nearest',
      'nearest',
    ],
  ])('rounds a type %s by its terms, else by the state, else by nothing', (_, rows, here, there) => {
    const terms = rows.map(([validFrom, unitRule]) => ({ validFrom, unitRule }));
    expect(unitRuleOf(terms, '2026-11', pack)).toBe(here);
    expect(unitRuleOf(terms, '2026-11', FIRST_PACK)).toBe(there);
  });
});

it('says nothing after the last day of which a source speaks', () => {
  const row = { value: 1, source: 'An act', quote: 'for two years' };
  const rule = [
    { ...row, from: '2023-09-01', through: '2025-08-31' },
    { ...row, from: '2027-01-01', value: 2 },
  ];
  expect(
    ['2023-08-31', '2023-09-01', '2025-08-31', '2025-09-01', '2027-01-01'].map((day) => valueOn(rule, day)),
  ).toEqual([undefined, 1, 1, undefined, 2]);
});

describe('the last day of a claim', () => {
  it.each([
    [{ days: 365 }, '2026-11-20', '2027-11-20'],
    [{ days: 120 }, '2017-12-31', '2018-04-30'],
    [{ monthsAfterMonth: 12 }, '2026-11-01', '2027-11-30'],
    [{ monthsAfterMonth: 12 }, '2027-02-10', '2028-02-28'],
    [{ monthsAfterMonth: 12 }, '2028-02-10', '2029-02-28'],
    [{ monthsAfterMonth: 12 }, '2028-01-31', '2029-01-31'],
    [{ monthsAfterMonth: 1 }, '2026-01-15', '2026-02-28'],
  ])('with %o for %s is %s', (limit, day, last) => {
    expect(lastFilingDay(limit, day)).toBe(last);
  });
});
