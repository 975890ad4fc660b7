import { showDate } from '@homecare/domain/calendar.ts';
import { type PayPeriodRule, PERIOD_LENGTHS } from '@homecare/domain/payroll/pay-rules.ts';
import { NativeSelect } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { DateBox } from '../../ui/inputs.tsx';
import classes from './config.module.css';
import { RuleTable } from './RuleTable.tsx';
import { type StoredRules, useSaveRules } from './use-save-rules.ts';

const NAMES = {
  halves: 'Halves of the month',
  week: 'Weeks',
  twoWeeks: 'Two weeks',
} as const satisfies Record<PayPeriodRule['length'], string>;

const COLUMNS: readonly Column<PayPeriodRule>[] = [
  { key: 'from', title: 'First day', width: 118, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'length', title: 'Pay period', min: 160, cell: ({ length }) => NAMES[length] },
];

interface PeriodDialogProps {
  readonly stored: StoredRules;
  /** The rule to correct; missing for a new one. */
  readonly rule: PayPeriodRule | undefined;
  readonly onClose: () => void;
}

const PeriodDialog = ({ stored, rule, onClose }: PeriodDialogProps) => {
  const save = useSaveRules<PayPeriodRule>({
    stored,
    values: rule ?? { validFrom: '', length: 'twoWeeks' },
    list: 'periods',
    rulesOf: (draft) => ({
      ...stored.rules,
      periods: [...stored.rules.periods.filter((one) => one !== rule), draft],
    }),
    isOwn: ({ validFrom }, at, { periods }) => periods[at]?.validFrom === validFrom,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={rule ? `Correct the pay periods from ${showDate(rule.validFrom)}` : 'New pay periods'}
      onClose={onClose}
    >
      <DateBox
        label="First day"
        required
        description="Begins the first period. The period before it ends the day before."
        {...save.box('validFrom')}
      />
      <NativeSelect
        label="Pay period"
        data={PERIOD_LENGTHS.map((value) => ({ value, label: NAMES[value] }))}
        {...save.text('length')}
      />
      <p className={classes.hint}>Periods that were exported keep their days.</p>
    </FormDialog>
  );
};

/** Dated pay periods, newest first. Without any, the agency pays by half months. */
export const PayPeriods = (stored: StoredRules) => {
  const { periods } = stored.rules;
  return (
    <RuleTable
      stored={stored}
      label="Pay periods"
      noun="change"
      rows={periods}
      columns={COLUMNS}
      keyOf={({ validFrom }) => validFrom}
      nameOf={({ validFrom }) => `pay periods from ${showDate(validFrom)}`}
      listItem={({ validFrom, length }) => ({ title: showDate(validFrom), kind: NAMES[length], line: '' })}
      rulesWithout={(rule) => ({ ...stored.rules, periods: periods.filter((one) => one !== rule) })}
      removeTitle={({ validFrom }) => `pay periods from ${showDate(validFrom)}`}
      afterRemoval="The pay periods before them apply again."
      newLabel="New pay periods"
      form={(rule, onClose) => <PeriodDialog stored={stored} rule={rule} onClose={onClose} />}
    />
  );
};
