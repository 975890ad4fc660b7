import { type Layout, needsNumbers, OWN_LAYOUT, ROW_PER } from '@homecare/domain/payroll/layouts.ts';
import { Button, Group } from '@mantine/core';
import { IconNumbers, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { RemoveDialog } from '../../platform/form/RemoveDialog.tsx';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { SAVE_LAYOUTS, useLayouts } from '../payroll/run-api.ts';
import classes from './config.module.css';
import { LayoutDialog } from './LayoutDialog.tsx';
import { NumbersDialog } from './NumbersDialog.tsx';

const COLUMNS: readonly Column<Layout>[] = [
  {
    key: 'name',
    title: 'Layout',
    min: 180,
    cell: ({ name, fileName }) => <CellLines main={name} sub={fileName} />,
  },
  { key: 'per', title: 'One row per', width: 200, cell: ({ rowPer }) => ROW_PER[rowPer] },
  {
    key: 'columns',
    title: 'Columns',
    width: 92,
    align: 'right',
    cell: ({ columns }) => String(columns.length),
  },
];

type Step =
  | { readonly what: 'edit'; readonly layout?: Layout }
  | { readonly what: 'numbers' | 'remove'; readonly layout: Layout };

/** Layouts of payroll services, and the employee numbers stored with each. */
export const PayrollLayouts = () => {
  const query = useLayouts();
  const [step, setStep] = useState<Step>();
  const close = () => setStep(undefined);
  const stored = query.data;
  const numbers = (layout: Layout) => (
    <IconButton
      label={`Employee numbers of ${layout.name}`}
      icon={<IconNumbers {...rowIcon} />}
      onClick={() => setStep({ what: 'numbers', layout })}
    />
  );
  return (
    <>
      <p className={classes.hint}>
        Check these column names against your payroll provider’s current template before first use.
      </p>
      <div className={classes.frame}>
        <DataTable
          label="Layouts"
          columns={COLUMNS}
          rows={stored?.layouts}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          pageSize={6}
          noun={stored?.layouts.length === 1 ? 'layout' : 'layouts'}
          onOpen={(layout) => setStep({ what: 'edit', layout })}
          actionsWidth={128}
          actions={(layout) => (
            <>
              {needsNumbers(layout) && numbers(layout)}
              <IconButton
                label={`Edit ${layout.name}`}
                icon={<IconPencil {...rowIcon} />}
                onClick={() => setStep({ what: 'edit', layout })}
              />
              <IconButton
                label={`Remove ${layout.name}`}
                icon={<IconTrash {...rowIcon} />}
                danger
                onClick={() => setStep({ what: 'remove', layout })}
              />
            </>
          )}
          listItem={(layout) => ({
            title: layout.name,
            kind: `${layout.columns.length} columns`,
            line: ROW_PER[layout.rowPer],
            action: numbers(layout),
          })}
          loadingText="Loading layouts…"
          failure={failureOf(query, 'Couldn’t load the layouts')}
          empty={<p className={classes.hint}>Payroll exports use your own layout only.</p>}
        />
      </div>
      <Group gap="10px 16px">
        <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'edit' })}>
          New layout
        </Button>
        <Button
          leftSection={<IconNumbers {...menuIcon} />}
          onClick={() => setStep({ what: 'numbers', layout: OWN_LAYOUT })}
        >
          Numbers of the own layout
        </Button>
      </Group>
      {step?.what === 'edit' && stored && (
        <LayoutDialog stored={stored} layout={step.layout} onClose={close} />
      )}
      {step?.what === 'numbers' && <NumbersDialog layout={step.layout} onClose={close} />}
      {step?.what === 'remove' && stored && (
        <RemoveDialog
          {...SAVE_LAYOUTS}
          title={`Remove ${step.layout.name}`}
          input={{ layouts: stored.layouts.filter(({ id }) => id !== step.layout.id), rev: stored.rev }}
          undo={({ data }) => ({
            ...SAVE_LAYOUTS,
            input: { layouts: stored.layouts, rev: data.rev },
            said: `${step.layout.name} is removed.`,
            undone: `${step.layout.name} is back.`,
          })}
          onClose={close}
        >
          Runs stay as they are and can be downloaded in the other layouts.
        </RemoveDialog>
      )}
    </>
  );
};
