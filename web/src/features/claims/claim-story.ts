import type { RowStory } from '../visit-story/use-row-story.tsx';

/** The visits that a claim asks for. */
export const claimStory = (id: string, client: string): RowStory => ({
  counts: { of: 'claim', id },
  title: `claim ${id}, ${client}`,
});
