import { showNorm } from '@homecare/domain/calculator/norms.ts';
import { tableMinutes } from '@homecare/domain/calculator/rules.ts';
import type { Norm } from '@homecare/domain/calculator/schema.ts';
import { KINDS, kindOf, type TaskKind } from '@homecare/domain/calculator/tasks.ts';
import { showMinutesAsHours } from '@homecare/domain/calendar.ts';
import { Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { stepOf } from '../../ui/grid-keys.ts';
import classes from './Calculator.module.css';
import { type CalculatorForm, isAmount, lineOf, linesOf, type TaskDraft, taskOf } from './calculator-form.ts';

const NONE = '–';
const CELLS = ['minutes', 'times'] as const;
const CELL_NAMES = { minutes: 'Minutes', times: 'Times' } as const;

/** Arrows and Enter go from cell to cell within the table. */
const moveOn = (event: KeyboardEvent<HTMLInputElement>) => {
  const step = stepOf(event, event.currentTarget);
  if (!step) return;
  event.preventDefault();
  const [row = 0, column = 0] = (event.currentTarget.dataset.cell ?? '').split(':').map(Number);
  const next = event.currentTarget
    .closest('table')
    ?.querySelector<HTMLInputElement>(`[data-cell="${row + step[0]}:${column + step[1]}"]`);
  next?.focus();
  next?.select();
};

interface TaskTableProps {
  readonly kind: TaskKind;
  readonly norms: readonly Norm[];
  readonly form: CalculatorForm;
  readonly onChange: (norm: Norm, change: Partial<TaskDraft>) => void;
}

/** The tasks of one kind with norm, minutes, times and totals (docs/rules/calculator.md, rule 4). */
export const TaskTable = ({ kind, norms, form, onChange }: TaskTableProps) => {
  const { title, from, to } = KINDS[kind];
  const total = tableMinutes(linesOf(form, norms, kind));
  const titleId = `tasks-${kind}`;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {title} <Text span inherit fw={400} className="ink2">{`${from}–${to}`}</Text>
      </h3>
      <table className={classes.tasks} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Norm</th>
            <th scope="col">Minutes</th>
            <th scope="col">Times</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {norms
            .filter(({ code }) => kindOf(code) === kind)
            .map((norm, row) => {
              const { total: minutes = 0 } = lineOf(form, norm);
              const name = `${norm.code} ${norm.name}`;
              return (
                <tr key={norm.code} data-empty={minutes === 0 || undefined}>
                  <th scope="row" data-cut data-tip={name}>
                    {norm.code} <span>{norm.name}</span>
                  </th>
                  <td className={classes.norm}>{showNorm(norm)}</td>
                  {CELLS.map((cell, column) => (
                    <td key={cell}>
                      <input
                        className={classes.cell}
                        inputMode="decimal"
                        autoComplete="off"
                        aria-label={`${CELL_NAMES[cell]} of ${name}`}
                        data-cell={`${row}:${column}`}
                        placeholder="0"
                        value={taskOf(form, norm.code)[cell]}
                        onFocus={(event) => event.currentTarget.select()}
                        onKeyDown={moveOn}
                        onChange={(event) => {
                          const text = event.currentTarget.value.trim();
                          if (isAmount(text)) onChange(norm, { [cell]: text });
                        }}
                      />
                    </td>
                  ))}
                  <td className={classes.total}>{minutes === 0 ? NONE : minutes}</td>
                </tr>
              );
            })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td colSpan={3}>{`${showMinutesAsHours(total)} hours/week`}</td>
            <td className={classes.total}>{total}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
