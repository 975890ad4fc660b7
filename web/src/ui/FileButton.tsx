import { Button, type ButtonProps } from '@mantine/core';
import { type ChangeEvent, type Ref, useRef } from 'react';

/** What a browser offers where a picture is asked for. */
export const PICTURES = 'image/png,image/jpeg';

interface FileButtonProps extends ButtonProps {
  /** Of the file box. */
  readonly fileLabel: string;
  readonly accept?: string;
  /** Several at once. */
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-describedby'?: string;
  readonly 'data-field'?: string | undefined;
}

/** A button that asks for files of this device. */
export const FileButton = ({ fileLabel, accept, multiple, onFiles, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again.
    event.currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={accept}
        multiple={multiple}
        tabIndex={-1}
        // A file that is chosen while another one is sent would be lost without a word.
        disabled={button.loading === true || button.disabled === true}
        aria-label={fileLabel}
        onChange={choose}
      />
    </>
  );
};
