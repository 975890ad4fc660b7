import type { Question } from '@homecare/domain/agency-forms/schema.ts';
import { MOST_TEXT } from '@homecare/domain/agency-forms/schema.ts';
import { sayQuestion } from '@homecare/domain/agency-forms/words.ts';
import { MOST_NAME } from '@homecare/domain/signing/rules.ts';
import { Button, Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { focusField } from '../../ui/form.tsx';
import { DateBox, NumberBox } from '../../ui/inputs.tsx';
import { SignaturePad } from '../../ui/SignaturePad.tsx';
import classes from './AgencyForms.module.css';
import type { AnswerBox } from './answer-box.ts';
import type { AnswerDraft } from './answer-draft.ts';
import type { AnswerWords } from './answer-words.ts';
import { PhotoField } from './PhotoField.tsx';

interface Shared {
  readonly words: AnswerWords;
  readonly size: 'sm' | 'md';
  /** Of a photo that the server has. */
  readonly addressOf?: ((photo: string) => string) | undefined;
}

type Asked = Extract<Question, { readonly isRequired: boolean }>;
type OfKind<K extends Question['kind']> = Extract<Question, { readonly kind: K }>;
type DraftOf<K extends AnswerDraft['kind']> = Extract<AnswerDraft, { readonly kind: K }>;

interface FieldProps<K extends Asked['kind']> extends Shared {
  readonly question: OfKind<K>;
  readonly draft: DraftOf<K>;
  readonly box: AnswerBox;
}

const labelled = ({ question, box, size }: Pick<FieldProps<Asked['kind']>, 'question' | 'box' | 'size'>) => ({
  label: sayQuestion(question),
  description: question.help || undefined,
  required: question.isRequired,
  error: box.error,
  size,
});

const TextField = ({ question, draft, box, ...shared }: FieldProps<'text'>) => {
  const common = {
    ...labelled({ question, box, ...shared }),
    'data-field': box.field,
    maxLength: MOST_TEXT,
    autoComplete: 'off',
    value: draft.text,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      box.onChange({ kind: 'text', text: currentTarget.value }),
  };
  return question.isLong ? <Textarea {...common} rows={4} /> : <TextInput {...common} />;
};

const ChoiceField = ({ question, draft, box, words, ...shared }: FieldProps<'choice'>) => {
  const { chosen } = draft;
  const put = (next: readonly string[]) => box.onChange({ kind: 'choice', chosen: next });
  const boxes = question.options.map((option, at) => {
    const one = { value: option, label: option, size: shared.size };
    const place = at === 0 ? { 'data-field': box.field } : {};
    return question.isMany ? (
      <Checkbox key={option} {...one} {...place} />
    ) : (
      <Radio key={option} {...one} {...place} />
    );
  });
  const common = labelled({ question, box, ...shared });
  const list = <div className={classes.options}>{boxes}</div>;
  if (question.isMany)
    return (
      <Checkbox.Group {...common} value={[...chosen]} onChange={put}>
        {list}
      </Checkbox.Group>
    );
  return (
    <div>
      <Radio.Group {...common} value={chosen[0] ?? ''} onChange={(next) => put([next])}>
        {list}
      </Radio.Group>
      {!question.isRequired && chosen.length > 0 && (
        <Button
          size={shared.size}
          variant="subtle"
          aria-label={`${words.clearChoice}: ${question.label}`}
          onClick={() => {
            put([]);
            focusField(box.field);
          }}
        >
          {words.clearChoice}
        </Button>
      )}
    </div>
  );
};

const SignatureField = ({ question, draft, box, words, size }: FieldProps<'signature'>) => {
  const { name, ink, confirmed } = draft;
  const put = (next: Partial<DraftOf<'signature'>>) => box.onChange({ ...draft, ...next });
  return (
    <fieldset className={classes.group}>
      <legend>
        {sayQuestion(question)}
        {question.isRequired && <span aria-hidden> *</span>}
      </legend>
      {question.help && <p className="ink2">{question.help}</p>}
      <TextInput
        size={size}
        label={words.signerName}
        required={question.isRequired}
        maxLength={MOST_NAME}
        autoComplete="off"
        data-field={box.field}
        value={name}
        onChange={(event) => put({ name: event.currentTarget.value })}
      />
      <SignaturePad
        label={words.signHere}
        undo={words.undoStroke}
        clear={words.clearSignature}
        value={ink}
        error={box.error}
        onChange={(next) => put({ ink: next })}
      />
      <Checkbox
        size={size}
        label={words.typedSignature}
        checked={confirmed}
        onChange={(event) => put({ confirmed: event.currentTarget.checked })}
      />
    </fieldset>
  );
};

/** The input of one question. */
const AskedField = ({
  question,
  box,
  ...shared
}: Shared & { readonly question: Asked; readonly box: AnswerBox }) => {
  const { value } = box;
  if (question.kind === 'text' && value?.kind === 'text')
    return <TextField question={question} draft={value} box={box} {...shared} />;
  if (question.kind === 'choice' && value?.kind === 'choice')
    return <ChoiceField question={question} draft={value} box={box} {...shared} />;
  if (question.kind === 'date' && value?.kind === 'date')
    return (
      <DateBox
        {...labelled({ question, box, ...shared })}
        data-field={box.field}
        value={value.day}
        onChange={(day) => box.onChange({ kind: 'date', day })}
      />
    );
  if (question.kind === 'number' && value?.kind === 'number')
    return (
      <NumberBox
        {...labelled({ question, box, ...shared })}
        data-field={box.field}
        decimals={typeof value.number === 'number' && !Number.isInteger(value.number) ? 2 : 0}
        value={value.number}
        onChange={(number) => box.onChange({ kind: 'number', number })}
      />
    );
  if (question.kind === 'signature' && value?.kind === 'signature')
    return <SignatureField question={question} draft={value} box={box} {...shared} />;
  if (question.kind === 'photo' && value?.kind === 'photo')
    return <PhotoField question={question} photo={value.photo} box={box} {...shared} />;
  return null;
};

interface AnswerFieldsProps extends Shared {
  readonly questions: readonly Question[];
  readonly boxOf: (key: string) => AnswerBox;
  /** What the records say, by key; without it they are read when the form arrives. */
  readonly records?: ReadonlyMap<string, string>;
}

/** Everything that a form asks, in its order; the builder shows it as its preview. */
export const AnswerFields = ({ questions, boxOf, records, ...shared }: AnswerFieldsProps) => (
  <Stack gap={14}>
    {questions.map((question) => {
      switch (question.kind) {
        case 'heading':
          return (
            <h3 key={question.key} className={classes.heading}>
              {question.label}
            </h3>
          );
        case 'field':
          return (
            <div key={question.key} className={classes.record}>
              <span>{question.label}</span>
              <b>{records ? records.get(question.key) || '–' : shared.words.fromRecord}</b>
            </div>
          );
        default:
          return <AskedField key={question.key} question={question} box={boxOf(question.key)} {...shared} />;
      }
    })}
  </Stack>
);
