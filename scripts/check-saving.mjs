// One way to save: outside web/src/platform nothing sends a write itself or holds what a sending needs (CONTRIBUTING.md, 'A form').
// One place for roles: outside domain nobody lists their names or compares a role with one.
import { readSource, withoutComments } from './sources.mjs';
import { filesBelow } from './steps.mjs';

const SCREENS = ['web/src/app', 'web/src/caregiver', 'web/src/features', 'web/src/ui'];

/** Each sentence with what shows it in a source without comments. */
const RULES = [
  ['calls send', /import \{[^}]*\b(?:send|sendFile)\b[^}]*\} from '[\w./-]*\/send(?:-file)?\.ts'/],
  ['calls useMutation', /\buseMutation\b/],
  [
    'holds what a sending needs',
    /const \[(?:busy|pending|saving|sending|refusal|refused|failure|problem|errors|faults|stale|rev)\b[^\]]*\] = useState/,
  ],
];

const ROLE = "'(?:admin|user|provider|evv)'";
const ROLE_NAMES = [
  // Several in a list, of SQL too, one as the value of roles, or a comparison with one.
  new RegExp(`\\[\\s*${ROLE}(?:\\s*,\\s*${ROLE})+\\s*,?\\s*\\]`),
  new RegExp(`\\brole in \\(\\s*${ROLE}`),
  new RegExp(`\\broles\\??\\s*[:=]\\s*\\{?\\[\\s*${ROLE}`),
  new RegExp(`[rR]ole\\)?\\s*[!=]==?\\s*${ROLE}`),
  new RegExp(`${ROLE}\\s*[!=]==?\\s*[\\w.?]*[rR]ole\\b`),
];

/** What a source does by itself that the form kit is there for. */
export const savingProblems = (source) => {
  const code = withoutComments(source);
  return RULES.filter(([, pattern]) => pattern.test(code)).map(([words]) => words);
};

/**
 * Who may do something is in the declaration of its call; groups of roles are in domain/src/call.ts, and what a role sees
 * and does within a call in domain/src/permissions.ts.
 */
export const roleProblems = (source) => {
  const code = withoutComments(source);
  return ROLE_NAMES.some((pattern) => pattern.test(code)) ? ['names roles'] : [];
};

export function checkSaving() {
  const problemsBelow = (folders, problemsOf, instead) =>
    filesBelow(folders)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|prove)\.tsx?$/.test(file))
      .flatMap((file) => problemsOf(readSource(file)).map((words) => `${file}: ${words}; ${instead}`));
  return [
    ...problemsBelow(SCREENS, savingProblems, "useSave and useAction do (CONTRIBUTING.md, 'A form')"),
    ...problemsBelow(
      ['web/src', 'server/src'],
      roleProblems,
      'mayCall, a group of domain/src/call.ts or a question of domain/src/permissions.ts does',
    ),
  ];
}
