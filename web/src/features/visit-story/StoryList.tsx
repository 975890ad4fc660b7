import { showStamp } from '@homecare/domain/calendar.ts';
import type { StoryStep } from '@homecare/domain/visit-story/story.ts';
import classes from './StoryList.module.css';

interface StoryListProps {
  readonly steps: readonly StoryStep[];
  readonly zone: string;
}

/** The steps of a visit in a few words, beside something else. */
export const StoryList = ({ steps, zone }: StoryListProps) =>
  steps.length === 0 ? null : (
    <ol className={classes.story} aria-label="What happened">
      {steps.map(({ at, title, detail }) => (
        <li key={`${at} ${title}`}>
          <time dateTime={at}>{showStamp(at, zone)}</time>
          <span>{detail ? `${title}: ${detail}` : title}</span>
        </li>
      ))}
    </ol>
  );
