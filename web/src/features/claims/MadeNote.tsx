import type { UploadResult } from '@homecare/domain/claims/schema.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { downloadBatch } from './api.ts';

/** The result of an upload, with its file. */
export const MadeNote = ({ made, info }: { readonly made: UploadResult; readonly info: string }) => {
  const { batch, file } = made;
  return (
    <Note
      tone={file === null ? 'info' : 'ok'}
      live
      actions={
        batch !== null &&
        file !== null && (
          <Button
            leftSection={<IconDownload {...smallIcon} />}
            onClick={() => void downloadBatch(batch, file)}
          >
            Download file
          </Button>
        )
      }
    >
      {info}
    </Note>
  );
};
