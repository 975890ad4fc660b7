import { showDecimalHours, WEEKDAY_NAMES } from '@homecare/domain/calendar.ts';
import { type AwayDays, checkAway, sayMovedAway } from '@homecare/domain/care-plans/absence.ts';
import { CREATE_REASON_MAX } from '@homecare/domain/care-plans/rules.ts';
import type { AwayPart, CoverLimits, MovedAway, StandIn } from '@homecare/domain/care-plans/schema.ts';
import { sayWeekOfVisits } from '@homecare/domain/care-plans/week-line.ts';
import { counted } from '@homecare/domain/counted.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useClosing } from '../../platform/form/use-closing.tsx';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { usePeople } from '../people/api.ts';
import classes from './Absence.module.css';
import { PersonPicker } from './PersonPicker.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planDays } from './plan-words.ts';
import { optionsForAll, optionsForPart, StandInPicker } from './StandInPicker.tsx';
import { chosenFor, keyOf, type PartState, useAbsence, useCovers, type Working } from './use-absence.ts';
import { useTypeNames } from './use-plan-rows.ts';

const WEEK = 6;

interface PartRowProps {
  readonly part: AwayPart;
  readonly at: number;
  readonly typeName: string;
  readonly standIns: readonly StandIn[];
  readonly state: PartState;
  /** What the limits say about the chosen caregiver, before anything is saved. */
  readonly limits: CoverLimits | undefined;
  readonly busy: boolean;
  readonly onChange: (next: Partial<PartState>) => void;
}

/** Number of sentences shown about parts that exceed a limit. */
const SHOWN = 3;

/** Shows which limits a part exceeds, and asks why the client needs the care all the same. */
const BeyondLimits = ({ part, state, limits, busy, onChange }: PartRowProps) => {
  const { made, exceeded = [], asksWhy } = { ...limits, ...state.result };
  const more = exceeded.length - SHOWN;
  if (exceeded.length === 0) return null;
  return (
    <>
      <ul className={classes.beyond} aria-label={`Beyond a limit: ${part.Client}`}>
        {exceeded.slice(0, SHOWN).map((one) => (
          <li key={one}>{one}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      {!made && asksWhy && (
        <Textarea
          label="Justification"
          aria-label={`Justification for ${part.Client}`}
          description="Kept with your name and today’s date."
          required
          rows={2}
          value={state.justification}
          disabled={busy}
          onChange={(event) => onChange({ justification: event.currentTarget.value })}
        />
      )}
    </>
  );
};

/** The outcome of a part, or what is still to be decided. */
const Outcome = (props: PartRowProps) => {
  const { part, state, limits, busy, onChange } = props;
  const { result } = state;
  if (!result)
    return limits ? (
      <div className={classes.outcome}>
        {limits.refused && <p data-tone="danger">Cannot be created: {limits.refused}</p>}
        {limits.otherType && <p>{limits.otherType}</p>}
        <BeyondLimits {...props} />
      </div>
    ) : null;
  const days = result.gapDays.map((day) => WEEKDAY_NAMES[day]).join(', ');
  return (
    <div className={classes.outcome}>
      {result.made && (
        <p data-tone="ok">
          Temporary plan {result.made.id} created: {counted(result.made.visits, 'visit')} in the next 14 days.
        </p>
      )}
      {result.refused && (
        <p data-tone="danger">
          {result.made ? 'Not undone' : 'Not created'}:{' '}
          {result.asksWhy ? 'this goes beyond a limit. Write why, then create it again.' : result.refused}
        </p>
      )}
      <BeyondLimits {...props} />
      {result.gapDays.length > 0 && (
        <Checkbox
          label={`Accept short gaps on ${days}`}
          aria-label={`Accept short gaps on ${days} for ${part.Client}`}
          checked={state.approved.length > 0}
          disabled={busy}
          onChange={(event) => onChange({ approved: event.currentTarget.checked ? result.gapDays : [] })}
        />
      )}
    </div>
  );
};

const PartRow = (props: PartRowProps) => {
  const { part, at, typeName, standIns, state, busy, onChange } = props;
  const options = useMemo(() => optionsForPart(standIns, at), [standIns, at]);
  const isOpen = part.why.length === 0 && !state.result?.made;
  return (
    <li className={classes.part}>
      <div className={classes.what}>
        <strong>{part.Client}</strong>
        <span>{typeName}</span>
        <span>{sayWeekOfVisits(part.week)}</span>
        <span>
          {planDays(part.from, part.through)} · {counted(part.days, 'day')} · {showDecimalHours(part.hours)} h
        </span>
      </div>
      <div className={classes.who}>
        {isOpen && (
          <StandInPicker
            label={`Substitute for ${part.Client}, ${planDays(part.from, part.through)}`}
            placeholder="Nobody"
            options={options}
            value={state.standIn}
            disabled={busy}
            onChange={(standIn) => onChange(chosenFor(standIn))}
          />
        )}
        {part.why.length > 0 && !state.result && (
          <p className={classes.why}>Nobody can take this over: {part.why.join('. ')}</p>
        )}
        <Outcome {...props} />
      </div>
    </li>
  );
};

const sayWorking = ({ what, done, all }: Working) =>
  what === 'making'
    ? `Creating temporary plans: ${done} of ${all} done…`
    : `Undoing: ${done} of ${all} done…`;

interface MovedProps {
  readonly moved: readonly MovedAway[];
  readonly away: AwayDays;
}

/** Visits that were moved away from the weeks of their care plans. */
const MovedVisits = ({ moved, away }: MovedProps) =>
  moved.length === 0 ? null : (
    <Note tone="warn">
      <ul className={classes.moved} aria-label="Moved visits">
        {moved.map((visit) => (
          <li key={`${visit.ClientID} ${visit.day} ${visit.date} ${visit.start}`}>
            {sayMovedAway(visit, away)}
          </li>
        ))}
      </ul>
    </Note>
  );

interface CoversProps {
  readonly parts: readonly AwayPart[];
  readonly standIns: readonly StandIn[];
  readonly covers: ReturnType<typeof useCovers>;
}

/** The care plans of the absent provider, with a substitute for each or one for all. */
const Covers = ({ parts, standIns, covers }: CoversProps) => {
  const nameOfType = useTypeNames();
  const { stateOf, change, working, limitsOf } = covers;
  const openAt = parts.flatMap((part, at) =>
    part.why.length === 0 && !stateOf(part).result?.made ? [at] : [],
  );
  const open = openAt.join();
  const forAll = useMemo(
    () => optionsForAll(standIns, open === '' ? [] : open.split(',').map(Number)),
    [standIns, open],
  );
  const chooseForAll = (id: number | null) => {
    const person = standIns.find((one) => one.id === id);
    for (const at of openAt) {
      const part = parts[at];
      if (part && person?.parts[at]?.why.length === 0) change(part, chosenFor(person.id));
    }
  };
  if (parts.length === 0)
    return (
      <EmptyState
        icon={IconCalendarSearch}
        title="No visits on these days"
        text="This provider has no care plan with visits on them."
      />
    );
  return (
    <>
      {openAt.length > 1 && (
        <div className={classes.all}>
          <StandInPicker
            label="One substitute for all"
            visibleLabel
            placeholder="Choose, then change single ones below"
            options={forAll}
            value={null}
            disabled={working !== undefined}
            onChange={chooseForAll}
          />
        </div>
      )}
      <ul className={classes.parts} aria-label="Care plans on these days">
        {parts.map((part, at) => (
          <PartRow
            key={keyOf(part)}
            part={part}
            at={at}
            typeName={nameOfType(part.Type)}
            standIns={standIns}
            state={stateOf(part)}
            limits={limitsOf(part)}
            busy={working !== undefined}
            onChange={(next) => change(part, next)}
          />
        ))}
      </ul>
    </>
  );
};

const Waiting = () =>
  useSlow(true) ? (
    <p role="status" className={classes.waiting}>
      Looking for care plans and who could step in…
    </p>
  ) : null;

const reasonFor = (name: string) => `${name} is away`.slice(0, CREATE_REASON_MAX);

interface AbsenceDialogProps {
  readonly providerId?: number;
  readonly onClose: () => void;
}

/** Makes temporary plans for the care plans of an absent provider, each by the rules of Clone temp. */
export const AbsenceDialog = ({ providerId, onClose }: AbsenceDialogProps) => {
  const today = useToday();
  const { people } = usePeople();
  const [provider, setProvider] = useState<number | null>(providerId ?? null);
  const [from, setFrom] = useState(today.toString());
  const [through, setThrough] = useState(today.add({ days: WEEK }).toString());
  const [typedReason, setTypedReason] = useState<string>();
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  const chosen = providers?.find(({ ID }) => ID === provider);
  const reason = typedReason ?? (chosen ? reasonFor(personName(chosen)) : '');
  const away = isIsoDate(from) && isIsoDate(through) ? checkAway({ from, through }) : undefined;
  const isAsked = provider !== null && isIsoDate(from) && isIsoDate(through) && !away;
  const asked = isAsked ? { id: provider, from, through } : undefined;
  const query = useAbsence(asked);
  const { parts = [], standIns = [], moved = [] } = (asked && query.data) || {};
  const covers = useCovers(asked, parts);
  const { working, ready, made, failure } = covers;
  const busy = working !== undefined;
  const locked = busy || made.length > 0;
  const isDirty = covers.isChosen || (typedReason !== undefined && made.length === 0);
  const { leave, question } = useClosing({ save: { isDirty }, onClose });
  const why = reason.trim() === '' ? 'Enter a reason.' : ready.length === 0 ? covers.whyNone : undefined;
  const failed = asked && failureOf(query, 'Couldn’t load care plans');
  return (
    <Dialog
      opened
      wide
      title="Somebody is away"
      forced={busy}
      onClose={leave}
      actions={
        <>
          {working && (
            <p role="status" className={classes.working}>
              {sayWorking(working)}
            </p>
          )}
          {made.length > 0 && (
            <Button size="sm" disabled={busy} onClick={() => void covers.undo()}>
              Undo {counted(made.length, 'temporary plan')}
            </Button>
          )}
          <Button size="sm" disabled={busy} onClick={leave}>
            {made.length > 0 ? 'Done' : 'Cancel'}
          </Button>
          {(made.length === 0 || ready.length > 0) && (
            <ReasonButton
              size="sm"
              variant="filled"
              loading={busy}
              reason={why}
              onClick={() => void covers.save(reason.trim())}
            >
              {ready.length > 0
                ? `Create ${counted(ready.length, 'temporary plan')}`
                : 'Create temporary plans'}
            </ReasonButton>
          )}
        </>
      }
    >
      <p className={classes.sentence}>
        Others take over the visits of these days. After the last day, the care plans go on as before.
      </p>
      <div className={classes.fields}>
        <fieldset className={classes.person} disabled={locked}>
          <PersonPicker
            label="Who is away"
            field="provider"
            people={providers}
            value={provider}
            onChange={(id) => {
              setProvider(id);
              return true;
            }}
          />
        </fieldset>
        <fieldset className={classes.day} disabled={locked}>
          <DateBox label="First day" required value={from} onChange={setFrom} />
        </fieldset>
        <fieldset className={classes.day} disabled={locked}>
          <DateBox label="Last day" required value={through} error={away} onChange={setThrough} />
        </fieldset>
        <TextInput
          className={classes.reason ?? ''}
          label="Create reason"
          description="Printed on each client’s care plan. Leave out why somebody is away."
          required
          maxLength={CREATE_REASON_MAX}
          value={reason}
          disabled={busy}
          onChange={(event) => setTypedReason(event.currentTarget.value)}
        />
      </div>
      {failure && (
        <Note tone="danger" live>
          {failure}
        </Note>
      )}
      {failed ? (
        <ErrorState {...failed} />
      ) : (
        asked &&
        (query.data ? (
          <>
            <MovedVisits moved={moved} away={asked} />
            <Covers parts={parts} standIns={standIns} covers={covers} />
          </>
        ) : (
          <Waiting />
        ))
      )}
      {question}
    </Dialog>
  );
};

/** Opened from the row of a care plan, whose provider is absent. */
export const PlanAbsenceDialog = ({ plan, onClose }: PlanDialogProps) => (
  <AbsenceDialog providerId={plan.ProviderID} onClose={onClose} />
);
