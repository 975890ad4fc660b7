import { sayTimeOff } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow, TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sum } from '@homecare/domain/sum.ts';
import { List } from '@mantine/core';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
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

/** Says how many planned visits an approval opens, before it is given (docs/rules/availability.md, rule 10). */
export const ApproveDialog = ({ rows, busy, onApprove, onClose }: ApproveDialogProps) => {
  const visits = useOpened(rows.map(spanOf)).data?.visits;
  const total = visits && sum(visits);
  return (
    <ConfirmDialog
      opened
      title={rows.length === 1 ? 'Approve time off' : `Approve ${rows.length} requests`}
      confirmLabel={rows.length === 1 ? 'Approve' : `Approve ${rows.length}`}
      busy={busy}
      onConfirm={onApprove}
      onCancel={onClose}
    >
      <p role="status">
        {total === undefined && 'Counting planned visits…'}
        {total === 0 && 'No planned visit is affected.'}
        {total !== undefined && total > 0 && `${counted(total, 'planned visit')} will have no caregiver.`}
      </p>
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
