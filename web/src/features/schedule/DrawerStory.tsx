import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { composeStory } from '@homecare/domain/visit-story/story.ts';
import { failureOf } from '../../platform/query.ts';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useVisitStory } from '../visit-story/api.ts';
import { StoryList } from '../visit-story/StoryList.tsx';
import classes from './Cover.module.css';

/** The history of an open visit so far. */
export const DrawerStory = ({ visit, zone }: { readonly visit: VisitKey; readonly zone: string }) => {
  const query = useVisitStory(visit);
  const isSlow = useSlow(query.isPending);
  const failure = failureOf(query, 'Couldn’t load the story of this visit');
  return (
    <section className={classes.story} aria-label="Visit story">
      {failure && <ErrorState {...failure} />}
      {isSlow && <p className="ink2">Loading what happened…</p>}
      {query.data && <StoryList steps={composeStory(query.data, zone)} zone={zone} />}
    </section>
  );
};
