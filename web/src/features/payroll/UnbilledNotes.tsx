import type { UnbilledMonth } from '@homecare/domain/payroll/unpaid-contract.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { sayUnbilled } from './unpaid-words.ts';
import { useOpenMonthClose } from './use-open-billing.ts';

/** Months that are not billed yet, each with the way to the month close: it lists what waits, client by client. */
export const UnbilledNotes = ({ months }: { readonly months: readonly UnbilledMonth[] }) => {
  const openMonthClose = useOpenMonthClose();
  return months.map((one) => (
    <Note
      key={one.month}
      tone="warn"
      actions={
        <Button size="sm" onClick={() => openMonthClose(one.month)}>
          Close the month
        </Button>
      }
    >
      {sayUnbilled(one)}. No run pays this time before it is billed.
    </Note>
  ));
};
