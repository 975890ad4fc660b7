import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { failureOf } from '../../platform/query.ts';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useStory } from '../staffing/api.ts';
import { Story } from '../staffing/Story.tsx';
import classes from './Cover.module.css';
import { stepsOf } from './story-steps.ts';

/** What happened to an open visit so far. */
export const DrawerStory = ({ visit, zone }: { readonly visit: VisitKey; readonly zone: string }) => {
  const query = useStory({ planId: visit.planId, day: visit.day });
  const isSlow = useSlow(query.isPending);
  const failure = failureOf(query, 'The story of this visit could not be loaded');
  const steps = query.data && stepsOf(null, query.data);
  return (
    <section className={classes.story} aria-label="Visit story">
      {failure && <ErrorState {...failure} />}
      {isSlow && <p className="ink2">Loading what happened…</p>}
      {steps &&
        (steps.length === 0 ? (
          <p className="ink2">Nothing happened yet.</p>
        ) : (
          <Story steps={steps} zone={zone} />
        ))}
    </section>
  );
};
