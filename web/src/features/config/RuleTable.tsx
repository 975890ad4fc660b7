import type { PayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Column, DataTable, type ListItem } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './config.module.css';
import { type StoredRules, useRemoveRule } from './use-save-rules.ts';

interface RemoveRuleProps {
  readonly stored: StoredRules;
  readonly name: string;
  /** The remaining rules. */
  readonly rest: PayRules;
  readonly onClose: () => void;
  readonly children: string;
}

const RemoveRule = ({ stored, name, rest, onClose, children }: RemoveRuleProps) => {
  const { remove, pending, refusal } = useRemoveRule(stored, rest, onClose);
  return (
    <ConfirmDialog
      opened
      title={`Remove the ${name}`}
      confirmLabel="Remove"
      danger
      focusCancel
      busy={pending}
      onConfirm={remove}
      onCancel={onClose}
    >
      {refusal && <Note tone="danger">{refusal.info}</Note>}
      <p>{children}</p>
    </ConfirmDialog>
  );
};

interface RuleTableProps<R> {
  readonly stored: StoredRules;
  readonly label: string;
  /** Singular noun. */
  readonly noun: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly keyOf: (rule: R) => string;
  readonly nameOf: (rule: R) => string;
  readonly listItem: (rule: R) => ListItem;
  /** Why none can be removed now. */
  readonly keepReason?: string | undefined;
  readonly rulesWithout: (rule: R) => PayRules;
  readonly removeTitle: (rule: R) => string;
  /** What applies after a removal. */
  readonly afterRemoval: string;
  readonly newLabel: string;
  /** The form to correct a rule, or to enter a new one. */
  readonly form: (rule: R | undefined, onClose: () => void) => ReactNode;
}

/** Dated payroll rules, which can be corrected, removed and added. */
export const RuleTable = <R,>({ stored, rows, nameOf, noun, ...props }: RuleTableProps<R>) => {
  const [step, setStep] = useState<{ readonly what: 'edit' | 'remove'; readonly rule?: R }>();
  const close = () => setStep(undefined);
  const correct = (rule: R) => (
    <IconButton
      label={`Correct ${nameOf(rule)}`}
      icon={<IconPencil {...rowIcon} />}
      onClick={() => setStep({ what: 'edit', rule })}
    />
  );
  return (
    <>
      <div className={classes.frame}>
        <DataTable
          label={props.label}
          columns={props.columns}
          rows={rows}
          rowKey={props.keyOf}
          rowName={nameOf}
          pageSize={6}
          noun={rows.length === 1 ? noun : `${noun}s`}
          onOpen={(rule) => setStep({ what: 'edit', rule })}
          actionsWidth={84}
          actions={(rule) => (
            <>
              {correct(rule)}
              <IconButton
                label={`Remove ${nameOf(rule)}`}
                icon={<IconTrash {...rowIcon} />}
                danger
                disabledReason={props.keepReason}
                onClick={() => setStep({ what: 'remove', rule })}
              />
            </>
          )}
          listItem={(rule) => ({ ...props.listItem(rule), action: correct(rule) })}
        />
      </div>
      <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'edit' })}>
        {props.newLabel}
      </Button>
      {step?.what === 'edit' && props.form(step.rule, close)}
      {step?.what === 'remove' && step.rule && (
        <RemoveRule
          stored={stored}
          name={props.removeTitle(step.rule)}
          rest={props.rulesWithout(step.rule)}
          onClose={close}
        >
          {props.afterRemoval}
        </RemoveRule>
      )}
    </>
  );
};
