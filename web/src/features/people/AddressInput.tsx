import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type FieldPath, useController, useFormContext, useWatch } from 'react-hook-form';
import { useTask } from '../../platform/form/use-action.ts';
import formClasses from '../../ui/fields.module.css';
import { ReadValue } from '../../ui/fields.tsx';
import { useUnlessPressed } from '../../ui/unless-pressed.ts';
import { AddressBox } from '../addresses/AddressBox.tsx';
import type { Point } from '../addresses/directions.ts';
import { ExactPointDialog } from '../addresses/ExactPointDialog.tsx';
import { LocationLine } from '../addresses/LocationLine.tsx';
import { useCheckInPlace } from './api.ts';
import { type PersonForm, placeOf, pointForOf, pointOf } from './person-form.ts';
import { useRecord } from './record-context.ts';

const touched = { shouldDirty: true, shouldTouch: true } as const;
const { label, max, width } = PERSON.Address;

/** The street address. Choosing a suggestion fills town, state, ZIP, county and coordinates. */
export const AddressInput = ({ required }: { readonly required: boolean }) => {
  const { readOnly, onOpener } = useRecord();
  const { setValue, trigger } = useFormContext<PersonForm>();
  const { field, fieldState } = useController<PersonForm, 'Address'>({ name: 'Address' });
  const error = useUnlessPressed(fieldState.error?.message);
  if (readOnly)
    return (
      <ReadValue label={label} span={width} field="Address">
        {field.value}
      </ReadValue>
    );
  const choose = (chosen: AddressSuggestion) => {
    setValue('Address', chosen.Address, touched);
    setValue('City', chosen.City, touched);
    setValue('State', chosen.State, touched);
    setValue('PostalCode', chosen.PostalCode, touched);
    setValue('County', chosen.County ?? '', touched);
    setValue('AddressLatitude', chosen.AddressLatitude, touched);
    setValue('AddressLongitude', chosen.AddressLongitude, touched);
    setValue('AddressApproximate', chosen.AddressApproximate, touched);
    setValue('pointFor', pointForOf(chosen));
    void trigger(['Address', 'City', 'State', 'PostalCode', 'County']);
    onOpener();
  };
  return (
    <div className={formClasses.field} style={{ '--span': width }}>
      <AddressBox
        ref={field.ref}
        label={label}
        required={required}
        data-field="Address"
        maxLength={max}
        value={field.value}
        error={error}
        onType={field.onChange}
        onChoose={choose}
        onBlur={field.onBlur}
      />
    </div>
  );
};

const WATCHED = [
  'Address',
  'PostalCode',
  'AddressLatitude',
  'AddressLongitude',
  'AddressApproximate',
  'pointFor',
] as const satisfies readonly FieldPath<PersonForm>[];

/**
 * Coordinates belong to a street address and ZIP. Typing another address drops them (the server looks them up), and typing
 * the old one again restores them.
 */
const usePoint = () => {
  const { control, setValue } = useFormContext<PersonForm>();
  const [Address, PostalCode, lat, lon, approximate, pointFor] = useWatch({ control, name: WATCHED });
  const point = pointOf(lat, lon);
  const belongs = pointFor !== null && pointFor.place === placeOf({ Address, PostalCode });
  useEffect(() => {
    const put = (next: Point | undefined, isApproximate: boolean) => {
      setValue('AddressLatitude', next?.lat ?? null, touched);
      setValue('AddressLongitude', next?.lon ?? null, touched);
      setValue('AddressApproximate', isApproximate, touched);
    };
    if (pointFor && belongs && !point) put(pointFor.point, pointFor.approximate);
    if (pointFor && !belongs && point) put(undefined, false);
  });
  const setExact = (next: Point) => {
    setValue('pointFor', { place: placeOf({ Address, PostalCode }), point: next, approximate: false });
    setValue('AddressLatitude', next.lat, touched);
    setValue('AddressLongitude', next.lon, touched);
    setValue('AddressApproximate', false, touched);
  };
  return { Address, point, approximate, setExact };
};

const addressOf = (form: PersonForm) =>
  addressLine({
    Address: form.Address,
    Address2: form.Address2,
    City: form.City,
    State: form.State,
    PostalCode: form.PostalCode,
  });

interface AddressLocationProps {
  readonly onSave?: ((point: Point) => void) | undefined;
  /** Adopts the position of a check-in at the stored client. */
  readonly onCheckIn?: ((visitId: number) => Promise<void>) | undefined;
}

/** Offers the position of a good check-in while the coordinates of a stored client are approximate. */
const CheckInOffer = ({
  id,
  onTake,
}: {
  readonly id: number;
  readonly onTake: (visitId: number) => Promise<void>;
}) => {
  const place = useCheckInPlace(id, true).data?.place;
  const { run, pending } = useTask(onTake);
  if (!place) return null;
  return (
    <div className={formClasses.field} style={{ '--span': 12 }}>
      <Button size="xs" loading={pending} onClick={() => void run(place.visitId)}>
        Use the place of the check-in on {showDate(place.date)}
      </Button>
    </div>
  );
};

/** The location of the address, below the fields of its section. */
export const AddressLocation = ({ onSave, onCheckIn }: AddressLocationProps) => {
  const { readOnly, person } = useRecord();
  const { getValues } = useFormContext<PersonForm>();
  const { Address, point, approximate, setExact } = usePoint();
  const [setting, setSetting] = useState(false);
  const set = readOnly ? onSave : setExact;
  return (
    <>
      <LocationLine
        point={point}
        approximate={approximate}
        hasAddress={Address.trim() !== ''}
        onSet={set && (() => setSetting(true))}
      />
      {onCheckIn && person?.ID && point && approximate && <CheckInOffer id={person.ID} onTake={onCheckIn} />}
      <ExactPointDialog
        opened={setting}
        point={point}
        address={addressOf(getValues())}
        onClose={() => setSetting(false)}
        onSet={(next) => {
          set?.(next);
          setSetting(false);
        }}
      />
    </>
  );
};
