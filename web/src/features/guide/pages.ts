import type { GuidePage } from './page.ts';

const FILES = import.meta.glob<GuidePage>('../../../../docs/guide/*.md', { eager: true, import: 'page' });

/** The pages of docs/guide by their names; a file that travels when the guide is opened. */
export const GUIDE: ReadonlyMap<string, GuidePage> = new Map(
  Object.entries(FILES).map(([file, page]) => [file.replace(/^.*\/|\.md$/g, ''), page]),
);
