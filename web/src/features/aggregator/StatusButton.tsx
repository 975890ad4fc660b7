import { statusWords } from '@homecare/domain/aggregator/rules.ts';
import type { AGGREGATOR_STATUS } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import classes from './aggregator.module.css';

type Status = PersonRow[typeof AGGREGATOR_STATUS];

/** Button look: Pending outlined, Success green, Failed red, none light (docs/rules/aggregator.md, rule 16). */
const Look = ({ status }: { readonly status: Status }) =>
  status === 'Pending' || status === 'Success' || status === 'Failed' ? (
    <StatusPill status={status} />
  ) : (
    <Pill tone="mute" outlined>
      {statusWords(status)}
    </Pill>
  );

interface StatusButtonProps {
  readonly status: Status;
  readonly name: string;
  readonly onClick: () => void;
}

/** What the aggregator has of a person or visit; opens the log. Its right-click menu is that of the row. */
export const StatusButton = ({ status, name, onClick }: StatusButtonProps) => (
  <button
    type="button"
    className={classes.status}
    aria-label={`${statusWords(status)}: aggregator log of ${name}`}
    data-tip="Show Log"
    onClick={onClick}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    <Look status={status} />
  </button>
);
