import { IconHistory } from '@tabler/icons-react';
import { useCallback } from 'react';
import { type PageState, useOpenPage } from '../../platform/page-state.ts';
import type { MenuEntry } from '../../ui/RowMenu.tsx';

/** The way from every list of visits to the story of one: Alt Enter, a click, the menu (docs/rules/visit-story.md, rule 6). */

export const STORY_PAGE = '/visitstory';
export const STORY_KEY = 'alt+enter';
/** As people read it. */
export const STORY_HINT = 'Alt Enter';
export const STORY_LABEL = 'Visit story';

/** A visit by its day and its care plan or billing record; its number where the list knows it. */
export interface StoryKey {
  readonly planId?: number | undefined;
  readonly cardId?: number | undefined;
  readonly day: string;
  readonly visitId?: number | null | undefined;
}

/** The most visits beside the one that is opened: the previous and next ones. */
const MOST_AROUND = 200;

const encode = ({ planId, cardId, day, visitId }: StoryKey) =>
  [day, planId ?? '', cardId ?? '', visitId ?? ''].join(' ');
const numberIn = (text: string | undefined) => (text ? Number(text) : undefined);
const decode = (text: string): StoryKey[] => {
  const [day = '', planId, cardId, visitId] = text.split(' ');
  return day === ''
    ? []
    : [{ day, planId: numberIn(planId), cardId: numberIn(cardId), visitId: numberIn(visitId) }];
};

const isSame = (a: StoryKey, b: StoryKey) => encode(a) === encode(b);

/** The state of the page: the visit, and those of the list from which it was opened. */
export const storyState = (key: StoryKey, among: readonly StoryKey[] = []): PageState => {
  const at = among.findIndex((one) => isSame(one, key));
  const start = Math.max(0, at - MOST_AROUND / 2);
  const around = at < 0 ? [] : among.slice(start, start + MOST_AROUND);
  return { visit: encode(key), around: around.map(encode).join(';') };
};

export interface ShownStory {
  readonly key: StoryKey;
  readonly among: readonly StoryKey[];
  readonly previous: StoryKey | undefined;
  readonly next: StoryKey | undefined;
}

export const readStoryState = ({ visit, around }: PageState): ShownStory | undefined => {
  const [key] = typeof visit === 'string' ? decode(visit) : [];
  if (!key) return undefined;
  const among = typeof around === 'string' ? around.split(';').flatMap(decode) : [];
  const at = among.findIndex((one) => isSame(one, key));
  return { key, among, previous: among[at - 1], next: at < 0 ? undefined : among[at + 1] };
};

export const useOpenStory = () => {
  const openPage = useOpenPage();
  return useCallback(
    (key: StoryKey, among?: readonly StoryKey[]) => void openPage(STORY_PAGE, storyState(key, among)),
    [openPage],
  );
};

/** In the menu of a row. */
export const storyEntry = (onSelect: () => void): MenuEntry => ({
  label: STORY_LABEL,
  icon: IconHistory,
  hint: STORY_HINT,
  onSelect,
});
