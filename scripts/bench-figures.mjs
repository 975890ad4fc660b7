import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A figure that uses so much more of its target than the one that was kept is said. */
const WORSE = 1.15;

/** Figures of one run, a line of JSON each, as bench/report.ts writes them. */
export const readFigures = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];

/** A figure goes by its bench and its place there: its name may hold what was counted. */
const keyOf = ({ bench, place }) => `${bench} ${place}`;

const percent = (share) => `${Math.round(share * 100)} %`;

/** What a run says beside the figures that were kept: what got worse, and what is missing of a bench that ran. */
export const compareFigures = (figures, kept) => {
  const now = new Map(figures.map((figure) => [keyOf(figure), figure]));
  const ran = new Set(figures.map(({ bench }) => bench));
  const worse = figures.flatMap((figure) => {
    const before = kept[keyOf(figure)];
    if (before === undefined || figure.share <= before * WORSE) return [];
    return [
      `${figure.bench}: ${figure.name}: ${percent(figure.share)} of its target, was ${percent(before)}`,
    ];
  });
  const gone = Object.keys(kept)
    .filter((key) => ran.has(key.slice(0, key.lastIndexOf(' '))) && !now.has(key))
    .map((key) => `${key} was not measured`);
  return [...worse, ...gone];
};

/** The kept figures with those of this run in their places: shares of targets alone, nothing of the machine. */
export const keepFigures = (figures, kept) => {
  const ran = new Set(figures.map(({ bench }) => bench));
  const others = Object.entries(kept).filter(([key]) => !ran.has(key.slice(0, key.lastIndexOf(' '))));
  const own = figures
    .filter(({ share }) => Number.isFinite(share))
    .map((figure) => [keyOf(figure), Number(figure.share.toFixed(3))]);
  return Object.fromEntries([...others, ...own].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** What no earlier run has measured: it is kept at once where the machine was at rest, so that the next run has something beside it. */
export const firstFigures = (figures, kept) => {
  const before = new Set(Object.keys(kept).map((key) => key.slice(0, key.lastIndexOf(' '))));
  return figures.filter(({ bench }) => !before.has(bench));
};

/** Processes that wait for a core or run on one, for each core: below it nothing else was at work when a run began. */
const REST = 0.25;
export const isAtRest = ([lastMinute = 0], cores) => lastMinute / cores < REST;

export const readKept = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
export const writeKept = (file, kept) => writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
