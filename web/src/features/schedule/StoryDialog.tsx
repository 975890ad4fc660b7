import { showStamp } from '@homecare/domain/calendar.ts';
import type { PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import type { EventKind, VisitEvent } from '@homecare/domain/staffing/schema.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { useStory } from './api.ts';
import { shortDay, stateWords } from './board-words.ts';
import classes from './Cover.module.css';

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

const sayEvent = ({ kind, Provider, who, words }: VisitEvent) =>
  [[Provider, EVENT_WORDS[kind]].filter(Boolean).join(' ') + (words ? `: ${words}` : ''), who && `by ${who}`]
    .filter(Boolean)
    .join(', ');

/** What is known of a visit, in the order in which it happened. */
const stepsOf = ({ visit }: PlacedVisit, events: readonly VisitEvent[]) =>
  [
    ...events.map((event) => ({ at: event.at, words: sayEvent(event) })),
    ...(visit.startedAt ? [{ at: visit.startedAt, words: 'Checked in' }] : []),
    ...(visit.endedAt ? [{ at: visit.endedAt, words: 'Checked out' }] : []),
  ].toSorted((a, b) => Temporal.Instant.compare(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)));

interface StoryDialogProps {
  readonly placed: PlacedVisit;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A visit with all that happened to it. */
export const StoryDialog = ({ placed, zone, onClose }: StoryDialogProps) => {
  const { visit, other } = placed;
  const { data } = useStory({ planId: visit.planId, day: visit.day });
  const steps = stepsOf(placed, data?.events ?? []);
  const facts = [
    ['When', `${spokenSpan(visit)}, ${shortDay(visit.date)}`],
    ['With', other],
    ['Type', `${visit.Type}, ${visit.program}`],
    ['State', stateWords(placed)],
    ...(visit.date === visit.day ? [] : [['Moved from', shortDay(visit.day)]]),
    ['Care plan', visit.isCover ? `${visit.byPlanId}, covers ${visit.planId}` : String(visit.byPlanId)],
  ];
  return (
    <ReadDialog title="Visit" onClose={onClose} focusClose>
      <dl className={classes.facts}>
        {facts.map(([name, words]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {steps.length > 0 && (
        <ol className={classes.story} aria-label="What happened">
          {steps.map(({ at, words }) => (
            <li key={`${at} ${words}`}>
              <time dateTime={at}>{showStamp(at, zone)}</time>
              <span>{words}</span>
            </li>
          ))}
        </ol>
      )}
    </ReadDialog>
  );
};
