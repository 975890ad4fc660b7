import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { useWords, type Words } from '../phone/words.ts';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './TasksDialog.module.css';
import { planText, stampText } from './visit-words.ts';

const entriesOf = (visit: Visit, words: Words) =>
  (
    [
      [words.care, visit.Tasks.Care],
      [words.home, visit.Tasks.Home],
    ] as const
  ).map(([title, tasks]) => ({ title, rows: Object.entries(tasks) }));

const TaskTable = ({ visit }: { readonly visit: Visit }) => {
  const words = useWords();
  const groups = entriesOf(visit, words).filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return <p className="ink2">{words.noTasks}</p>;
  const total = groups.flatMap(({ rows }) => rows).reduce((sum, [, minutes]) => sum + minutes, 0);
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{words.tasks}</caption>
      <thead>
        <tr>
          <th scope="col">{words.task}</th>
          <th scope="col">{words.minutes}</th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {rows.map(([name, minutes]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{minutes}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td>{total}</td>
        </tr>
      </tfoot>
    </table>
  );
};

const actualText = ({ FactStartTime, FactEndTime }: Visit, zone: string, words: Words) => {
  if (!FactStartTime) return '–';
  const end = FactEndTime ? stampText(FactEndTime, zone) : words.notCheckedOut;
  return `${stampText(FactStartTime, zone)} – ${end}`;
};

interface TasksDialogProps {
  readonly visit: Visit | undefined;
  readonly zone: string;
  readonly onClose: () => void;
}

/** What is to be done in a visit; read only. */
export const TasksDialog = ({ visit, zone, onClose }: TasksDialogProps) => {
  const words = useWords();
  return (
    <Dialog
      opened={visit !== undefined}
      title={visit ? visit.ClientName : ''}
      onClose={onClose}
      onMain={onClose}
      actions={
        <Button size="md" variant="filled" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {visit && (
        <>
          <dl className={classes.facts}>
            <dt>{words.planned}</dt>
            <dd>{planText(visit)}</dd>
            <dt>{words.actual}</dt>
            <dd>{actualText(visit, zone, words)}</dd>
            {visit.Tasks.TravelTime > 0 && (
              <>
                <dt>{words.travel}</dt>
                <dd>{words.minutesOf(visit.Tasks.TravelTime)}</dd>
              </>
            )}
            <dt>{words.notes}</dt>
            <dd>{visit.Notes || '–'}</dd>
          </dl>
          <TaskTable visit={visit} />
        </>
      )}
    </Dialog>
  );
};
