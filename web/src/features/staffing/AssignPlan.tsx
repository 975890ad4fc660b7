import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import classes from './Plan.module.css';
import { notesOf } from './plan-words.ts';
import type { Filled, useAssign } from './use-plan-actions.ts';

interface AssignPlanProps {
  readonly lines: readonly Filled[];
  readonly disabled: boolean;
  readonly assign: ReturnType<typeof useAssign>;
}

/** Assigns all lines. What the office should know of somebody is asked about once, as it is where one visit is assigned. */
export const AssignPlan = ({ lines, disabled, assign }: AssignPlanProps) => {
  const [isAsking, setAsking] = useState(false);
  const notes = notesOf(lines);
  const label = lines.length === 0 ? 'Assign' : `Assign ${lines.length}`;
  return (
    <>
      <Button
        variant="filled"
        leftSection={<IconCheck {...menuIcon} />}
        disabled={disabled}
        loading={assign.pending}
        onClick={() => (notes.length > 0 ? setAsking(true) : void assign.run())}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Assign ${counted(lines.length, 'visit')}?`}
        confirmLabel="Assign anyway"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void assign.run();
        }}
      >
        <ul className={classes.notes}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
};
