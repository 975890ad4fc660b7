import { counted } from '@homecare/domain/counted.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import type { ImportCheck } from '@homecare/domain/people-import/contract.ts';
import { Button } from '@mantine/core';
import classes from './OutcomeTable.module.css';

interface OutcomeTableProps {
  readonly check: ImportCheck;
  readonly target: ImportTarget;
  readonly leftOut: readonly number[];
  readonly busy: boolean;
  readonly onLeaveOut: (rows: readonly number[]) => void;
}

interface Outcome {
  readonly what: string;
  readonly count: number;
  readonly tone: 'ok' | 'warn' | 'mute';
  readonly happens: string;
  /** What can be chosen about these rows: the rows that are left out then. */
  readonly choice?: { readonly label: string; readonly rows: readonly number[] };
}

const READY = { tone: 'ok', happens: 'Will be added' } as const;

const readyOf = (
  { providers, clients, authorizations, ready }: ImportCheck,
  target: ImportTarget,
): Outcome[] => {
  if (target === 'candidates') return [{ what: 'Candidates', count: ready, ...READY }];
  if (target === 'authorizations') return [{ what: 'Authorizations', count: authorizations, ...READY }];
  return [
    { what: 'Caregivers', count: providers, ...READY },
    { what: 'Clients', count: clients, ...READY },
  ];
};

/** Everything that happens to the rows of the file, most welcome first; what happens to none is not said. */
const outcomesOf = ({ check, target, leftOut }: OutcomeTableProps): Outcome[] => {
  const { entered, onRecord, faulty } = check;
  const alsoWithout = (rows: readonly number[]) => ({ label: 'Leave out', rows: [...leftOut, ...rows] });
  const all: Outcome[] = [
    ...readyOf(check, target),
    { what: 'Entered already', count: entered, tone: 'mute', happens: 'Nothing is added for them' },
    {
      what: 'On record already, or twice in the file',
      count: onRecord.length,
      tone: 'warn',
      happens: 'See below, or leave them out',
      choice: alsoWithout(onRecord),
    },
    {
      what: 'With a problem',
      count: faulty.length,
      tone: 'warn',
      happens: 'Correct them in the file, or leave them out',
      choice: alsoWithout(faulty),
    },
    {
      what: 'Left out by you',
      count: leftOut.length,
      tone: 'mute',
      happens: 'Not imported',
      choice: { label: 'Include them again', rows: [] },
    },
  ];
  return all.filter(({ count }) => count > 0);
};

/** What is in the file and what happens to it, before anything does. */
export const OutcomeTable = (props: OutcomeTableProps) => (
  <table className={classes.outcomes} aria-label="What happens to the rows">
    <thead>
      <tr>
        <th scope="col">What is in the file</th>
        <th scope="col">Rows</th>
        <th scope="col">What happens</th>
        <th scope="col">
          <span className="visually-hidden">Your choice</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {outcomesOf(props).map(({ what, count, tone, happens, choice }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{count.toLocaleString('en-US')}</td>
          <td data-tone={tone}>{happens}</td>
          <td>
            {choice && (
              <Button
                aria-label={`${choice.label}: ${what}, ${counted(count, 'row')}`}
                disabled={props.busy}
                onClick={() => props.onLeaveOut(choice.rows)}
              >
                {choice.label}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
