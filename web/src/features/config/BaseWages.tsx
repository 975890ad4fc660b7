import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { type BaseWage, sameCity } from '@homecare/domain/payroll/pay-rules.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './config.module.css';
import { type StoredRules, useRemoveRule, useSaveRules } from './use-save-rules.ts';

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
  /** The entry to correct; without it a new one is entered. */
  readonly wage: BaseWage | undefined;
  readonly onClose: () => void;
}

interface WageDraft {
  readonly validFrom: string;
  readonly city: string;
  /** In dollars while it is typed. */
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

const RemoveWage = ({ stored, wage, onClose }: WageDialogProps & { readonly wage: BaseWage }) => {
  const wages = stored.rules.wages.filter((one) => one !== wage);
  const { remove, pending, refusal } = useRemoveRule(stored, { ...stored.rules, wages }, onClose);
  return (
    <ConfirmDialog
      opened
      title={`Remove the ${nameOf(wage)}`}
      confirmLabel="Remove"
      danger
      focusCancel
      busy={pending}
      onConfirm={remove}
      onCancel={onClose}
    >
      {refusal && <Note tone="danger">{refusal.info}</Note>}
      <p>Weeks of its days are judged by what counted before.</p>
    </ConfirmDialog>
  );
};

/** Dated base wages of the state and its cities: weeks that pay less are listed with the payroll. */
export const BaseWages = (stored: StoredRules) => {
  const [step, setStep] = useState<{ readonly what: 'edit' | 'remove'; readonly wage?: BaseWage }>();
  const { wages } = stored.rules;
  const close = () => setStep(undefined);
  const correct = (wage: BaseWage) => (
    <IconButton
      label={`Correct ${nameOf(wage)}`}
      icon={<IconPencil {...rowIcon} />}
      onClick={() => setStep({ what: 'edit', wage })}
    />
  );
  return (
    <>
      <div className={classes.frame}>
        <DataTable
          label="Base wages"
          columns={COLUMNS}
          rows={wages}
          rowKey={({ city, validFrom }) => `${city} ${validFrom}`}
          rowName={nameOf}
          pageSize={6}
          noun={wages.length === 1 ? 'wage' : 'wages'}
          onOpen={(wage) => setStep({ what: 'edit', wage })}
          actionsWidth={84}
          actions={(wage) => (
            <>
              {correct(wage)}
              <IconButton
                label={`Remove ${nameOf(wage)}`}
                icon={<IconTrash {...rowIcon} />}
                danger
                onClick={() => setStep({ what: 'remove', wage })}
              />
            </>
          )}
          listItem={(wage) => ({
            title: placeOf(wage),
            kind: wageOf(wage),
            line: `from ${showDate(wage.validFrom)} · ${wage.source}`,
            action: correct(wage),
          })}
        />
      </div>
      <Button leftSection={<IconPlus {...menuIcon} />} onClick={() => setStep({ what: 'edit' })}>
        New base wage
      </Button>
      {step?.what === 'edit' && <WageDialog stored={stored} wage={step.wage} onClose={close} />}
      {step?.what === 'remove' && step.wage && (
        <RemoveWage stored={stored} wage={step.wage} onClose={close} />
      )}
    </>
  );
};
