import { wireNameProblems } from './check-names.mjs';
import { reasonProblems } from './check-reasons.mjs';
import { roleProblems, savingProblems } from './check-saving.mjs';
import { importsOf, leadsUp } from './check-structure.mjs';
import { duplicatesIn } from './size-of-duplicates.ts';

/** A source of the product with its path, and the path under which later commits have it. */
export interface PlacedSource {
  readonly path: string;
  readonly now: string;
  readonly text: string;
}

type Sources = readonly PlacedSource[];
type Pattern = readonly [name: string, count: (sources: Sources) => number];

const isScript = ({ path }: PlacedSource) => /\.tsx?$/.test(path);
const isScreen = ({ now }: PlacedSource) => /^web\/src\/(?:app|caregiver|features)\//.test(now);
const countOf = (sources: Sources, breaks: (source: PlacedSource) => boolean) =>
  sources.filter((source) => isScript(source) && breaks(source)).length;

/** Each source with the paths that it imports, as the commit has them. */
const graphOf = (sources: Sources) => {
  const known = new Set(sources.map(({ path }) => path));
  return new Map(
    sources
      .filter(isScript)
      .map(({ path, text }) => [path, importsOf(path, text).filter((to) => known.has(to))] as const),
  );
};

const leadingUp = (sources: Sources) => {
  const now = new Map(sources.map((source) => [source.path, source.now]));
  return [...graphOf(sources)].flatMap(([from, imports]) =>
    imports.filter((to) => leadsUp(now.get(from) ?? from, now.get(to) ?? to)),
  ).length;
};

/** How many sources each knot of imports has: each of them is reached from each other one. */
const knotsOf = (sources: Sources): number[] => {
  const graph = graphOf(sources);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const knots: number[] = [];
  const visit = (path: string): number => {
    order.set(path, order.size);
    open.push(path);
    let low = order.get(path) ?? 0;
    for (const to of graph.get(path) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(path, low);
    if (low === order.get(path)) {
      const knot = open.splice(open.indexOf(path));
      if (knot.length > 1) knots.push(knot.length);
    }
    return low;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return knots;
};

/** What was done in more than one way, and in how many places it is. */
export const PATTERNS: readonly Pattern[] = [
  ['imports that lead up', leadingUp],
  ['circles of imports', (sources) => knotsOf(sources).length],
  ['  files in the largest', (sources) => Math.max(0, ...knotsOf(sources))],
  [
    'files that save in a way of their own',
    (sources) => countOf(sources, (source) => isScreen(source) && savingProblems(source.text).length > 0),
  ],
  [
    'files with names of roles',
    (sources) =>
      countOf(sources, ({ now, text }) => /^(web|server)\/src\//.test(now) && roleProblems(text).length > 0),
  ],
  [
    'screens that compare a refusal',
    (sources) => countOf(sources, (source) => isScreen(source) && reasonProblems(source.text).length > 0),
  ],
  [
    'files with names of the wire',
    (sources) => countOf(sources, ({ now, text }) => wireNameProblems(now, text).length > 0),
  ],
  ['places of six and more lines again', (sources) => duplicatesIn(sources.map(({ text }) => text))],
];

const FOLDER = /^(?:domain|server|web)\/src\/(?:features\/)?([a-z-]+)\//;
const GROUNDS = new Set(['platform', 'ui', 'shell']);

/** The folder of a feature or of an application, or what all features are built on. */
export const partOf = (now: string): string => {
  if (now.startsWith('server/migrations/')) return 'migrations';
  const folder = FOLDER.exec(now)?.[1];
  return folder === undefined || GROUNDS.has(folder) ? 'platform, ui and grounds' : folder;
};
