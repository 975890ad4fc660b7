import { showHours } from '@homecare/domain/billing/counting.ts';
import { hundredthsOf, sayTime, showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayPlace } from '@homecare/domain/visit-story/evidence.ts';
import type { VisitStory } from '@homecare/domain/visit-story/schema.ts';
import {
  composeStory,
  type StoryStep,
  storyAhead,
  storyChecks,
  storyMoney,
  storyOutcome,
  storyTimes,
} from '@homecare/domain/visit-story/story.ts';
import { CLOSE_REASONS } from '@homecare/domain/visits/closing.ts';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowLeft,
  IconArrowUp,
  IconCircleCheck,
  IconHistory,
  IconPrinter,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { StaleLine } from '../../platform/StaleLine.tsx';
import { useToday, useZone } from '../../platform/use-today.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon, rowIcon, smallIcon } from '../../ui/icons.ts';
import { FreePage } from '../../ui/Page.tsx';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { VisitForms } from '../agency-forms/VisitForms.tsx';
import { useTypeName } from '../care-plans/api.ts';
import { UndoCover } from '../offers/UndoCover.tsx';
import { CancelVisitButton } from '../visits/CancelVisitButton.tsx';
import { useVisitStory } from './api.ts';
import { readStoryState, type ShownStory, useOpenStory } from './open-story.ts';
import { StorySkeleton } from './StorySkeleton.tsx';
import { StoryWhere } from './StoryWhere.tsx';
import { useNeighborKeys } from './use-neighbor-keys.ts';
import { useOpenPlace, type WindowPlace } from './use-open-place.ts';
import classes from './VisitStory.module.css';

const Evidence = lazy(async () => ({ default: (await import('./Evidence.tsx')).Evidence }));

const whenOf = ({ date, start, end, day }: VisitStory) =>
  [
    showDate(date),
    start && end && `${sayTime(start)} to ${sayTime(end)}`,
    date !== day && `planned for ${showDate(day)}`,
  ]
    .filter(Boolean)
    .join(', ');

interface HeadProps {
  readonly story: VisitStory;
  readonly shown: ShownStory;
  readonly zone: string;
}

const Head = ({ story, shown, zone }: HeadProps) => {
  const router = useRouter();
  const openStory = useOpenStory();
  const typeName = useTypeName();
  const { previous, next, among } = shown;
  const outcome = storyOutcome(story);
  const {
    status,
    closed,
    aggregatorStatus,
    start,
    end,
    ClientID,
    Client,
    ProviderID,
    Provider,
    Type,
    town,
    plan,
  } = story;
  return (
    <div className={classes.head}>
      <IconButton label="Back" icon={<IconArrowLeft {...rowIcon} />} onClick={() => router.history.back()} />
      <div className={classes.name}>
        <h2>
          <PersonLink id={ClientID} name={Client} /> with <PersonLink id={ProviderID} name={Provider} />
        </h2>
        <p className="ink2">
          {[whenOf(story), typeName(Type), town, `care plan ${plan.coverId ?? plan.id}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <span className={classes.states}>
        {closed ? (
          <Pill tone="warn">{`Closed: ${CLOSE_REASONS[closed].toLowerCase()}`}</Pill>
        ) : (
          <StatusPill status={status} />
        )}
        {aggregatorStatus && <StatusPill status={aggregatorStatus} />}
        {outcome && <StatusPill status={outcome} />}
      </span>
      <span className={classes.buttons}>
        <ReasonButton
          leftSection={<IconArrowUp {...menuIcon} />}
          aria-keyshortcuts="ArrowUp"
          reason={previous ? undefined : 'This is the first visit of the list'}
          onClick={() => previous && openStory(previous, among)}
        >
          Previous
        </ReasonButton>
        <ReasonButton
          leftSection={<IconArrowDown {...menuIcon} />}
          aria-keyshortcuts="ArrowDown"
          reason={next ? undefined : 'This is the last visit of the list'}
          onClick={() => next && openStory(next, among)}
        >
          Next
        </ReasonButton>
        {plan.coverId !== null && status === 'Planned' && closed === null && (
          <UndoCover visit={story} label={Provider} words="Undo cover" />
        )}
        {start && end && (
          <CancelVisitButton
            visit={{
              id: story.visitId,
              ClientName: Client,
              ProviderName: Provider,
              Date: story.date,
              PlanStartTime: start,
              PlanEndTime: end,
              Status: status,
            }}
            zone={zone}
            isClosed={closed !== null}
          />
        )}
        <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => window.print()}>
          Print
        </Button>
      </span>
    </div>
  );
};

interface StepProps {
  readonly step: StoryStep;
  /** The part begins with it. */
  readonly isFirst: boolean;
  readonly zone: string;
  readonly open: (() => void) | undefined;
}

const Step = ({ step: { at, part, title, detail, tone, cents, place }, isFirst, zone, open }: StepProps) => (
  <li
    className={classes.step}
    data-tone={tone === 'plain' ? undefined : tone}
    data-first={isFirst || undefined}
  >
    <span className={classes.part}>{isFirst ? part : ''}</span>
    <time dateTime={at}>{showStamp(at, zone)}</time>
    <span className={classes.dot} aria-hidden="true" />
    <div className={classes.words}>
      <b>{title}</b>
      {detail && <p>{detail}</p>}
    </div>
    <span className={classes.aside}>
      {cents !== null && <span className={classes.cents}>{showMoney(cents)}</span>}
      {open && place && (
        <button
          type="button"
          className={classes.link}
          aria-label={`${sayPlace(place)}: ${title}`}
          onClick={open}
        >
          {sayPlace(place)}
        </button>
      )}
    </span>
  </li>
);

const Times = ({ story, zone }: { readonly story: VisitStory; readonly zone: string }) => {
  const times = storyTimes(story, zone);
  const longest = Math.max(1, ...times.map(({ minutes }) => minutes));
  return (
    <section aria-label="Time">
      <h3>Time</h3>
      {times.length === 0 && <p className="ink2">No times yet.</p>}
      <dl className={classes.times}>
        {times.map(({ name, minutes, by }) => (
          <div key={name} data-by={by}>
            <dt>{name}</dt>
            <dd>
              <span
                className={classes.bar}
                aria-hidden="true"
                style={{ width: `${(minutes / longest) * 100}%` }}
              />
            </dd>
            <dd className={classes.hours}>{showHours(hundredthsOf(minutes))} h</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

interface MoneyProps {
  readonly story: VisitStory;
  readonly placeOf: ReturnType<typeof useOpenPlace>;
}

const Money = ({ story, placeOf }: MoneyProps) => {
  const money = storyMoney(story);
  if (money.length === 0) return null;
  return (
    <section aria-label="Money">
      <h3>Money</h3>
      <dl className={classes.money}>
        {money.map(({ name, cents, place }) => {
          const open = placeOf(place);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {open ? (
                  <button
                    type="button"
                    className={classes.number}
                    aria-label={`${name}: ${showMoney(cents)}`}
                    onClick={open}
                  >
                    {showMoney(cents)}
                  </button>
                ) : (
                  showMoney(cents)
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
};

interface ChecksProps {
  readonly story: VisitStory;
  /** Nothing is waited for any more. */
  readonly isOver: boolean;
}

/** Whether the visit's records agree, and what differs. */
const Checks = ({ story, isOver }: ChecksProps) => {
  const checks = storyChecks(story);
  const failing = checks.filter(({ passes }) => !passes);
  if (checks.length === 0) return null;
  const count = checks.length;
  const passing =
    count === 1 ? '1 check passes' : isOver ? `All ${count} checks pass` : `${count} checks pass so far`;
  return (
    <section aria-label="Checks">
      <h3>Checks</h3>
      <p className={classes.verdict} data-tone={failing.length > 0 ? 'warn' : 'ok'}>
        {failing.length > 0 ? <IconAlertTriangle {...smallIcon} /> : <IconCircleCheck {...smallIcon} />}
        {failing.length > 0 ? `${failing.length} of ${counted(count, 'check')} did not pass` : passing}
      </p>
      {failing.length > 0 && (
        <ul className={classes.differences}>
          {failing.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {failing.length === 0 && isOver && <p className="ink2">Minutes and dollars agree in every record.</p>}
    </section>
  );
};

const placeOfForms = (story: VisitStory, visitId: number) => ({
  ...{ visitId, day: story.date },
  people: {
    client: { id: story.ClientID, name: story.Client },
    caregiver: { id: story.ProviderID, name: story.Provider },
  },
});

const Full = ({ story, shown: around }: { readonly story: VisitStory; readonly shown: ShownStory }) => {
  const zone = useZone();
  const today = useToday().toString();
  const [shown, setShown] = useState<WindowPlace>();
  const placeOf = useOpenPlace(story, setShown);
  const steps = composeStory(story, zone);
  const ahead = storyAhead(story, today, zone);
  return (
    <>
      <Head story={story} shown={around} zone={zone} />
      <div className={classes.columns}>
        <ol className={classes.steps} aria-label="What happened">
          {steps.map((step, at) => (
            <Step
              key={`${step.at} ${step.part} ${step.title}`}
              step={step}
              isFirst={steps[at - 1]?.part !== step.part}
              zone={zone}
              open={placeOf(step.place)}
            />
          ))}
          {ahead.map((title) => (
            <li key={title} className={classes.step} data-ahead>
              <span className={classes.dot} aria-hidden="true" />
              <div className={classes.words}>{title}</div>
            </li>
          ))}
        </ol>
        <aside className={classes.side}>
          <Times story={story} zone={zone} />
          <Money story={story} placeOf={placeOf} />
          <StoryWhere story={story} />
          {story.visitId !== null && <VisitForms at={placeOfForms(story, story.visitId)} />}
          <Checks story={story} isOver={ahead.length === 0} />
        </aside>
      </div>
      {shown && (
        <Suspense>
          <Evidence place={shown} story={story} zone={zone} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
};

const NONE = { planId: 1, day: '2000-01-01' };

/** /visitstory: everything that is on record of one visit, from its plan to its pay (docs/rules/visit-story.md). */
export const VisitStoryPage = () => {
  const shown = readStoryState(usePageState());
  useNeighborKeys(shown);
  const query = useVisitStory(shown?.key ?? NONE, shown !== undefined);
  const openPage = useOpenPage();
  const failure = failureOf(query, 'Couldn’t load the story of this visit');
  if (!shown)
    return (
      <FreePage>
        <EmptyState icon={IconHistory} title="No visit is chosen" text="Choose one on the schedule.">
          <Button onClick={() => void openPage('/schedule')}>Schedule</Button>
        </EmptyState>
      </FreePage>
    );
  return (
    <FreePage>
      {failure && !query.data && <ErrorState {...failure} />}
      {!query.data && !failure && <StorySkeleton />}
      <StaleLine query={query} />
      {query.data && <Full story={query.data} shown={shown} />}
    </FreePage>
  );
};
