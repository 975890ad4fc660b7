import { useEffect } from 'react';
import { isFreeArrow } from '../../ui/free-keys.ts';
import { type ShownStory, useOpenStory } from './open-story.ts';

/** Up and Down lead to the neighbors in the list (docs/rules/visit-story.md, rule 6); at its ends they move the page as always. */
export const useNeighborKeys = (shown: ShownStory | undefined) => {
  const openStory = useOpenStory();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key } = event;
      const to = key === 'ArrowUp' ? shown?.previous : key === 'ArrowDown' ? shown?.next : undefined;
      if (!to || !isFreeArrow(event)) return;
      event.preventDefault();
      openStory(to, shown?.among);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shown, openStory]);
};
