import { PERSON_KINDS, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import {
  type Compared,
  DoublesIndex,
  findDoubles,
  type KnownPerson,
} from '@homecare/domain/people/doubles.ts';
import { examplePerson } from '../server/src/operations/example-people.ts';
import { readPlaces } from '../server/src/operations/example-places.ts';
import { median, ms, percent, report, shareOfTime } from './report.ts';

/** Who is on record already among 10,000 people, asked with each key: the rule that the browser and a save run. */
const PEOPLE: Record<PersonKind, number> = { Provider: 3_400, Client: 6_600 };
const KEYS = 200;
const LIMIT_MS = 50;
const ASKED_SHARE = 0.02;

const setting = { today: Temporal.PlainDate.from('2026-11-20'), places: readPlaces(), reach: 1 };
const madeOf = (kind: PersonKind, from: number, count: number) =>
  Array.from({ length: count }, (_, n): KnownPerson => {
    const draft: Compared = examplePerson(kind, from + n, setting, undefined);
    return { ...draft, 'SSI #': draft['SSI #']?.slice(-4) ?? null, ID: from + n, Cur: 'y' };
  });
const everybody = PERSON_KINDS.flatMap((kind, at) => madeOf(kind, 10_000 + at * 100_000, PEOPLE[kind]));

const times: number[] = [];
for (let at = 0; at < KEYS; at += 1) {
  const person = everybody[(at * 4_999) % everybody.length];
  const typed = { ...person, LastName: person?.LastName?.slice(0, 1 + (at % 8)) ?? null };
  const begun = performance.now();
  findDoubles(typed, everybody);
  times.push(performance.now() - begun);
}

let asked = 0;
for (const [at, kind] of PERSON_KINDS.entries()) {
  const index = new DoublesIndex<KnownPerson>();
  for (const person of madeOf(kind, 10_000 + at * 100_000, PEOPLE[kind])) index.add(person);
  for (const person of madeOf(kind, 50_000 + at * 100_000, PEOPLE[kind]))
    if (index.find(person).length > 0) asked += 1;
}
const share = asked / everybody.length;
const here = median(times);
report([
  {
    name: `Doubles of one person among ${everybody.length}, with each key`,
    here: `${ms(here)} (longest ${ms(Math.max(...times))})`,
    target: `below ${LIMIT_MS} ms`,
    share: shareOfTime(here, LIMIT_MS),
  },
  {
    name: `Of ${everybody.length} new people nobody knows, asked about`,
    here: percent(share),
    target: `at most ${percent(ASKED_SHARE)}`,
    share: share / ASKED_SHARE,
  },
]);
