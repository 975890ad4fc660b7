import type { PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { useStory } from '../staffing/api.ts';
import { Story } from '../staffing/Story.tsx';
import { shortDay, stateWords } from './board-words.ts';
import classes from './Cover.module.css';
import { stepsOf } from './story-steps.ts';

interface StoryDialogProps {
  readonly placed: PlacedVisit;
  readonly zone: string;
  readonly onClose: () => void;
}

/** A visit with all that happened to it. */
export const StoryDialog = ({ placed, zone, onClose }: StoryDialogProps) => {
  const { visit, other } = placed;
  const { data } = useStory({ planId: visit.planId, day: visit.day });
  const steps = stepsOf(visit, data ?? { events: [], outcomes: [] });
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
      <Story steps={steps} zone={zone} />
    </ReadDialog>
  );
};
