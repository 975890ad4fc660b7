import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { useKept } from '../../platform/kept.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './Plan.module.css';
import { ASSIGNED, NONE_ASSIGNED, takeBack, useWorking } from './use-plan-actions.ts';

/** How far assigning is, then what was assigned last and the way back: for longer than a message, and when the page is opened again. */
export const PlanProgress = ({ zone }: { readonly zone: string }) => {
  const working = useWorking();
  const [{ visits, at }, setAssigned] = useKept(ASSIGNED, NONE_ASSIGNED);
  if (working) {
    const { what, done, all } = working;
    return (
      <div className={classes.progress} role="status">
        {`${what}: ${done} of ${counted(all, 'visit')}`}
        <progress className={classes.share} max={all} value={done} aria-label={what} />
      </div>
    );
  }
  if (visits.length === 0) return null;
  return (
    <Note
      tone="ok"
      actions={
        <>
          <Button onClick={() => void takeBack(visits)}>{`Take back ${visits.length}`}</Button>
          <Button onClick={() => setAssigned(NONE_ASSIGNED)}>Dismiss</Button>
        </>
      }
    >
      {`${counted(visits.length, 'visit')} assigned ${showStamp(at, zone)}.`}
    </Note>
  );
};
