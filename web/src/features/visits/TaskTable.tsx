import { sum } from '@homecare/domain/sum.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import type { TASK_WORDS } from './task-words.ts';

interface TaskTableProps {
  readonly visit: Visit;
  readonly words: typeof TASK_WORDS;
  /** Class names, because the table is larger on a phone than in the office. */
  readonly look: Readonly<Record<'table' | 'group', string | undefined>>;
}

/** Tasks of the visit's day, from the care plan. */
export const TaskTable = ({ visit: { Tasks }, words, look }: TaskTableProps) => {
  const groups = [
    { title: words.care, rows: Object.entries(Tasks.Care) },
    { title: words.home, rows: Object.entries(Tasks.Home) },
  ].filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return <p className="ink2">{words.noTasks}</p>;
  const total = sum(groups.flatMap(({ rows }) => rows).map(([, minutes]) => minutes));
  return (
    <table className={look.table}>
      <caption className="visually-hidden">{words.tasks}</caption>
      <thead>
        <tr>
          <th scope="col">{words.task}</th>
          <th scope="col">{words.minutes}</th>
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title}>
          <tr className={look.group}>
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
