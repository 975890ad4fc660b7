import { IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { keyName } from '../../ui/row-keys.ts';
import type { CountedRow } from './api.ts';
import { STORY_HINT, STORY_KEY, type StoryKey, storyEntry, useOpenStory } from './open-story.ts';
import { VisitsBehindDialog } from './VisitsBehindDialog.tsx';

/** What a row stands for: one visit, or several ones, whose list is shown first; undefined: none. */
export type RowStory =
  | { readonly visit: StoryKey }
  | { readonly counts: CountedRow; readonly title: string }
  | undefined;

interface RowStories<Row> {
  /** For the table. */
  readonly keys: Readonly<Record<string, (row: Row) => void>>;
  /** For the menu of a row. */
  readonly entries: (row: Row) => readonly MenuEntry[];
  readonly show: (row: Row) => void;
  /** For what has the focus outside a table of rows. */
  readonly keyOn: (row: Row) => (event: KeyboardEvent) => void;
  /** The list of visits, once it is asked for. */
  readonly window: ReactNode;
}

/** The one key from any list to the story of a visit (docs/rules/visit-story.md, rules 6 and 12). */
export const useRowStory = <Row,>(
  storyOf: (row: Row) => RowStory,
  /** The list, through which the story pages. */
  rows?: readonly Row[],
): RowStories<Row> => {
  const openStory = useOpenStory();
  const [shown, setShown] = useState<Extract<RowStory, { title: string }>>();
  const show = (row: Row) => {
    const story = storyOf(row);
    if (!story) return;
    if ('counts' in story) return setShown(story);
    const among = (rows ?? []).flatMap((one) => {
      const other = storyOf(one);
      return other && 'visit' in other ? [other.visit] : [];
    });
    openStory(story.visit, among);
  };
  const entries = (row: Row): MenuEntry[] => {
    const story = storyOf(row);
    if (!story) return [];
    if ('visit' in story) return [storyEntry(() => show(row))];
    return [{ label: 'Visits', icon: IconHistory, hint: STORY_HINT, onSelect: () => show(row) }];
  };
  return {
    keys: { [STORY_KEY]: show },
    entries,
    show,
    keyOn: (row) => (event) => {
      if (keyName(event.nativeEvent) !== STORY_KEY) return;
      event.preventDefault();
      show(row);
    },
    window: shown && (
      <VisitsBehindDialog row={shown.counts} title={shown.title} onClose={() => setShown(undefined)} />
    ),
  };
};
