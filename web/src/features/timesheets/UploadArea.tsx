import { showStamp } from '@homecare/domain/calendar.ts';
import { showSize } from '@homecare/domain/files/rules.ts';
import type { ScanUpload } from '@homecare/domain/timesheets/schema.ts';
import { Button, Group } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useUploads } from './scans-api.ts';
import { addScans, dismissScan, type SendingScan, sendScanAgain, useSendingScans } from './sending-scans.ts';
import classes from './UploadArea.module.css';

/** Choosing files, several at once; each has its own result. They are dropped anywhere on the page. */
export const UploadArea = () => {
  const hint = useId();
  return (
    <section aria-label="Upload scans" className={classes.area}>
      <div className={classes.drop}>
        <FileButton
          size="sm"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          fileLabel="Scans"
          accept=".pdf,.jpg,.jpeg,.png"
          multiple
          aria-describedby={hint}
          onFiles={addScans}
        >
          Upload scans
        </FileButton>
        <p id={hint} className={classes.hint}>
          PDF, JPG or PNG, up to 100 MB and 300 pages each. Or drop them on this page.
        </p>
      </div>
      <FileList />
    </section>
  );
};

const FileList = () => {
  const sending = useSendingScans();
  const query = useUploads();
  const failure = failureOf(query, 'Couldn’t load the uploaded files');
  const uploads = query.data ?? [];
  if (failure) return <ErrorState {...failure} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
    <section className={classes.files} aria-label="Uploads" tabIndex={0}>
      <ul className={classes.list} aria-label="Files">
        {sending.map((one) => (
          <Sending key={one.key} scan={one} />
        ))}
        {uploads.map((upload) => (
          <Uploaded key={upload.id} upload={upload} />
        ))}
        {query.data && sending.length + uploads.length === 0 && (
          <li className={classes.none}>Nothing was uploaded in the last 24 hours.</li>
        )}
      </ul>
    </section>
  );
};

const PROBLEM: Partial<Record<SendingScan['state'], string>> = {
  refused: 'danger',
  cut: 'danger',
  same: 'warn',
};

const wordsOf = ({ state, part, info, file }: SendingScan) =>
  state === 'waiting'
    ? `${showSize(file.size)}, waiting`
    : state !== 'sending'
      ? info
      : part < 1
        ? `Uploading, ${Math.floor(part * 100)} %`
        : 'Checking the file…';

const Sending = ({ scan }: { readonly scan: SendingScan }) => {
  const { file, state, part } = scan;
  const isOver = PROBLEM[state] !== undefined;
  return (
    <li className={classes.file} data-tone={PROBLEM[state]}>
      <div className={classes.name}>{file.name}</div>
      {!isOver && (
        <progress
          className={classes.bar}
          aria-label={`Uploading ${file.name}`}
          {...(part < 1 && { value: state === 'waiting' ? 0 : part })}
        />
      )}
      <div className={classes.words} role={isOver ? 'alert' : undefined}>
        {wordsOf(scan)}
      </div>
      <Group gap={8} wrap="nowrap" flex="none">
        {state === 'same' && <Button onClick={() => sendScanAgain(scan)}>Upload it again</Button>}
        {state === 'cut' && <Button onClick={() => sendScanAgain(scan)}>Try again</Button>}
        <IconButton
          label={isOver ? `Dismiss ${file.name}` : `Stop ${file.name}`}
          icon={<IconX {...rowIcon} />}
          onClick={() => dismissScan(scan)}
        />
      </Group>
    </li>
  );
};

const pagesOf = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`;

const resultOf = ({ pages, read, filed, tray, finished }: ScanUpload) => {
  const done = [
    ...(filed > 0 ? [`${filed} assigned`] : []),
    ...(tray > 0 ? [`${tray} waiting in the tray`] : []),
  ].join(', ');
  if (!finished) return `Read ${read} of ${pagesOf(pages)}${done && `: ${done}`}`;
  return `${pagesOf(pages)}${done ? `: ${done}` : ', all deleted'}`;
};

const Uploaded = ({ upload }: { readonly upload: ScanUpload }) => {
  const zone = useZone();
  const { name, pages, read, finished } = upload;
  return (
    <li className={classes.file}>
      <div className={classes.name}>{name}</div>
      {!finished && (
        <progress className={classes.bar} aria-label={`Reading ${name}`} value={read} max={pages} />
      )}
      <div className={classes.words}>{resultOf(upload)}</div>
      <div className={classes.stamp}>
        {showStamp(upload.created, zone)} {upload.by}
      </div>
    </li>
  );
};
