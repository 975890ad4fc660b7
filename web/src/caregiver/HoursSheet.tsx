import { getHours, type HoursOfCaregiver, saveHours } from '@homecare/domain/availability/contract.ts';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { Stack, Switch } from '@mantine/core';
import { hoursFaults, hoursFrom, typedFrom } from '../features/availability/hours-draft.ts';
import { WeekHours, type WeekWords } from '../features/availability/WeekHours.tsx';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { NumberBox } from '../ui/inputs.tsx';
import { keepRequest } from './requests.ts';
import { useWords, type Words } from './words.ts';

const weekWords = (words: Words): WeekWords => ({
  label: words.myHours,
  dayName: (day) => words.weekdays[WEEKDAYS.indexOf(day)] ?? day,
  from: words.fromTime,
  to: words.toTime,
  none: words.notAvailable,
  add: words.addHours,
  remove: words.removeHours,
  copy: words.copyHours,
});

interface HoursSheetProps {
  readonly providerId: number;
  readonly stored: HoursOfCaregiver;
  readonly onClose: () => void;
}

/** The caregiver's own hours. Stored on the phone first, so that no network is needed. */
export const HoursSheet = ({ providerId, stored, onClose }: HoursSheetProps) => {
  const words = useWords();
  const save = useSave({
    call: saveHours,
    changes: [getHours],
    values: typedFrom(stored.hours),
    rev: stored.rev,
    input: (typed, rev) => ({ id: providerId, hours: hoursFrom(typed), rev }),
    check: hoursFaults,
    say: words.sayFault,
    // The outbox sends it, so there is nothing to wait for.
    asks: (typed) => {
      void keepRequest({
        kind: 'hours',
        input: { id: providerId, hours: hoursFrom(typed), rev: stored.rev },
      });
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  const { anyTime, windows } = save.values;
  return (
    <FormDialog
      save={save}
      title={words.myHours}
      label={words.save}
      cancelLabel={words.cancel}
      onClose={onClose}
      plain
    >
      <Stack gap={14}>
        <Switch size="md" label={words.anyTime} {...save.tick('anyTime')} />
        {!anyTime && (
          <WeekHours
            value={windows}
            onChange={(next) => save.set({ windows: next })}
            errorOf={save.errorOf}
            words={weekWords(words)}
            isPhone
          />
        )}
        <NumberBox label={words.wishedLabel} decimals={2} {...save.box('wishedMinutes')} />
        <NumberBox label={words.mostLabel} decimals={2} {...save.box('mostMinutes')} />
        <NumberBox label={words.milesLabel} {...save.box('farthestMiles')} />
      </Stack>
    </FormDialog>
  );
};
