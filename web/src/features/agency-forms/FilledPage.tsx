import type { Answer, FilledForm, Question } from '@homecare/domain/agency-forms/schema.ts';
import { sayAnswer, sayQuestion } from '@homecare/domain/agency-forms/words.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconForms, IconHistory, IconPencil, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/title.ts';
import { useZone } from '../../platform/use-today.ts';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { SignaturePicture } from '../../ui/SignaturePad.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { FilledFormLogDialog } from '../record-log/RecordLogDialog.tsx';
import classes from './AgencyForms.module.css';
import { openFilledPaper, photoAddress, useFilled } from './api.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { sayFiller, sayVersion } from './filled-words.ts';

const Given = ({
  formId,
  question,
  answer,
}: {
  readonly formId: number;
  readonly question: Question;
  readonly answer: Answer | undefined;
}) => {
  if (!answer) return '–';
  if (answer.kind === 'photo')
    return (
      <img
        className={classes.photo}
        src={photoAddress(formId, answer.photo)}
        alt={`Photo: ${question.label}`}
      />
    );
  if (answer.kind === 'signature' && answer.ink !== null)
    return (
      <>
        <SignaturePicture ink={answer.ink} name={answer.name} />
        <br />
        {answer.name}
      </>
    );
  return sayAnswer(answer) || '–';
};

const Answers = ({ form }: { readonly form: FilledForm }) => (
  <dl className={classes.answers}>
    {form.definition.questions.map((question) =>
      question.kind === 'heading' ? (
        <h2 key={question.key} className={classes.heading}>
          {question.label}
        </h2>
      ) : (
        <div key={question.key}>
          <dt>{sayQuestion(question)}</dt>
          <dd>
            <Given
              formId={form.id}
              question={question}
              answer={form.answers.find(({ key }) => key === question.key)}
            />
          </dd>
        </div>
      ),
    )}
  </dl>
);

const Corrections = ({ form, zone }: { readonly form: FilledForm; readonly zone: string }) =>
  form.corrected.length === 0 ? null : (
    <section aria-label="Corrections">
      <div className={classes.head}>
        <h2>Corrections</h2>
      </div>
      <ul className={classes.list}>
        {form.corrected.map(({ no, at, by, reason }) => (
          <li key={no} className={classes.entry}>
            <p>{reason}</p>
            <p className="ink2">
              {showStamp(at, zone)} by {by}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );

type Opened = 'correction' | 'log';

const FilledContent = ({ form }: { readonly form: FilledForm }) => {
  const zone = useZone();
  const openPage = useOpenPage();
  const [opened, setOpened] = useState<Opened>();
  const { id, person, personId, day, at, about, definition } = form;
  usePageTitle(`${definition.title} of ${person}`);
  const close = () => setOpened(undefined);
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
            <Button leftSection={<IconPencil {...menuIcon} />} onClick={() => setOpened('correction')}>
              Correct
            </Button>
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
      {opened === 'correction' && <CorrectDialog form={form} onClose={close} />}
      {opened === 'log' && (
        <FilledFormLogDialog form={{ id, title: definition.title, person }} onClose={close} />
      )}
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
