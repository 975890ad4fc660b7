import { dayOfStamp, sayClock, showStamp } from '@homecare/domain/calendar.ts';
import type { StoryStep } from '@homecare/domain/visit-story/story.ts';
import classes from './StoryList.module.css';

interface StoryListProps {
  readonly steps: readonly StoryStep[];
  readonly zone: string;
}

/** A day is said once. */
const isSameDay = (at: string, before: string | undefined, zone: string) =>
  before !== undefined && dayOfStamp(at, zone) === dayOfStamp(before, zone);

/** The steps of a visit in a few words, beside something else. */
export const StoryList = ({ steps, zone }: StoryListProps) =>
  steps.length === 0 ? null : (
    <ol className={classes.story} aria-label="What happened">
      {steps.map(({ at, title, detail }, n) => (
        <li key={`${at} ${title}`}>
          <time dateTime={at}>
            {isSameDay(at, steps[n - 1]?.at, zone) ? sayClock(at, zone) : showStamp(at, zone)}
          </time>
          <span>
            <b>{title}</b> {detail && <span className="ink2">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
