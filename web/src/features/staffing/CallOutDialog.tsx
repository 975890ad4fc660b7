import { addDays, instantOf, todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { checkCallOut } from '@homecare/domain/staffing/open-visits.ts';
import { Group, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { DateBox, isClock, isIsoDate, NO_DATE, NO_TIME, TimeBox } from '../../ui/inputs.tsx';
import { CaregiverField } from '../care-plans/CaregiverField.tsx';
import { usePeople } from '../people/api.ts';
import { CALL_OUT } from './api.ts';

interface Draft {
  readonly providerId: number | null;
  readonly from: string;
  readonly fromTime: string;
  readonly through: string;
  readonly note: string;
}

const spanOf = ({ from, fromTime, through }: Draft, zone: string) => ({
  from: instantOf(from, fromTime, zone).toString(),
  until: instantOf(addDays(through, 1), '00:00', zone).toString(),
});

const faultsOf = (draft: Draft, zone: string): readonly FieldError[] => {
  const unread = [
    ...(draft.providerId === null ? [{ field: 'providerId', message: 'Choose a caregiver.' }] : []),
    ...(isIsoDate(draft.from) ? [] : [{ field: 'from', message: NO_DATE }]),
    ...(isClock(draft.fromTime) ? [] : [{ field: 'fromTime', message: NO_TIME }]),
    ...(isIsoDate(draft.through) ? [] : [{ field: 'through', message: NO_DATE }]),
  ];
  if (unread.length > 0) return unread;
  const wrong = checkCallOut(spanOf(draft, zone), serverNow(), zone);
  return wrong ? [{ field: 'through', message: wrong }] : [];
};

/** Server and form name the fields of the span differently. */
const FIELDS: Readonly<Record<string, string>> = { until: 'through', ProviderID: 'providerId' };

interface CallOutDialogProps {
  /** Whom the dialog was opened for; null: anybody is chosen. */
  readonly providerId?: number | null;
  /** What the caregiver wrote. */
  readonly note?: string;
  /** The first visit that it is about: one of a night that is not over may have begun yesterday. */
  readonly first?: { readonly date: string; readonly start: string } | undefined;
  /** Of the visits that it is about; today without it. */
  readonly through?: string | undefined;
  readonly onSaved?: () => void;
  readonly onClose: () => void;
}

/** A caregiver cannot come: their visits of today and through a day that have not begun are open at once. */
export const CallOutDialog = ({
  providerId = null,
  note = '',
  first,
  through,
  onSaved,
  onClose,
}: CallOutDialogProps) => {
  const zone = useZone();
  const { people } = usePeople(true);
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  const values = useMemo((): Draft => {
    const today = todayIn(zone, serverNow()).toString();
    // From that visit on: another one of yesterday was not called out of. Today the whole day, for the call may be about a visit
    // that was to begin a few minutes ago.
    const before = first !== undefined && first.date < today ? first : undefined;
    return {
      providerId,
      from: before?.date ?? today,
      fromTime: before?.start ?? '00:00',
      through: through !== undefined && through > today ? through : today,
      note,
    };
  }, [providerId, note, first, through, zone]);
  const save = useSave({
    ...CALL_OUT,
    values,
    input: (draft) => ({ ProviderID: draft.providerId ?? 0, ...spanOf(draft, zone), note: draft.note }),
    check: (draft) => faultsOf(draft, zone),
    placeOf: (fault) => ({ ...fault, field: FIELDS[fault.field] ?? fault.field }),
    onSaved: ({ data }) => {
      const opened = data.opened.length;
      toast.success(
        opened === 0 ? 'Noted. No visit is planned then.' : `${counted(opened, 'visit')} now open`,
      );
      onSaved?.();
      onClose();
    },
  });
  return (
    <FormDialog save={save} title="Caregiver called out" onClose={onClose} plain>
      <CaregiverField save={save} people={providers} />
      <Group gap="10px 16px" align="flex-start" grow>
        <DateBox label="From" required {...save.box('from')} />
        <TimeBox
          label="Time"
          required
          description="Visits from then on that have not begun are open."
          {...save.box('fromTime')}
        />
        <DateBox label="Through" required {...save.box('through')} />
      </Group>
      <Textarea label="Reason" rows={2} maxLength={500} {...save.text('note')} />
    </FormDialog>
  );
};
