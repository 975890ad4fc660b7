import type { Question } from '@homecare/domain/agency-forms/schema.ts';
import { Button, Group } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useTask } from '../../platform/form/use-action.ts';
import { randomName } from '../../platform/random-name.ts';
import { FileButton, PICTURES } from '../../ui/FileButton.tsx';
import { menuIcon } from '../../ui/icons.ts';
import classes from './AgencyForms.module.css';
import type { AnswerBox } from './answer-box.ts';
import type { PhotoDraft } from './answer-draft.ts';
import type { AnswerWords } from './answer-words.ts';
import { shrinkPhoto } from './photo.ts';

interface PhotoFieldProps {
  readonly question: Extract<Question, { readonly kind: 'photo' }>;
  readonly photo: PhotoDraft | null;
  readonly box: AnswerBox;
  readonly words: AnswerWords;
  readonly size: 'sm' | 'md';
  readonly addressOf?: ((photo: string) => string) | undefined;
}

/** A photo of the camera or a file, made small at once. */
export const PhotoField = ({ question, photo, box, words, size, addressOf }: PhotoFieldProps) => {
  const taking = useTask(async (file: File) => {
    const data = await shrinkPhoto(file);
    if (data === undefined) return words.noPhoto;
    box.onChange({ kind: 'photo', photo: { name: randomName(), data } });
    return undefined;
  });
  const { label, help, isRequired } = question;
  const source = photo && (photo.data || addressOf?.(photo.name));
  const error = taking.refusal ?? box.error;
  return (
    <fieldset className={classes.group}>
      <legend>
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </legend>
      {help && <p className="ink2">{help}</p>}
      {source && <img className={classes.photo} src={source} alt={words.photoOf(label)} />}
      <Group gap={8}>
        <FileButton
          size={size}
          fileLabel={words.photoOf(label)}
          accept={PICTURES}
          loading={taking.pending}
          leftSection={<IconCamera {...menuIcon} />}
          aria-label={`${photo ? words.replacePhoto : words.addPhoto}: ${label}`}
          data-field={box.field}
          onFiles={([file]) => file && void taking.run(file)}
        >
          {photo ? words.replacePhoto : words.addPhoto}
        </FileButton>
        {photo && (
          <Button
            size={size}
            aria-label={`${words.removePhoto}: ${label}`}
            onClick={() => box.onChange({ kind: 'photo', photo: null })}
          >
            {words.removePhoto}
          </Button>
        )}
      </Group>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
