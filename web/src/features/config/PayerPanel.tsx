import type { OutputOf } from '@homecare/domain/call.ts';
import { SAVED } from '@homecare/domain/plan-types/rules.ts';
import type { getPayer } from '@homecare/domain/sites/contract.ts';
import { checkPayer, tidyPayer } from '@homecare/domain/sites/payer.ts';
import type { PayerSettings } from '@homecare/domain/sites/schema.ts';
import { Box, NativeSelect, TextInput } from '@mantine/core';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { FormSection } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { readPayerAgain, SAVE_PAYER, usePayer } from './api.ts';
import classes from './config.module.css';

type Stored = OutputOf<typeof getPayer>;
type Text = Exclude<keyof PayerSettings, 'usage' | 'membersPerFile'>;
/** Numbers are text while typing. */
type Form = Record<Text | 'usage' | 'membersPerFile', string>;

const IDENTITY: readonly (readonly [Text, string, string?])[] = [
  ['tpid', 'TPID', 'Trading partner number'],
  ['filePrefix', 'File prefix', 'Before the TPID in the names of files'],
  ['npi', 'NPI', 'If empty, the Medicaid provider ID is used'],
  ['taxonomy', 'Taxonomy', 'Such as 253Z00000X'],
  ['medicaidProviderId', 'Medicaid provider ID'],
  ['ein', 'EIN', 'Tax number'],
  ['receiver', 'Receiver ID', 'Of the envelope (ISA08)'],
  ['payerId', 'Payer ID'],
];
const AGENCY: readonly (readonly [Text, string, string?])[] = [
  ['name', 'Agency name'],
  ['address', 'Street'],
  ['address2', 'Suite'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'ZIP+4'],
  ['contactName', 'Contact about claims'],
  ['contactPhone', 'Phone of the contact'],
];
const LABELS = new Map<string, string>([
  ...[...IDENTITY, ...AGENCY].map(([name, label]) => [name, label] as const),
  ['usage', 'Files are'],
  ['membersPerFile', 'Members of one eligibility file'],
]);
export const payerLabel = (name: string) => LABELS.get(name) ?? name;

const formOf = ({ lacks: _, rev, membersPerFile, ...texts }: Stored): { value: Form; rev: number } => ({
  value: { ...texts, membersPerFile: String(membersPerFile) },
  rev,
});
const payerOf = ({ usage, membersPerFile, ...texts }: Form): PayerSettings =>
  tidyPayer({
    ...texts,
    usage: usage === 'P' ? 'P' : 'T',
    membersPerFile: /^\d{1,5}$/.test(membersPerFile.trim()) ? Number(membersPerFile) : 0,
  });

const PayerForm = ({ payer, guard }: { readonly payer: Stored; readonly guard: FormGuard }) => {
  const stored = formOf(payer);
  const save = useSave({
    ...SAVE_PAYER,
    values: stored.value,
    rev: stored.rev,
    input: (form, rev) => ({ ...payerOf(form), rev }),
    check: (form) => checkPayer(payerOf(form)),
    savedAs: ({ data }, form) => formOf({ ...payer, ...payerOf(form), rev: data.rev }),
    readAgain: async () => formOf(await readPayerAgain()),
    onSaved: () => toast.success(SAVED),
  });
  const isRehearsal = useCapabilities()?.payerRehearsal;
  const text = ([name, label, description]: readonly [keyof Form, string, string?]) => (
    <TextInput
      key={name}
      label={label}
      autoComplete="off"
      {...(description && { description })}
      {...save.text(name)}
    />
  );
  return (
    <FormPage save={save} labelOf={payerLabel} guard={guard} className={classes.content}>
      {payer.lacks.length > 0 && (
        <Box pt={12}>
          <Note tone="warn">
            Before files of claims can be made:
            <ul>
              {payer.lacks.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Note>
        </Box>
      )}
      <FormSection id="config-payer" title="Payer" note="Receives claims and eligibility requests.">
        <div className={classes.grid}>
          {IDENTITY.map(text)}
          <NativeSelect
            label="Files are"
            {...(isRehearsal && {
              description: 'Only tests can be handed to the simulated payer: it ends once files are for real',
            })}
            data={[
              { value: 'T', label: 'Tests: nothing is paid' },
              { value: 'P', label: 'For real' },
            ]}
            {...save.text('usage')}
          />
          {text(['membersPerFile', 'Members of one eligibility file', '1 to 5,000'])}
        </div>
      </FormSection>
      <FormSection id="config-agency" title="Agency" note="Use the details the payer has on file.">
        <div className={classes.grid}>{AGENCY.map(text)}</div>
      </FormSection>
    </FormPage>
  );
};

/** The agency's data with its Medicaid payer: numbers, file names, address. */
export const PayerPanel = ({ guard }: { readonly guard: FormGuard }) => {
  const query = usePayer();
  const failure = failureOf(query, 'Couldn’t load the payer');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data)
    return (
      <p className={classes.content} role="status">
        Loading the payer…
      </p>
    );
  return <PayerForm payer={query.data} guard={guard} />;
};
