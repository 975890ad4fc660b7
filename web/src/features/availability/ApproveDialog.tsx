import { sayTimeOff } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow, TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sum } from '@homecare/domain/sum.ts';
import { List } from '@mantine/core';
import { failureOf } from '../../platform/query.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOpened } from './api.ts';
import { spanOf } from './time-off-words.ts';

/** What is asked for, as the question says it. */
type Asked = Pick<TimeOffRow, 'id' | 'Provider' | 'providerId' | keyof TimeOffSpan>;

interface ApproveDialogProps {
  readonly rows: readonly Asked[];
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onClose: () => void;
}

/** Says how many planned visits an approval opens; it is not given before that is known (docs/rules/availability.md, rule 10). */
export const ApproveDialog = ({ rows, busy, onApprove, onClose }: ApproveDialogProps) => {
  const query = useOpened(rows.map(spanOf));
  const visits = query.data?.visits;
  const total = visits && sum(visits);
  const failure = failureOf(query, 'Couldn’t load the planned visits');
  return (
    <ConfirmDialog
      opened
      title={rows.length === 1 ? 'Approve time off' : `Approve ${rows.length} requests`}
      confirmLabel={rows.length === 1 ? 'Approve' : `Approve ${rows.length}`}
      busy={busy}
      reason={total === undefined ? 'The planned visits are not counted yet' : undefined}
      onConfirm={onApprove}
      onCancel={onClose}
    >
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        <p role="status">
          {total === undefined && 'Counting planned visits…'}
          {total === 0 && 'No planned visit is affected.'}
          {total !== undefined && total > 0 && `${counted(total, 'planned visit')} will have no caregiver.`}
        </p>
      )}
      <List size="sm">
        {rows.map((row, at) => (
          <List.Item key={row.id}>
            {row.Provider}: {sayTimeOff(row)}
            {visits && rows.length > 1 && `, ${counted(visits[at] ?? 0, 'visit')}`}
          </List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
};
