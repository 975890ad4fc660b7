import { useEffect, useState } from 'react';
import { randomName } from '../../platform/random-name.ts';
import { toast } from '../../platform/toasts.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { useProgress } from './api.ts';
import { BULK, type BulkChoice, type BulkKind, hasMonth, openBulk } from './open-plan-document.ts';
import classes from './PlanDocuments.module.css';

const counted = (value: number) => value.toLocaleString('en-US');

interface BulkProgressProps {
  readonly label: string;
  readonly run: string;
  readonly onClose: () => void;
}

/** How far the file in the other window is. Closing it stops nothing: the file goes on there. */
const BulkProgressDialog = ({ label, run, onClose }: BulkProgressProps) => {
  const { data } = useProgress(run);
  const state = data?.state ?? 'waiting';
  const ended = state === 'done' || state === 'failed' || state === 'cancelled';
  useEffect(() => {
    if (!ended) return;
    if (state === 'done') toast.success(`${label}: the file is ready, ${counted(data?.pages ?? 0)} pages`);
    else if (state === 'failed') toast.error(data?.info ?? `${label}: the file could not be made.`);
    onClose();
  }, [ended, state, data, label, onClose]);
  const total = data?.total ?? 0;
  return (
    <ReadDialog title={label} onClose={onClose}>
      <p className={classes.waiting} role="status">
        {total === 0
          ? 'Looking up the care plans…'
          : `${counted(data?.done ?? 0)} of ${counted(total)} care plans, ${counted(data?.pages ?? 0)} pages`}
      </p>
      <progress
        className={classes.bar}
        aria-label={label}
        max={Math.max(total, 1)}
        value={total === 0 ? undefined : data?.done}
      />
      <p className={classes.hint}>
        The file is made in the new window, page by page. You can close this note and keep working.
      </p>
    </ReadDialog>
  );
};

export interface BulkPrint {
  readonly print: (kind: BulkKind, choice: BulkChoice) => void;
  /** To be shown by the page. */
  readonly dialog: React.ReactNode;
}

/** The three monthly files, each in a new window with its progress on the page. */
export const useBulkPrint = (): BulkPrint => {
  const [printing, setPrinting] = useState<{ readonly kind: BulkKind; readonly run: string }>();
  return {
    print: (kind, choice) => {
      if (!hasMonth(choice)) return;
      const run = randomName();
      openBulk(kind, choice, run);
      setPrinting({ kind, run });
    },
    dialog: printing && (
      <BulkProgressDialog
        key={printing.run}
        label={BULK[printing.kind].label}
        run={printing.run}
        onClose={() => setPrinting(undefined)}
      />
    ),
  };
};
