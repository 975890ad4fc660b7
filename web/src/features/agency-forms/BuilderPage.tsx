import { getForm } from '@homecare/domain/agency-forms/contract.ts';
import { moved } from '@homecare/domain/agency-forms/definition.ts';
import {
  ABOUT,
  type AgencyForm,
  EVERY,
  FILLERS,
  type FormDefinition,
  MOST_QUESTIONS,
  MOST_TITLE,
  WHEN_KINDS,
} from '@homecare/domain/agency-forms/schema.ts';
import { ABOUT_WORDS, BY_WORDS, WHEN_WORDS } from '@homecare/domain/agency-forms/words.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { FormPage } from '../../platform/form/FormPage.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf, readNow } from '../../platform/query.ts';
import { randomName } from '../../platform/random-name.ts';
import { usePageTitle } from '../../platform/title.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { focusField } from '../../ui/form.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './AgencyForms.module.css';
import { AnswerFields } from './AnswerFields.tsx';
import { type AnswerDrafts, draftsOf } from './answer-draft.ts';
import { ANSWER_WORDS } from './answer-words.ts';
import { BUILD, SAVE_FORM, useForm } from './api.ts';
import { definitionOf, type FormDraft, formFaults, newForm, newQuestion, storedForm } from './form-draft.ts';
import { isWrongAt, QuestionCard } from './QuestionCard.tsx';

const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  intro: 'Introduction',
  about: 'About',
  by: 'Filled by',
  when: 'When',
  days: 'Within days',
  months: 'How often',
  since: 'Asked for since',
  questions: 'Questions',
};
const labelOf = (name: string) => LABELS[name.split('.')[0] ?? ''] ?? name;

const newKey = () => `q${randomName().slice(0, 8)}`;

const useFormSave = (stored: AgencyForm | null) => {
  const today = useToday().toString();
  const openPage = useOpenPage();
  const [first] = useState(newKey);
  const newest = (form: AgencyForm) => {
    const [version] = form.versions;
    return version ? storedForm(version.definition) : newForm(today, first);
  };
  const values = stored ? newest(stored) : newForm(today, first);
  return useSave({
    ...SAVE_FORM,
    draft: stored ? `agency form ${stored.id}` : 'agency form',
    values,
    rev: stored?.rev ?? 0,
    input: (draft: FormDraft, rev) => ({
      id: stored?.id ?? null,
      rev: stored ? rev : null,
      definition: definitionOf(draft),
    }),
    check: formFaults,
    readAgain: async () => {
      if (!stored) return undefined;
      const now = await readNow(getForm, { id: stored.id });
      return { value: newest(now), rev: now.rev };
    },
    savedAs: ({ data }) => ({ value: newest(data), rev: data.rev }),
    onSaved: ({ data }) => {
      toast.success('Form saved');
      if (!stored) void openPage(BUILD, { id: data.id });
    },
  });
};

type Save = ReturnType<typeof useFormSave>;

const Settings = ({ save }: { readonly save: Save }) => {
  const { when } = save.values;
  return (
    <div className={classes.settings}>
      <TextInput
        className={classes.wide ?? ''}
        label="Title"
        required
        maxLength={MOST_TITLE}
        autoComplete="off"
        {...save.text('title')}
      />
      <Textarea
        className={classes.wide ?? ''}
        label="Introduction"
        rows={2}
        maxLength={1000}
        {...save.text('intro')}
      />
      <NativeSelect
        label="About"
        data={ABOUT.map((value) => ({ value, label: ABOUT_WORDS[value] }))}
        {...save.text('about')}
      />
      <NativeSelect
        label="Filled by"
        data={FILLERS.map((value) => ({ value, label: BY_WORDS[value] }))}
        {...save.text('by')}
      />
      <NativeSelect
        label="When"
        data={WHEN_KINDS.map((value) => ({ value, label: WHEN_WORDS[value] }))}
        {...save.text('when')}
      />
      {(when === 'start' || when === 'fall') && (
        <NumberBox label="Within days" required {...save.box('days')} />
      )}
      {when === 'every' && (
        <NativeSelect
          label="How often"
          data={EVERY.map((one) => ({
            value: String(one),
            label: one === 1 ? 'Every month' : `Every ${one} months`,
          }))}
          {...save.text('months')}
        />
      )}
      {when !== 'hand' && <DateBox label="Asked for since" required {...save.box('since')} />}
    </div>
  );
};

const Questions = ({ save }: { readonly save: Save }) => {
  const { questions, about } = save.values;
  const [open, setOpen] = useState<number | undefined>(0);
  const [said, setSaid] = useState('');
  const wrong = questions.findIndex((_, at) => isWrongAt(at, save.errorOf));
  useEffect(() => {
    // What was refused is seen, whichever question was open.
    if (wrong >= 0) setOpen(wrong);
  }, [wrong]);
  const put = (next: FormDraft['questions']) => save.set({ questions: next });
  const move = (at: number, by: -1 | 1) => {
    const to = at + by;
    if (to < 0 || to >= questions.length) return;
    put(moved(questions, at, by));
    if (open !== undefined) setOpen(open === at ? to : open === to ? at : open);
    setSaid(`Moved to place ${to + 1} of ${questions.length}`);
    focusField(`question.${to}`);
  };
  const add = () => {
    put([...questions, newQuestion(newKey())]);
    setOpen(questions.length);
  };
  return (
    <section aria-label="Questions">
      <div className={classes.head}>
        <h2>Questions</h2>
        <p className="ink2">Alt with Up and Down moves a question</p>
      </div>
      {save.errorOf('questions') && (
        <p className={classes.error} role="alert">
          {save.errorOf('questions')}
        </p>
      )}
      <ol className={classes.questions}>
        {questions.map((question, at) => (
          <QuestionCard
            // The place is what a card is: what has the focus stays where the question goes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            question={question}
            at={at}
            count={questions.length}
            about={about}
            isOpen={open === at}
            errorOf={save.errorOf}
            onOpen={(isOpen) => setOpen(isOpen ? at : undefined)}
            onChange={(next) => put(questions.map((one, n) => (n === at ? next : one)))}
            onMove={(by) => move(at, by)}
            onRemove={() => {
              put(questions.filter((_, n) => n !== at));
              setOpen(undefined);
            }}
          />
        ))}
      </ol>
      <Button
        leftSection={<IconPlus {...menuIcon} />}
        data-field="questions"
        disabled={questions.length >= MOST_QUESTIONS}
        onClick={add}
      >
        Add question
      </Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </section>
  );
};

/** The form as whoever fills it sees it: it can be tried, and nothing of it is kept. */
const Preview = ({ definition }: { readonly definition: FormDefinition }) => {
  const { title, intro, questions } = definition;
  const [tried, setTried] = useState<AnswerDrafts>({});
  const empty = draftsOf(questions);
  return (
    <section className={classes.preview} aria-label="Preview">
      <h2>{title || 'Preview'}</h2>
      {intro && <p>{intro}</p>}
      <AnswerFields
        questions={questions}
        words={ANSWER_WORDS}
        size="sm"
        boxOf={(key) => {
          const own = tried[key];
          const value = own?.kind === empty[key]?.kind ? own : empty[key];
          return {
            value,
            error: undefined,
            onChange: (next) => setTried({ ...tried, [key]: next }),
            field: `preview.${key}`,
          };
        }}
      />
    </section>
  );
};

const Builder = ({ stored }: { readonly stored: AgencyForm | null }) => {
  const save = useFormSave(stored);
  const openPage = useOpenPage();
  usePageTitle(stored ? `Form ${stored.versions[0]?.definition.title ?? ''}` : 'New form');
  return (
    <FormPage save={save} labelOf={labelOf} onCancel={() => void openPage('/forms')}>
      <div className={classes.builder}>
        <div>
          <Settings save={save} />
          <Questions save={save} />
        </div>
        <Preview definition={definitionOf(save.values)} />
      </div>
    </FormPage>
  );
};

/** /forms/build: a form that is built, or its next version; what was filled keeps the version of before. */
export const BuilderPage = () => {
  const { id } = usePageState();
  const formId = typeof id === 'number' ? id : null;
  const query = useForm(formId);
  const failure = failureOf(query, 'Couldn’t load the form');
  if (formId === null) return <Builder key="new" stored={null} />;
  if (query.data) return <Builder key={formId} stored={query.data} />;
  return failure ? <ErrorState {...failure} /> : <p role="status">Loading the form…</p>;
};
