import type { ImportProgress } from '@homecare/domain/people-import/contract.ts';
import { useId } from 'react';
import { useImportProgress } from './api.ts';
import classes from './ImportPage.module.css';
import type { Running } from './use-import.ts';

const PHASES = { reading: 'Reading the file', checking: 'Checking rows', saving: 'Saving rows' } as const;
const BEFORE = { read: 'Reading the file', check: 'Checking rows', import: 'Checking rows' } as const;

/** 0 to 1; undefined while only that something goes on is known. */
const partOf = ({ sent }: Running, progress: ImportProgress) => {
  if (sent < 1) return sent;
  return progress && progress.total > 0 ? progress.done / progress.total : undefined;
};

/** How far the file or its rows are. The words are spoken when the phase changes, not with each number. */
export const RunningNote = ({ running }: { readonly running: Running }) => {
  const progress = useImportProgress(running.what === 'read' ? undefined : running.run);
  const id = useId();
  const part = partOf(running, progress);
  const words =
    running.sent < 1 ? 'Sending the file' : progress ? PHASES[progress.phase] : BEFORE[running.what];
  const counted = progress && progress.total > 0 && running.sent === 1;
  return (
    <div className={classes.running}>
      <label htmlFor={id} role="status">
        {words}…
      </label>
      <progress id={id} {...(part !== undefined && { value: part })} />
      <span aria-hidden="true" className={classes.count}>
        {counted && `${progress.done.toLocaleString('en-US')} of ${progress.total.toLocaleString('en-US')}`}
      </span>
    </div>
  );
};
