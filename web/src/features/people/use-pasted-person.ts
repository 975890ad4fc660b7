import {
  isPastedPerson,
  PASTED_FIELDS,
  type PastedField,
  type PastedPerson,
  readPasted,
} from '@homecare/domain/people/pasted.ts';
import { type ClipboardEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type PersonForm, placeOf } from './person-form.ts';

const touched = { shouldDirty: true, shouldTouch: true } as const;
const INTO = '[data-field="LastName"], [data-field="FirstName"]';

/** Handles a whole person pasted into the name of a new record: fills the empty fields, with Undo. */
export const usePastedPerson = (
  { getValues, setValue, trigger }: UseFormReturn<PersonForm>,
  { isNew, today }: { readonly isNew: boolean; readonly today: Temporal.PlainDate },
) => {
  const [filled, setFilled] = useState<PastedPerson>();

  const put = (values: PastedPerson) => {
    for (const name of PASTED_FIELDS) {
      const value = values[name];
      if (value !== undefined) setValue(name, value, touched);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!isNew || !(event.target instanceof Element) || !event.target.closest(INTO)) return;
    const person = readPasted(event.clipboardData.getData('text'), today);
    if (!isPastedPerson(person)) return;
    event.preventDefault();
    const now = getValues();
    const isFree = (name: PastedField) => person[name] !== undefined && now[name] === '';
    const free = PASTED_FIELDS.filter(isFree);
    if (free.length === 0) return;
    const values: PastedPerson = Object.fromEntries(free.map((name) => [name, person[name]]));
    put(values);
    setFilled(values);
    void trigger(free);
  };
  /** Undo keeps what was changed by hand since. */
  const undo = () => {
    const now = getValues();
    const names = PASTED_FIELDS.filter((name) => filled?.[name] !== undefined && now[name] === filled[name]);
    put(Object.fromEntries(names.map((name) => [name, ''])));
    const { Address, PostalCode } = getValues();
    if (placeOf({ Address, PostalCode }) === '') setValue('pointFor', null);
    setFilled(undefined);
  };
  return { filled, onPaste, undo };
};
