import type { Role } from '@homecare/domain/call.ts';
import { isOffice } from '@homecare/domain/call.ts';
import {
  fieldOf,
  fieldsOfSection,
  mayRead,
  PERSON_SECTIONS,
  type PersonField,
  type PersonKind,
  type PersonSection,
  requiredOf,
  TOGGLES,
  type Toggle,
} from '@homecare/domain/people/dictionary.ts';
import { Fragment } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { FormGrid, FormSection } from '../../ui/form.tsx';
import type { Point } from '../addresses/directions.ts';
import { ConfirmationMail } from '../messaging/ConfirmationMail.tsx';
import { AddressLocation } from './AddressInput.tsx';
import { DoublesNote } from './DoublesNote.tsx';
import { PersonInput } from './PersonInput.tsx';
import { EMPTY_SERVICE, FORM_FIELDS, type FormField, type PersonForm } from './person-form.ts';
import { useOpened, useRecord } from './record-context.ts';

export const sectionId = (title: string) => `section-${title.toLowerCase().replace(/\W+/g, '-')}`;

const isFormField = (name: PersonField): name is FormField => FORM_FIELDS.some((one) => one === name);

/** Fields of one section that the role may see, in the dictionary's order. */
const inputsOf = (section: PersonSection, kind: PersonKind, role: Role) =>
  fieldsOfSection(section, kind)
    .filter((name) => mayRead(role, name))
    .filter(isFormField);

/** Sections with at least one field for this kind of person and this role. */
export const sectionsFor = (kind: PersonKind, role: Role) =>
  PERSON_SECTIONS.filter((section) => inputsOf(section, kind, role).length > 0);

const openedBy = (name: FormField): Toggle | undefined => {
  const { shown } = fieldOf(name);
  return shown?.when === 'toggle' ? shown.toggle : undefined;
};
const excusedBy = (name: FormField, kind: PersonKind): Toggle | undefined => {
  const required = requiredOf(name, kind);
  return required.when === 'unless' && 'toggle' in required ? required.toggle : undefined;
};

/** A checkbox that opens fields. It is not stored but follows from the stored values. */
const ToggleBox = ({ toggle }: { readonly toggle: Toggle }) => {
  const { readOnly, onOpener } = useRecord();
  const { getValues, setValue } = useFormContext<PersonForm>();
  if (readOnly) return null;
  const changed = () => {
    const form = getValues();
    if (toggle === 'otherServices' && form.toggles.otherServices && form.otherService.length === 0)
      setValue('otherService', [EMPTY_SERVICE], { shouldDirty: true });
    onOpener();
  };
  return (
    <CheckField<PersonForm>
      name={`toggles.${toggle}`}
      label={TOGGLES[toggle]}
      span={toggle === 'otherServices' ? 12 : 3}
      onChanged={changed}
    />
  );
};

/** Shown beside the address of a stored record. */
const EmailConfirmation = () => {
  const { person, role } = useRecord();
  const typed = useWatch<PersonForm, 'Email'>({ name: 'Email' });
  if (!person?.ID || !isOffice(role)) return null;
  return (
    <ConfirmationMail
      personId={person.ID}
      stored={person.Email ?? null}
      typed={typed}
      confirmed={person.confirmedEmail ?? false}
    />
  );
};

const SectionField = ({ name }: { readonly name: FormField }) => {
  const { kind } = useRecord();
  const { toggles, isShown, isRequired } = useOpened();
  const opener = openedBy(name);
  const excuse = excusedBy(name, kind);
  const shown = isShown(name);
  const field = fieldOf(name);
  return (
    <>
      {opener && <ToggleBox toggle={opener} />}
      {shown &&
        (excuse && toggles[excuse] ? (
          <TextField<PersonForm> name={name} label={field.label} span={field.width ?? 3} readOnly />
        ) : (
          <PersonInput name={name} required={isRequired(name)} />
        ))}
      {shown && excuse && <ToggleBox toggle={excuse} />}
      {name === 'Email' && <EmailConfirmation />}
    </>
  );
};

const NOTES: Partial<Record<PersonSection, string>> = { 'Pay rates': 'per hour, admin only' };

/** All sections of the record form, driven by the dictionary. */
interface RecordSectionsProps {
  readonly onPoint?: ((point: Point) => void) | undefined;
  readonly onCheckIn?: ((visitId: number) => Promise<void>) | undefined;
}

export const RecordSections = ({ onPoint, onCheckIn }: RecordSectionsProps) => {
  const { kind, role } = useRecord();
  return sectionsFor(kind, role).map((section) => (
    <FormSection
      key={section}
      id={sectionId(section)}
      title={section}
      note={NOTES[section]}
      {...(section === 'Identity' && { aside: <DoublesNote /> })}
    >
      <FormGrid>
        {inputsOf(section, kind, role).map((name) => (
          <Fragment key={name}>
            <SectionField name={name} />
          </Fragment>
        ))}
        {section === 'Address' && <AddressLocation onSave={onPoint} onCheckIn={onCheckIn} />}
      </FormGrid>
    </FormSection>
  ));
};
