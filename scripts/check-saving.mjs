// One way to save: outside web/src/platform nothing sends a write itself or holds what a sending needs (CONTRIBUTING.md, 'A form').
import { readSource, withoutComments } from './sources.mjs';
import { filesBelow } from './steps.mjs';

const SCREENS = ['web/src/app', 'web/src/caregiver', 'web/src/features', 'web/src/ui'];

/** Each sentence with what shows it in a source without comments. */
const RULES = [
  ['calls send', /import \{[^}]*\b(?:send|sendFile)\b[^}]*\} from '[\w./-]*\/send(?:-file)?\.ts'/],
  ['calls useMutation', /\buseMutation\b/],
  [
    'holds what a sending needs',
    /const \[(?:busy|pending|saving|sending|refusal|refused|errors|faults|stale|rev)\b[^\]]*\] = useState/,
  ],
];

/** Files that are not converted yet. This list only shrinks. */
export const LEFT = [
  'web/src/features/billing/use-card.ts',
  'web/src/features/calculator/CalculatorPage.tsx',
  'web/src/features/calculator/ResultsDialog.tsx',
  'web/src/features/calculator/api.ts',
  'web/src/features/care-plans/api.ts',
  'web/src/features/care-plans/use-save-plan.ts',
  'web/src/features/care-plans/use-stored-plan.ts',
  'web/src/features/eligibility/EntryFormDialog.tsx',
  'web/src/features/eligibility/RequestPanel.tsx',
  'web/src/features/eligibility/api.ts',
  'web/src/features/list-export/ExportMenu.tsx',
];

/** What a source does by itself that the form kit is there for. */
export const savingProblems = (source) => {
  const code = withoutComments(source);
  return RULES.filter(([, pattern]) => pattern.test(code)).map(([words]) => words);
};

/** Breaches of the sources, each as one line; a file that is listed may have them, and must. */
export const problemsOf = (sources, left) => {
  const found = new Map(sources.map(([file, source]) => [file, savingProblems(source)]));
  const breaches = [...found].flatMap(([file, problems]) =>
    left.includes(file)
      ? []
      : problems.map((words) => `${file}: ${words}; useSave and useAction do (CONTRIBUTING.md, 'A form')`),
  );
  const done = left.filter((file) => (found.get(file) ?? []).length === 0);
  return [
    ...breaches,
    ...done.map((file) => `${file}: is converted; take it off LEFT in scripts/check-saving.mjs`),
  ];
};

export function checkSaving() {
  const files = filesBelow(SCREENS).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  return problemsOf(
    files.map((file) => [file, readSource(file)]),
    LEFT,
  );
}
