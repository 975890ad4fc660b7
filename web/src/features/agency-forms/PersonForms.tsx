import { isFilledOn } from '@homecare/domain/agency-forms/definition.ts';
import { isOverdue } from '@homecare/domain/agency-forms/due.ts';
import type { DueForm } from '@homecare/domain/agency-forms/schema.ts';
import { BY_WORDS } from '@homecare/domain/agency-forms/words.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { useToday } from '../../platform/use-today.ts';
import { Pill } from '../../ui/Pill.tsx';
import classes from './AgencyForms.module.css';
import { FILLED, useDue, useFilledList } from './api.ts';
import { FillDialog } from './FillDialog.tsx';
import { FilledTable } from './FilledTable.tsx';
import { WithoutStartNote } from './WithoutStartTable.tsx';

/** What is to be filled about a person, and what was. */
export const PersonForms = ({ personId }: { readonly personId: number }) => {
  const today = useToday().toString();
  const openPage = useOpenPage();
  const { due = [], withoutStart = [] } = useDue({ personId }).data ?? {};
  const filled = useFilledList({ personId });
  const [filling, setFilling] = useState<DueForm>();
  return (
    <div className={classes.content}>
      <WithoutStartNote rows={withoutStart} />
      {due.length > 0 && (
        <section aria-label="Due">
          <ul className={classes.list}>
            {due.map((one) => (
              <li key={one.formId} className={classes.entry}>
                <p>
                  <b>{one.title}</b>
                </p>
                <Pill tone={isOverdue(one, today) ? 'danger' : 'warn'}>
                  {isOverdue(one, today) ? `Overdue since ${showDate(one.due)}` : `Due ${showDate(one.due)}`}
                </Pill>
                {isFilledOn('office', one) ? (
                  <Button aria-label={`Fill: ${one.title}`} onClick={() => setFilling(one)}>
                    Fill…
                  </Button>
                ) : (
                  <span className="ink2">{BY_WORDS[one.by]}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <FilledTable query={filled} rows={filled.data} isOfOne />
      {filling && (
        <FillDialog
          formId={filling.formId}
          personId={personId}
          visitId={null}
          onSaved={(id) => void openPage(FILLED, { id })}
          onClose={() => setFilling(undefined)}
        />
      )}
    </div>
  );
};
