import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { type BaseWage, sameCity } from '@homecare/domain/payroll/pay-rules.ts';
import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import classes from './config.module.css';
import { RuleTable } from './RuleTable.tsx';
import { type StoredRules, useSaveRules } from './use-save-rules.ts';

const placeOf = ({ city }: BaseWage) => (city === '' ? 'Whole state' : city);
const nameOf = (wage: BaseWage) => `base wage of ${placeOf(wage)} from ${showDate(wage.validFrom)}`;
const wageOf = ({ cents }: BaseWage) => showMoney(cents);

const COLUMNS: readonly Column<BaseWage>[] = [
  { key: 'place', title: 'Place', width: 150, cell: placeOf },
  { key: 'from', title: 'Valid from', width: 118, cell: ({ validFrom }) => showDate(validFrom) },
  { key: 'cents', title: 'An hour', width: 92, align: 'right', cell: wageOf },
  { key: 'source', title: 'Source', min: 180, cell: ({ source }) => source },
];

interface WageDialogProps {
  readonly stored: StoredRules;
  /** The entry to correct; missing for a new one. */
  readonly wage: BaseWage | undefined;
  readonly onClose: () => void;
}

interface WageDraft {
  readonly validFrom: string;
  readonly city: string;
  /** In dollars while typing. */
  readonly cents: number | string | null;
  readonly source: string;
}

const WageDialog = ({ stored, wage, onClose }: WageDialogProps) => {
  const draft: WageDraft = {
    validFrom: wage?.validFrom ?? '',
    city: wage?.city ?? '',
    cents: wage ? wage.cents / 100 : null,
    source: wage?.source ?? '',
  };
  const save = useSaveRules({
    stored,
    values: draft,
    list: 'wages',
    rulesOf: ({ cents, ...own }) => ({
      ...stored.rules,
      wages: [
        ...stored.rules.wages.filter((one) => one !== wage),
        { ...own, cents: typeof cents === 'number' ? Math.round(cents * 100) : 0 },
      ],
    }),
    isOwn: ({ validFrom, city }, at, { wages }) => {
      const one = wages[at];
      return one?.validFrom === validFrom && sameCity(one.city, city);
    },
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={wage ? `Correct the ${nameOf(wage)}` : 'New base wage'} onClose={onClose}>
      <TextInput
        label="City"
        description="Where the client lives. Empty: the whole state; of the two the higher wage counts."
        autoComplete="off"
        {...save.text('city')}
      />
      <div className={classes.pair}>
        <DateBox label="Valid from" required {...save.box('validFrom')} />
        <NumberBox label="An hour" required prefix="$" decimals={2} {...save.box('cents')} />
      </div>
      <Textarea label="Source" required rows={2} placeholder="Law or order" {...save.text('source')} />
    </FormDialog>
  );
};

/** Dated base wages of the state and its cities. Payroll lists the weeks that pay less. */
export const BaseWages = (stored: StoredRules) => {
  const { wages } = stored.rules;
  return (
    <RuleTable
      stored={stored}
      label="Base wages"
      noun="wage"
      rows={wages}
      columns={COLUMNS}
      keyOf={({ city, validFrom }) => `${city} ${validFrom}`}
      nameOf={nameOf}
      listItem={(wage) => ({
        title: placeOf(wage),
        kind: wageOf(wage),
        line: `from ${showDate(wage.validFrom)} · ${wage.source}`,
      })}
      rulesWithout={(wage) => ({ ...stored.rules, wages: wages.filter((one) => one !== wage) })}
      removeTitle={nameOf}
      afterRemoval="The base wage before it applies to its weeks again."
      newLabel="New base wage"
      form={(wage, onClose) => <WageDialog stored={stored} wage={wage} onClose={onClose} />}
    />
  );
};
