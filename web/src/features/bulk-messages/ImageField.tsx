import { showSize } from '@homecare/domain/files/rules.ts';
import { NO_IMAGE } from '@homecare/domain/messaging/images.ts';
import { Box, Button, Group, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { FileButton, PICTURES } from '../../ui/FileButton.tsx';
import { Note } from '../../ui/Note.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import classes from './SenderPage.module.css';
import { type Uploaded, useImageUpload } from './use-image-upload.ts';

interface ImageFieldProps {
  readonly image: Uploaded | null;
  readonly onImage: (image: Uploaded | null) => void;
  readonly link: string;
  readonly onLink: (link: string) => void;
  readonly error: string | undefined;
}

/** The image of a picture message: a file of this device, or a link to one on the agency's own pages. */
export const ImageField = ({ image, onImage, link, onLink, error }: ImageFieldProps) => {
  const [removed, setRemoved] = useState<Uploaded>();
  const ids = { label: useId(), hint: useId(), progress: useId() };
  const button = useRef<HTMLButtonElement>(null);
  const take = (next: Uploaded | null, before?: Uploaded) => {
    onImage(next);
    setRemoved(before);
  };
  const { progress, refusal, start, stop, forgetRefusal } = useImageUpload(take);
  const isSending = progress !== undefined;
  const upload = ([file]: Iterable<File>) => {
    if (file) start(file);
  };
  const drop = useFileDrop(upload);
  const move = (next: Uploaded | null, before?: Uploaded) => {
    take(next, before);
    forgetRefusal();
    // The pressed button is gone.
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out as the other labels are
    <div className={classes.imageField} role="group" aria-labelledby={ids.label} {...drop}>
      <Box id={ids.label} component="p" fz={14} fw={500}>
        Image
      </Box>
      {image && (
        <div className={classes.chosen}>
          <img className={classes.thumb} src={image.preview} alt="" />
          <span className={classes.imageName}>
            {image.name}, {showSize(image.size)}
          </span>
        </div>
      )}
      {(refusal ?? (image && error)) && (
        <Note tone="danger" live>
          {refusal ?? error}
        </Note>
      )}
      <div className={classes.buttons}>
        <FileButton
          ref={button}
          fileLabel={NO_IMAGE}
          accept={PICTURES}
          aria-describedby={ids.hint}
          disabled={isSending}
          data-field={image ? 'image' : undefined}
          onFiles={upload}
        >
          {image ? 'Replace image' : 'Upload image'}
        </FileButton>
        {image && !isSending && <Button onClick={() => move(null, image)}>Remove image</Button>}
        {removed && !isSending && <Button onClick={() => move(removed)}>Undo remove</Button>}
        {isSending && <Button onClick={stop}>Stop</Button>}
      </div>
      {isSending && (
        <Group gap={10} wrap="nowrap" miw={0} fz={13} role="status">
          <progress id={ids.progress} className={classes.bar} aria-label="Uploaded" value={progress} />
          <label htmlFor={ids.progress}>
            {progress < 1 ? `${Math.floor(progress * 100)} %` : 'Checking the image…'}
          </label>
        </Group>
      )}
      <Box id={ids.hint} component="p" c="dimmed" fz={12.5}>
        PNG or JPG, up to 5 MB. You can also drop it here. The image is deleted 7 days after sending.
      </Box>
      {!image && (
        <TextInput
          label="Image source"
          description="Or a link to a .png or .jpg on your website"
          data-field="image"
          autoComplete="off"
          spellCheck={false}
          value={link}
          error={error}
          onChange={(event) => onLink(event.currentTarget.value)}
        />
      )}
    </div>
  );
};
