import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Button } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './TasksDialog.module.css';
import { planText, stampText } from './visit-words.ts';

const entriesOf = (visit: Visit) =>
  (
    [
      ['Personal care', visit.Tasks.Care],
      ['Homemaking', visit.Tasks.Home],
    ] as const
  ).map(([title, tasks]) => ({ title, rows: Object.entries(tasks) }));

const TaskTable = ({ visit }: { readonly visit: Visit }) => {
  const groups = entriesOf(visit).filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return <p className="ink2">This visit has no tasks.</p>;
  const total = groups.flatMap(({ rows }) => rows).reduce((sum, [, minutes]) => sum + minutes, 0);
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Tasks</caption>
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">Minutes</th>
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
          <th scope="row">Total</th>
          <td>{total}</td>
        </tr>
      </tfoot>
    </table>
  );
};

const actualText = ({ FactStartTime, FactEndTime }: Visit, zone: string) => {
  if (!FactStartTime) return '–';
  const end = FactEndTime ? stampText(FactEndTime, zone) : 'not checked out';
  return `${stampText(FactStartTime, zone)} – ${end}`;
};

interface TasksDialogProps {
  readonly visit: Visit | undefined;
  readonly zone: string;
  readonly onClose: () => void;
}

/** What is to be done in a visit; read only. */
export const TasksDialog = ({ visit, zone, onClose }: TasksDialogProps) => (
  <Dialog
    opened={visit !== undefined}
    title={visit ? visit.ClientName : ''}
    onClose={onClose}
    onMain={onClose}
    actions={
      <Button size="sm" variant="filled" onClick={onClose}>
        Close
      </Button>
    }
  >
    {visit && (
      <>
        <dl className={classes.facts}>
          <dt>Planned</dt>
          <dd>{planText(visit)}</dd>
          <dt>Actual</dt>
          <dd>{actualText(visit, zone)}</dd>
          {visit.Tasks.TravelTime > 0 && (
            <>
              <dt>Travel</dt>
              <dd>{`${visit.Tasks.TravelTime} minutes`}</dd>
            </>
          )}
          <dt>Notes</dt>
          <dd>{visit.Notes || '–'}</dd>
        </dl>
        <TaskTable visit={visit} />
      </>
    )}
  </Dialog>
);
