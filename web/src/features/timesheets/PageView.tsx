import { ActionIcon } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileOff,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FailedCall, failureOf } from '../../platform/query.ts';
import { saveOrShow } from '../../platform/send-file.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import classes from './PageView.module.css';
import { loadPageFile, usePicture } from './scans-api.ts';

interface PageViewProps {
  readonly page: {
    readonly id: number;
    readonly file: string;
    readonly page: number;
    readonly pages: number;
    readonly turn: number;
  };
  /** '3 of 12' */
  readonly position: string;
  readonly next: number | undefined;
  readonly onMove: ((step: -1 | 1) => void) | undefined;
}

const ZOOMS = [1, 1.5, 2, 3] as const;
const QUARTER = 90;
const FULL = 360;

/** What the codes of a page said about its lying counts for the picture as it is stored; else a photo says it itself. */
const paint = async (canvas: HTMLCanvasElement, picture: Blob, asStored: boolean, degrees: number) => {
  const bitmap = await createImageBitmap(picture, { imageOrientation: asStored ? 'none' : 'from-image' });
  const lies = degrees % (2 * QUARTER) !== 0;
  canvas.width = lies ? bitmap.height : bitmap.width;
  canvas.height = lies ? bitmap.width : bitmap.height;
  const context = canvas.getContext('2d');
  context?.translate(canvas.width / 2, canvas.height / 2);
  context?.rotate((degrees * Math.PI) / 180);
  context?.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  bitmap.close();
};

/** A scanned page to look at: next and previous by arrow keys, zoom by + and −, turned by R. */
export const PageView = ({ page, position, next, onMove }: PageViewProps) => {
  const query = usePicture(page.id, next);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [zoom, setZoom] = useState(0);
  const [turned, setTurned] = useState(0);
  const [broken, setBroken] = useState(false);
  const { id, turn } = page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts as it came
  useEffect(() => {
    setTurned(0);
    setBroken(false);
  }, [id]);
  const picture = query.data;
  const degrees = (turn + turned) % FULL;
  useEffect(() => {
    const target = canvas.current;
    if (!target || !picture) return;
    let isOver = false;
    paint(target, picture, turn !== 0, degrees).catch(() => {
      if (!isOver) setBroken(true);
    });
    return () => {
      isOver = true;
    };
  }, [picture, turn, degrees]);

  const rotate = () => setTurned((turned + QUARTER) % FULL);
  const steps: Record<string, (() => void) | undefined> = {
    ArrowLeft: onMove && (() => onMove(-1)),
    ArrowRight: onMove && (() => onMove(1)),
    '+': () => setZoom(Math.min(zoom + 1, ZOOMS.length - 1)),
    '=': () => setZoom(Math.min(zoom + 1, ZOOMS.length - 1)),
    '-': () => setZoom(Math.max(zoom - 1, 0)),
    r: rotate,
  };
  const press = (event: KeyboardEvent) => {
    const step =
      event.ctrlKey || event.altKey || event.metaKey
        ? undefined
        : (steps[event.key.toLowerCase()] ?? steps[event.key]);
    // A page that is zoomed in is moved by the arrows.
    if (!step || (zoom > 0 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    step();
  };
  const download = async () => {
    saveOrShow(await loadPageFile(id), page.file);
  };
  const failure = failureOf(query, 'Couldn’t load the page');
  const isBroken =
    broken || (query.error instanceof FailedCall && query.error.refusal.reason === 'unsupported');
  const name = `Page ${page.page} of ${page.file}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a second way to the buttons inside
    <div className={classes.view} onKeyDown={press}>
      <div className={classes.bar}>
        {onMove && (
          <>
            <IconButton
              label="Previous page"
              icon={<IconChevronLeft {...rowIcon} />}
              onClick={() => onMove(-1)}
            />
            <span className={classes.position}>{position}</span>
            <IconButton
              label="Next page"
              icon={<IconChevronRight {...rowIcon} />}
              onClick={() => onMove(1)}
            />
          </>
        )}
        <span className={classes.caption} data-cut>
          {page.file}
          {page.pages > 1 && `, page ${page.page} of ${page.pages}`}
        </span>
        <ActionIcon aria-label="Zoom out" data-tip="Zoom out" disabled={zoom === 0} onClick={steps['-']}>
          <IconZoomOut {...rowIcon} />
        </ActionIcon>
        <ActionIcon
          aria-label="Zoom in"
          data-tip="Zoom in"
          disabled={zoom === ZOOMS.length - 1}
          onClick={steps['+']}
        >
          <IconZoomIn {...rowIcon} />
        </ActionIcon>
        <IconButton label="Rotate" icon={<IconRotateClockwise {...rowIcon} />} onClick={rotate} />
        <IconButton
          label="Download the file"
          icon={<IconDownload {...rowIcon} />}
          onClick={() => void download()}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a zoomed page is scrolled by keys */}
      <section className={classes.stage} aria-label={name} tabIndex={0} data-zoom={ZOOMS[zoom]}>
        {isBroken ? (
          <EmptyState
            icon={IconFileOff}
            title="This page cannot be shown"
            text="Download the file to look at it with another program."
          />
        ) : failure ? (
          <ErrorState {...failure} />
        ) : (
          <>
            {!picture && <p className={classes.waiting}>Loading the page…</p>}
            <canvas ref={canvas} className={classes.page} role="img" aria-label={name} hidden={!picture} />
          </>
        )}
      </section>
    </div>
  );
};
