import { isOffice, type Role } from '@homecare/domain/call.ts';
import { mayWrite, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { writesBesideRecord } from '@homecare/domain/permissions.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import type { Point } from '../addresses/directions.ts';
import { SET_CHECK_IN_POINT, SET_POINT } from './api.ts';
import type { useRecordForm } from './use-record-form.ts';

interface Viewing {
  readonly readOnly: boolean;
  readonly kind: PersonKind;
  readonly role: Role;
}

/** Ways to set the exact location of a stored record without saving its form; only those that this user has. */
export const usePoint = (
  { save: { form }, base, setBase }: ReturnType<typeof useRecordForm>,
  { readOnly, kind, role }: Viewing,
) => {
  const exact = useAction({
    ...SET_POINT,
    onDone: ({ data }, { AddressLatitude: lat, AddressLongitude: lon }) => {
      if (base) showPoint(base, { lat, lon }, data.rev);
    },
  });
  const checkIn = useAction({
    ...SET_CHECK_IN_POINT,
    onDone: ({ data: { AddressLatitude: lat, AddressLongitude: lon, rev } }) => {
      if (base) showPoint(base, { lat, lon }, rev);
    },
  });
  const savePoint = async ({ lat, lon }: Point) => {
    if (base) await exact.run({ id: base.ID, AddressLatitude: lat, AddressLongitude: lon, rev: base.rev });
  };
  const saveCheckIn = async (visitId: number) => {
    if (base) await checkIn.run({ id: base.ID, visitId, rev: base.rev });
  };
  /** After the server stored a location, updates the record and the form with it. */
  const showPoint = (stored: Person, { lat, lon }: Point, rev: number) => {
    form.setValue('AddressLatitude', lat);
    form.setValue('AddressLongitude', lon);
    form.setValue('AddressApproximate', false);
    setBase({
      ...stored,
      rev,
      AddressLatitude: lat,
      AddressLongitude: lon,
      AddressApproximate: false,
    });
    toast.success('Exact point set');
  };
  // A manager cannot edit stored records but may correct their location (docs/rules/people.md, rule 23).
  const mayPoint =
    readOnly && writesBesideRecord(role) && isActive(base) && !mayWrite(role, 'AddressLatitude', 'update');
  const mayCheckIn = kind === 'Client' && isActive(base) && isOffice(role);
  return {
    ...(mayPoint && { onPoint: (point: Point) => void savePoint(point) }),
    ...(mayCheckIn && { onCheckIn: saveCheckIn }),
  };
};
