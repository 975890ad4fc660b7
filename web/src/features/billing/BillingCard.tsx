import { mayAdjust } from '@homecare/domain/billing/opening.ts';
import { PLAN_DELETED } from '@homecare/domain/billing/rules.ts';
import { Button } from '@mantine/core';
import { IconClockCheck, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useStable } from '../../platform/use-stable.ts';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { useProofWords } from '../claims/use-proof-words.ts';
import { type StoryKey, useOpenStory } from '../visit-story/open-story.ts';
import classes from './BillingCard.module.css';
import { type Asked, CardDialogs } from './CardDialogs.tsx';
import { DraftFacts, SavedFacts } from './CardFacts.tsx';
import { CardGrid } from './CardGrid.tsx';
import type { CardContext } from './card-draft.ts';
import { type CardFacts, factsOf, notesOf } from './card-facts.ts';
import { adjust, fillPrevious, finish, modify, showAllDays } from './card-state.ts';
import { type CardEditor, useCardEditor } from './use-card-editor.ts';
import { useCardKeys } from './use-card-keys.ts';

/** What the page must know about a card: whether leaving would lose input, and its totals. */
export interface CardNews {
  readonly isDirty: boolean;
  readonly saved: number | null;
  readonly unsaved: number | null;
  /** Number of lines that no visit proves; null if unknown. */
  readonly denied: number | null;
}

interface BillingCardProps {
  readonly context: CardContext;
  readonly clientName: string;
  /** Hidden by a filter, but its state is kept. */
  readonly hidden: boolean;
  readonly onNews: (planId: number, news: CardNews | undefined) => void;
  readonly onOmit: (planId: number) => void;
}

/** Properties of each part of a card. */
interface PartProps {
  readonly context: CardContext;
  readonly editor: CardEditor;
  readonly facts: CardFacts;
  readonly onAsk: (what: Asked) => void;
}

const sayBlocked = (blocked: string) => `Can’t save yet: ${blocked}`;

/** Reports the totals of the card to the page. */
const useNewsOfCard = (
  planId: number,
  { isEditing, isDirty }: CardEditor,
  { totals: { amount }, unproven }: CardFacts,
  isProofKnown: boolean,
  onNews: BillingCardProps['onNews'],
) => {
  const report = useStable(onNews);
  const denied = isProofKnown ? unproven.length : null;
  useEffect(() => {
    report(planId, { isDirty, saved: isEditing ? null : amount, unsaved: isEditing ? amount : null, denied });
    return () => report(planId, undefined);
  }, [report, planId, isDirty, isEditing, amount, denied]);
};

/** The card of one provider for a client's month (docs/rules/billing.md, rule 28). */
export const BillingCard = ({ context, clientName, hidden, onNews, onOmit }: BillingCardProps) => {
  const { plan } = context.card;
  const editor = useCardEditor(context, () => onOmit(plan.id));
  const [asked, setAsked] = useState<Asked>();
  const facts = factsOf(context, editor);
  const { isDeleted, blocked } = facts;
  useNewsOfCard(plan.id, editor, facts, context.proof !== undefined, onNews);
  const section = useRef<HTMLElement>(null);
  const isSaved = editor.name === 'saved';
  useCardKeys(section, {
    state: editor.name,
    next: isSaved ? '[data-next]' : 'input[data-cell]',
    onMain: () => {
      if (isDeleted || editor.isBusy || editor.question) return;
      const { activeElement: field } = document;
      // Remarks are saved when they lose focus.
      if (isSaved && field instanceof HTMLInputElement) field.blur();
      else if (isSaved) editor.apply(modify);
      else if (blocked) toast.error(sayBlocked(blocked));
      else editor.save();
    },
  });
  const parts = { context, editor, facts, onAsk: setAsked };
  return (
    <section
      className={classes.card}
      data-tone={blocked || isDeleted ? 'danger' : undefined}
      aria-label={`${plan.Provider}, plan ${plan.id}`}
      data-plan={plan.id}
      hidden={hidden}
      ref={section}
    >
      <CardHead {...parts} />
      <CardNotes {...parts} />
      <div className={classes.body}>
        {facts.saved ? <SavedFacts {...parts} saved={facts.saved} /> : <DraftFacts {...parts} />}
        <CardDays {...parts} />
      </div>
      <CardDialogs {...parts} asked={asked} clientName={clientName} onClose={() => setAsked(undefined)} />
    </section>
  );
};

const CardNotes = ({ context, editor, facts, onAsk }: PartProps) => {
  const words = useProofWords();
  return notesOf(context, editor, facts, words).map(({ tone, lead, text, link }) => (
    <div key={text} className={classes.note}>
      <Note
        tone={tone}
        actions={
          link && (
            <button type="button" className={classes.link} onClick={() => onAsk(link[0])}>
              {link[1]}
            </button>
          )
        }
      >
        {lead && <b>{lead}</b>} {text}
      </Note>
    </div>
  ));
};

/** The grid, and the controls for which days it shows. */
const CardDays = ({ context, editor, facts, onAsk }: PartProps) => {
  const { plan, scans } = context.card;
  const isTyped = editor.isEditing && !facts.isDeleted;
  const openStory = useOpenStory();
  const keyOf = (day: string): StoryKey => ({ planId: plan.id, day });
  const showStory = (day: string) =>
    openStory(
      keyOf(day),
      facts.rows.map(({ date }) => keyOf(date)),
    );
  return (
    <div className={classes.days}>
      <CardGrid
        name={`${plan.Provider}, plan ${plan.id}`}
        rows={facts.rows}
        gaps={editor.gaps}
        proofs={facts.proofs ?? []}
        wrong={editor.wrong}
        period={facts.counted}
        today={context.today}
        halves={facts.totals.halves}
        scans={scans}
        onScans={() => onAsk('scans')}
        onStory={showStory}
        apply={isTyped ? editor.apply : undefined}
      />
      {isTyped && (
        <div className={classes.under}>
          <button
            type="button"
            className={classes.link}
            onClick={() => editor.apply(showAllDays)}
            aria-pressed={editor.isAllDays}
          >
            {editor.isAllDays ? 'Show planned days' : 'Show all days'}
          </button>
          <span className="ink2">Ctrl D copies a cell down, with Shift to the same weekday</span>
        </div>
      )}
    </div>
  );
};

const CardHead = (parts: PartProps) => {
  const { context, editor } = parts;
  const { plan, saved } = context.card;
  return (
    <header className={classes.head}>
      <h3 className={classes.name}>{plan.Provider}</h3>
      <span className="ink2">
        {plan.TypeName} · plan {plan.id}
      </span>
      {saved ? <StatusPill status={saved.status} /> : <Pill tone="mute">Not saved</Pill>}
      {editor.isDirty && <Pill tone="warn">Changed</Pill>}
      {plan.Status === 'Archive' && plan.coversPlanId === null && <StatusPill status="Archived" />}
      {plan.Status === 'Deleted' && <StatusPill status="Deleted" />}
      {plan.coversPlanId !== null && <Pill tone="info">Temporary</Pill>}
      {plan.excluded && <Pill tone="mute">EVV-exempt</Pill>}
      <div className={classes.buttons}>
        {editor.isEditing ? <DraftButtons {...parts} /> : <SavedButtons {...parts} />}
      </div>
    </header>
  );
};

const SavedButtons = ({ editor, facts, onAsk }: PartProps) => (
  <>
    <Button variant="subtle" leftSection={<IconClockCheck {...smallIcon} />} onClick={() => onAsk('visits')}>
      Visit EVV Data
    </Button>
    <ReasonButton
      leftSection={<IconPencil {...smallIcon} />}
      data-next
      reason={facts.isDeleted ? PLAN_DELETED : undefined}
      onClick={() => editor.apply(modify)}
    >
      Modify
    </ReasonButton>
    <Button
      variant="outline"
      color="red"
      leftSection={<IconTrash {...smallIcon} />}
      onClick={() => onAsk('delete')}
    >
      Delete
    </Button>
  </>
);

const NO_PREVIOUS = 'No deleted record of this month and no record of the month before';
const NOT_ADJUSTED = 'The second half has at most 18.25 billed hours of work';

const DraftButtons = ({ context, editor, facts }: PartProps) => {
  const { plan, previous, visits } = context.card;
  const { isDeleted, blocked, counted } = facts;
  const filledBy = editor.filled?.by;
  const hasVisits = visits.some(({ Status }) => Status === 'Complete');
  return (
    <>
      <ReasonButton
        variant={filledBy === 'visits' ? 'light' : 'subtle'}
        aria-pressed={filledBy === 'visits'}
        leftSection={<IconClockCheck {...smallIcon} />}
        reason={hasVisits ? undefined : 'No visit of this month is complete'}
        onClick={editor.takeVisits}
      >
        Visit EVV Data
      </ReasonButton>
      <ReasonButton
        variant={filledBy === 'previous' ? 'light' : 'subtle'}
        aria-pressed={filledBy === 'previous'}
        leftSection={<IconHistory {...smallIcon} />}
        reason={previous ? undefined : NO_PREVIOUS}
        onClick={() => editor.apply(fillPrevious)}
      >
        Previous Data
      </ReasonButton>
      {plan.relative && (
        <ReasonButton
          reason={mayAdjust(counted, context.zone) ? undefined : NOT_ADJUSTED}
          onClick={() => editor.apply(adjust)}
        >
          Adjust Second Half
        </ReasonButton>
      )}
      {editor.name === 'unsaved' ? (
        <Button onClick={editor.omit}>Omit</Button>
      ) : (
        <Button onClick={() => editor.apply(finish)}>Cancel</Button>
      )}
      <ReasonButton
        variant="filled"
        loading={editor.isBusy}
        reason={isDeleted ? PLAN_DELETED : blocked && sayBlocked(blocked)}
        onClick={editor.save}
      >
        Save
      </ReasonButton>
    </>
  );
};
