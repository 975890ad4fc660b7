import { showDate } from '@homecare/domain/calendar.ts';
import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { personName } from '@homecare/domain/people/rules.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { failureOf, freshnessOf, useRead } from '../shell/query.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Specification part 1, section 9. */
const PAGE = 10;

const orDash = (text: string) => text || '–';
const dataOf = ({ data }: EligibilityEntry) =>
  orDash(
    Object.entries(data)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  );

const COLUMNS: readonly Column<EligibilityEntry>[] = [
  { key: 'status', title: 'Status', width: 110, cell: ({ status }) => status },
  { key: 'date', title: 'Request date', width: 110, cell: ({ date }) => showDate(date) },
  { key: 'start', title: 'Start', width: 100, cell: ({ start }) => orDash(showDate(start)) },
  { key: 'end', title: 'End', width: 100, cell: ({ end }) => orDash(showDate(end)) },
  { key: 'data', title: 'Data', cell: dataOf },
];

interface EligibilityDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Form report ▸ Eligibility: what the requests for one client were answered, the newest first. */
export const EligibilityDialog = ({ person, onClose }: EligibilityDialogProps) => {
  const query = useRead(getEligibility, { id: person.ID });
  const name = personName(person);
  return (
    <Dialog
      opened
      wide
      title={`Eligibility of ${name}`}
      onClose={onClose}
      actions={
        <Button size="sm" onClick={onClose}>
          Close
        </Button>
      }
    >
      <DataTable
        label={`Eligibility of ${name}`}
        columns={COLUMNS}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ date }) => `request of ${showDate(date)}`}
        pageSize={PAGE}
        noun="requests"
        listItem={(entry) => ({
          title: `${showDate(entry.start) || '–'} to ${showDate(entry.end) || 'further notice'}`,
          kind: entry.status,
          line: `Requested ${showDate(entry.date)} · ${dataOf(entry)}`,
        })}
        loadingText="Loading eligibility…"
        failure={failureOf(query, 'Eligibility could not be loaded')}
        footer={query.isRefetchError ? freshnessOf(query) : undefined}
        empty={
          <EmptyState
            icon={IconShieldCheck}
            title={`No eligibility is recorded for ${name}`}
            text="Answers to requests appear here with their start and end."
          />
        }
      />
    </Dialog>
  );
};
