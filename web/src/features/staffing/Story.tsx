import { showStamp } from '@homecare/domain/calendar.ts';
import type { EventKind, VisitEvent } from '@homecare/domain/staffing/schema.ts';
import classes from './Story.module.css';

const EVENT_WORDS: Record<EventKind, string> = {
  calledOut: 'called out',
  callOutWithdrawn: 'can come after all',
  offered: 'was asked',
  opened: 'opened the offer',
  accepted: 'said yes',
  declined: 'said no',
  refused: 'said yes, but could not take it',
  answeredUnclear: 'answered, and it was not clear what',
  waveEnded: 'These offers ended without a yes',
  paused: 'Offers were paused',
  resumed: 'Offers went on',
  stopped: 'Offers were stopped',
  covered: 'took the visit',
  uncovered: 'does not come any more',
  told: 'was told',
};

/** 'Archuleta, Ana said yes: N, kids to school, by M.R.' */
export const sayEvent = ({ kind, Provider, who, words }: VisitEvent) =>
  [[Provider, EVENT_WORDS[kind]].filter(Boolean).join(' ') + (words ? `: ${words}` : ''), who && `by ${who}`]
    .filter(Boolean)
    .join(', ');

interface StoryProps {
  readonly steps: readonly { readonly at: string; readonly words: string }[];
  readonly zone: string;
}

/** What happened to a visit, in its order. */
export const Story = ({ steps, zone }: StoryProps) =>
  steps.length === 0 ? null : (
    <ol className={classes.story} aria-label="What happened">
      {steps.map(({ at, words }) => (
        <li key={`${at} ${words}`}>
          <time dateTime={at}>{showStamp(at, zone)}</time>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );
