// One way to save: outside web/src/platform nothing sends a write itself or holds what a sending needs (CONTRIBUTING.md, 'A form').
// One place for roles: outside domain nobody lists their names or compares a role with one.
import { HELD_STATES } from './exceptions.mjs';
import { readSource, withoutComments } from './sources.mjs';
import { filesBelow } from './steps.mjs';

const SCREENS = ['web/src/app', 'web/src/caregiver', 'web/src/features', 'web/src/ui'];

/** Words for what is under way, was refused or is out of date, within the name of a state. */
const HELD_WORDS =
  'busy|pending|saving|sending|running|working|locating|refus|reject|fail|problem|fault|stale|error'.split(
    '|',
  );
const HELD = [
  ...HELD_WORDS.map((word) => `${word}\\w*|\\w*${word[0]?.toUpperCase()}${word.slice(1)}\\w*`),
  'rev',
].join('|');
/** What they are in a type. */
const HELD_TYPES = String.raw`\w*(?:Refus|Reject|FieldError|Fault|Failure|Busy|Pending|Working|Progress|Stale)`;
/** Names of what remembers that something was pressed. */
const PRESSED = String.raw`(?:\w*[bB]usy|\w*[pP]ending|\w*[uU]nderWay|\w*[iI]nFlight|sending|isSending|answering|running|isRunning)`;

/** Each sentence with what shows it in a source without comments. */
const RULES = [
  ['calls send', /import \{[^}]*\b(?:send|sendFile)\b[^}]*\} from '[\w./-]*\/send(?:-file)?\.ts'/],
  ['calls useMutation', /\buseMutation\b/],
  [
    'holds what a sending needs',
    new RegExp(
      [
        String.raw`const \[(?:${HELD}), set\w+\] = use\w+`,
        `use(?:State|Ref|Kept)<[^>(]*${HELD_TYPES}`,
        String.raw`createStore<\w*(?:Working|Progress|Busy|Pending|Refus|Outbox)`,
        String.raw`(?:const|let) ${PRESSED} = (?:useRef\(|createStore\()?(?:new Set|new Map|false)`,
      ].join('|'),
    ),
  ],
  // A reducer that keeps a refusal beside what was typed.
  [
    'holds a refusal in a reducer',
    /^(?=[\s\S]*\b(?:reduce\w*|\w+After) = \()[\s\S]*^ {2}readonly (?:refus\w+|stale|pending|busy)\?:/m,
  ],
];

const ROLE = "'(?:admin|user|provider|evv)'";
const ROLE_NAMES = [
  // Several in a list, of SQL too, one as the value of roles, or a comparison with one, in SQL and its builder too.
  new RegExp(`\\[\\s*${ROLE}(?:\\s*,\\s*${ROLE})+\\s*,?\\s*\\]`),
  new RegExp(`\\brole\\s+(?:not\\s+)?in\\s*\\(\\s*${ROLE}`),
  new RegExp(`\\brole\\s*(?:=|<>|is (?:not )?distinct from)\\s*(?:any\\(array\\[)?${ROLE}`),
  new RegExp(`\\bwhere\\(\\s*'(?:\\w+\\.)?role',\\s*'[^']*',\\s*\\[?${ROLE}`),
  new RegExp(`\\broles\\??\\s*[:=]\\s*\\{?\\[\\s*${ROLE}`),
  new RegExp(`\\broles\\.(?:includes|has)\\(${ROLE}`),
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
  const problemsBelow = (folders, problemsOf, instead, exceptions = {}) =>
    filesBelow(folders)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|prove)\.tsx?$/.test(file) && !(file in exceptions))
      .flatMap((file) => problemsOf(readSource(file)).map((words) => `${file}: ${words}; ${instead}`));
  return [
    ...problemsBelow(
      SCREENS,
      savingProblems,
      "useSave and useAction do (CONTRIBUTING.md, 'A form')",
      HELD_STATES,
    ),
    ...problemsBelow(
      ['web/src', 'server/src'],
      roleProblems,
      'mayCall, a group of domain/src/call.ts or a question of domain/src/permissions.ts does',
    ),
  ];
}
