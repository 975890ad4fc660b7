import type { OutputOf } from '@homecare/domain/call.ts';
import { canText } from '@homecare/domain/messaging/rules.ts';
import type { getAutopilot } from '@homecare/domain/offers/contract.ts';
import { sampleText } from '@homecare/domain/offers/rules.ts';
import type { Language } from '@homecare/domain/offers/schema.ts';
import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FormPage } from '../../platform/form/FormPage.tsx';
import type { FormGuard } from '../../platform/form/form-guard.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { useSite } from '../../platform/own-site.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { FormSection } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { MaskBox, NumberBox, TimeBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AskedToday } from './AskedToday.tsx';
import classes from './Autopilot.module.css';
import { readAutopilotAgain, SAVE_AUTOPILOT, SEND_TEST, useAutopilot, useTriedAutopilot } from './api.ts';
import {
  type AutopilotForm,
  faultsOf,
  formOf,
  labelOf,
  type NumberName,
  SOURCE_CHOICES,
  settingsOf,
  triedPieces,
} from './autopilot-form.ts';
import { TriedDialog } from './TriedDialog.tsx';

interface TestProps {
  readonly phone: string;
  readonly text: string;
  readonly language: Language;
}

/** The text as it is on the screen, saved or not. */
const TestButton = ({ phone, text, language }: TestProps) => {
  const test = useAction({ ...SEND_TEST, onDone: () => toast.success(`A test is on its way to ${phone}.`) });
  return (
    <Button
      size="compact-md"
      leftSection={<IconSend {...menuIcon} />}
      aria-label={`Send me a test: ${language === 'en' ? 'English' : 'Spanish'}`}
      disabled={test.pending || !canText(phone)}
      onClick={() => void test.run({ phone, text, language })}
    >
      Send me a test
    </Button>
  );
};

const Line = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.line}>{children}</div>
);

/** The settings on the screen, tried on the last days. */
const Tried = ({ form }: { readonly form: AutopilotForm }) => {
  const { data, isError, isFetching } = useTriedAutopilot(form);
  const [isListed, setListed] = useState(false);
  if (isError) return <Note tone="warn">Couldn’t try these settings on the last days.</Note>;
  return (
    <Note tone="info">
      <span role="status">
        {data && !isFetching
          ? triedPieces(data).map((piece) =>
              typeof piece === 'string' ? (
                piece
              ) : (
                <button
                  key={piece.number}
                  type="button"
                  className={classes.number}
                  onClick={() => setListed(true)}
                >
                  {piece.number}
                </button>
              ),
            )
          : 'Trying these settings on the last days…'}
      </span>
      {data && isListed && <TriedDialog visits={data.tried} onClose={() => setListed(false)} />}
    </Note>
  );
};

interface SettingsProps {
  readonly stored: OutputOf<typeof getAutopilot>;
  readonly guard: FormGuard;
  readonly agency: string;
}

const useSettingsForm = ({ stored, agency }: Omit<SettingsProps, 'guard'>) => {
  const { value, rev } = formOf(stored);
  const values: AutopilotForm = value;
  return useSave({
    ...SAVE_AUTOPILOT,
    values,
    rev,
    input: (form, rev) => ({ settings: settingsOf(form), rev }),
    check: (form) => faultsOf(form, agency),
    savedAs: ({ data }, form) => formOf({ settings: settingsOf(form), rev: data.rev }),
    readAgain: async () => formOf(await readAutopilotAgain()),
    placeOf: (fault) => ({
      ...fault,
      field: fault.field.replace(/^settings\./, '').replace('mostOvertimeCents', 'mostOvertime'),
    }),
    onSaved: () => toast.success('Saved. It applies to call-outs from now on.'),
  });
};

const Settings = ({ stored, guard, agency }: SettingsProps) => {
  const save = useSettingsForm({ stored, agency });
  const { isOn, callPhone } = save.values;
  const isTexting = useCapabilities()?.smsEnabled === true;
  const number = (name: NumberName, unit?: string) => (
    <>
      <NumberBox aria-label={labelOf(name)} width={76} {...save.box(name)} /> {unit}
    </>
  );
  const text = (name: 'english' | 'spanish', language: Language) => (
    <div className={classes.language}>
      <Textarea label={labelOf(name)} rows={2} maxLength={300} {...save.text(name)} />
      <p className={classes.example} lang={language}>
        {sampleText(save.values[name], agency, language)}
      </p>
      {isTexting && <TestButton phone={callPhone} text={save.values[name]} language={language} />}
    </div>
  );
  return (
    <FormPage save={save} labelOf={labelOf} guard={guard} className={classes.settings}>
      <Switch
        size="md"
        className={classes.main}
        data-off={!isOn || undefined}
        label={isOn ? 'Autopilot is on' : 'Autopilot is off'}
        description={`${isOn ? '' : 'Call-outs wait for you. '}When a caregiver cannot come, it asks others, a few at a time. Nobody is assigned without accepting, and you can undo any cover.`}
        {...save.tick('isOn')}
      />
      <FormSection id="autopilot-start" title="When it starts">
        <Line>
          A visit starts within {number('withinHours', 'hours')} and its caregiver calls out
          <NativeSelect aria-label={labelOf('callOuts')} data={SOURCE_CHOICES} {...save.text('callOuts')} />
        </Line>
      </FormSection>
      <FormSection id="autopilot-asks" title="How it asks">
        <Line>
          Ask {number('people', 'people, wait')} {number('waitMinutes', 'minutes, then the next, at most')}{' '}
          {number('waves', 'times')}
        </Line>
        <Line>With less than 2 h to go, wait only {number('shortWaitMinutes', 'minutes')}</Line>
        <Line>
          Quiet from <TimeBox aria-label={labelOf('quietFrom')} width={104} {...save.box('quietFrom')} /> to{' '}
          <TimeBox aria-label={labelOf('quietUntil')} width={104} {...save.box('quietUntil')} />
        </Line>
        <Line>At most {number('offersPerDay', 'offers a day to one person')}</Line>
      </FormSection>
      <FormSection id="autopilot-limits" title="Limits" note="Leave a number empty for no limit.">
        <Line>
          Overtime at most{' '}
          <NumberBox
            aria-label={labelOf('mostOvertime')}
            width={104}
            decimals={2}
            prefix="$"
            {...save.box('mostOvertime')}
          />{' '}
          a visit, driving at most {number('mostMiles', 'miles')}
        </Line>
        <Switch
          label="Only caregivers who visited the client in the last 90 days"
          {...save.tick('onlyKnown')}
        />
      </FormSection>
      <FormSection id="autopilot-stops" title="When it stops">
        <Line>Still open {number('stopMinutes', 'minutes before the start: stop')}</Line>
        <Line>
          Then text
          <TextInput aria-label={labelOf('callName')} placeholder="Name" w={180} {...save.text('callName')} />
          at
          <MaskBox
            aria-label={labelOf('callPhone')}
            mask="phone"
            width={136}
            placeholder="Phone"
            {...save.box('callPhone')}
          />
        </Line>
      </FormSection>
      <FormSection
        id="autopilot-words"
        title="What it says"
        note="{agency} {day} {hours} {town} {miles} {pay} {code} become the details of the offer; a link follows. A test goes to the phone above."
      >
        {text('english', 'en')}
        {text('spanish', 'es')}
      </FormSection>
      <Tried form={save.values} />
    </FormPage>
  );
};

/** Whether and how others are asked when a caregiver calls out, and what came of it today. */
export const AutopilotPanel = ({ guard, zone }: Pick<SettingsProps, 'guard'> & { readonly zone: string }) => {
  const query = useAutopilot();
  const agency = useSite()?.title ?? '';
  const failure = failureOf(query, 'Couldn’t load the autopilot');
  if (failure) return <ErrorState {...failure} />;
  if (!query.data) return <p role="status">Loading the autopilot…</p>;
  return (
    <div className={classes.page}>
      <div className={classes.form}>
        <Settings stored={query.data} guard={guard} agency={agency} />
      </div>
      <AskedToday zone={zone} />
    </div>
  );
};
