import type { Place, TodayRow } from '@homecare/domain/today/schema.ts';
import type { KeyboardEvent } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { keyName } from '../../ui/row-keys.ts';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';

const storyOf = ({ visit, mend, title }: TodayRow): RowStory => {
  if (visit) return { visit };
  return mend.by === 'authorization'
    ? { counts: { of: 'authorization', id: String(mend.id) }, title }
    : undefined;
};

/** What a row is about, by one key: its visit, the visits of its authorization, its person; of many their list. */
export const useAboutRow = (rows: readonly TodayRow[], onPlace: (place: Place) => void) => {
  const openPage = useOpenPage();
  const stories = useRowStory(storyOf, rows);
  const open = (row: TodayRow) => {
    const [person, ...others] = row.named;
    if (storyOf(row)) stories.show(row);
    else if (person && others.length === 0 && row.count === 1) void openPage(personPath(person.id));
    else onPlace(row.place);
  };
  return {
    entries: stories.entries,
    window: stories.window,
    /** On the row: whatever of it has the focus. */
    keyOn: (row: TodayRow) => (event: KeyboardEvent) => {
      if (keyName(event.nativeEvent) !== STORY_KEY) return;
      event.preventDefault();
      open(row);
    },
  };
};
