// Names of the wire that say nothing, or something else, stay where shapes are declared and mapped (docs/architecture.md, 'How data flows').
import { readSource, withoutComments } from './sources.mjs';
import { filesBelow } from './steps.mjs';

/** Each name with what the product says instead. */
const WIRE_NAMES = {
  SunDataStatus: 'aggregatorStatus, of a person AGGREGATOR_STATUS',
  SunDataMessage: 'aggregatorMessage',
  covidBy: 'coversPlanId',
  FactStartTime: 'startedAt',
  FactEndTime: 'endedAt',
  careplanId: 'planId',
  careplanType: 'typeCode',
  Cur: 'STATUS, isActive or isArchived',
  'Provider or Client': 'KIND, isProvider or isClient',
};

/** Declarations, and the one map of each shape: people by their dictionary, the log by the keys that its rows have. */
const MAPS = [
  /^domain\/src\/[a-z-]+\/(?:[a-z]+-)*(?:contract|schema)\.ts$/,
  /^domain\/src\/people\/(?:dictionary|kind-and-status)\.ts$/,
  /^domain\/src\/record-log\/rules\.ts$/,
];

/** A sentence may hold such a name; a field, a key and a text that is nothing else may not. */
const patternOf = (name) =>
  /^\w+$/.test(name) ? new RegExp(`(?<![\\w$])${name}(?!\\w)`) : new RegExp(`(['"\`])${name}\\1`);
const PATTERNS = Object.entries(WIRE_NAMES).map(([name, own]) => [name, own, patternOf(name)]);

export const wireNameProblems = (file, source) => {
  if (MAPS.some((map) => map.test(file))) return [];
  const code = withoutComments(source);
  return PATTERNS.filter(([, , pattern]) => pattern.test(code)).map(
    ([name, own]) => `${file}: uses '${name}' of the wire; the product says ${own}`,
  );
};

/** Words that only this product had for what the field has a verb for. */
const OWN_WORDS = {
  told: 'notified or shown',
  tell: 'notify, report or show',
  telling: 'notifying',
  held: 'locked, blocked or known',
  verdict: 'result or answer',
  judge: 'check, validate or evaluate',
  judged: 'checked or validated',
  lack: 'missing',
  lacks: 'missing',
  lacking: 'missing',
  gather: 'load or collect',
  gathered: 'loaded or collected',
  bones: 'skeleton',
  wake: 'queue',
  veil: 'blur',
  mend: 'fix or repair',
  mended: 'fixed or repaired',
};
/** Alone these say nothing of a field; the name of a value of a few lines, or with what it is of, may hold them. */
const VAGUE_FIELDS = { kept: 'what it is: worked, remaining, stillCovered, pinned, unsent' };
const DECLARED = /(?<![\w$.])(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_]\w*)/g;
/** Of an interface or a type; those of the wire are in its schemas. */
const FIELDS = /\breadonly\s+(\w+)\??:/g;
const wordsOf = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

export const ownWordProblems = (file, source) => {
  const code = withoutComments(source);
  const fields = [...code.matchAll(FIELDS)].map(([, name]) => name);
  const names = [...[...code.matchAll(DECLARED)].map(([, name]) => name), ...fields];
  const sayInstead = (name, word, better) =>
    `${file}: declares '${name}'; for '${word}' the field says ${better}`;
  return [
    ...names.flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(OWN_WORDS, word))
        .map((word) => sayInstead(name, word, OWN_WORDS[word])),
    ),
    ...fields
      .filter((name) => Object.hasOwn(VAGUE_FIELDS, name))
      .map((name) => sayInstead(name, name, VAGUE_FIELDS[name])),
  ];
};

export const checkNames = () =>
  filesBelow(['domain/src', 'server/src', 'web/src'])
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|prove)\.tsx?$|\/test-[^/]+$|\/testing\//.test(file))
    .flatMap((file) => {
      const source = readSource(file);
      return [...wireNameProblems(file, source), ...ownWordProblems(file, source)];
    });
