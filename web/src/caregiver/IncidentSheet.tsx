import { reportIncident } from '@homecare/domain/incidents/contract.ts';
import { dayAtVisit, isStillToCome } from '@homecare/domain/incidents/rules.ts';
import {
  HARMS,
  type Harm,
  INCIDENT_KINDS,
  type IncidentKind,
  MOST_STORY,
} from '@homecare/domain/incidents/schema.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { serverNow } from '../platform/server-time.ts';
import { Note } from '../ui/Note.tsx';
import { CallOffice } from './CallOffice.tsx';
import { firstName } from './days.ts';
import { keepRequest } from './requests.ts';
import { useWords } from './words.ts';

interface Draft {
  readonly kind: IncidentKind;
  readonly time: string;
  readonly what: string;
  readonly harm: Harm;
  readonly measures: string;
}
const EMPTY: Draft = { kind: 'fall', time: '', what: '', harm: 'unknown', measures: '' };

interface IncidentSheetProps {
  readonly visit: Visit;
  readonly zone: string;
  readonly officePhone: string;
  readonly onClose: () => void;
}

/** Reports what happened at a visit. Stored on the phone first, so that no network is needed. Closing it keeps the input. */
export const IncidentSheet = ({ visit, zone, officePhone, onClose }: IncidentSheetProps) => {
  const words = useWords();
  const inputOf = ({ time, ...said }: Draft) => ({
    ...said,
    visitId: visit.id,
    time: time || null,
    at: serverNow().toString(),
  });
  const isToCome = (time: string | null) => {
    const { Date: date, PlanStartTime: start, PlanEndTime: end } = visit;
    return isStillToCome({ date: dayAtVisit({ date, start, end }, time), time }, { now: serverNow(), zone });
  };
  const save = useSave({
    call: reportIncident,
    values: EMPTY,
    draft: `incident at visit ${visit.id}`,
    input: inputOf,
    // Check everything now, because a refusal would arrive when nobody is looking any more.
    check: ({ time, what, measures }) => [
      ...(isToCome(time || null) ? [{ field: 'time', message: words.sayStillToCome }] : []),
      ...(what.trim() === '' ? [{ field: 'what', message: words.sayWhatHappened }] : []),
      ...(measures.trim() === '' ? [{ field: 'measures', message: words.sayWhatWasDone }] : []),
    ],
    // The outbox sends it, so there is nothing to wait for.
    asks: (draft) => {
      const label = firstName(visit.ClientName);
      void keepRequest({ kind: 'incident', input: inputOf(draft), label });
      save.giveUp();
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={words.reportIncident}
      label={words.sendRequest}
      cancelLabel={words.close}
      onClose={onClose}
      keeps
      plain
    >
      <Stack gap={14}>
        <p>
          <b>{visit.ClientName}</b>
        </p>
        <Note tone="danger" actions={<CallOffice phone={officePhone} />}>
          {words.incidentCall}
        </Note>
        <NativeSelect
          size="md"
          label={words.incidentKind}
          data={INCIDENT_KINDS.map((value) => ({ value, label: words.incidentKinds[value] }))}
          {...save.text('kind')}
        />
        <TextInput type="time" size="md" label={words.incidentTime} {...save.text('time')} />
        <Textarea
          size="md"
          rows={4}
          required
          maxLength={MOST_STORY}
          label={words.incidentWhat}
          {...save.text('what')}
        />
        <NativeSelect
          size="md"
          label={words.incidentHarm}
          data={HARMS.map((value) => ({ value, label: words.incidentHarms[value] }))}
          {...save.text('harm')}
        />
        <Textarea
          size="md"
          rows={3}
          required
          maxLength={MOST_STORY}
          label={words.incidentMeasures}
          {...save.text('measures')}
        />
      </Stack>
    </FormDialog>
  );
};
