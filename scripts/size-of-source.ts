import { parseSync } from 'vite';

/** Longer ones do too much to be read at once. */
export const LONGEST_COMPONENT = 120;
export const LONGEST_FUNCTION = 60;

/** A function as somebody reads it: its lines without blank ones and without comments. */
export interface FunctionSize {
  readonly name: string;
  readonly lines: number;
  readonly isComponent: boolean;
}

/** One file as somebody reads it. */
export interface SourceSize {
  /** Lines that hold something else than white space and comments. */
  readonly lines: number;
  /** Lines that hold a comment and nothing else. */
  readonly commentLines: number;
  readonly functions: readonly FunctionSize[];
  /** Each outermost statement but imports, without comments and white space, with its lines. */
  readonly statements: ReadonlyMap<string, number>;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Node extends Range {
  readonly type: string;
}

/** Texts in quotes, which may hold the signs of a comment, and comments. */
const PIECES = {
  css: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?<comment>\/\*[\s\S]*?\*\/)/g,
  sql: /'(?:[^']|'')*'|"[^"]*"|(?<comment>--.*|\/\*[\s\S]*?\*\/)/g,
};

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export const sizeOfSource = (path: string, text: string): SourceSize => {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  if (ending !== 'css' && ending !== 'sql') return sizeOfTypeScript(path, text);
  const comments: Range[] = [...text.matchAll(PIECES[ending])].flatMap((match) =>
    match.groups?.comment === undefined ? [] : [{ start: match.index, end: match.index + match[0].length }],
  );
  const code = withoutRanges(text, comments);
  return { ...countLines(text, code), functions: [], statements: new Map() };
};

const sizeOfTypeScript = (path: string, text: string): SourceSize => {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const nodes = [...nodesBelow(program, '')];
  const inMarkup = nodes.filter(({ node }) => isEmptyMarkup(node)).map(({ node }) => node);
  const code = withoutRanges(text, [...comments, ...inMarkup]);
  const linesOf = ({ start, end }: Range) => linesIn(code.slice(start, end));
  const functions = nodes
    .filter(({ node }) => FUNCTIONS.has(node.type))
    .map(({ node, name }) => ({
      name,
      lines: linesOf(node),
      isComponent: path.endsWith('.tsx') && /^[A-Z]/.test(name),
    }));
  const statements = program.body
    .filter(({ type }) => type !== 'ImportDeclaration')
    .map((node): [string, number] => [withoutWhiteSpace(code.slice(node.start, node.end)), linesOf(node)]);
  return { ...countLines(text, code), functions, statements: new Map(statements) };
};

/** Every node with the name that its place gives it: that of a variable, a property, a method, a declaration. */
function* nodesBelow(value: unknown, name: string): Generator<{ node: Node; name: string }> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesBelow(one, name);
    return;
  }
  const own = nameOf(value) ?? name;
  if (isNode(value)) yield { node: value, name: own };
  for (const [field, below] of Object.entries(value)) {
    // memo(() => …) and calls.bind(…, async () => …) name their function no less than a plain variable.
    const given = field === 'init' || field === 'value' || field === 'arguments' ? own : '';
    yield* nodesBelow(below, given);
  }
}

const isNode = (value: object): value is Node => 'type' in value && 'start' in value && 'end' in value;

const nameOf = (value: object): string | undefined => {
  for (const field of ['id', 'key'] as const) {
    const named: unknown = field in value ? Reflect.get(value, field) : undefined;
    if (typeof named === 'object' && named !== null && 'name' in named) return String(named.name);
  }
  return undefined;
};

/** The braces around a comment between tags belong to the comment. */
const isEmptyMarkup = (node: object) =>
  'expression' in node &&
  typeof node.expression === 'object' &&
  node.expression !== null &&
  'type' in node.expression &&
  node.expression.type === 'JSXEmptyExpression';

const withoutRanges = (text: string, ranges: readonly Range[]) => {
  const inOrder = ranges.toSorted((a, b) => a.start - b.start);
  let code = '';
  let at = 0;
  for (const { start, end } of inOrder) {
    if (start < at) continue;
    code += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return code + text.slice(at);
};

const withoutWhiteSpace = (text: string) => text.replace(/\s+/g, '').replace(/^export/, '');

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

const countLines = (text: string, code: string) => ({
  lines: linesIn(code),
  commentLines: linesIn(text) - linesIn(code),
});
