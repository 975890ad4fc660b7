import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/**
 * Draws a profile of V8 as a flame graph: a box is a function, as wide as the processor time of it and of what it calls, which
 * stands below it. `node scripts/flame-graph.ts FROM.cpuprofile TO.svg`; `npm run flames` draws those of docs/proof.md.
 */
export const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.int()).default([]),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});

/** Boxes below the narrowest say nothing. */
const [WIDTH, NARROWEST, ROW, DEEPEST] = [1200, 2, 16, 60];

interface Box {
  readonly name: string;
  micros: number;
  readonly below: Map<string, Box>;
}

const boxOf = (name: string): Box => ({ name, micros: 0, below: new Map() });
const readBoxes = (profile: z.output<typeof Profile>): Box => {
  const own = new Map<number, number>();
  for (const [n, id] of profile.samples.entries())
    own.set(id, (own.get(id) ?? 0) + Math.max(0, profile.timeDeltas[n] ?? 0));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  /** What one function calls at several places is one box. */
  const add = (id: number, above: Box): number => {
    const node = nodes.get(id);
    if (!node || node.callFrame.functionName === '(idle)') return 0;
    const { functionName, url } = node.callFrame;
    const name = [functionName || '(anonymous)', url && basename(url)].filter(Boolean).join(' ');
    const box = above.below.get(name) ?? boxOf(name);
    above.below.set(name, box);
    const micros = node.children.reduce((total, child) => total + add(child, box), own.get(id) ?? 0);
    box.micros += micros;
    return micros;
  };
  const root = boxOf('all');
  const [first] = profile.nodes;
  if (first) for (const child of first.children) root.micros += add(child, root);
  return root;
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const draw = (root: Box): string => {
  const parts: string[] = [];
  let rows = 0;
  const place = (box: Box, left: number, row: number) => {
    const width = (box.micros / root.micros) * WIDTH;
    if (width < NARROWEST || row > DEEPEST) return;
    rows = Math.max(rows, row + 1);
    const hue = 10 + ([...box.name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 45);
    const said = `${escaped(box.name)}, ${((100 * box.micros) / root.micros).toFixed(1)} %`;
    const shown = escaped(box.name.slice(0, Math.max(0, Math.floor(width / 6.5) - 1)));
    parts.push(
      `<g><title>${said}</title><rect x="${left.toFixed(1)}" y="${row * ROW}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="hsl(${hue} 85% 68%)"/><text x="${(left + 3).toFixed(1)}" y="${row * ROW + 11}">${shown}</text></g>`,
    );
    let from = left;
    for (const below of [...box.below.values()].toSorted((a, b) => b.micros - a.micros)) {
      place(below, from, row + 1);
      from += (below.micros / root.micros) * WIDTH;
    }
  };
  place(root, 0, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${rows * ROW}" font-family="monospace" font-size="10">\n<title>Processor time of the server: a box is a function, as wide as its share</title>\n${parts.join('\n')}\n</svg>\n`;
};

export const drawFlames = (profile: z.output<typeof Profile>): string => draw(readBoxes(profile));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [from, to] = process.argv.slice(2);
  if (!from || !to) throw new Error('node scripts/flame-graph.ts FROM.cpuprofile TO.svg');
  writeFileSync(to, drawFlames(Profile.parse(JSON.parse(readFileSync(from, 'utf8')))));
}
