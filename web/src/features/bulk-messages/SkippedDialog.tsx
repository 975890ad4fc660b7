import type { BulkSend } from '@homecare/domain/bulk-messages/schema.ts';
import { IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSkipped } from './api.ts';

interface SkippedDialogProps {
  readonly send: BulkSend;
  readonly onClose: () => void;
}

/** Who of a send got nothing, and why. */
export const SkippedDialog = ({ send, onClose }: SkippedDialogProps) => {
  const query = useSkipped(send.id);
  const [page, setPage] = useState(1);
  return (
    <ReadDialog wide title="Skipped" onClose={onClose}>
      <DataTable
        label="Skipped people"
        columns={[
          { key: 'name', title: 'Name', width: 240, cell: ({ name }) => name },
          { key: 'reason', title: 'Why', cell: ({ reason }) => reason },
        ]}
        rows={query.data}
        rowKey={({ personId }) => personId}
        rowName={({ name }) => name}
        pageSize={10}
        page={page}
        onPage={setPage}
        noun={query.data?.length === 1 ? 'person' : 'people'}
        listItem={({ name, reason }) => ({ title: name, line: reason })}
        loadingText="Loading who was skipped…"
        failure={failureOf(query, 'Couldn’t load who was skipped')}
        empty={<EmptyState icon={IconUserOff} title="Nobody was skipped" />}
      />
    </ReadDialog>
  );
};
