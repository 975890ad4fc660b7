import { fieldsAbout } from '@homecare/domain/agency-forms/definition.ts';
import {
  type About,
  MOST_HELP,
  MOST_LABEL,
  MOST_UNIT,
  QUESTION_KINDS,
  RECORD_FIELDS,
} from '@homecare/domain/agency-forms/schema.ts';
import { FIELD_WORDS, QUESTION_WORDS } from '@homecare/domain/agency-forms/words.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { NumberBox } from '../../ui/inputs.tsx';
import classes from './AgencyForms.module.css';
import type { QuestionDraft } from './form-draft.ts';

interface QuestionCardProps {
  readonly question: QuestionDraft;
  readonly at: number;
  readonly count: number;
  readonly about: About;
  readonly isOpen: boolean;
  readonly errorOf: (field: string) => string | undefined;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (next: QuestionDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

type Inside = Pick<QuestionCardProps, 'question' | 'at' | 'about' | 'errorOf' | 'onChange'>;

const isAskedKind = (kind: QuestionDraft['kind']) => kind !== 'field' && kind !== 'heading';

/** What a choice or a number has besides. */
const OfItsKind = ({ question, at, about, errorOf, onChange }: Inside) => {
  const place = (name: string) => `questions.${at}.${name}`;
  const put = (next: Partial<QuestionDraft>) => onChange({ ...question, ...next });
  switch (question.kind) {
    case 'choice':
      return (
        <>
          <Textarea
            className={classes.wide ?? ''}
            label="Choices"
            description="One on each line"
            required
            rows={4}
            data-field={place('options')}
            value={question.options}
            error={errorOf(place('options'))}
            onChange={(event) => put({ options: event.currentTarget.value })}
          />
          <Checkbox
            label="Several can be chosen"
            checked={question.isMany}
            onChange={(event) => put({ isMany: event.currentTarget.checked })}
          />
        </>
      );
    case 'number':
      return (
        <>
          <TextInput
            label="Unit"
            maxLength={MOST_UNIT}
            value={question.unit}
            onChange={(event) => put({ unit: event.currentTarget.value })}
          />
          <NumberBox
            label="Smallest"
            data-field={place('least')}
            value={question.least}
            error={errorOf(place('least'))}
            onChange={(least) => put({ least })}
          />
          <NumberBox
            label="Largest"
            data-field={place('most')}
            value={question.most}
            error={errorOf(place('most'))}
            onChange={(most) => put({ most })}
          />
        </>
      );
    case 'text':
      return (
        <Checkbox
          label="Several lines"
          checked={question.isLong}
          onChange={(event) => put({ isLong: event.currentTarget.checked })}
        />
      );
    case 'field':
      return (
        <NativeSelect
          label="What of the record"
          data-field={place('field')}
          data={fieldsAbout(about, RECORD_FIELDS).map((value) => ({ value, label: FIELD_WORDS[value] }))}
          value={question.field}
          error={errorOf(place('field'))}
          onChange={({ currentTarget: { value } }) => {
            const field = RECORD_FIELDS.find((one) => one === value);
            // Named as the record calls it, until somebody names it otherwise.
            const isOwn = question.label !== '' && question.label !== FIELD_WORDS[question.field];
            if (field) put({ field, label: isOwn ? question.label : FIELD_WORDS[field] });
          }}
        />
      );
    default:
      return null;
  }
};

const LABELS = { heading: 'Heading', field: 'Name on the form' } as const;

const Details = (props: Inside) => {
  const { question, at, errorOf, onChange } = props;
  const { kind } = question;
  const put = (next: Partial<QuestionDraft>) => onChange({ ...question, ...next });
  return (
    <div className={classes.inside}>
      <TextInput
        className={classes.wide ?? ''}
        label={kind === 'heading' || kind === 'field' ? LABELS[kind] : 'Question'}
        required
        maxLength={MOST_LABEL}
        autoComplete="off"
        data-field={`questions.${at}.label`}
        value={question.label}
        error={errorOf(`questions.${at}.label`)}
        onChange={(event) => put({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        data={QUESTION_KINDS.map((value) => ({ value, label: QUESTION_WORDS[value] }))}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const next = QUESTION_KINDS.find((one) => one === value);
          if (next) put({ kind: next });
        }}
      />
      <OfItsKind {...props} />
      {isAskedKind(kind) && (
        <>
          <Checkbox
            label="Must be answered"
            checked={question.isRequired}
            onChange={(event) => put({ isRequired: event.currentTarget.checked })}
          />
          <TextInput
            className={classes.wide ?? ''}
            label="Help"
            maxLength={MOST_HELP}
            autoComplete="off"
            value={question.help}
            onChange={(event) => put({ help: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
};

/** Whether anything of a question was refused. */
export const isWrongAt = (at: number, errorOf: QuestionCardProps['errorOf']) =>
  ['label', 'options', 'least', 'most', 'field'].some((part) => errorOf(`questions.${at}.${part}`));

const MOVES: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** One question of a form that is being built; Alt with Up and Down moves it. */
export const QuestionCard = (props: QuestionCardProps) => {
  const { question, at, count, isOpen, errorOf, onOpen, onMove, onRemove } = props;
  const name = question.label.trim() || `Question ${at + 1}`;
  const isWrong = isWrongAt(at, errorOf);
  const move = (event: KeyboardEvent) => {
    const by = event.altKey ? MOVES[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li className={classes.question} data-wrong={isWrong || undefined} onKeyDown={move}>
      <div className={classes.bar}>
        <button
          type="button"
          className={classes.open}
          data-field={`question.${at}`}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onOpen(!isOpen)}
        >
          {at + 1}. {name}
          <small>
            {[
              QUESTION_WORDS[question.kind],
              isAskedKind(question.kind) && question.isRequired && 'must be answered',
            ]
              .filter(Boolean)
              .join(', ')}
          </small>
        </button>
        <IconButton
          label={`Move ${name} up`}
          icon={<IconArrowUp {...rowIcon} />}
          disabledReason={at === 0 ? 'It is the first' : undefined}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move ${name} down`}
          icon={<IconArrowDown {...rowIcon} />}
          disabledReason={at === count - 1 ? 'It is the last' : undefined}
          onClick={() => onMove(1)}
        />
        <IconButton label={`Remove ${name}`} danger icon={<IconTrash {...rowIcon} />} onClick={onRemove} />
      </div>
      {isOpen && <Details {...props} />}
    </li>
  );
};
