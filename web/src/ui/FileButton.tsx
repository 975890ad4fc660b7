import { Button, type ButtonProps } from '@mantine/core';
import { type ChangeEvent, type Ref, useRef } from 'react';

/** Picture formats that browsers offer in the file dialog. */
export const PICTURES = 'image/png,image/jpeg';

interface FileButtonProps extends ButtonProps {
  /** Accessible name of the file input. */
  readonly fileLabel: string;
  readonly accept?: string;
  /** Allows several files at once. */
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-describedby'?: string;
  readonly 'data-field'?: string | undefined;
}

/** A button that opens the browser's file dialog. */
export const FileButton = ({ fileLabel, accept, multiple, onFiles, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // Allows choosing the same file again.
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
        // A file chosen during an upload would be lost silently.
        disabled={button.loading === true || button.disabled === true}
        aria-label={fileLabel}
        onChange={choose}
      />
    </>
  );
};
