import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { PERSON } from '@homecare/domain/people/dictionary.ts';
import type { HistoryRow } from '@homecare/domain/people/schema.ts';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { FormSection } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import classes from './HistorySection.module.css';
import { sectionId } from './RecordSections.tsx';

interface HistorySectionProps {
  readonly rows: readonly HistoryRow[];
  readonly zone: string;
  /** Only admins delete earlier names and addresses. */
  readonly onDelete?: ((row: HistoryRow) => Promise<void>) | undefined;
  /** Merges of the record. */
  readonly children?: ReactNode;
}

const formerValue = (row: HistoryRow) => `${PERSON[row.field].label} “${row.value}”`;

/** Earlier names and addresses, each with its last day (docs/rules/people.md, rule 28). */
export const HistorySection = ({ rows, zone, onDelete, children }: HistorySectionProps) => {
  const [asked, setAsked] = useState<HistoryRow>();
  // The question closes when its row is gone; after a refusal it stays.
  const open = rows.find(({ id }) => id === asked?.id);
  const { run, pending } = useTask(async (row: HistoryRow) => onDelete?.(row));
  return (
    <FormSection id={sectionId('History')} title="History">
      <p className={classes.intro}>
        {rows.length > 0
          ? 'Earlier names and addresses. A change of name or address asks for the start date of the new information.'
          : 'No earlier name or address is known. A change of name or address asks for the start date of the new information.'}
      </p>
      {rows.length > 0 && (
        <div className={classes.box}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Earlier value</th>
                <th scope="col">Valid until</th>
                <th scope="col">Changed by</th>
                {onDelete && (
                  <th scope="col">
                    <span className="visually-hidden">Delete</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="ink2">{PERSON[row.field].label}</td>
                  <td className={classes.value}>{row.value}</td>
                  <td className="nowrap">{showDate(row.until)}</td>
                  <td className="nowrap">
                    {row.by} {showStamp(row.at, zone)}
                  </td>
                  {onDelete && (
                    <td className={classes.action}>
                      <IconButton
                        label={`Delete ${formerValue(row)}`}
                        icon={<IconTrash {...rowIcon} />}
                        onClick={() => setAsked(row)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
      <ConfirmDialog
        opened={open !== undefined}
        title="Delete a history entry"
        confirmLabel="Delete"
        danger
        focusCancel
        busy={pending}
        onConfirm={() => open && void run(open)}
        onCancel={() => setAsked(undefined)}
      >
        {asked && (
          <p>
            {formerValue(asked)}, valid until {showDate(asked.until)}, leaves the history. The Record log
            keeps who deleted it.
          </p>
        )}
      </ConfirmDialog>
    </FormSection>
  );
};
