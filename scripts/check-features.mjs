// Which feature uses which, on each side: declared in docs/features.md, where it is also a picture.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

const PAGE = 'docs/features.md';
const PICTURE = 'docs/img/features.svg';
const SIDES = ['domain', 'server', 'web'];
const FEATURE = /^(?:(domain|server)\/src|(web)\/src\/features)\/(?!platform\/|operations\/)([a-z-]+)\//;

/** 'people' of server/src/people/service.ts; undefined for what belongs to no feature. */
export const featureOf = (path) => FEATURE.exec(path)?.[3];

/** '| billing | visits | | claims, people |' → 'billing domain visits', 'billing web claims', 'billing web people'. */
export const declaredIn = (page) =>
  [...page.matchAll(/^\| ([a-z-]+) \|(.*)\|(.*)\|(.*)\|$/gm)].flatMap(([, feature, ...cells]) =>
    cells.flatMap((cell, side) =>
      (cell.match(/[a-z-]+/g) ?? []).map((used) => `${feature} ${SIDES[side]} ${used}`),
    ),
  );

/** Both ways: what is imported is declared, and what is declared is imported. */
export function* featureProblems(imports, page) {
  const declared = new Set(declaredIn(page));
  const found = new Set();
  for (const [file, paths] of imports)
    for (const path of paths) {
      const [, domainOrServer, web, feature] = FEATURE.exec(file);
      const use = `${feature} ${domainOrServer ?? web} ${featureOf(path)}`;
      // A declaration of domain that the other sides read is no import between their features.
      if (!featureOf(path) || featureOf(path) === feature || path.split('/')[0] !== file.split('/')[0])
        continue;
      if (!declared.has(use) && !found.has(use)) yield `${file}: imports ${path}, which ${PAGE} does not say`;
      found.add(use);
    }
  for (const use of declared)
    if (!found.has(use)) yield `${PAGE}: says '${use}', which nothing does any more`;
}

const CELL = 20;
const LEFT = 150;
const COLORS = { domain: '#2e7d5b', server: '#3667b0', web: '#c26a1b' };

/** What is used by many and uses few comes first: most bars are left of the diagonal. */
const inOrder = (uses) => {
  const rank = new Map();
  for (const [user, , used] of uses.map((use) => use.split(' '))) {
    rank.set(user, (rank.get(user) ?? 0) + 1);
    rank.set(used, (rank.get(used) ?? 0) - 1);
  }
  return [...rank.keys()].toSorted((a, b) => rank.get(a) - rank.get(b) || (a < b ? -1 : 1));
};

/** A row uses a column: one bar in the cell for each side on which it does. */
export const pictureOf = (uses) => {
  const features = inOrder(uses);
  const size = LEFT + features.length * CELL + 10;
  const at = (feature) => LEFT + features.indexOf(feature) * CELL;
  const lines = features.flatMap((feature) => [
    `<text x="${LEFT - 6}" y="${at(feature) + 14}" text-anchor="end">${feature}</text>`,
    `<text x="6" y="0" transform="translate(${at(feature) + 14} ${LEFT}) rotate(-90)">${feature}</text>`,
    `<rect x="${at(feature)}" y="${at(feature)}" width="${CELL}" height="${CELL}" fill="#d8dce2"/>`,
    `<path d="M${LEFT} ${at(feature)}H${size - 10}M${at(feature)} ${LEFT}V${size - 10}" stroke="#e4e7eb"/>`,
  ]);
  const bars = uses.map((use) => {
    const [feature, side, used] = use.split(' ');
    return `<rect x="${at(used) + 2 + SIDES.indexOf(side) * 6}" y="${at(feature) + 3}" width="5" height="${CELL - 6}" fill="${COLORS[side]}"/>`;
  });
  const legend = SIDES.map(
    (side, row) =>
      `<rect x="10" y="${12 + row * 18}" width="5" height="14" fill="${COLORS[side]}"/><text x="22" y="${24 + row * 18}">${side}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" font-family="sans-serif" font-size="12">`,
    `<title>Which feature (row) uses which (column)</title><rect width="${size}" height="${size}" fill="#fff"/>`,
    ...lines,
    ...bars,
    ...legend,
    '</svg>\n',
  ].join('\n');
};

export function* checkFeatures(imports) {
  const page = readFileSync(join(ROOT, PAGE), 'utf8');
  yield* featureProblems(imports, page);
  const picture = pictureOf(declaredIn(page));
  if (process.env.UPDATE_PICTURE) writeFileSync(join(ROOT, PICTURE), picture);
  else if (!existsSync(join(ROOT, PICTURE)) || readFileSync(join(ROOT, PICTURE), 'utf8') !== picture)
    yield `${PICTURE}: is not the picture of ${PAGE}; UPDATE_PICTURE=1 npm run check draws it anew`;
}
