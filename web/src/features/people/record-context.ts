import type { Evaluator } from '@homecare/domain/notices/rules.ts';
import type { PersonField } from '@homecare/domain/people/dictionary.ts';
import { isFieldRequired, isFieldShown } from '@homecare/domain/people/rules.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { createContext, useContext } from 'react';
import { useWatch } from 'react-hook-form';
import type { FormContext, PersonForm } from './person-form.ts';

export interface RecordSetting extends FormContext {
  readonly readOnly: boolean;
  /** Time zone of the agency. */
  readonly zone: string;
  readonly person: PersonDraft | undefined;
  /** People similar to this one but known to be different. */
  readonly notDoubles?: readonly number[] | undefined;
  /** Names of the agency's language groups. */
  readonly languages: readonly string[];
  /** Labels by procedure code; undefined until loaded. */
  readonly codes: Readonly<Record<string, string>> | undefined;
  /** Finds what expires in the record, by the rules of the notices. */
  readonly evaluator: Evaluator;
  /** Called after a change that opens or closes fields. */
  readonly onOpener: () => void;
}

const Context = createContext<RecordSetting | undefined>(undefined);
export const RecordProvider = Context;

export const useRecord = (): RecordSetting => {
  const setting = useContext(Context);
  if (!setting) throw new Error('Fields of a record need RecordProvider around them');
  return setting;
};

const openersOf = (form: PersonForm) => ({
  person: {
    Address: form.Address.trim() ? 'given' : null,
    'DC Date': form['DC Date'] ? 'given' : null,
    Daycare: form.Daycare,
    PrivateClient: form.PrivateClient,
  } satisfies PersonDraft,
  toggles: form.toggles,
});

/** The fields now shown and required. Watches only the values that open fields, so that typing stays fast. */
export const useOpened = () => {
  const record = useRecord();
  const openers = useWatch<PersonForm, PersonForm, ReturnType<typeof openersOf>>({ compute: openersOf });
  const context = { ...record, toggles: openers.toggles };
  return {
    toggles: openers.toggles,
    isShown: (name: PersonField) => isFieldShown(name, openers.person, context),
    isRequired: (name: PersonField) => !record.readOnly && isFieldRequired(name, openers.person, context),
  };
};
