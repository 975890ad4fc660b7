import { planText } from '@homecare/domain/visits/day-list.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { TaskTable } from '../features/visits/TaskTable.tsx';
import { stampText } from '../features/visits/visit-words.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import classes from './TasksDialog.module.css';
import { useWords, type Words } from './words.ts';

const actualText = ({ startedAt, endedAt }: Visit, zone: string, words: Words) => {
  if (!startedAt) return '–';
  const end = endedAt ? stampText(endedAt, zone) : words.notCheckedOut;
  return words.clock(`${stampText(startedAt, zone)} – ${end}`);
};

interface TasksDialogProps {
  readonly visit: Visit | undefined;
  readonly zone: string;
  readonly onClose: () => void;
}

/** The tasks of a visit, read-only. */
export const TasksDialog = ({ visit, zone, onClose }: TasksDialogProps) => {
  const words = useWords();
  return (
    <Dialog
      opened={visit !== undefined}
      title={visit ? visit.ClientName : ''}
      onClose={onClose}
      actions={
        <Button size="md" variant="filled" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {visit && (
        <>
          <Facts
            rows={[
              [words.planned, words.clock(planText(visit))],
              [words.actual, actualText(visit, zone, words)],
              ...(visit.Tasks.TravelTime > 0
                ? [[words.travel, words.minutesOf(visit.Tasks.TravelTime)] as const]
                : []),
              [words.notes, visit.Notes],
            ]}
          />
          <TaskTable visit={visit} words={words} look={{ table: classes.table, group: classes.group }} />
        </>
      )}
    </Dialog>
  );
};
