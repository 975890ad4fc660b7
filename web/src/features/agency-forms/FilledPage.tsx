import { correctedAfter, correctionsOf } from '@homecare/domain/agency-forms/logged.ts';
import type { Answer, FilledForm, Question } from '@homecare/domain/agency-forms/schema.ts';
import { CORRECTION_WORDS, sayAnswer, sayQuestion } from '@homecare/domain/agency-forms/words.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconBan, IconForms, IconHistory, IconPencil, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/title.ts';
import { useZone } from '../../platform/use-today.ts';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { SignaturePicture } from '../../ui/SignaturePad.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { FilledFormLogDialog } from '../record-log/RecordLogDialog.tsx';
import classes from './AgencyForms.module.css';
import { openFilledPaper, photoAddress, useFilled } from './api.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { FillFlow } from './FillFlow.tsx';
import { sayFiller, sayVersion } from './filled-words.ts';
import { MistakeDialog } from './MistakeDialog.tsx';

type Signed = Extract<Answer, { readonly kind: 'signature' }>;

const SignedAnswer = ({ form, answer }: { readonly form: FilledForm; readonly answer: Signed }) => {
  const zone = useZone();
  const after = correctedAfter(form, answer.key);
  return (
    <>
      {answer.ink === null ? (
        sayAnswer(answer)
      ) : (
        <>
          <SignaturePicture ink={answer.ink} name={answer.name} />
          <br />
          {answer.name}
        </>
      )}
      {after && <p className="ink2">Signed before the correction of {showStamp(after.at, zone)}</p>}
    </>
  );
};

const Given = ({ form, question }: { readonly form: FilledForm; readonly question: Question }) => {
  const answer = form.answers.find(({ key }) => key === question.key);
  if (!answer) return '–';
  if (answer.kind === 'photo')
    return (
      <img
        className={classes.photo}
        src={photoAddress(form.id, answer.photo)}
        alt={`Photo: ${question.label}`}
      />
    );
  return answer.kind === 'signature' ? (
    <SignedAnswer form={form} answer={answer} />
  ) : (
    sayAnswer(answer) || '–'
  );
};

/** What is between two headings. */
const partsOf = (questions: readonly Question[]): readonly Question[][] =>
  questions.reduce<Question[][]>((parts, question) => {
    const open = parts.at(-1);
    if (open && question.kind !== 'heading') open.push(question);
    else parts.push([question]);
    return parts;
  }, []);

const Answers = ({ form }: { readonly form: FilledForm }) =>
  partsOf(form.definition.questions).map((part) => {
    const [head] = part;
    const asked = part.filter(({ kind }) => kind !== 'heading');
    return (
      <section key={head?.key}>
        {head?.kind === 'heading' && <h2 className={classes.heading}>{head.label}</h2>}
        <dl className={classes.answers} data-struck={form.isMistake || undefined}>
          {asked.map((question) => (
            <div key={question.key}>
              <dt>{sayQuestion(question)}</dt>
              <dd>
                <Given form={form} question={question} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });

const Corrections = ({ form, zone }: { readonly form: FilledForm; readonly zone: string }) =>
  form.corrected.length === 0 ? null : (
    <section aria-label="Corrections">
      <div className={classes.head}>
        <h2>Corrections</h2>
      </div>
      <ul className={classes.list}>
        {correctionsOf(form).map(({ no, kind, at, by, reason, changes }) => (
          <li key={no} className={classes.entry}>
            <p>{kind === 'answers' ? reason : `${CORRECTION_WORDS[kind]}: ${reason}`}</p>
            <p className="ink2">
              {showStamp(at, zone)} by {by}
            </p>
            {changes.length > 0 && (
              <ul className={classes.changes}>
                {changes.map(({ question, said: [old, now] }) => (
                  <li key={question.key}>
                    {sayQuestion(question)}: <del>{old ?? 'no answer'}</del> <b>{now ?? 'no answer'}</b>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

type Opened = 'correction' | 'mistake' | 'again' | 'log';

const MistakeNote = ({
  form,
  onOpen,
}: {
  readonly form: FilledForm;
  readonly onOpen: (opened: Opened) => void;
}) =>
  form.isMistake && (
    <Note
      tone="warn"
      actions={
        <>
          <Button onClick={() => onOpen('mistake')}>Count it again</Button>
          <Button onClick={() => onOpen('again')}>Fill again</Button>
        </>
      }
    >
      <b>Entered by mistake: {form.corrected.at(-1)?.reason}</b>
      <br />
      It does not count in reports or for what is due.
    </Note>
  );

const Dialogs = ({
  form,
  opened,
  onClose,
}: {
  readonly form: FilledForm;
  readonly opened: Opened | undefined;
  readonly onClose: () => void;
}) => {
  const { id, person, definition } = form;
  switch (opened) {
    case 'correction':
      return <CorrectDialog form={form} onClose={onClose} />;
    case 'mistake':
      return <MistakeDialog form={form} onClose={onClose} />;
    case 'again':
      return <FillFlow again={form} onClose={onClose} />;
    case 'log':
      return <FilledFormLogDialog form={{ id, title: definition.title, person }} onClose={onClose} />;
    default:
      return null;
  }
};

const FilledContent = ({ form }: { readonly form: FilledForm }) => {
  const zone = useZone();
  const openPage = useOpenPage();
  const [opened, setOpened] = useState<Opened>();
  const { id, person, personId, day, at, about, definition, isMistake } = form;
  usePageTitle(`${definition.title} of ${person}`);
  return (
    <div className={classes.content}>
      <FilterBar
        isOverForms
        actions={
          <>
            <Button leftSection={<IconHistory {...menuIcon} />} onClick={() => setOpened('log')}>
              Record log
            </Button>
            <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => openFilledPaper(id)}>
              Print
            </Button>
            {!isMistake && (
              <>
                <Button leftSection={<IconBan {...menuIcon} />} onClick={() => setOpened('mistake')}>
                  Entered by mistake
                </Button>
                <Button leftSection={<IconPencil {...menuIcon} />} onClick={() => setOpened('correction')}>
                  Correct
                </Button>
              </>
            )}
          </>
        }
      >
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft {...menuIcon} />}
          onClick={() => void openPage('/forms')}
        >
          Forms
        </Button>
      </FilterBar>
      <MistakeNote form={form} onOpen={setOpened} />
      <Facts
        look="line"
        rows={[
          ['Form', definition.title],
          [
            about === 'client' ? 'Client' : 'Caregiver',
            <PersonLink key="person" id={personId} name={person} />,
          ],
          ['Date', showDate(day)],
          ['Filled by', sayFiller(form)],
          ['Filled', showStamp(at, zone)],
          ['Version', sayVersion(form)],
        ]}
      />
      <Answers form={form} />
      <Corrections form={form} zone={zone} />
      <Dialogs form={form} opened={opened} onClose={() => setOpened(undefined)} />
    </div>
  );
};

/** /forms/one: what was answered, by whom, and how it was corrected. */
export const FilledPage = () => {
  const { id } = usePageState();
  const query = useFilled(typeof id === 'number' ? id : 0);
  const failure = failureOf(query, 'Couldn’t load the form');
  if (typeof id !== 'number')
    return (
      <EmptyState icon={IconForms} title="No form chosen" text="Open one from the list of filled forms." />
    );
  return (
    <FreePage>
      {failure && <ErrorState {...failure} />}
      {query.data && <FilledContent key={id} form={query.data} />}
      {!failure && !query.data && <p role="status">Loading the form…</p>}
    </FreePage>
  );
};
