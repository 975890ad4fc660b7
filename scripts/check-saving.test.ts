import { describe, expect, test } from 'vitest';
import { checkSaving, roleProblems, savingProblems } from './check-saving.mjs';

describe('a screen', () => {
  test('cannot send', () => {
    expect(savingProblems("import { type Sent, send } from '../../platform/send.ts';")).toEqual([
      'calls send',
    ]);
    expect(savingProblems("import { sendFile } from '../platform/send-file.ts';")).toEqual(['calls send']);
  });

  test('cannot hold a mutation', () => {
    expect(savingProblems('const sending = useMutation({ mutationFn });')).toEqual(['calls useMutation']);
  });

  test('cannot hold what is pending, refused, wrong or stale', () => {
    const names = [
      ...['busy', 'pending', 'saving', 'refusal', 'failure', 'problem', 'errors', 'stale'],
      ...['isBusy', 'isRunning', 'rejection', 'failed', 'fault', 'hasError', 'locating'],
    ];
    for (const name of names)
      expect(savingProblems(`const [${name}, setIt] = useState<string>();`)).toEqual([
        'holds what a sending needs',
      ]);
  });

  test('cannot hold it under another name, nor remember by itself what was pressed', () => {
    for (const source of [
      'const [last, setLast] = useState<Rejection>();',
      'const [seen, setSeen] = useState<Refusal<Reason>>();',
      'const [so, setSo] = useState<BulkProgress>();',
      'const underWay = new Set<string>();',
      'const busy = useRef(new Set<number>());',
      'let isSending = false;',
      'const now = createStore<Working | null>(null);',
    ])
      expect(savingProblems(source), source).toEqual(['holds what a sending needs']);
  });

  test('cannot keep a refusal in a reducer', () => {
    const source =
      'interface Steps {\n  readonly refused?: Refused;\n}\nexport const reduceSteps = (steps: Steps) => steps;';
    expect(savingProblems(source)).toEqual(['holds a refusal in a reducer']);
  });

  test('may hold what is open and what was typed', () => {
    const source =
      "const [open, setOpen] = useState(false);\nimport type { Sent } from '../../platform/send.ts';";
    expect(savingProblems(source)).toEqual([]);
  });

  test('may speak of all that in a comment', () => {
    expect(
      savingProblems('/** The kit calls useMutation. */\n// const [busy, setBusy] = useState(false);'),
    ).toEqual([]);
  });
});

describe('outside domain', () => {
  test('nobody lists the names of roles or compares with one', () => {
    for (const source of [
      "const OFFICE = ['admin', 'user'] as const;",
      "const STAFF = [\n  'admin',\n  'user',\n  'provider',\n];",
      "const action = { roles: ['admin'] };",
      "sql`select id from accounts where role in ('admin', 'user')`",
      "sql`select id from accounts where role = 'evv' and deleted is null`",
      'sql`select log.role = \'evv\' as "isPhone" from change_log log`',
      "sql`select id from accounts where role not in ('provider')`",
      "db.selectFrom('accounts').where('role', '=', 'evv')",
      "db.selectFrom('accounts as account').where('account.role', 'in', ['admin'])",
      "const isOffice = role === 'admin' || role === 'user';",
      "if (scope.user.role !== 'admin' && scope.user.role !== 'user') return;",
      "const isAdmin = role === 'admin';",
      "const isPhone = useSession()?.role === 'evv';",
      "if ('provider' !== account.role) return;",
      "return move.roles.includes('evv') ? checkIn() : setStatus();",
    ])
      expect(roleProblems(source)).toEqual(['names roles']);
  });

  test('what a role may do is asked of the domain', () => {
    for (const source of [
      'const mayEnd = mayCall(session.role, endSessions);',
      'const isPhone = isCaregiver(session.role);',
      'const action = { roles: OFFICE };',
      "const isProvider = kind === 'provider';",
      "const key = ['user'];",
      `sql\`select id from accounts where role = any(\${[...CAREGIVER]}::text[])\``,
      "db.selectFrom('accounts').where('role', 'in', ADMIN)",
      "sql`update visits set edited_via = 'admin'`",
      "const made = { ...admin, role: 'admin' };",
      "// const OFFICE = ['admin', 'user'];",
    ])
      expect(roleProblems(source)).toEqual([]);
  });
});

test('every screen saves in the one way, and nobody outside domain names roles', () => {
  expect(checkSaving()).toEqual([]);
});
