import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { type BaseWage, sameCity } from '@homecare/domain/payroll/pay-rules.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ConfirmDialog, Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { RefusalNote } from '../../ui/form.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import classes from './config.module.css';
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
  /** The entry to correct; without it a new one is entered. */
  readonly wage: BaseWage | undefined;
  readonly onClose: () => void;
}

interface WageDraft {
  readonly validFrom: string;
  readonly city: string;
  readonly dollars: number | string | null;
  readonly source: string;
}

const WageDialog = ({ stored, wage, onClose }: WageDialogProps) => {
  const [draft, setDraft] = useState<WageDraft>({
    validFrom: wage?.validFrom ?? '',
    city: wage?.city ?? '',
    dollars: wage ? wage.cents / 100 : null,
    source: wage?.source ?? '',
  });
  const [dateFault, setDateFault] = useState<string>();
  const { errors, refusal, busy, save } = useSaveRules(stored, onClose);
  const set = (change: Partial<WageDraft>) => setDraft({ ...draft, ...change });
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const submit = () => {
    const fault = isIsoDate(draft.validFrom)
      ? undefined
      : draft.validFrom === ''
        ? 'Say from which day.'
        : NO_DATE;
    setDateFault(fault);
    if (fault) return;
    const cents = typeof draft.dollars === 'number' ? Math.round(draft.dollars * 100) : 0;
    const own: BaseWage = { validFrom: draft.validFrom, city: draft.city, cents, source: draft.source };
    const { overtime, wages } = stored.rules;
    void save({ overtime, wages: [...wages.filter((one) => one !== wage), own] }, 'wages', (at, tidied) => {
      const one = tidied.wages[at];
      return one?.validFrom === own.validFrom && sameCity(one.city, own.city);
    });
  };
  return (
    <Dialog
      opened
      title={wage ? `Correct the ${nameOf(wage)}` : 'New base wage'}
      onClose={onClose}
      onMain={submit}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={submit} />}
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        <TextInput
          label="City"
          description="Where the client lives. Empty: the whole state; of the two the higher wage counts."
          autoComplete="off"
          data-field="city"
          value={draft.city}
          error={errorOf('city')}
          onChange={(event) => set({ city: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <DateBox
            label="Valid from"
            required
            data-field="validFrom"
            value={draft.validFrom}
            error={dateFault ?? errorOf('validFrom')}
            onChange={(validFrom) => set({ validFrom })}
          />
          <NumberBox
            label="An hour"
            required
            prefix="$"
            decimals={2}
            data-field="cents"
            value={draft.dollars}
            error={errorOf('cents')}
            onChange={(dollars) => set({ dollars })}
          />
        </div>
        <Textarea
          label="Source"
          required
          rows={2}
          placeholder="Law or order"
          data-field="source"
          value={draft.source}
          error={errorOf('source')}
          onChange={(event) => set({ source: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};

const RemoveWage = ({ stored, wage, onClose }: WageDialogProps & { readonly wage: BaseWage }) => {
  const { refusal, busy, save } = useSaveRules(stored, onClose);
  const { overtime, wages } = stored.rules;
  return (
    <ConfirmDialog
      opened
      title={`Remove the ${nameOf(wage)}`}
      confirmLabel="Remove"
      danger
      focusCancel
      busy={busy}
      onConfirm={() =>
        void save({ overtime, wages: wages.filter((one) => one !== wage) }, 'wages', () => false)
      }
      onCancel={onClose}
    >
      {refusal && <Note tone="danger">{refusal}</Note>}
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
